/// How characters are drawn besides their colour.
public struct TextModifiers: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: UInt8

  /// The modifiers of the bits that are set.
  public init(rawValue: UInt8) { self.rawValue = rawValue }

  /// Heavier strokes.
  public static let bold = TextModifiers(rawValue: 1 << 0)
  /// Fainter than normal.
  public static let dim = TextModifiers(rawValue: 1 << 1)
  /// Slanted, where the terminal can.
  public static let italic = TextModifiers(rawValue: 1 << 2)
  /// A line below.
  public static let underlined = TextModifiers(rawValue: 1 << 3)
  /// Foreground and background exchanged.
  public static let reversed = TextModifiers(rawValue: 1 << 4)
  /// A line through the middle, where the terminal can.
  public static let strikethrough = TextModifiers(rawValue: 1 << 5)

  /// All modifiers by the names that themes use, in a fixed order.
  public static let named: [(name: String, modifier: TextModifiers)] = [
    ("bold", .bold), ("dim", .dim), ("italic", .italic), ("underlined", .underlined),
    ("reversed", .reversed), ("strikethrough", .strikethrough),
  ]

  /// The names of the modifiers in the set, in the order of `named`.
  public var names: [String] {
    Self.named.filter { contains($0.modifier) }.map(\.name)
  }
}
