import Editor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SearchTests {
  @Test func `matches are counted while typing`() {
    var driver = EditorDriver("▌a foo b foo food")
    driver.press("/foo")

    #expect(driver.editor.prompt?.text == "foo")
    #expect(driver.editor.prompt?.matches?.total == 3)
    #expect(driver.editor.prompt?.matches?.current == 1)
    #expect(driver.editor.prompt?.matches?.isComplete == true)

    driver.press("d")

    #expect(driver.editor.prompt?.matches?.total == 1)
  }

  @Test func `a search that comes round says so`() {
    var driver = EditorDriver("foo ▌a")
    driver.press("/foo<cr>")

    #expect(driver.effects.contains(.message(.searchWrapped)))
  }

  @Test func `a pattern that is nowhere is reported`() {
    var driver = EditorDriver("▌abc")
    driver.press("/zz<cr>")

    #expect(driver.effects.contains(.message(.patternNotFound("zz"))))
    #expect(driver.effects.contains(.bell))
  }

  @Test func `a bad expression is reported and changes nothing`() {
    var driver = EditorDriver("▌abc")
    driver.press("/<a-r>(a")

    #expect(driver.editor.prompt?.problem != nil)

    driver.press("<cr>")

    #expect(
      driver.effects.contains {
        if case .message(.badPattern("(a", _)) = $0 { true } else { false }
      })
    #expect(driver.marked == "▌abc")
  }

  @Test(arguments: [
    Row("▌a b a b a", "g/a<cr>x<cr>yny", "x b a b ▌x"),
    Row("▌a b a b a", "g/a<cr>x<cr>a", "x b x b ▌x"),
    Row("▌a b a b a", "g/a<cr>x<cr>yq", "x b ▌a b a"),
    Row("▌a b a b a", "g/a<cr>x<cr>y<esc>", "x b ▌a b a"),
    Row("a ▌a a", "g/a<cr>x<cr>a", "▌x x x"), Row("▌aa", "g/a<cr>aa<cr>a", "aa▌aa"),
    Row("▌a\na\na", "jVj<esc>gvg/a<cr>x<cr>a", "a\nx\n▌x"),
    Row("▌k1 k2", "g/<a-r>k(\\d)<cr>$1v<cr>a", "1v ▌2v"),
    Row("▌foo", "g/foo<cr><cr>a", "▌"), Row("▌foo", "g/zz<cr>x<cr>", "▌foo"),
    Row("▌foo", "g/foo<cr>b<cr>q", "▌foo"), Row("▌a b a", "g/a<cr>x<cr>au", "▌a b a"),
    Row("▌Foo foo", "g/foo<cr>x<cr>a", "x ▌x"),
  ])
  func `a replacement asks for each match`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `the count of replacements is reported`() {
    var driver = EditorDriver("▌a b a")
    driver.press("g/a<cr>x<cr>")

    #expect(driver.editor.confirmation?.total == 2)
    #expect(driver.editor.confirmation?.number == 1)

    driver.press("a")

    #expect(driver.effects.contains(.message(.replaced(2))))
  }

  @Test(arguments: [
    Row("▌foo x foo", "yiw/<c-r>\"<cr>", "foo x ▌foo"),
    Row("f▌oo x foo", "/<c-r><c-w><cr>", "foo x ▌foo"),
    Row("▌ab c", "/<c-r>qc<cr>", "ab ▌c"), Row("▌ab c", "/<c-r><esc>c<cr>", "ab ▌c"),
    Row("▌a b", "yiwg/<c-r>0<cr>x<c-r>0<cr>a", "▌xa b"),
  ])
  func `a register or the word under the cursor goes into the line`(row: Row) {
    #expect(EditorDriver.result(row.before, row.keys) == row.after)
  }

  @Test func `earlier patterns come back with the arrow`() {
    var driver = EditorDriver("▌a b c")
    driver.press("/b<cr>gg/c<cr>gg/<up><up><cr>")

    #expect(driver.marked == "a ▌b c")
  }

  @Test(arguments: 0..<20)
  func `literal matches are those of a plain string`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed))
    let text = (0..<2000).map { _ in
      ["a", "b", "ab", "\n", " "].randomElement(using: &random) ?? ""
    }.joined()
    let needle = (0..<Int.random(in: 1...4, using: &random)).map { _ in
      ["a", "b"].randomElement(using: &random) ?? ""
    }
    .joined()
    var driver = EditorDriver(text)
    driver.press("/\(needle)")

    #expect(driver.editor.prompt?.matches?.total == text.ranges(of: needle).count)
  }

  @Test func `matches of a very long pattern are not looked for while it is typed`() {
    let text = String(repeating: "reed ", count: 60)
    var driver = EditorDriver("▌a " + text)
    driver.press("/")
    driver.paste(text)

    #expect(driver.editor.prompt?.text == text)
    #expect(driver.editor.prompt?.matches == nil)

    driver.press("<cr>")

    #expect(driver.editor.cursor == 2)
  }
}
