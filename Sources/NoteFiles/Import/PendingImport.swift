import MarfaSDK

/// One note that an import is about to write.
struct PendingImport {
  /// How it is written.
  enum Work {
    /// A note of the source, made or changed, with the notebooks that it needs first.
    case put(notebooks: [NewItem], note: NewItem)
    /// A note that was made elsewhere and that a file of ours names by its id.
    case change(id: String, revision: Int?, properties: [String: JSONValue], tags: TagDifference)
    /// A note of the source whose file was renamed or moved.
    case follow(notebooks: [NewItem], Relocation)
    /// A note that stays as it is and gets files.
    case attach(id: String)
  }

  var path: String
  var work: Work
  /// The note before it is changed; nil for a new one.
  var before: KnownNotes.Note?
  /// The files that it gets.
  var files: [NewFile] = []
  /// The paths of those files.
  var filePaths: [String] = []
  /// What a later export or import needs to know of the file; nil for nothing.
  var told: ExportedFileFacts?
  /// The same as it was before; nil for nothing.
  var former: ExportedFileFacts?

  /// The notebooks that are made for it.
  var notebooks: [NewItem] {
    switch work {
    case .put(let notebooks, _), .follow(let notebooks, _): notebooks
    case .change, .attach: []
    }
  }

  /// The note as it is put in; nil for one that is changed by its id.
  var note: NewItem? {
    if case .put(_, let note) = work { note } else { nil }
  }

  /// The properties that it gets; nil when it keeps its own.
  var properties: [String: JSONValue]? {
    switch work {
    case .put(_, let note): note.input.properties
    case .change(_, _, let properties, _): properties
    case .follow(_, let relocation): relocation.properties
    case .attach: nil
    }
  }

  /// The tags that it gets and does not have before.
  var addedTags: [String] {
    let tags =
      switch work {
      case .put(_, let note): note.input.tags ?? []
      case .change(_, _, _, let tags): tags.added
      case .follow(_, let relocation): relocation.tags.added
      case .attach: [String]()
      }
    return Set(tags).subtracting(before?.tags ?? []).sorted()
  }

  /// The tags that it loses.
  var removedTags: [String] {
    switch work {
    case .put(_, let note):
      Set(before?.tags ?? []).subtracting(note.input.tags ?? before?.tags ?? []).sorted()
    case .change(_, _, _, let tags): Set(before?.tags ?? []).intersection(tags.removed).sorted()
    case .follow(_, let relocation):
      Set(before?.tags ?? []).intersection(relocation.tags.removed).sorted()
    case .attach: []
    }
  }

  /// Whether the note itself is made or changed.
  var isImport: Bool {
    if case .attach = work { false } else { true }
  }

  /// The blobs that it gets and does not have before; nil for none.
  var addedBlobs: [String]? {
    let present = Set((before?.attachments ?? []).map(\.blobRef))
    let added = Set(files.map(\.attachment.blobRef)).subtracting(present)
    return added.isEmpty ? nil : added.sorted()
  }

  /// The files that it has before, where one of them gets another place; else nil.
  private var formerOrder: [Attachment]? {
    guard let present = before?.attachments else { return nil }
    let isMoved = files.contains { file in
      present.contains {
        $0.blobRef == file.attachment.blobRef && $0.title == file.attachment.title
      }
    }
    return isMoved ? present : nil
  }

  /// The same with the files that its text refers to.
  func with(_ found: ImportedFiles.OfNote, of note: MarkdownNote) -> PendingImport {
    var result = self
    result.files = found.new
    result.filePaths = found.newPaths
    // Front matter with an id is ours.
    result.told = ExportedFileFacts(
      frontMatter: note.id == nil ? note.frontMatterText : nil, files: found.hashes,
      tags: note.frontMatterTags, inlineTags: note.inlineTags,
      textMark: before == nil ? nil : ExportedFileFacts.mark(of: note.body))
    if case .put(let notebooks, var item) = work {
      item.files = found.new
      if before == nil, let told = result.told {
        item.extensions[ItemOrigin.fileNamespace] = .object(told.object)
      }
      result.work = .put(notebooks: notebooks, note: item)
    }
    return result
  }

  // MARK: - For the journal

  /// How a new note is made; nil for one that there is.
  var created: ImportJournal.Created? {
    guard before == nil, let note, let id = note.input.id else { return nil }
    return ImportJournal.Created(
      id: id, tags: note.input.tags ?? [], notebook: note.notebook, blobs: addedBlobs)
  }

  /// What a note that there is was before, and what becomes of it; nil for a new one.
  func changed(to revision: Int) -> ImportJournal.Changed? {
    before.map {
      ImportJournal.Changed(
        id: $0.id, before: $0.revision, after: revision, addedTags: addedTags,
        removedTags: removedTags, addedBlobs: addedBlobs, order: formerOrder,
        file: .object(former?.object ?? [:]))
    }
  }

  /// The revision that the note is to have.
  var plannedRevision: Int {
    guard let before, let properties else { return before?.revision ?? 1 }
    return before.revision + (KnownNotes.digest(properties) == before.digest ? 0 : 1)
  }
}
