import Testing
import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct TextInputTests {
  /// A text with `|` at the cursor.
  private func input(_ marked: String) -> TextInput {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    var input = TextInput(parts.joined())
    for _ in 0..<(parts.count > 1 ? parts[1].count : 0) { _ = input.handle(KeyEvent(.left)) }
    return input
  }

  private func shown(_ input: TextInput) -> String { input.before + "|" + input.after }

  private static func control(_ letter: Character) -> KeyEvent {
    KeyEvent(.character(letter), modifiers: .control)
  }

  private static func alt(_ key: Key) -> KeyEvent { KeyEvent(key, modifiers: .alt) }

  @Test(
    arguments: [
      ("ab|c", KeyEvent("x"), "abx|c", .changed), ("ab|c", KeyEvent(.left), "a|bc", .moved),
      ("|abc", KeyEvent(.left), "|abc", .moved), ("ab|c", control("a"), "|abc", .moved),
      ("ab|c", control("e"), "abc|", .moved), ("ab|c", KeyEvent(.backspace), "a|c", .changed),
      ("|abc", KeyEvent(.backspace), "|abc", .ignored), ("ab|c", control("d"), "ab|", .changed),
      ("one two|", control("w"), "one |", .changed),
      ("one two  |", control("w"), "one |", .changed),
      ("one| two", alt(.character("d")), "one|", .changed),
      ("one| two", alt(.character("f")), "one two|", .moved),
      ("one two|", alt(.character("b")), "one |two", .moved),
      ("one| two", control("k"), "one|", .changed), ("one| two", control("u"), "| two", .changed),
      ("ab|c", control("t"), "acb|", .changed), ("abc|", control("t"), "acb|", .changed),
      ("👨‍👩‍👧|", KeyEvent(.backspace), "|", .changed),
      ("a|", KeyEvent("\u{301}"), "a\u{301}|", .changed),
      ("x|", KeyEvent(.enter), "x|", .submitted), ("x|", KeyEvent(.escape), "x|", .cancelled),
      ("x|", KeyEvent(.up), "x|", .previous), ("x|", control("n"), "x|", .next),
      ("x|", KeyEvent(.tab), "x|", .ignored),
    ] as [(String, KeyEvent, String, TextInput.Outcome)])
  func `a key edits the line as in a shell`(
    before: String, key: KeyEvent, after: String, outcome: TextInput.Outcome
  ) {
    var input = input(before)

    let result = input.handle(key)

    #expect(result == outcome)
    #expect(shown(input) == after)
  }

  @Test func `text that was cut can be yanked back`() {
    var input = input("one two|")

    _ = input.handle(Self.control("w"))
    _ = input.handle(Self.control("a"))
    _ = input.handle(Self.control("y"))

    #expect(shown(input) == "two|one ")
  }

  @Test func `a paste stays on one line`() {
    var input = TextInput()

    let outcome = input.handle(.paste("a\nb\tc\r\n"))

    #expect(outcome == .changed)
    #expect(input.text == "a b c ")
  }

  @Test func `the field shows the part around the cursor`() {
    var surface = Surface(size: Size(columns: 12, rows: 1))

    surface.draw(TextField(label: "/ ", input: input("abcdefghijkl|mnop")), in: surface.bounds)

    #expect(surface.text() == "/ defghijklm")
    #expect(surface.cursor == Point(column: 11, row: 0) && surface.isCursorVisible)
  }

  @Test func `an empty field shows its placeholder`() {
    var surface = Surface(size: Size(columns: 12, rows: 1))

    surface.draw(TextField(label: "/", input: TextInput(), placeholder: "type"), in: surface.bounds)

    #expect(surface.text() == "/type")
    #expect(surface.cursor.column == 1)
  }

  @Test func `history steps through texts that begin alike`() {
    var history = InputHistory(["tag:a", "title", "tag:b"])

    #expect(history.previous(from: "tag") == "tag:b")
    #expect(history.previous(from: "tag:b") == "tag:a")
    #expect(history.previous(from: "tag:a") == nil)
    #expect(history.next() == "tag:b")
    #expect(history.next() == "tag")
    #expect(history.next() == nil)
  }

  @Test func `history keeps each text once and the newest of them`() {
    var history = InputHistory([], limit: 2)

    for text in ["a", "b", "a", "", "c"] { history.add(text) }

    #expect(history.entries == ["a", "c"])
  }

  @Test func `a line takes no more than its room`() {
    var input = TextInput("ab")
    _ = input.handle(KeyEvent(.left))
    let text = String(repeating: "é", count: TextInput.longest)

    #expect(input.handle(.paste(text)) == .changed)
    #expect(input.text.utf8.count == TextInput.longest)
    #expect(input.text.hasPrefix("aéé"))
    #expect(input.text.hasSuffix("éb"))

    #expect(input.handle(KeyEvent("c")) == .moved)
    #expect(input.text.utf8.count == TextInput.longest)
    #expect(input.handle(KeyEvent(.backspace)) == .changed)
    #expect(input.handle(KeyEvent("c")) == .changed)
  }
}
