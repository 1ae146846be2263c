import MarfaSDK
import NoteMarkup

/// A state that a note has or had.
struct NoteRevision: Hashable, Sendable {
  /// The version's number; each change of the text adds 1.
  var version: Int
  /// When the state came to be; ISO 8601.
  var createdAt: String
  /// The title property; empty when the text's first line is the title.
  var title: String
  /// The text.
  var body: String
  /// Whether the note is like this now.
  var isCurrent: Bool

  /// The title, or else that of the text.
  var displayTitle: String { title.isEmpty ? MarkdownText.title(of: body) ?? "" : title }

  /// The state now and all that are kept, the newest first.
  ///
  /// - Parameters:
  ///   - id: The note's id.
  ///   - store: The notes.
  /// - Returns: The states.
  /// - Throws: `NotFoundError` or `StorageError`.
  static func all(of id: String, in store: LocalStore) async throws -> [NoteRevision] {
    guard let item = try await store.item(id: id) else {
      throw NotFoundError(code: ErrorCode.itemNotFound, message: "No note named “\(id)”.")
    }
    let now = NoteRevision(
      item.properties, version: item.version,
      createdAt: try await store.editedAt(of: id).iso8601, isCurrent: true)
    let earlier = try await store.versions(of: id).map {
      NoteRevision($0.properties, version: $0.version, createdAt: $0.createdAt, isCurrent: false)
    }
    return [now] + earlier
  }

  private init(
    _ properties: [String: JSONValue], version: Int, createdAt: String, isCurrent: Bool
  ) {
    self.version = version
    self.createdAt = createdAt
    title = properties["title"]?.stringValue ?? ""
    body = properties["body"]?.stringValue ?? ""
    self.isCurrent = isCurrent
  }
}
