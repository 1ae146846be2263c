import Foundation

/// A search as a person writes it.
///
/// All words must match; `OR` or `|` means either, `-` or `NOT` excludes, parentheses group.
/// `OR` binds looser than words next to each other. No text is an error: a part that is not
/// understood is searched for literally and reported by a hint.
///
/// ```swift
/// let query = SearchQuery(parsing: "flour -yeast tag:bread", now: Timestamp(milliseconds: 0))
/// let remarks = query.hints.count  // what was not understood
/// ```
public struct SearchQuery: Hashable, Sendable {
  /// How the last word is taken.
  public enum LastWord: Hashable, Sendable {
    /// As a whole word.
    case whole
    /// As the start of a word, while it is still being typed.
    case beingTyped
  }

  /// What is looked for; everything when nil.
  public var expression: SearchExpression?
  /// What was not understood, in order.
  public var hints: [SearchHint]

  /// A search that was put together; nil looks for everything.
  public init(_ expression: SearchExpression?, hints: [SearchHint] = []) {
    self.expression = expression
    self.hints = hints
  }

  /// Reads a search; dates are relative to `now` in the person's time zone.
  public init(
    parsing text: String, now: Timestamp, timeZone: TimeZone = .gmt, lastWord: LastWord = .whole
  ) {
    var tokenizer = SearchTokenizer(text)
    let tokens = tokenizer.tokens()
    var parser = SearchParser(
      tokens: tokens, reader: SearchTermReader(dates: SearchDates(now: now, timeZone: timeZone)))
    expression = parser.parse()
    hints = (tokenizer.hints + parser.hints).sorted { $0.position < $1.position }
    if lastWord == .beingTyped, text.last?.isWhitespace == false, case .word = tokens.last?.kind {
      expression = expression?.withOpenEnd()
    }
  }
}

extension SearchExpression {
  /// The expression with its last word taken as the start of a word.
  func withOpenEnd() -> SearchExpression {
    switch self {
    case .term(.text(let text, .word, let field)): .term(.text(text, .prefix, in: field))
    case .and(let parts): .and(Self.openingLast(parts))
    case .or(let parts): .or(Self.openingLast(parts))
    case .not, .term: self
    }
  }

  private static func openingLast(_ parts: [SearchExpression]) -> [SearchExpression] {
    parts.dropLast() + (parts.last.map { [$0.withOpenEnd()] } ?? [])
  }

  /// One of nothing is nil, one of one is itself.
  static func joined(
    _ parts: [SearchExpression], by make: ([SearchExpression]) -> SearchExpression
  ) -> SearchExpression? {
    parts.count > 1 ? make(parts) : parts.first
  }

  /// All of the parts; parts that are themselves all of something are taken in.
  static func all(_ parts: [SearchExpression]) -> SearchExpression? {
    let flat = parts.flatMap { part -> [SearchExpression] in
      if case .and(let inner) = part { inner } else { [part] }
    }
    return joined(flat, by: SearchExpression.and)
  }

  /// Any of the parts; parts that are themselves any of something are taken in.
  static func any(_ parts: [SearchExpression]) -> SearchExpression? {
    let flat = parts.flatMap { part -> [SearchExpression] in
      if case .or(let inner) = part { inner } else { [part] }
    }
    return joined(flat, by: SearchExpression.or)
  }
}
