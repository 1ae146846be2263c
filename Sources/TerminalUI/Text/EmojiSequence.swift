/// What an emoji of several code points is made of; two columns in terminals that know it.
///
/// Terminals differ in what they know; `TextWidth.paintable(_:)` replaces what one does not know by
/// something of the same two columns.
public struct EmojiSequence: OptionSet, Hashable, Sendable {
  /// One bit for each.
  public let rawValue: UInt8

  /// Takes the bits.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Two regional indicators, or a flag spelled in tags.
  public static let flag = EmojiSequence(rawValue: 1)
  /// A skin tone after its emoji.
  public static let skinTone = EmojiSequence(rawValue: 2)
  /// Several emoji joined to one.
  public static let joined = EmojiSequence(rawValue: 4)
  /// A sign that a selector makes an emoji, and keycaps.
  public static let selected = EmojiSequence(rawValue: 8)
  /// All of them.
  public static let all: EmojiSequence = [.flag, .skinTone, .joined, .selected]

  /// More code points are no emoji that anybody draws.
  private static let limit = 16

  /// What a grapheme cluster needs to be drawn whole; nil for one that is no emoji sequence.
  public init?(_ character: Character) {
    let scalars = Array(character.unicodeScalars.prefix(Self.limit + 1))
    guard (2...Self.limit).contains(scalars.count), scalars.allSatisfy(Self.mayBePart) else {
      return nil
    }
    var parts: EmojiSequence = []
    for scalar in scalars.dropFirst() { parts.formUnion(Self.part(scalar.value)) }
    if scalars.count == 2, scalars.allSatisfy({ Self.isIndicator($0.value) }) { parts = .flag }
    guard !parts.isEmpty, !scalars.contains("\u{fe0e}") else { return nil }
    self = parts
  }

  private static func part(_ value: UInt32) -> EmojiSequence {
    switch value {
    case 0xe0020...0xe007f: .flag
    case 0x1f3fb...0x1f3ff: .skinTone
    case 0x200d: .joined
    case 0x20e3, 0xfe0f: .selected
    default: []
    }
  }

  static func isIndicator(_ value: UInt32) -> Bool { (0x1f1e6...0x1f1ff).contains(value) }

  private static func mayBePart(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isEmoji || !part(scalar.value).isEmpty || scalar == "\u{fe0e}"
  }
}
