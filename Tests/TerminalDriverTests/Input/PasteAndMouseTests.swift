import Testing
import TerminalDriver
import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct PasteAndMouseTests {
  @Test(arguments: [
    ("hello", "hello"), ("", ""), ("a\rb\r\nc\nd", "a\nb\nc\nd"), ("tab\there", "tab\there"),
    ("\u{1b}[A not a key \u{3}", "\u{1b}[A not a key \u{3}"),
    ("\u{1b}\u{1b}[20", "\u{1b}\u{1b}[20"),
    ("漢字🙂", "漢字🙂"), ("\u{1b}[201", "\u{1b}[201"),
  ])
  func `a bracketed paste is one event`(content: String, text: String) {
    #expect(decoded("\u{1b}[200~\(content)\u{1b}[201~x") == [.event(.paste(text)), key("x")])
  }

  @Test func `a paste of a megabyte stays one event`() {
    let text = String(repeating: "0123456789abcdef", count: 65_536)

    #expect(decoded("\u{1b}[200~\(text)\u{1b}[201~") == [.event(.paste(text))])
  }

  @Test func `a paste beyond the limit comes in parts that lose nothing`() {
    let text = String(repeating: "漢e\r\n", count: 50)
    let configuration = KeyDecoder.Configuration(pasteLimit: 16)

    let parts = decoded("\u{1b}[200~\(text)\u{1b}[201~", configuration: configuration)

    let texts = parts.map { input -> String in
      if case .event(.paste(let text)) = input { return text }
      return "no paste"
    }
    #expect(parts.count > 10)
    #expect(texts.joined() == String(repeating: "漢e\n", count: 50))
  }

  @Test func `bytes in a paste that are no UTF-8 are repaired`() {
    var decoder = KeyDecoder()
    let bytes = Array("\u{1b}[200~a".utf8) + [0xff] + Array("b\u{1b}[201~".utf8)

    #expect(decoder.decode(bytes) == [.event(.paste("a\u{fffd}b"))])
  }

  @Test(
    arguments: [
      ("<0;10;5M", .press, 9, 4, []), ("<0;10;5m", .release, 9, 4, []),
      ("<32;250;5M", .drag, 249, 4, []), ("<64;1;1M", .wheelUp, 0, 0, []),
      ("<65;1;1M", .wheelDown, 0, 0, []), ("<1;2;3M", .middlePress, 1, 2, []),
      ("<2;2;3M", .rightPress, 1, 2, []), ("<20;2;3M", .press, 1, 2, [.shift, .control]),
      ("<8;2;3M", .press, 1, 2, .alt), ("M !!", .press, 0, 0, []), ("M#!!", .release, 0, 0, []),
      ("M`\"#", .wheelUp, 1, 2, []),
    ] as [(String, MouseEvent.Action, Int, Int, KeyModifiers)])
  func `a mouse report is an event`(
    report: String, action: MouseEvent.Action, column: Int, row: Int, modifiers: KeyModifiers
  ) {
    let event = MouseEvent(action, at: Point(column: column, row: row), modifiers: modifiers)

    #expect(decoded("\u{1b}[" + report) == [.event(.mouse(event))])
  }

  @Test(arguments: ["<35;1;1M", "<66;1;1M", "<0;0;0M", "<0;1M", "<128;1;1M", "<2;1;1m", "<;;M"])
  func `reports that nothing uses are no events`(report: String) {
    #expect(decoded("\u{1b}[" + report) == [])
  }

  @Test func `focus reports become events`() {
    #expect(decoded("\u{1b}[I\u{1b}[O") == [.event(.focus(true)), .event(.focus(false))])
  }

  @Test func `code points of one cluster that come together are one key`() {
    let family = decoded("a👨‍👩‍👧e\u{301}b")

    let joined = GraphemeJoiner.join(family)

    #expect(joined == [key("a"), key("👨‍👩‍👧"), key("e\u{301}"), key("b")])
  }

  @Test func `keys with modifiers are not joined`() {
    let inputs = [key("e", .alt), key("\u{301}"), key(.enter), key("\u{301}")]

    #expect(GraphemeJoiner.join(inputs) == inputs)
  }
}
