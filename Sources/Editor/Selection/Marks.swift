/// Places remembered under a letter; they follow the text around them.
public struct Marks: Hashable, Sendable, Codable {
  /// The mark that a jump leaves after: `'` (and `` ` ``).
  static let beforeJump: Character = "'"
  /// The place of the last change: `.`.
  static let lastChange: Character = "."
  /// Where insert mode was left last: `^`.
  static let lastInsert: Character = "^"
  /// The ends of the last visual selection: `<` and `>`.
  static let visualEnds: (start: Character, end: Character) = ("<", ">")

  private var offsets: [String: Int] = [:]

  /// No letter marks a place yet.
  public init() {}

  /// The letters in use, sorted.
  public var names: [Character] { offsets.keys.sorted().compactMap(\.first) }

  /// The offset remembered under a letter.
  public subscript(name: Character) -> Int? {
    get { offsets[String(name == "`" ? "'" : name)] }
    set { offsets[String(name == "`" ? "'" : name)] = newValue }
  }

  /// Moves the marks with the text.
  mutating func apply(_ change: TextChange) { move { change.mapped($0, bias: .before) } }

  /// Puts each mark where its place went.
  mutating func move(_ place: (Int) -> Int) { offsets = offsets.mapValues(place) }
}
