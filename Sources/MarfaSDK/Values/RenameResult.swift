/// What a change of title does, or would do.
public struct RenameResult: Hashable, Sendable {
  /// A note whose links are rewritten.
  public struct Rewrite: Hashable, Sendable, Identifiable {
    /// The note's id.
    public var id: String
    /// The note's title.
    public var title: String
    /// How many links in it are rewritten, 1 or more.
    public var count: Int

    /// A note and how many of its links are rewritten.
    public init(id: String, title: String, count: Int) {
      self.id = id
      self.title = title
      self.count = count
    }
  }

  /// The title before.
  public var oldTitle: String
  /// The title after.
  public var newTitle: String
  /// The notes whose links are rewritten, by title.
  public var rewrites: [Rewrite]

  /// The titles before and after, and the notes that named the former.
  public init(oldTitle: String, newTitle: String, rewrites: [Rewrite]) {
    self.oldTitle = oldTitle
    self.newTitle = newTitle
    self.rewrites = rewrites
  }
}

/// Several items are meant by what was given.
public struct AmbiguousIdError: MarfaError, Hashable {
  /// The code `invalid_id`.
  public var code: String { ErrorCode.invalidId }
  /// What was wrong, for a person.
  public let message: String
  /// No server was asked.
  public var status: Int? { nil }
  /// No more than the candidates say.
  public var details: [String: JSONValue]? { nil }
  /// What was given.
  public var prefix: String
  /// The items that it may mean, at most ten, by id.
  public var candidates: [ItemSummary]

  /// The error of an id's first characters.
  public init(prefix: String, candidates: [ItemSummary]) {
    message = "Several items have an id that starts with \(prefix)."
    self.prefix = prefix
    self.candidates = candidates
  }

  /// The error of a title.
  public init(title: String, candidates: [ItemSummary]) {
    message = "Several notes are called \(title)."
    prefix = title
    self.candidates = candidates
  }
}
