import MarfaSDK

/// One note that an import is about to write.
struct PendingImport {
  /// How it is written.
  enum Work {
    /// A note of the source, made or changed, with the notebooks that it needs first.
    case put(notebooks: [NewItem], note: NewItem)
    /// A note that was made elsewhere and that a file of ours names by its id.
    case change(id: String, revision: Int?, properties: [String: JSONValue], tags: [String])
    /// A note of the source whose file was renamed or moved.
    case follow(notebooks: [NewItem], Relocation)
  }

  var path: String
  var work: Work
  /// The note before it is changed; nil for a new one.
  var before: KnownNotes.Note?

  /// The notebooks that are made for it.
  var notebooks: [NewItem] {
    switch work {
    case .put(let notebooks, _), .follow(let notebooks, _): notebooks
    case .change: []
    }
  }

  /// The note as it is put in; nil for one that is changed by its id.
  var note: NewItem? {
    if case .put(_, let note) = work { note } else { nil }
  }

  /// The properties that it gets.
  var properties: [String: JSONValue] {
    switch work {
    case .put(_, let note): note.input.properties
    case .change(_, _, let properties, _): properties
    case .follow(_, let relocation): relocation.properties
    }
  }

  /// The tags that it gets and does not have before.
  var addedTags: [String] {
    let tags =
      switch work {
      case .put(_, let note): note.input.tags ?? []
      case .change(_, _, _, let tags): tags
      case .follow(_, let relocation): relocation.tags
      }
    return Set(tags).subtracting(before?.tags ?? []).sorted()
  }
}

extension NewItem {
  /// How the item is made, for taking it back; nil without an id.
  var created: ImportJournal.Created? {
    input.id.map { ImportJournal.Created(id: $0, tags: input.tags ?? [], notebook: notebook) }
  }
}
