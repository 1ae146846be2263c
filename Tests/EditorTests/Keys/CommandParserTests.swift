import Editor
import Testing
import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct CommandParserTests {
  @Test(arguments: [
    "d2w<esc>", "<c-r>", "<s-tab>", "<lt>b>", "<a-c-x>", "a<space>", "漢<f12>", "<c-space>",
    "<a-cr>",
  ])
  func `key notation is read and written`(text: String) {
    let keys = KeyNotation.keys(text)

    #expect(KeyNotation.keys(KeyNotation.text(keys)) == keys)
  }

  @Test func `an unknown name in angle brackets is text`() {
    #expect(KeyNotation.keys("<b>") == [KeyEvent("<"), KeyEvent("b"), KeyEvent(">")])
  }

  @Test func `pending keys are shown and undone by escape`() {
    var driver = EditorDriver("▌a b c")
    driver.press("\"a2d")

    #expect(driver.editor.pendingKeys == "\"a2d")

    driver.press("<esc>")

    #expect(driver.editor.pendingKeys == "")
    #expect(driver.editor.text == "a b c")
    #expect(!driver.effects.contains(.leave))
  }

  @Test func `an operator offers motions and objects`() {
    var driver = EditorDriver("▌a")
    driver.press("d")
    let keys = driver.editor.hints.map(\.keys)

    #expect(keys.first == "d")
    #expect(keys.contains("iw"))
    #expect(keys.contains("gg"))
    #expect(!keys.contains("u"))
  }

  @Test(arguments: ["99999999ix<esc>", "100001ix<esc>", "1000d1000l"])
  func `a count that is too high is cut, and that is said`(keys: String) {
    var driver = EditorDriver("▌a")
    driver.press(keys)

    #expect(driver.effects.contains(.message(.countCut(to: 100_000))))
    #expect(driver.editor.text.utf8.count <= 100_001)
  }

  @Test func `the highest count is taken without a word`() {
    var driver = EditorDriver("▌a")
    driver.press("100000ix<esc>")

    #expect(driver.editor.text.utf8.count == 100_001)
    #expect(!driver.effects.contains(.message(.countCut(to: 100_000))))
  }

  @Test func `a prefix offers what follows it`() {
    var driver = EditorDriver("▌a")
    driver.press("g")

    #expect(driver.editor.hints.contains(KeyHint(keys: "g", summary: "text start")))
    #expect(driver.editor.hints.contains(KeyHint(keys: "x", summary: "toggle checkbox")))
  }

  @Test func `registers and marks are offered with what they hold`() {
    var driver = EditorDriver("▌one\ntwo")
    driver.press("\"ayyma\"")

    #expect(driver.editor.hints.contains(KeyHint(keys: "a", summary: "one⏎")))

    driver.press("<esc>'")

    #expect(driver.editor.hints.contains(KeyHint(keys: "a", summary: "1 one")))
  }

  @Test func `escape in normal mode leaves, after the matches are no longer shown`() {
    var driver = EditorDriver("▌a b")
    driver.press("/b<cr><esc>")

    #expect(!driver.effects.contains(.leave))

    driver.press("<esc>")

    #expect(driver.effects.last == .leave)
  }

  @Test func `a key that means nothing is the application's`() {
    var driver = EditorDriver("▌a")
    driver.press(":<c-o>")

    #expect(
      driver.effects == [
        .unhandled(KeyEvent(":")), .unhandled(KeyEvent(.character("o"), modifiers: .control)),
      ])
  }

  @Test func `keys can be bound and unbound`() {
    var options = EditorOptions()
    options.keymap.bind("gz", to: .command(.joinLines), in: .normal)
    options.keymap.unbind("x", in: .normal)
    var driver = EditorDriver("▌a\nb", options: options)
    driver.press("xgz")

    #expect(driver.marked == "a▌ b")
    #expect(driver.effects.contains(.unhandled(KeyEvent("x"))))
  }

  @Test func `every action has a name of its own`() {
    let names = EditorAction.all.map(\.name)

    #expect(Set(names).count == names.count)
    #expect(EditorAction.all.allSatisfy { EditorAction(name: $0.name) == $0 })
  }

  @Test(arguments: [
    ("i", EditorMode.insert, "INSERT"), ("v", .visual, "VISUAL"), ("V", .visualLines, "V-LINE"),
    ("R", .replace, "REPLACE"), ("/", .prompt, "SEARCH"), ("g/a<cr>b<cr>", .confirm, "CONFIRM"),
    ("i<esc>", .normal, "NORMAL"),
  ])
  func `the mode is shown as a word`(keys: String, mode: EditorMode, word: String) {
    var driver = EditorDriver("▌a")
    driver.press(keys)

    #expect(driver.editor.mode == mode)
    #expect(driver.editor.mode.word == word)
  }
}
