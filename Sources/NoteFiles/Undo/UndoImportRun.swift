import MarfaSDK

/// One run of undoing an import: its sets, the last one first, and then its notebooks.
struct UndoImportRun: SteppedRun {
  private let arguments: UndoImport.Arguments
  private let store: LocalStore
  private let lock: ImportLock
  /// What is undone in one transaction each, the next one last.
  private var sets: [[Reversal]]
  /// What was remembered of the files of changed notes before the import, by the notes' ids.
  private let files: [String: JSONValue]
  /// What came of it so far.
  private(set) var report = UndoImport.Report()

  /// Reads what the import did.
  ///
  /// - Throws: The journal's error, or `CommandFailure` while an import runs.
  init(_ arguments: UndoImport.Arguments, store: LocalStore) throws {
    self.arguments = arguments
    self.store = store
    lock = try arguments.journal.lock(for: .undoing)
    let entries = try arguments.journal.entries()
    // Notebooks go when nothing is in them any more, the innermost first.
    let notebooks = entries.flatMap(\.notebooks).reversed().map(Reversal.notebook)
    sets = [notebooks] + entries.map(Self.reversals)
    // One import may change a note twice: the first change says how it was before.
    files = Dictionary(
      entries.flatMap(\.changed).compactMap { change in change.file.map { (change.id, $0) } }
    ) { first, _ in first }
  }

  private static func reversals(of entry: ImportJournal.Entry) -> [Reversal] {
    let edits = entry.changed.map { change in
      Reversal.edit(
        id: change.id, before: change.before, after: change.after, addedTags: change.addedTags,
        removedTags: change.removedTags ?? [], addedBlobs: change.addedBlobs ?? [],
        order: change.order)
    }
    return edits
      + entry.created.map {
        Reversal.creation(
          id: $0.id, tags: $0.tags, notebook: $0.notebook, blobs: $0.blobs ?? [])
      }
  }

  /// Undoes one set; answers whether there are more.
  mutating func step() async throws -> Bool {
    if let set = sets.popLast() {
      let outcomes = try await store.revert(
        set, removal: arguments.purges ? .purge : .trash,
        run: arguments.isDryRun ? .dry : .perform)
      for (reversal, outcome) in zip(set, outcomes) {
        count(outcome, of: reversal)
        if outcome == .restored, !arguments.isDryRun { try await tell(reversal.id) }
      }
      if !arguments.purges, !arguments.isDryRun {
        let removed = zip(set, outcomes).filter { $1 == .removed }
        try arguments.journal.undoneNotes.add(removed.compactMap { $0.0.note })
      }
    }
    if !sets.isEmpty { return true }
    if !arguments.isDryRun { try arguments.journal.remove() }
    return false
  }

  /// Makes a note that is as it was remember its file as it was, too.
  private func tell(_ id: String) async throws {
    guard let object = files[id]?.objectValue else { return }
    do {
      _ = try await store.setExtension(
        ItemOrigin.fileNamespace, of: id, to: object.isEmpty ? nil : object)
    } catch is any MarfaError {
      // The next import then compares with the file of the import that was undone.
    }
  }

  private mutating func count(_ outcome: ReversalOutcome, of reversal: Reversal) {
    switch outcome {
    case .removed: report.removedCount += 1
    case .restored: report.restoredCount += 1
    case .absent: break
    case .editedSince: keep(reversal, ImportReason.changedSince)
    case .taggedSince: keep(reversal, ImportReason.taggedSince)
    case .attachedSince: keep(reversal, ImportReason.attachedSince)
    case .stateChangedSince: keep(reversal, ImportReason.archivedSince)
    case .movedSince: keep(reversal, ImportReason.movedSince)
    case .linkedSince: keep(reversal, ImportReason.linkedSince)
    case .versionGone: keep(reversal, ImportReason.versionGone)
    case .inUse: keep(reversal, ImportReason.notebookInUse)
    }
  }

  private mutating func keep(_ reversal: Reversal, _ reason: String) {
    report.kept.append(.init(path: reversal.id, reason: reason))
  }
}

extension Reversal {
  /// The id of the note that was made; nil for what else it is about.
  fileprivate var note: String? {
    if case .creation(let id, _, _, _) = self { id } else { nil }
  }

  /// The id of the item that it is about.
  fileprivate var id: String {
    switch self {
    case .creation(let id, _, _, _), .notebook(let id), .edit(let id, _, _, _, _, _, _): id
    }
  }
}
