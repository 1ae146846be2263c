import MarfaSDK

/// One note of an import that is to be written.
struct PendingNote {
  /// How it is written.
  enum Work {
    /// A note of the source, made or changed, with the notebooks that it needs first.
    case put(notebooks: [NewItem], note: NewItem)
    /// A note that was made elsewhere and that a file of ours names by its id.
    case change(id: String, revision: Int?, properties: [String: JSONValue], tags: [String])
    /// A note that stays as it is and gets files.
    case attach(id: String)
  }

  /// The path of the note's file.
  var path: String
  /// How it is written.
  var work: Work
  /// The note before it is changed; nil for a new one.
  var before: KnownNotes.Note?
  /// The files that it gets.
  var files: [NewFile] = []
  /// The paths of those files.
  var filePaths: [String] = []
  /// What a later export needs to write the same files; nil for nothing.
  var told: ExportedFileFacts?

  var notebooks: [NewItem] {
    if case .put(let notebooks, _) = work { notebooks } else { [] }
  }
  var note: NewItem? {
    if case .put(_, let note) = work { note } else { nil }
  }
  /// The properties that the note gets; nil when it keeps its own.
  var properties: [String: JSONValue]? {
    switch work {
    case .put(_, let note): note.input.properties
    case .change(_, _, let properties, _): properties
    case .attach: nil
    }
  }
  /// Whether the note itself is made or changed.
  var isImport: Bool {
    if case .attach = work { false } else { true }
  }

  /// The tags that the note gets and does not have before.
  var addedTags: [String] {
    let tags =
      switch work {
      case .put(_, let note): note.input.tags ?? []
      case .change(_, _, _, let tags): tags
      case .attach: [String]()
      }
    return Set(tags).subtracting(before?.tags ?? []).sorted()
  }

  /// The blobs that the note gets and does not have before.
  var addedBlobs: [String]? {
    let present = Set((before?.attachments ?? []).map(\.blobRef))
    let added = Set(files.map(\.attachment.blobRef)).subtracting(present)
    return added.isEmpty ? nil : added.sorted()
  }

  /// What the journal says of a new note; nil for one that there is.
  var created: ImportJournal.Created? {
    guard before == nil, let note, let id = note.input.id else { return nil }
    return ImportJournal.Created(
      id: id, tags: note.input.tags ?? [], notebook: note.notebook, blobs: addedBlobs)
  }

  /// What the journal says of a note that there is, after it got a revision.
  func changed(to revision: Int) -> ImportJournal.Changed? {
    before.map {
      ImportJournal.Changed(
        id: $0.id, before: $0.revision, after: revision, addedTags: addedTags,
        addedBlobs: addedBlobs)
    }
  }

  /// The revision that the note is to have.
  var plannedRevision: Int {
    let revision = before?.revision ?? 1
    guard let before, let properties else { return revision }
    return KnownNotes.digest(properties) == before.digest ? revision : revision + 1
  }
}
