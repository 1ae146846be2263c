import MarfaSDK

/// A known note's file as it was at its last import.
///
/// An import brings what has changed in the file since, so that a tag that a person removed here
/// stays away.
struct FormerFile {
  /// What is remembered of it; nil for nothing.
  let facts: ExportedFileFacts?
  private let id: String

  /// Reads what is remembered.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - store: The notes.
  /// - Throws: `StorageError`.
  init(of id: String, in store: LocalStore) async throws {
    self.id = id
    let extensions: [String: JSONValue]
    do {
      extensions = try await store.extensions(of: id)
    } catch is NotFoundError {
      // The note went meanwhile.
      extensions = [:]
    }
    facts = ExportedFileFacts(extensions)
  }

  /// Reads what is remembered, if the file may have something new.
  ///
  /// - Parameters:
  ///   - note: What is in the file now.
  ///   - known: The note; nil for none.
  ///   - store: The notes.
  /// - Returns: What is remembered; nil when the file has nothing new.
  /// - Throws: `StorageError`.
  static func ifNewer(
    _ note: MarkdownNote, than known: KnownNotes.Note?, in store: LocalStore
  ) async throws -> FormerFile? {
    guard let known, !known.isTrashed, note.modified > known.updatedAt else { return nil }
    // An unchanged file without tags has nothing new.
    let hasTags = !note.tags.isEmpty || !note.inlineTags.isEmpty || !known.tags.isEmpty
    guard hasTags || KnownNotes.digest(note.properties) != known.digest else { return nil }
    return try await FormerFile(of: known.id, in: store)
  }

  // MARK: - Tags

  /// The tags that the note is to have.
  ///
  /// - Parameters:
  ///   - note: What is in the file now.
  ///   - known: The note.
  ///   - reading: What becomes of each `#tag` in a text.
  ///   - given: Tags that every note gets, normalized.
  ///   - store: The notes.
  /// - Returns: The tags, sorted.
  /// - Throws: `StorageError`.
  func tags(
    for note: MarkdownNote, known: KnownNotes.Note, reading: ImportMarkdown.InlineTagReading,
    given: Set<String>, in store: LocalStore
  ) async throws -> [String] {
    var old = Set(facts?.tags ?? [])
    var new = note.frontMatterTags
    if reading != .none {
      old.formUnion(try await inlineTags(in: store))
      new.formUnion(note.inlineTags)
    }
    var tags = TagDifference(from: old, to: new).applied(to: known.tags).union(given)
    if reading == .all { tags.formUnion(note.inlineTags) }
    return tags.sorted()
  }

  /// The tags that the text named; if they are not remembered, those in the note's present text.
  private func inlineTags(in store: LocalStore) async throws -> Set<String> {
    if let tags = facts?.inlineTags { return Set(tags) }
    return InlineTags.names(in: try await body(in: store) ?? "")
  }

  // MARK: - The text

  /// Whether a file replaces a text that was edited here since the file was last imported.
  ///
  /// - Parameters:
  ///   - note: What is in the file now.
  ///   - known: The note.
  ///   - store: The notes.
  /// - Returns: Whether it does.
  /// - Throws: `StorageError`, or `NotFoundError` for a note that went meanwhile.
  func isEditedText(
    replacedBy note: MarkdownNote, _ known: KnownNotes.Note, in store: LocalStore
  ) async throws -> Bool {
    guard known.revision > 1, KnownNotes.textDigest(note.properties) != known.textDigest,
      let body = try await body(in: store)
    else { return false }
    if let mark = facts?.textMark { return mark != ExportedFileFacts.mark(of: body) }
    // The first version is the file's text; it is thinned out only among many later versions.
    let first = try await store.versions(of: id).first { $0.revision == 1 }
    return first?.properties["body"]?.stringValue != body
  }

  private func body(in store: LocalStore) async throws -> String? {
    try await store.item(id: id)?.properties["body"]?.stringValue
  }
}
