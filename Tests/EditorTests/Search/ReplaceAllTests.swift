import Editor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ReplaceAllTests {
  @Test(arguments: ["", "x", "longer"], 0..<5)
  func `replacing many matches is replacing in the string`(template: String, seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let text = (0..<3000).map { _ in
      ["ab", "a", "\n", "é", " ", "```\n"].randomElement(using: &random) ?? ""
    }.joined()
    var driver = EditorDriver(text)
    driver.press("700|mm\(Int.random(in: 1...300, using: &random))Gg/ab<cr>\(template)<cr>yna")
    let left = text.ranges(of: "ab").count - driver.editor.text.ranges(of: "ab").count

    #expect(driver.effects.contains(.message(.replaced(text.ranges(of: "ab").count - 1))))
    #expect(left == text.ranges(of: "ab").count - 1)
    #expect(
      driver.editor.text.replacing("ab", with: template) == text.replacing("ab", with: template))
    expectInvariants(driver.editor, "replaced")

    let after = driver.editor.text
    driver.press("u")
    #expect(driver.editor.text == text)
    expectInvariants(driver.editor, "undone")
    driver.press("<c-r>")
    #expect(driver.editor.text == after)
    driver.press("u")
    #expect(driver.editor.text == text)
  }

  @Test func `marks, folds of code and the view follow many replacements`() {
    let text = String(repeating: "a bb\n", count: 500) + "```\n[[x]]\n```\nend [[y]]"
    var driver = EditorDriver(text)
    driver.press("300Gwmmgg")

    driver.press("g/a<cr>longer<cr>a'mG$gf")

    #expect(driver.editor.buffer.line(at: driver.editor.marks["m"] ?? 0) == 299)
    #expect(driver.editor.marks["m"] == 300 * 10 - 3)
    #expect(driver.effects.contains { if case .followLink = $0 { true } else { false } })
    driver.press("kkgf")
    #expect(driver.effects.count { if case .followLink = $0 { true } else { false } } == 1)
  }

  @Test func `the reported changes make the text`() {
    let text = String(repeating: "a b ", count: 600)
    var driver = EditorDriver(text)
    driver.press("g/a<cr>xyz<cr>a")

    var told = TextBuffer(text)
    for case .textChanged(let changes) in driver.effects { changes.forEach { told.apply($0) } }

    #expect(told.text == driver.editor.text)
    #expect(told.text == String(repeating: "xyz b ", count: 600))
  }

  // MARK: - Long texts

  private static let filler = String(repeating: "some line of text\n", count: 300)

  private func longDriver() -> EditorDriver {
    var options = EditorOptions()
    options.searchedBytes = 4096
    return EditorDriver("▌" + Self.filler + "k1\n" + Self.filler + "k2\n", options: options)
  }

  @Test(arguments: ["g/k<cr>x<cr>", "g/<a-r>k(\\d)<cr>x$1<cr>"])
  func `the matches of a long text are listed by the application`(keys: String) async {
    var driver = longDriver()
    driver.press(keys)
    #expect(driver.editor.isSearching)
    #expect(driver.editor.confirmation == nil)

    await driver.finishSearches()

    #expect(driver.editor.confirmation?.total == 2)
    driver.press("a")
    #expect(driver.editor.text == Self.filler + "x1\n" + Self.filler + "x2\n")
  }

  @Test func `Escape ends the listing and then closes the line`() async {
    var driver = longDriver()
    driver.press("g/k<cr>x<cr><esc>")
    #expect(!driver.editor.isSearching)
    #expect(driver.effects.contains(.endSearch))

    await driver.finishSearches()
    driver.press("<esc>")

    #expect(driver.editor.mode == .normal)
    #expect(driver.editor.confirmation == nil)
  }

  @Test func `a listing of a text that changed is done again`() async {
    var driver = longDriver()
    driver.press("g/k<cr>x<cr>")
    driver.editor.apply(remote: TextChange(range: 0..<0, replacement: "k0 "))

    await driver.finishSearches()
    driver.press("a")

    #expect(driver.editor.text == "x0 " + Self.filler + "x1\n" + Self.filler + "x2\n")
  }

  @Test func `a change elsewhere moves what is asked about, and takes away what it removes`() {
    var driver = EditorDriver("▌a b a b a")
    driver.press("g/a<cr>x<cr>")

    driver.editor.apply(remote: TextChange(range: 0..<3, replacement: "long "))
    driver.press("a")

    #expect(driver.editor.text == "long  x b x")
    #expect(driver.effects.contains(.message(.replaced(2))))
  }

  // MARK: - Long lines

  @Test(arguments: ["<a-r>x\\d+", "ÄX1", "x1"])
  func `matches in a very long line are all found, once each`(pattern: String) async {
    let line = (0..<9000).map { $0.isMultiple(of: 3) ? "x1äx1" : "some wörds" }.joined(
      separator: " ")
    var driver = EditorDriver("▌" + line)
    driver.press("g/\(pattern)<cr>#<cr>")
    await driver.finishSearches()
    let count = pattern == "ÄX1" ? 0 : 6000

    #expect(driver.editor.confirmation?.total ?? 0 == count)
    if count > 0 {
      driver.press("a")
      #expect(driver.editor.text == line.replacing("x1", with: "#"))
    }
  }

  @Test func `an expression is found backwards in a very long line`() async {
    let text =
      String(repeating: "wörd ", count: 20_000) + "k7 " + String(repeating: "é", count: 30_000)
    var driver = EditorDriver(text + "▌")
    driver.press("$?<a-r>k\\d<cr>")
    await driver.finishSearches()

    #expect(driver.editor.cursor == 120_000)
  }
}
