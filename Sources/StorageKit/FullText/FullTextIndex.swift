import GRDB

/// A full-text index over columns of a table, updated by the code that writes the table.
///
/// ```swift
/// let index = try FullTextIndex(table: "note", columns: ["title", "text"])
/// schema.addFullTextIndex(index)  // after the step that makes the table
/// let ctx = try StorageKit.startInMemory { $0 = schema }
/// let matches = try await ctx.db.read { db in
///   try index.search(FullTextPattern("reed"), limit: 20, in: db)
/// }
/// ```
///
/// The index holds no text of its own: it names the table's rows by their integer primary key,
/// which the table must have. It is filled by one statement, and a bulk write updates it once at
/// its end: a trigger for each row makes the same work 5 to 30 times slower.
public struct FullTextIndex: Hashable, Sendable {
  /// Whether triggers keep the index.
  public enum Upkeep: Hashable, Sendable {
    /// Triggers on the table; right for tables that change by single rows.
    case triggers
    /// The writer calls ``FullTextIndex/rebuild(in:)`` or writes the index itself.
    case manual
  }

  /// One row that matches.
  public struct Match: Hashable, Sendable {
    /// The row's integer primary key.
    public let rowId: Int64
    /// The bm25 rank, lower is better; zero for unranked matches.
    public let rank: Double
    /// A piece of the row around the matches.
    public let snippet: FullTextSnippet
  }

  /// The order of matches.
  public enum Order: Hashable, Sendable {
    /// Best first; reads every match.
    case rank
    /// By key, as they are found; reads only as many as are asked for.
    case found
  }

  /// The table whose rows are found.
  public let table: String
  /// The indexed columns, in order.
  public let columns: [String]
  /// FTS5's tokenizer and its arguments, such as `unicode61 remove_diacritics 2`.
  public let tokenizer: String
  /// Whether triggers keep the index.
  public let upkeep: Upkeep

  /// Describes an index.
  ///
  /// - Parameters:
  ///   - table: The table whose rows are found: letters, digits and underscores.
  ///   - columns: The indexed columns, at least one.
  ///   - tokenizer: FTS5's tokenizer and its arguments; the default folds case and diacritics.
  ///   - upkeep: Whether triggers keep the index.
  /// - Throws: ``StorageError`` with `.invalidName`.
  public init(
    table: String, columns: [String], tokenizer: String = "unicode61 remove_diacritics 2",
    upkeep: Upkeep = .triggers
  ) throws(StorageError) {
    for name in [table] + columns where !SQLName.isPlain(name) {
      throw StorageError(.invalidName, while: "describing a full-text index", detail: name)
    }
    self.table = table
    self.columns = columns
    self.tokenizer = tokenizer
    self.upkeep = upkeep
  }

  /// The name of the full-text table.
  public var name: String { "\(table)_fts" }
}
