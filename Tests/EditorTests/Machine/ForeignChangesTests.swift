import Editor
import TerminalUI
import Testing

@Suite(.timeLimit(.minutes(20))) struct ForeignChangesTests {
  @Test func `lines added after the one that is typed leave the cursor in it`() {
    var driver = EditorDriver("one▌")
    driver.press("A two")
    driver.editor.apply(foreign: [TextChange(range: 7..<7, replacement: "\nthree")])
    driver.press(" more<esc>")

    #expect(driver.editor.text == "one two more\nthree")
  }

  @Test func `words added where somebody types come after what they type`() {
    var driver = EditorDriver("one▌")
    driver.press("A mi")
    driver.editor.apply(foreign: [TextChange(range: 6..<6, replacement: " theirs")])
    driver.press("ne<esc>")

    #expect(driver.editor.text == "one mine theirs")
  }

  @Test func `a word that takes the place of the next one leaves the cursor before it`() {
    var driver = EditorDriver("▌one two")
    driver.press("wi")
    driver.editor.apply(foreign: [TextChange(range: 4..<7, replacement: "three")])
    driver.press("and <esc>")

    #expect(driver.editor.text == "one and three")
  }

  @Test func `lines added before the one that is read push the cursor down with it`() {
    var driver = EditorDriver("one\n▌two")

    driver.editor.apply(foreign: [TextChange(range: 4..<4, replacement: "new\n")])

    #expect(driver.editor.cursor == 8)
  }

  @Test func `changes on both sides of the cursor leave it and its undo alone`() {
    var driver = EditorDriver("a\nb▌\nc")
    driver.press("Amine<esc>")
    driver.editor.apply(foreign: [
      TextChange(range: 8..<9, replacement: "C"), TextChange(range: 0..<1, replacement: "AA"),
    ])

    #expect(driver.editor.text == "AA\nbmine\nC")
    #expect(driver.editor.cursor == 7)
    driver.press("u")
    #expect(driver.editor.text == "AA\nb\nC")
  }

  @Test func `a selection keeps both its ends`() {
    var driver = EditorDriver("▌one two three")
    driver.press("wve")
    driver.editor.apply(foreign: [TextChange(range: 4..<4, replacement: "new ")])

    #expect(driver.editor.selectedRange == 8..<11)
  }
}
