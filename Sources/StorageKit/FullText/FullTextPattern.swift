/// A full-text pattern made from whatever a person typed: it never is a syntax error.
///
/// Words are quoted, so that operators, quotes and punctuation in them mean nothing; text
/// without a single letter or digit makes no pattern. The grammar that is escaped is that of
/// <https://www.sqlite.org/fts5.html#full_text_query_syntax>.
///
/// ```swift
/// FullTextPattern("swift -con AND", matching: .allPrefixes)?.rawPattern
/// // "swift"* "-con"* "AND"*
/// ```
public struct FullTextPattern: Hashable, Sendable {
  /// How the words of the text are looked for.
  public enum Matching: Hashable, Sendable {
    /// Every word, anywhere.
    case allWords
    /// Words that begin with every word of the text, anywhere.
    case allPrefixes
    /// Every word, the last one as a beginning: what is typed so far.
    case lastPrefix
    /// At least one word.
    case anyWord
    /// The words side by side, in their order.
    case phrase
  }

  /// How the index cuts text into tokens.
  public enum Tokens: Hashable, Sendable {
    /// Words, as `unicode61` and `porter` do.
    case words
    /// Every three characters, as `trigram` does: finds any substring of three characters or
    /// more, and nothing shorter. See <https://www.sqlite.org/fts5.html#the_trigram_tokenizer>.
    case trigrams
  }

  /// The pattern in FTS5's language, to be bound as the argument of `MATCH`.
  public let rawPattern: String

  /// The pattern for what a person typed; `nil` when the text holds nothing to look for.
  ///
  /// - Parameters:
  ///   - text: What was typed, any text.
  ///   - matching: How its words are looked for.
  ///   - tokens: How the index cuts text.
  ///   - columns: The columns to look in; empty for all of the index.
  public init?(
    _ text: String, matching: Matching = .allPrefixes, tokens: Tokens = .words,
    columns: [String] = []
  ) {
    let words = Self.words(of: text, tokens)
    guard !words.isEmpty else { return nil }
    let body = Self.join(words.map(Self.quote), matching, tokens)
    guard !columns.isEmpty else {
      rawPattern = body
      return
    }
    rawPattern = "{\(columns.map(Self.quote).joined(separator: " "))} : (\(body))"
  }

  /// The pieces between white space that hold at least one letter or digit.
  private static func words(of text: String, _ tokens: Tokens) -> [String] {
    text.split(whereSeparator: { $0.isWhitespace || $0 == "\0" }).map(String.init).filter { word in
      switch tokens {
      case .words: word.unicodeScalars.contains(where: isTokenScalar)
      case .trigrams: word.unicodeScalars.count >= 3
      }
    }
  }

  /// Whether the tokenizer `unicode61` keeps a character: letters, numbers and private use.
  private static func isTokenScalar(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .privateUse:
      true
    default: false
    }
  }

  private static func quote(_ word: String) -> String {
    "\""
      + word.filter { $0 != "\0" }.split(separator: "\"", omittingEmptySubsequences: false)
      .joined(separator: "\"\"") + "\""
  }

  private static func join(_ words: [String], _ matching: Matching, _ tokens: Tokens) -> String {
    // A trigram phrase already finds any substring; a prefix of trigrams would find less.
    let prefix = tokens == .words ? "*" : ""
    switch matching {
    case .allWords: return words.joined(separator: " ")
    case .allPrefixes: return words.map { $0 + prefix }.joined(separator: " ")
    case .lastPrefix: return words.joined(separator: " ") + prefix
    case .anyWord: return words.joined(separator: " OR ")
    case .phrase: return words.joined(separator: " + ")
    }
  }
}
