/// What a search looks for.
public indirect enum SearchExpression: Hashable, Sendable {
  /// One condition.
  case term(SearchTerm)
  /// All of two or more.
  case and([SearchExpression])
  /// Any of two or more.
  case or([SearchExpression])
  /// Not this.
  case not(SearchExpression)
}

/// One condition of a search.
public enum SearchTerm: Hashable, Sendable {
  /// Where text is looked for.
  public enum Field: String, Hashable, Sendable, CaseIterable {
    /// In everything that is searched.
    case any
    /// In the title.
    case title
    /// In the long text.
    case body
  }

  /// How text is compared.
  public enum Match: Hashable, Sendable {
    /// A whole word, folded.
    case word
    /// The start of a word, folded: `word*`.
    case prefix
    /// Words in sequence, folded: `"a phrase"`.
    case phrase
    /// The start of the field, folded: `^start`.
    case start
    /// The same characters, neither folded nor cut into words: `=exact`.
    case exact
    /// A regular expression: `/re/`, with `i` to ignore case.
    case pattern(ignoringCase: Bool)
  }

  /// The states that `is:` knows.
  public enum State: String, Hashable, Sendable, CaseIterable {
    /// As the word says.
    case pinned, favourite, archived, trashed, conflict, unsynced, refused, shared, orphan, todo,
      done
  }

  /// The things that `has:` knows.
  public enum Content: String, Hashable, Sendable, CaseIterable {
    /// As the word says.
    case attachment, link, todo, code, tag
  }

  /// Which way a link goes.
  public enum LinkDirection: String, Hashable, Sendable, CaseIterable {
    /// Either way: `link:`.
    case either = "link"
    /// The found item links to the named one: `to:`.
    case outgoing = "to"
    /// The named item links to the found one: `from:`.
    case incoming = "from"
  }

  /// Which time a condition is on.
  public enum TimeField: String, Hashable, Sendable, CaseIterable {
    /// The time that matters to the person: `on:`, `before:` and `after:`.
    case on
    /// The last change: `edited:`.
    case edited
    /// The creation: `created:`.
    case created
  }

  /// How a size is compared.
  public enum SizeComparison: String, Hashable, Sendable, CaseIterable {
    /// At least so large, or `>`.
    case atLeast = ">"
    /// At most so large, or `<`.
    case atMost = "<"
  }

  /// Text, compared in a field.
  case text(String, Match, in: Field)
  /// A tag, or one below it: `tag:`, `#`.
  case tag(String)
  /// Membership of a notebook, by name or id: `notebook:`, `in:`.
  case notebook(String)
  /// A state: `is:`.
  case state(State)
  /// Something within: `has:`.
  case has(Content)
  /// A link with an item, by name or id.
  case link(LinkDirection, String)
  /// A time.
  case time(TimeField, SearchTimeRange)
  /// Who made it: `by:`.
  case author(String)
  /// The type, with subtypes: `type:`.
  case type(String)
  /// The size in bytes: `size:`.
  case size(SizeComparison, Int64)
  /// A saved search: `@name`.
  case saved(String)
}

/// A stretch of time as a person wrote it.
public struct SearchTimeRange: Hashable, Sendable {
  /// The first instant; none when nil.
  public var start: Timestamp?
  /// The instant after the last; none when nil.
  public var end: Timestamp?
  /// What was written, such as `<2026-11` or `yesterday`.
  public var text: String

  /// From `start` to before `end`, either of which may be open; `text` is as it was typed.
  public init(start: Timestamp?, end: Timestamp?, text: String) {
    self.start = start
    self.end = end
    self.text = text
  }

  /// Whether an instant is within.
  public func contains(_ instant: Timestamp) -> Bool {
    start.map { $0 <= instant } ?? true && end.map { instant < $0 } ?? true
  }
}

/// Something in a search that was not understood: it was taken literally, or left out when it only
/// joins or encloses.
public struct SearchHint: Hashable, Sendable {
  /// What was not understood.
  public enum Kind: Hashable, Sendable {
    /// A quote without its end.
    case unclosedQuote
    /// A parenthesis without its other one.
    case unbalancedParenthesis
    /// `OR`, `AND`, `|`, `NOT` or `-` with nothing to join.
    case danglingOperator
    /// No such field.
    case unknownField
    /// The field has no such value; the known ones may be named.
    case unknownValue(known: [String])
    /// Not a date.
    case invalidDate
    /// Not a size.
    case invalidSize
    /// Not a regular expression.
    case invalidPattern
    /// No saved search of the name, or one that leads back to itself.
    case unknownSavedSearch
    /// Too many parentheses within parentheses.
    case tooDeep
  }

  /// What was not understood.
  public var kind: Kind
  /// The text that it is about.
  public var text: String
  /// Its place, in characters from 0.
  public var position: Int

  /// A remark about a part of a search, by its text and its place.
  public init(_ kind: Kind, text: String, position: Int) {
    self.kind = kind
    self.text = text
    self.position = position
  }
}
