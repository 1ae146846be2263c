/// A piece of text around the cursor that an operator or a visual selection takes.
public struct TextObject: Hashable, Sendable, Codable {
  /// What is looked for.
  public enum Kind: String, Hashable, Sendable, CaseIterable, Codable {
    /// Words; the big one ends at white space only.
    case word, bigWord
    /// A sentence, a paragraph.
    case sentence, paragraph
    /// Text between quotation marks of a line.
    case doubleQuotes, singleQuotes, backticks
    /// Text between brackets.
    case parentheses, squareBrackets, braces, angleBrackets
    /// A heading with all below it.
    case section
    /// An item of a list with what belongs to it.
    case listItem
    /// A fenced block of code.
    case fencedBlock
    /// A link: `[text](target)`, `[[title]]` or a bare address.
    case link
  }

  /// Whether what surrounds it belongs to it.
  public enum Scope: String, Hashable, Sendable, Codable {
    /// Only the thing itself (`i`).
    case inner
    /// With its brackets, or the white space after it (`a`).
    case around
  }

  /// What is looked for.
  public var kind: Kind
  /// How much of it.
  public var scope: Scope

  /// An object by what it covers and what it is, as `iw` is the inside of a word.
  public init(_ scope: Scope, _ kind: Kind) {
    self.kind = kind
    self.scope = scope
  }
}
