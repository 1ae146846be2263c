import MarfaSDK

extension PendingImport {
  /// Writes the note alone, and the files of one that was here before.
  ///
  /// - Parameters:
  ///   - store: The notes.
  ///   - outcomes: Takes what came of a note of the source, also when its files fail.
  /// - Throws: What the store throws.
  func write(to store: LocalStore, _ outcomes: inout [CreateOutcome]) async throws {
    switch work {
    case .put(_, let note): outcomes = try await store.createItems([note])
    case .change(let id, let revision, let properties, let tags):
      try await store.change(id: id, properties: properties, tags: tags, basedOn: revision)
    case .follow(_, let relocation): try await store.relocate(relocation)
    case .attach: break
    }
    if note == nil, let id = before?.id, !files.isEmpty {
      try await store.addFiles(files, to: id)
    }
  }

  /// Whether the tags of the file differ from those at its last import, though the note does not
  /// change by it; false when nothing is remembered.
  var tellsOtherTags: Bool {
    guard let former else { return false }
    return told?.tags != former.tags || told?.inlineTags != former.inlineTags
  }

  /// Keeps what a later export or import needs to know of a note that was here before; a new note
  /// is made with it.
  ///
  /// - Parameter store: The notes.
  /// - Throws: `StorageError` when it cannot be read.
  func tell(_ store: LocalStore) async throws {
    guard let id = before?.id else { return }
    let present = try await store.extensions(of: id)
    guard ExportedFileFacts(present) != told else { return }
    do {
      _ = try await store.setExtension(ItemOrigin.fileNamespace, of: id, to: told?.object)
    } catch is any MarfaError {
      // The export then writes the same text with other front matter.
    }
  }
}
