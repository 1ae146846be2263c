import Testing
import TerminalDriver
import TerminalUI

@Suite(.timeLimit(.minutes(20))) struct KeyDecoderTests {
  @Test(arguments: [
    ("a", [key("a")]), ("Aé漢", [key("A"), key("é"), key("漢")]),
    ("\r", [key(.enter)]), ("\n", [key("j", .control)]), ("\t", [key(.tab)]),
    ("\u{7f}", [key(.backspace)]), ("\u{8}", [key("h", .control)]),
    ("\u{0}", [key(" ", .control)]), ("\u{1}", [key("a", .control)]),
    ("\u{1a}", [key("z", .control)]), ("\u{1c}", [key("\\", .control)]),
    ("\u{1f}", [key("_", .control)]),
    ("\u{1b}", [key(.escape)]), ("\u{1b}\u{1b}", [key(.escape), key(.escape)]),
    ("\u{1b}x", [key("x", .alt)]), ("\u{1b}é", [key("é", .alt)]),
    ("\u{1b}\r", [key(.enter, .alt)]), ("\u{1b}\u{7f}", [key(.backspace, .alt)]),
    ("\u{1b}\u{1}", [key("a", [.alt, .control])]),
    ("\u{1b}\u{1b}x", [key(.escape), key("x", .alt)]),
    ("\u{1b}[", [key("[", .alt)]), ("\u{1b}O", [key("O", .alt)]), ("\u{1b}]", [key("]", .alt)]),
    ("\u{1b}P", [key("P", .alt)]),
  ])
  func `plain, control and alt keys are distinguished`(bytes: String, events: [TerminalInput]) {
    #expect(decoded(bytes) == events)
  }

  @Test(arguments: [
    ("A", key(.up)), ("B", key(.down)), ("C", key(.right)), ("D", key(.left)), ("H", key(.home)),
    ("F", key(.end)), ("1~", key(.home)), ("4~", key(.end)), ("7~", key(.home)), ("8~", key(.end)),
    ("2~", key(.insert)), ("3~", key(.delete)), ("5~", key(.pageUp)), ("6~", key(.pageDown)),
    ("Z", key(.tab, .shift)), ("1;2A", key(.up, .shift)), ("1;3B", key(.down, .alt)),
    ("1;5C", key(.right, .control)), ("1;8D", key(.left, [.shift, .alt, .control])),
    ("3;5~", key(.delete, .control)), ("5;3~", key(.pageUp, .alt)), ("3^", key(.delete, .control)),
    ("11~", key(.function(1))), ("15~", key(.function(5))), ("17~", key(.function(6))),
    ("21~", key(.function(10))), ("24~", key(.function(12))), ("25~", key(.function(13))),
    ("29~", key(.function(16))), ("34~", key(.function(20))), ("15;2~", key(.function(5), .shift)),
    ("P", key(.function(1))), ("1;5S", key(.function(4), .control)), ("[A", key(.function(1))),
    ("[E", key(.function(5))), ("R", key(.function(3))), ("1;2R", key(.function(3), .shift)),
    ("a", key(.up, .shift)),
  ])
  func `a control sequence is a key`(sequence: String, event: TerminalInput) {
    #expect(decoded("\u{1b}[" + sequence) == [event])
  }

  @Test(arguments: [
    ("A", key(.up)), ("D", key(.left)), ("H", key(.home)), ("F", key(.end)),
    ("P", key(.function(1))), ("S", key(.function(4))), ("M", key(.enter)), ("j", key("*")),
    ("y", key("9")), ("X", key("=")), ("5A", key(.up, .control)),
    ("1;2P", key(.function(1), .shift)),
    ("a", key(.up, .control)),
  ])
  func `application mode sends keys after SS3`(sequence: String, event: TerminalInput) {
    #expect(decoded("\u{1b}O" + sequence) == [event])
  }

  @Test func `two keys in one burst after escape are not lost`() {
    #expect(decoded("\u{1b}Oz") == [key("O", .alt), key("z")])
    #expect(decoded("\u{1b}\u{1b}[A") == [key(.up, .alt)])
  }

  @Test(arguments: [
    ("97u", key("a")), ("97;5u", key("a", .control)), ("105;5u", key("i", .control)),
    ("97;2u", key("A")), ("97:65;2u", key("A")), ("49:33;2u", key("!")),
    ("223;2u", key("ß", .shift)),
    ("97;6u", key("A", .control)), ("13;2u", key(.enter, .shift)), ("27u", key(.escape)),
    ("9;2u", key(.tab, .shift)), ("127;3u", key(.backspace, .alt)), ("57417u", key(.left)),
    ("57414u", key(.enter)), ("57400u", key("1")), ("57376u", key(.function(13))),
    ("97;1:1u", key("a")), ("97;1:2u", key("a")), ("32;5u", key(" ", .control)),
    ("27;5;105~", key("i", .control)), ("27;2;13~", key(.enter, .shift)),
    ("27;6;97~", key("A", .control)),
  ])
  func `keys come by code point too`(sequence: String, event: TerminalInput) {
    #expect(decoded("\u{1b}[" + sequence) == [event])
  }

  @Test(arguments: [
    "97;1:3u", "97;9u", "57358u", "1;1:3A", "3;1:3~", "0;5R", "24R", "2;3;4R",
    "?62;22c", "?2026;1$y", ">1;2c",
    "?1u", "99~", "201~", "E", "12;34x", "4;1$y",
    String(repeating: "1;", count: 100) + "A",
  ])
  func `releases reports and unknown sequences are no keys`(sequence: String) {
    #expect(decoded("\u{1b}[" + sequence) == [])
    #expect(decoded("\u{1b}[" + sequence + "x") == [key("x")])
  }

  @Test(arguments: [
    "\u{1b}]0;title\u{7}", "\u{1b}]52;c;aGVsbG8=\u{1b}\\", "\u{1b}P1$r0m\u{1b}\\",
    "\u{1b}_G i=1\u{1b}\\",
    "\u{1b}^private\u{1b}\\", "\u{1b}Xstring\u{1b}\\", "\u{1b}]11;rgb:zz/00/00\u{7}",
    "\u{1b}Pq\u{7}bell\u{1b}\\", "\u{1b}]é漢\u{7}", "\u{1b}]0;cancelled\u{18}", "\u{1b}]2;\u{1b}\\",
  ])
  func `strings are swallowed whole`(sequence: String) {
    #expect(decoded(sequence) == [])
    #expect(decoded("a" + sequence + "b") == [key("a"), key("b")])
  }

  @Test(
    arguments: [
      ("11;rgb:ffff/ffff/ffff\u{7}", 255, 255, 255), ("11;rgb:1e1e/2020/2828\u{1b}\\", 30, 32, 40),
      ("11;rgb:f/0/8\u{7}", 255, 0, 136), ("11;rgba:00/80/ff/ff\u{7}", 0, 128, 255),
    ] as [(String, UInt8, UInt8, UInt8)])
  func `the answer for the background is no text`(
    reply: String, red: UInt8, green: UInt8, blue: UInt8
  ) {
    #expect(
      decoded("\u{1b}]" + reply) == [.backgroundColor(red: red, green: green, blue: blue)])
  }

  @Test func `an answer about the cursor is never text, wherever it is cut`() {
    let answer = Array("a\u{1b}[24;80Rb".utf8)
    let expected: [TerminalInput] = [key("a"), .cursor(Point(column: 79, row: 23)), key("b")]

    for place in 0...answer.count {
      var decoder = KeyDecoder()
      #expect(decoder.decode(answer[..<place]) + decoder.decode(answer[place...]) == expected)
    }
    // In the first row it is F3 with a modifier.
    #expect(decoded("\u{1b}[1;5R") == [key(.function(3), .control)])
  }

  @Test func `an unfinished string ends by escape or at its limit`() {
    let configuration = KeyDecoder.Configuration(stringLimit: 20)

    #expect(decoded("\u{1b}]unfinished\u{1b}") == [key(.escape)])
    #expect(decoded("\u{1b}]unfinished\u{1b}[A") == [key(.up)])
    #expect(
      decoded(
        "\u{1b}]" + String(repeating: "x", count: 21) + "ab", configuration: configuration)
        == [key("a"), key("b")])
  }

  @Test func `a sequence cut off by another byte does not hide it`() {
    #expect(decoded("\u{1b}[1;\u{1b}[A") == [key(.up)])
    #expect(decoded("\u{1b}[12\u{3}") == [key("c", .control)])
    #expect(decoded("\u{1b}[12é") == [key("é")])
    #expect(decoded("\u{1b}[1\u{18}x") == [key("x")])
  }

  @Test func `only what may be a key waits for silence`() {
    for (text, waits) in [
      ("", false), ("\u{1b}", true), ("\u{1b}[", true), ("\u{1b}[1", false), ("\u{1b}]", true),
      ("\u{1b}]1", false), ("\u{1b}]1\u{1b}", true), ("\u{1b}O", true), ("a", false),
      ("\u{1b}[200~x", false),
    ] {
      var decoder = KeyDecoder()
      _ = decoder.decode(text.utf8)

      #expect(decoder.isWaiting == waits, "\(text.debugDescription)")
    }
  }

  @Test func `the erase key may be byte 8`() {
    let configuration = KeyDecoder.Configuration(isControlHBackspace: true)

    #expect(decoded("\u{8}", configuration: configuration) == [key(.backspace)])
  }

  @Test(
    arguments: [
      ([0xff, 0x61], ["\u{fffd}", "a"]), ([0xe6, 0xbc, 0x61], ["\u{fffd}", "a"]),
      ([0xc0, 0xaf], ["\u{fffd}", "\u{fffd}"]),
      ([0xed, 0xa0, 0x80], ["\u{fffd}", "\u{fffd}", "\u{fffd}"]),
      ([0xf0, 0x9f, 0x99, 0x82], ["🙂"]), ([0xe2, 0x82, 0xe2, 0x82, 0xac], ["\u{fffd}", "€"]),
      ([0xc2, 0x9b], ["\u{fffd}"]), ([0x80], ["\u{fffd}"]),
    ] as [([UInt8], [Character])])
  func `bytes that are no UTF-8 become replacement characters`(
    bytes: [UInt8], characters: [Character]
  ) {
    var decoder = KeyDecoder()

    #expect(decoder.decode(bytes) == characters.map { key($0) })
  }
}
