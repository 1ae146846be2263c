import MarfaSDK

/// The end of a query that a shell completes: a tag after `tag:` or a notebook after `in:`.
struct CompletedQuery {
  /// What is named there.
  private enum Field: String, CaseIterable {
    case tag
    case notebook = "in"

    var candidates: Candidates { self == .tag ? .tag : .notebook }
  }

  private let field: Field
  /// What a candidate begins with; empty where the shell takes the colon for the end of a word.
  private let head: String
  /// What is typed of the name.
  private let start: String

  /// Reads a word; nil for one that names neither a tag nor a notebook.
  ///
  /// - Parameters:
  ///   - word: The word as typed so far.
  ///   - line: The words of the line with this one where bash parts them at colons, as in `tag`,
  ///     `:`, `rye`; elsewhere empty.
  init?(_ word: String, line: [String]) {
    let typed = word.lowercased()
    if let field = Field.allCases.first(where: { typed.hasPrefix($0.rawValue + ":") }) {
      self.field = field
      head = String(word.prefix(field.rawValue.count + 1))
      start = String(word.dropFirst(field.rawValue.count + 1))
      return
    }
    let before = line.last == ":" ? line[...] : line.dropLast()
    guard before.last == ":", let name = before.dropLast().last?.lowercased(),
      let field = Field(rawValue: name)
    else { return nil }
    self.field = field
    head = ""
    start = word
  }

  /// The tags or notebooks that begin with what is typed.
  ///
  /// - Parameter store: The notes.
  /// - Returns: The candidates as a query has them.
  /// - Throws: `StorageError`.
  func candidates(in store: LocalStore) async throws -> [Candidates.Candidate] {
    try await field.candidates.all(from: start, in: store).map { candidate in
      // A name of several words is one in quotes.
      let isLong = candidate.word.contains(where: \.isWhitespace)
      let name = isLong ? "\"\(candidate.word)\"" : candidate.word
      return Candidates.Candidate(word: head + name, meaning: candidate.meaning)
    }
  }
}
