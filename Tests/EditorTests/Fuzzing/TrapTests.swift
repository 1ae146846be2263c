import Editor
import TerminalUI
import Testing

/// The smallest inputs that once ended the program, one for each cause.
@Suite(.timeLimit(.minutes(20))) struct TrapTests {
  @Test func `where typing began moves with the indentation of its line`() {
    #expect(EditorDriver.result("    ab▌", "A漢漢<c-d><c-u>") == "ab▌")
  }

  @Test func `an open search follows a change of the application's`() {
    var driver = EditorDriver("one two▌")
    driver.press("/o")
    _ = driver.editor.edit([TextChange(range: 0..<7, replacement: "")], at: driver.time)
    driver.press("n<cr>")

    #expect(driver.editor.text == "")
  }

  @Test func `an open replacement in a selection follows a change of the application's`() {
    var driver = EditorDriver("▌a a\na a\nb")
    driver.press("Vjg/a<cr>")
    _ = driver.editor.edit([TextChange(range: 0..<3, replacement: "")], at: driver.time)
    driver.press("x<cr>a")

    #expect(driver.editor.text == "\nx x\nb")
  }

  @Test func `an accent apart from its letter is another text than the letter with it`() {
    var driver = EditorDriver("▌e\u{301}x")
    driver.press("r\u{e9}A\u{fc}<esc>")

    #expect(Array(driver.editor.text.utf8) == Array("\u{e9}x\u{fc}".utf8))

    driver.press("uu")

    #expect(Array(driver.editor.text.utf8) == Array("e\u{301}x".utf8))

    driver.press("2<c-r>")

    #expect(Array(driver.editor.text.utf8) == Array("\u{e9}x\u{fc}".utf8))
  }

  @Test func `matches that undo took away are not asked about`() throws {
    var driver = EditorDriver("▌" + String(repeating: "a\n", count: 400))
    driver.press("gg:")
    driver.effects += driver.editor.run(try #require(ExCommand("%s/a/bb/")), at: driver.time)
    driver.press("g/b<cr>c<cr>")
    _ = driver.editor.perform(.command(.undo), at: driver.time)
    driver.press("y")

    #expect(driver.editor.text == String(repeating: "a\n", count: 400))
    #expect(driver.editor.mode == .normal)
  }

  @Test func `a change made elsewhere into a step of many edits forgets it rather than waits`() {
    var driver = EditorDriver("▌" + String(repeating: "a\n", count: 1500))
    driver.press("g/a<cr>b<cr>a")
    #expect(driver.editor.history.canUndo)
    let all = 0..<driver.editor.buffer.byteCount
    driver.editor.apply(remote: TextChange(range: all, replacement: "new"))

    #expect(driver.editor.text == "new")
    #expect(driver.editor.history.canUndo == false)
  }

  @Test func `numbers of a list with zeros before them are counted on`() {
    #expect(EditorDriver.result("1. a▌\n002. b", "ox<esc>") == "1. a\n2. ▌x\n3. b")
  }
}
