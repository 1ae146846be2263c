import MarfaSDK

/// What the store knows of one imported folder: enough to say whether a file has anything new.
struct KnownNotes {
  /// A note of the folder.
  struct Note: Hashable {
    var id: String
    /// Stands for the properties that an import writes; equal only for equal ones (64 bits).
    var digest: Int
    /// Stands for the text alone.
    var textDigest: Int
    /// The title property; nil when the text gives the title.
    var title: String?
    var tags: [String]
    var revision: Int
    var updatedAt: Timestamp
    var isTrashed: Bool
    /// The files that it has.
    var attachments: [Attachment] = []
  }

  private(set) var notes: [String: Note] = [:]
  /// Notebooks that are not in the trash: ids by path.
  private(set) var notebooks: [String: String] = [:]

  /// The properties that an import writes.
  static let imported = ["title", "body", "aliases", "front_matter"]

  static func digest(_ properties: [String: JSONValue]) -> Int {
    var hasher = Hasher()
    for name in imported {
      let value = properties[name] ?? .null
      hasher.combine(value)
    }
    return hasher.finalize()
  }

  /// Stands for the text alone, as long as the program runs.
  static func textDigest(_ properties: [String: JSONValue]) -> Int {
    properties["body"].hashValue
  }

  /// Reads all notes that were imported under a name, page by page, keeping no text.
  ///
  /// - Parameters:
  ///   - name: What the imported folder is called.
  ///   - store: The notes.
  /// - Throws: `StorageError` or `CancellationError`.
  init(importedFrom name: String, store: LocalStore) async throws {
    // The trash comes first: a note that was made again after it was trashed counts.
    for isTrashed in [true, false] {
      var last: Int64?
      while true {
        let page = try await store.importedItems(from: name, isTrashed: isTrashed, after: last)
        guard let position = page.last?.position else { break }
        for imported in page { add(imported) }
        last = position
        try Task.checkCancellation()
      }
    }
  }

  private mutating func add(_ imported: ImportedItem) {
    let item = imported.item
    if item.type == CoreGroup.typeIdentifier {
      if item.state != .trashed { notebooks[String(imported.path.dropLast())] = item.id }
    } else {
      notes[imported.path] = Note(item, tags: imported.tags)
    }
  }
}

extension KnownNotes.Note {
  /// What is known of an item.
  package init(_ item: Item, tags: [String]) {
    self.init(
      id: item.id, digest: KnownNotes.digest(item.properties),
      textDigest: KnownNotes.textDigest(item.properties),
      title: item.properties["title"]?.stringValue, tags: tags,
      revision: item.revision ?? 1,
      updatedAt: Timestamp(iso8601: item.updatedAt) ?? Timestamp(milliseconds: 0),
      isTrashed: item.state == .trashed, attachments: item.attachments)
  }
}
