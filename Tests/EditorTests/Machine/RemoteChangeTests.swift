import Editor
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RemoteChangeTests {
  @Test func `an insertion above leaves what I read where it is`() {
    var driver = EditorDriver((1...100).map { "line \($0)" }.joined(separator: "\n"))
    driver.editor.fit(Size(columns: 40, rows: 10))
    driver.press("50G")
    let before = driver.screen(columns: 40, rows: 10)

    driver.editor.apply(remote: TextChange(range: 0..<0, replacement: "new\nnew\nnew\n"))

    #expect(driver.screen(columns: 40, rows: 10) == before)
    #expect(driver.editor.statistics.line == 53)
  }

  @Test func `a deletion above leaves what I read where it is`() {
    var driver = EditorDriver((1...100).map { "line \($0)" }.joined(separator: "\n"))
    driver.editor.fit(Size(columns: 40, rows: 10))
    driver.press("50G")
    let before = driver.screen(columns: 40, rows: 10)

    driver.editor.apply(remote: TextChange(range: 0..<14, replacement: ""))

    #expect(driver.screen(columns: 40, rows: 10) == before)
  }

  @Test func `typing goes on at my place while others type above`() {
    var driver = EditorDriver("one\ntwo▌\n")
    driver.press("Aab")
    driver.editor.apply(remote: TextChange(range: 0..<0, replacement: "zero\n"))
    driver.press("cd<esc>")

    #expect(driver.editor.text == "zero\none\ntwoabcd\n")
  }

  @Test func `an open completion follows the text`() {
    var driver = EditorDriver("x")
    driver.press("A [[No")
    driver.editor.apply(remote: TextChange(range: 0..<0, replacement: "zero "))
    _ = driver.editor.acceptCompletion("Notes", at: driver.time)

    #expect(driver.editor.text == "zero x [[Notes]]")
  }

  @Test(arguments: 0..<50)
  func `remote changes and mine, undone and redone, come to the same text`(seed: Int) {
    var random = SplitMix64(seed: UInt64(seed) + 5000)
    let keys = [
      "x", "dw", "ihello<esc>", "oline<esc>", "dd", "yyp", "J", "w", "j", "k", "b", "G", "gg",
      "cwnew<esc>", "u", "<c-r>",
    ]
    var driver = EditorDriver(random.text(pieces: 30))
    driver.editor.fit(Size(columns: 20, rows: 6))
    var log = ""

    for _ in 0..<40 {
      if Int.random(in: 0..<3, using: &random) == 0 {
        let change = Self.change(driver.editor, &random)
        let cursor = driver.editor.cursor
        let under = driver.editor.buffer.character(at: cursor)
        driver.editor.apply(remote: change)
        log += "\(change) "
        let isApart = change.range.upperBound < cursor || change.range.lowerBound > cursor + 40
        if isApart, let under {
          #expect(
            driver.editor.buffer.character(at: driver.editor.cursor) == under, "\(seed) \(log)")
        }
      } else {
        let key = keys.randomElement(using: &random) ?? "x"
        log += key + " "
        driver.press(key)
      }
      expectInvariants(driver.editor, "seed \(seed), \(log)")
    }
    let final = driver.editor.text
    let steps = driver.undoAll()
    expectInvariants(driver.editor, "undone: seed \(seed), \(log)")
    if steps > 0 { driver.press("\(steps)<c-r>") }

    #expect(driver.editor.text == final, "seed \(seed), \(log)")
  }

  /// A change on cluster boundaries whose text joins no cluster around it.
  private static func change(_ editor: Editor, _ random: inout SplitMix64) -> TextChange {
    let buffer = editor.buffer
    let start = buffer.clusterStart(at: Int.random(in: 0...buffer.byteCount, using: &random))
    var end = start
    for _ in 0..<Int.random(in: 0..<6, using: &random) { end = buffer.offset(after: end) }
    let text = ["", "R", "remote ", "\n", "two\nlines\n", "漢"].randomElement(using: &random) ?? ""
    return TextChange(range: start..<end, replacement: text)
  }
}
