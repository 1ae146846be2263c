import Foundation
import MarfaModel
import Testing

@Suite(.timeLimit(.minutes(20))) struct JSONParserTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("0", .integer(0)), ("-0", .number(-0.0)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("9223372036854775808", .number(9_223_372_036_854_775_808)), ("1.0", .number(1)),
      ("1e2", .number(100)), ("-1.5E-3", .number(-0.0015)), ("[]", .array([])),
      ("{}", .object([:])), ("[1,[2]]", .array([1, [2]])), (#"{"a":1,"a":2}"#, ["a": 2]),
      (#""\u00e9\ud83d\ude00\n\/\"\\\b\f\r\t""#, "é😀\n/\"\\\u{8}\u{c}\r\t"),
      ("\"plain text of some length, é\"", "plain text of some length, é"), ("1e-400", .number(0)),
    ] as [(String, JSONValue)])
  func `valid JSON texts are parsed`(text: String, value: JSONValue) throws {
    #expect(try JSONParser.parse(text.utf8) == value)
  }

  @Test(
    arguments: [
      ("", .unexpectedEnd, 0), ("  ", .unexpectedEnd, 2), ("nul", .unexpectedEnd, 3),
      ("nulL", .unexpectedByte, 3), ("01", .invalidNumber, 0), ("-", .invalidNumber, 0),
      ("1.", .invalidNumber, 0), ("1e", .invalidNumber, 0), (".5", .unexpectedByte, 0),
      ("+1", .unexpectedByte, 0), ("1e999", .invalidNumber, 0), ("1 2", .trailingContent, 2),
      ("[1,]", .unexpectedByte, 3), ("[1 2]", .unexpectedByte, 3), ("[", .unexpectedEnd, 1),
      ("{\"a\"}", .unexpectedByte, 4), ("{\"a\":1,}", .unexpectedByte, 7),
      ("{a:1}", .unexpectedByte, 1), ("'a'", .unexpectedByte, 0), ("\"a", .unexpectedEnd, 2),
      ("\"\\x\"", .invalidEscape, 1), ("\"\\u12g4\"", .invalidEscape, 1),
      ("\"\\ud800\"", .invalidUnicode, 1), ("\"\\udc00\"", .invalidUnicode, 1),
      ("\"\\ud800\\u0041\"", .invalidUnicode, 1), ("\"a\nb\"", .controlCharacter, 2),
      ("\"12345678\u{1}\"", .controlCharacter, 9), ("\u{feff}1", .unexpectedByte, 0),
      ("NaN", .unexpectedByte, 0), ("\"\\u12", .unexpectedEnd, 5),
    ] as [(String, JSONSyntaxError.Reason, Int)])
  func `malformed texts are refused at their byte`(
    text: String, reason: JSONSyntaxError.Reason, offset: Int
  ) {
    #expect(throws: JSONSyntaxError(reason, offset: offset)) {
      try JSONParser.parse(text.utf8)
    }
  }

  @Test(arguments: [
    ("9223372036854775808", false), ("-9223372036854775809", false),
    ("18446744073709551615", false), ("1234567890123456789012345678901234567890", false),
    ("9223372036854775807", true), ("-9223372036854775808", true), ("-0", true),
    // What a double is in full, and what says itself that its digits end somewhere.
    ("9223372036854776000", true), ("100000000000000000000", true), ("9.3e18", true),
    ("9223372036854775808.0", true),
  ])
  func `a whole number that would lose digits is refused where none may be rounded`(
    text: String, isRead: Bool
  ) throws {
    _ = try JSONParser.parse(text.utf8)
    if isRead {
      _ = try JSONParser.parse("[\(text)]".utf8, wideIntegers: .refused)
    } else {
      #expect(throws: JSONSyntaxError(.wideInteger, offset: 1)) {
        try JSONParser.parse("[\(text)]".utf8, wideIntegers: .refused)
      }
    }
  }

  @Test func `bytes that are not UTF-8 are refused at their place`() {
    let bytes: [UInt8] = [0x22, 0x61, 0xC3, 0x28, 0x22]

    #expect(throws: JSONSyntaxError(.invalidUnicode, offset: 2)) { try JSONParser.parse(bytes) }
  }

  @Test func `nesting beyond the limit is refused`() throws {
    let deep = String(repeating: "[", count: 128) + String(repeating: "]", count: 128)

    _ = try JSONParser.parse(deep.utf8)
    #expect(throws: JSONSyntaxError(.tooDeep, offset: 128)) {
      try JSONParser.parse("[\(deep)]".utf8)
    }
  }

  @Test func `random documents round trip and agree with Foundation`() throws {
    var generator = RandomJSON(seed: 2026)

    for _ in 0..<300 {
      let value = generator.value(depth: 4)
      let bytes = JSONWriter.bytes(of: value)
      let foundation = try JSONDecoder().decode(JSONValue.self, from: Data(bytes))
      let theirs = try JSONEncoder().encode(value)

      #expect(try JSONParser.parse(bytes) == value)
      #expect(RandomJSON.normalized(foundation) == RandomJSON.normalized(value))
      #expect(
        RandomJSON.normalized(try JSONParser.parse(theirs)) == RandomJSON.normalized(value))
    }
  }

  @Test func `damaged documents never trap`() {
    var generator = RandomJSON(seed: 77)

    for _ in 0..<2000 {
      var bytes = JSONWriter.bytes(of: generator.value(depth: 3))
      let place = Int.random(in: 0..<bytes.count, using: &generator.randomness)
      bytes[place] = UInt8.random(in: 0...255, using: &generator.randomness)
      do {
        let value = try JSONParser.parse(bytes)
        #expect(JSONWriter.bytes(of: value).isEmpty == false)
      } catch {
        #expect((0...bytes.count).contains(error.offset))
      }
    }
  }

  @Test func `sorted members give equal texts for equal values`() {
    let value: JSONValue = ["b": 1, "a": ["d": true, "c": "\u{1}\""]]

    #expect(JSONWriter.string(of: value) == #"{"a":{"c":"\u0001\"","d":true},"b":1}"#)
  }
}

/// Makes random JSON values.
struct RandomJSON {
  var randomness: SeededRandomness

  init(seed: UInt64) {
    randomness = SeededRandomness(seed: seed)
  }

  /// Whole doubles as integers, since Foundation does not tell 1.0 from 1.
  static func normalized(_ value: JSONValue) -> JSONValue {
    switch value {
    case .number(let number): Int64(exactly: number).map(JSONValue.integer) ?? value
    case .array(let elements): .array(elements.map(normalized))
    case .object(let members): .object(members.mapValues(normalized))
    default: value
    }
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 6), using: &randomness) {
    case 0: return .null
    case 1: return .bool(Bool.random(using: &randomness))
    case 2: return .integer(Int64.random(in: .min ... .max, using: &randomness))
    case 3: return .number(Double.random(in: -1e6...1e6, using: &randomness))
    case 4, 5: return .string(text())
    case 6:
      return .array(
        (0..<Int.random(in: 0..<5, using: &randomness)).map { _ in value(depth: depth - 1) })
    default:
      var members: [String: JSONValue] = [:]
      for _ in 0..<Int.random(in: 0..<5, using: &randomness) {
        members[text()] = value(depth: depth - 1)
      }
      return .object(members)
    }
  }

  mutating func text() -> String {
    let pieces = [
      "a", "word ", "\"", "\\", "\n", "\u{1}", "é", "漢", "😀", "/", "12345678", "\u{7f}",
    ]
    let count = Int.random(in: 0..<12, using: &randomness)
    return (0..<count).compactMap { _ in pieces.randomElement(using: &randomness) }.joined()
  }
}
