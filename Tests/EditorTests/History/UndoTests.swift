import Editor
import Foundation
import Testing

@Suite(.timeLimit(.minutes(20))) struct UndoTests {
  @Test(arguments: [
    Row("▌abc", "xu", "▌abc"), Row("a▌bc", "xu", "a▌bc"), Row("▌abc", "xxuu", "▌abc"),
    Row("▌abc", "xxu", "▌bc"), Row("▌abc", "xx2u", "▌abc"), Row("▌abc", "xu<c-r>", "▌bc"),
    Row("▌abc", "xxuu2<c-r>", "▌c"),
    Row("▌abc", "ihello<esc>u", "▌abc"), Row("▌abc", "ihe<wait>llo<esc>u", "he▌abc"),
    Row("▌abc", "ia<cr>b<esc>u", "a\n▌abc"), Row("▌abc", "ia<cr>b<esc>uu", "▌abc"),
    Row("▌abc", "ia<right>b<esc>u", "aa▌bc"),
    Row("▌foo bar", "cwx<esc>u", "▌foo bar"), Row("▌foo bar", "cw<wait>x<esc>u", "▌foo bar"),
    Row("▌abc", "u", "▌abc"), Row("▌abc", "<c-r>", "▌abc"), Row("▌abc", "xui1<esc><c-r>", "▌1abc"),
    Row("▌a b", "dw.uu", "▌a b"),
    Row("▌a\nb\nc", "Vjdu", "▌a\nb\nc"), Row("▌abc", "3ix<esc>u", "▌abc"),
    Row("▌a b a", "g/a<cr>x<cr>au", "▌a b a"), Row("▌- a", "A<cr>b<esc>uu", "- ▌a"),
    Row("▌abc", "ix<bs><esc>u", "▌abc"), Row("a▌bc", "ix<bs><bs><esc>u", "a▌bc"),
    Row("▌a\nb", "qaAx<esc>jq@auu", "▌a\nb"), Row("▌e\u{301}x", "xu", "▌e\u{301}x"),
    Row("a\n▌b", "ddu", "a\n▌b"), Row("ab▌c", "guuu", "▌abc"), Row("ab▌C", "guuu", "ab▌C"),
  ])
  func `undo and redo move by one step and restore the cursor`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `an archive brings the history back in another run`() throws {
    var first = EditorDriver("▌one two")
    first.press("dwAx<esc>u")
    let data = try JSONEncoder().encode(first.editor.archivedHistory())
    let archive = try JSONDecoder().decode(UndoArchive.self, from: data)

    var second = EditorDriver(first.editor.text)
    let isRestored = second.editor.restoreHistory(archive)
    second.press("<c-r>")
    let redone = second.editor.text
    second.press("uu")

    #expect(isRestored)
    #expect(redone == "twox")
    #expect(second.editor.text == "one two")
  }

  @Test func `an archive of another text is refused`() {
    var first = EditorDriver("▌one two")
    first.press("dw")
    var second = EditorDriver("twx")
    let isRestored = second.editor.restoreHistory(first.editor.archivedHistory())
    second.press("u")

    #expect(!isRestored)
    #expect(second.editor.text == "twx")
  }

  @Test func `an archive keeps the newest steps that fit`() {
    var driver = EditorDriver("▌a b c d e f")
    driver.press("dwdwdw")
    let archive = driver.editor.archivedHistory(limit: 220)
    var second = EditorDriver(driver.editor.text)
    second.editor.restoreHistory(archive)
    second.press("9u")

    #expect(second.editor.text == "b c d e f")
  }

  @Test func `the history is bounded in steps`() {
    var options = EditorOptions()
    options.undoLimits = UndoHistory.Limits(steps: 3, bytes: 1 << 20)
    var driver = EditorDriver("▌abcdef", options: options)
    driver.press("xxxxx9u")

    #expect(driver.editor.text == "cdef")
  }

  @Test func `undo undoes my edits only`() {
    var driver = EditorDriver("▌one two")
    driver.press("Ax<esc>")
    driver.editor.apply(remote: TextChange(range: 0..<0, replacement: "REMOTE "))
    driver.press("u")

    #expect(driver.editor.text == "REMOTE one two")

    driver.editor.apply(remote: TextChange(range: 0..<7, replacement: ""))
    driver.press("<c-r>")

    #expect(driver.editor.text == "one twox")
  }

  @Test func `my typing in one go is one step, though others type meanwhile`() {
    var driver = EditorDriver("▌one\ntwo")
    driver.press("A a")
    driver.editor.apply(remote: TextChange(range: 0..<0, replacement: "zero "))
    driver.press("b")
    driver.editor.apply(remote: TextChange(range: 10..<10, replacement: "+"))
    driver.press("c")
    let end = driver.editor.buffer.byteCount
    driver.editor.apply(remote: TextChange(range: end..<end, replacement: "\nthree"))
    driver.press("d<esc>")
    #expect(driver.editor.text == "zero one a+bcd\ntwo\nthree")
    driver.press("u")
    #expect(driver.editor.text == "zero one+\ntwo\nthree")
    driver.press("<c-r>")
    #expect(driver.editor.text == "zero one a+bcd\ntwo\nthree")
    driver.press("uu")

    #expect(driver.editor.text == "zero one+\ntwo\nthree")
  }

  @Test func `a step of which another leaves nothing is none`() {
    var driver = EditorDriver("▌one")
    driver.press("iab")
    driver.editor.apply(remote: TextChange(range: 0..<2, replacement: ""))
    driver.press("c<esc>")
    driver.press("u")
    #expect(driver.editor.text == "one")
    #expect(driver.undoAll() == 0)
  }

  @Test func `another's words inside my text survive my undo`() {
    var driver = EditorDriver("▌")
    driver.press("iabcd<esc>")
    driver.editor.apply(remote: TextChange(range: 2..<2, replacement: "THEIRS"))
    driver.press("u")

    #expect(driver.editor.text == "THEIRS")

    driver.press("<c-r>")

    #expect(driver.editor.text == "abTHEIRScd")
  }
}
