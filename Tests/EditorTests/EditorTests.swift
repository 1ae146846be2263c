import Editor
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct EditorTests {
  @Test func `a new editor holds its text`() {
    #expect(Editor("abc").text == "abc")
  }

  @Test func `changes of the application are one step`() {
    var driver = EditorDriver("▌one two")
    let changes = [
      TextChange(range: 0..<3, replacement: "1"), TextChange(range: 2..<5, replacement: "2"),
    ]
    let effects = driver.editor.edit(changes, at: driver.time)
    let edited = driver.editor.text
    driver.press("u")

    #expect(edited == "1 2")
    #expect(effects == [.textChanged(changes)])
    #expect(driver.editor.text == "one two")
  }

  @Test func `typing in the middle of a long note reads none of it again`() {
    let text = (0..<20_000).map { "line \($0)" }.joined(separator: "\n")
    var driver = EditorDriver(text)
    driver.press("50%zz")
    let read = driver.editor.linesRead
    driver.press("i" + String(repeating: "word ", count: 40) + "<cr>more<esc>jjj")

    #expect(read > 0)
    #expect(driver.editor.linesRead == read)
  }

  @Test func `a note read ahead is not read again at its end`() {
    var driver = EditorDriver((0..<20_000).map { "line \($0)" }.joined(separator: "\n"))
    driver.editor.readAhead()
    let read = driver.editor.linesRead
    driver.press("Gkkzz")

    #expect(read > 19_000)
    #expect(driver.editor.linesRead == read)
  }

  @Test func `the work of an edit of a long note grows with its logarithm`() {
    var random = SplitMix64(seed: 9)
    var buffer = TextBuffer(String(repeating: "0123456789abcde\n", count: 1 << 15))
    let before = buffer.height
    for _ in 0..<3000 {
      let start = Int.random(in: 0...buffer.byteCount, using: &random)
      let end = min(buffer.byteCount, start + Int.random(in: 0..<40, using: &random))
      buffer.replace(
        start..<end, with: String(repeating: "x", count: Int.random(in: 0..<40, using: &random)))
    }

    #expect(before == 4)
    #expect(buffer.height <= 5)
  }

  @Test func `a text of only deletions becomes flat again`() {
    var buffer = TextBuffer(String(repeating: "0123456789abcde\n", count: 1 << 14))
    while buffer.byteCount > 100 { buffer.replace(10..<min(buffer.byteCount, 700), with: "") }

    #expect(buffer.height == 1)
  }
}
