/// The content of an OSC, DCS, APC, PM or SOS string while it is swallowed (ECMA-48 §5.6).
struct ControlString: Sendable {
  /// Bytes kept to be understood; the rest is only counted.
  static let keptBytes = 256

  /// The character after the escape: `]`, `P`, `_`, `^` or `X`.
  let introducer: Character
  private(set) var content: [UInt8] = []
  private(set) var count = 0
  /// Whether the last byte was an escape, which with a backslash ends the string.
  var sawEscape = false

  init(introducer: Character) { self.introducer = introducer }

  var isEmpty: Bool { count == 0 }

  /// BEL ends an OSC string by xterm's custom.
  var endsWithBell: Bool { introducer == "]" }

  mutating func append(_ byte: UInt8) {
    count += 1
    if content.count < Self.keptBytes { content.append(byte) }
  }

  /// What a reply to one of our questions says.
  var reply: TerminalInput? {
    guard count == content.count else { return nil }
    let text = String(decoding: content, as: UTF8.self)
    if let answered = PictureSequences.answered(introducer, text) { return .pictures(answered) }
    guard introducer == "]" else { return nil }
    guard text.hasPrefix("11;rgb:") || text.hasPrefix("11;rgba:") else { return nil }
    guard let colon = text.firstIndex(of: ":") else { return nil }
    let parts = text[text.index(after: colon)...].split(
      separator: "/", omittingEmptySubsequences: false)
    let values = parts.prefix(3).compactMap(Self.component)
    guard values.count == 3, parts.count <= 4 else { return nil }
    return .backgroundColor(red: values[0], green: values[1], blue: values[2])
  }

  /// A colour component of one to four hexadecimal digits, scaled to 8 bits (XParseColor(3)).
  private static func component(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), let value = UInt32(digits, radix: 16) else {
      return nil
    }
    let maximum: UInt32 = (1 << (4 * UInt32(digits.utf8.count))) - 1
    return UInt8((value * 255 + maximum / 2) / maximum)
  }
}
