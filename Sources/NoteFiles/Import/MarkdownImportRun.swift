import MarfaSDK

/// One run of an import: reads files, decides, and writes them in sets.
package struct MarkdownImportRun: SteppedRun {
  /// The most files and bytes of one transaction.
  private static let setLimit = (files: 500, bytes: 8 << 20)

  private let arguments: ImportMarkdown.Arguments
  private let store: LocalStore
  private let source: String
  private let reading: MarkdownNote.Reading
  /// The tags that every note gets, normalized.
  private let givenTags: Set<String>
  /// Held while what was done is noted down, so that it can be undone.
  private let lock: ImportLock?
  private var walk: FolderWalk
  private var known: KnownNotes
  private var notebooks: ImportedNotebooks
  private var files: ImportedFiles
  /// Notes whose files went, which files that came may be.
  private var gone: GoneFiles
  /// Ids of notes in the trash that the undo of an import put there.
  private let undone: Set<String>
  /// Ids that files of this run have named; a copy of a file is a note of its own.
  private var usedIds: Set<String> = []
  /// What came of it so far.
  package private(set) var report = ImportReport()

  /// Reads what the store knows and opens the folder.
  ///
  /// - Throws: What the folder or the store has against it.
  package init(_ arguments: ImportMarkdown.Arguments, store: LocalStore) async throws {
    self.arguments = arguments
    self.store = store
    source = arguments.source
    lock = arguments.isDryRun ? nil : try arguments.journal?.lock(for: .importing)
    try arguments.journal?.keep(arguments.madeNotebooks)
    reading = MarkdownNote.Reading(
      timeZone: arguments.timeZone, tags: arguments.tags,
      readsInlineTags: arguments.inlineTags != .none, title: arguments.title)
    givenTags = Set(arguments.tags.compactMap { TagRules.normalize($0) })
    walk = try FolderWalk(root: arguments.folder, orElse: "neither a folder nor a zip archive")
    gone = GoneFiles(folder: arguments.folder)
    undone = try arguments.journal?.undoneNotes.ids() ?? []
    known = try await KnownNotes(importedFrom: arguments.name, store: store)
    notebooks = ImportedNotebooks(arguments, known: known, undone: undone)
    files = try await ImportedFiles(
      root: arguments.folder, store: store, isDryRun: arguments.isDryRun,
      missing: arguments.missing)
  }

  /// Imports one set of files.
  ///
  /// - Returns: Whether there may be more.
  /// - Throws: `CancellationError`, or what the store has against it; the sets before are written.
  package mutating func step() async throws -> Bool {
    var pending: [PendingImport] = []
    var fileCount = 0
    var byteCount = 0
    var isAtEnd = false
    while fileCount < Self.setLimit.files, byteCount < Self.setLimit.bytes {
      guard let finding = walk.next() else {
        isAtEnd = true
        break
      }
      fileCount += 1
      guard let note = read(finding) else { continue }
      byteCount += note.body.utf8.count
      if let next = try await decide(note) { pending.append(next) }
    }
    try await write(pending)
    if isAtEnd { files.account(in: &report) }
    return !isAtEnd
  }

  // MARK: - Reading

  private mutating func read(_ finding: FolderWalk.Finding) -> MarkdownNote? {
    switch finding {
    case .other(let path): files.passed(path)
    case .skipped(let path, let reason): report.skipped.append(.init(path: path, reason: reason))
    case .failed(let path, let reason): report.failed.append(.init(path: path, reason: reason))
    case .file(let path, let modified):
      do {
        let content = try MarkdownFile.content(at: arguments.folder + "/" + path)
        var note = MarkdownNote(content.text, path: path, modified: modified, reading: reading)
        note.keepMark(content.mark)
        return note
      } catch {
        report.failed.append(.init(path: path, reason: error.reason))
      }
    }
    return nil
  }

  // MARK: - Deciding

  /// What is to be written for a note, or nil when there is nothing to do.
  private mutating func decide(_ note: MarkdownNote) async throws -> PendingImport? {
    var note = note
    if let id = note.id, !usedIds.insert(id).inserted { note.id = nil }
    let byId = try await knownById(note)
    var before = known.notes[note.path] ?? byId
    if let found = before, found.isTrashed, undone.contains(found.id) {
      // Its id stays with the one in the trash.
      (before, note.id) = (nil, nil)
    } else if before == nil, note.id == nil,
      let former = try await gone.file(of: note, among: known, in: store)
    {
      if let remark = former.remark {
        report.remarks.append(.init(path: note.path, reason: remark))
      }
      guard let pending = try await followed(note, from: former.path) else { return nil }
      return try await withFiles(pending, note)
    }
    if let before { note.keepTitle(before.title) }
    let former = try await FormerFile.ifNewer(note, than: before, in: store)
    note.tags = try await tags(of: note, before, former)
    switch ImportDecision(note, tags: note.tags, known: before) {
    case .skip(let reason): return try await skipped(note, because: reason, before, former)
    case .create:
      remark(note)
      let work = created(note)
      return try await withFiles(PendingImport(path: note.path, work: work), note)
    case .update(let id, let tags):
      remark(note)
      if let before, let former { try await remarkReplaced(note, before, former) }
      let work = updated(note, id: id, tags: tags, before: before)
      return try await withFiles(
        PendingImport(path: note.path, work: work, before: before, former: former?.facts), note)
    }
  }

  /// The tags that a note is to have, sorted.
  private func tags(
    of note: MarkdownNote, _ before: KnownNotes.Note?, _ former: FormerFile?
  ) async throws -> [String] {
    guard let before else { return note.inlineTags.union(note.tags).sorted() }
    guard let former else { return before.tags }
    return try await former.tags(
      for: note, known: before, reading: arguments.inlineTags, given: givenTags, in: store)
  }

  /// Reports a note that is not imported; files that one of an unchanged text lacks are added.
  private mutating func skipped(
    _ note: MarkdownNote, because reason: String, _ before: KnownNotes.Note?, _ former: FormerFile?
  ) async throws -> PendingImport? {
    report.skipped.append(.init(path: note.path, reason: reason))
    guard reason == ImportReason.unchanged, let before else {
      try files.leave(note)
      return nil
    }
    let work = PendingImport.Work.attach(id: before.id)
    var pending = try await withFiles(
      PendingImport(path: note.path, work: work, before: before, former: former?.facts), note)
    guard pending.files.isEmpty else {
      pending.former = try await FormerFile(of: before.id, in: store).facts
      return pending
    }
    if pending.tellsOtherTags, !arguments.isDryRun { try await pending.tell(store) }
    return nil
  }

  /// The note with the files that its text refers to.
  private mutating func withFiles(
    _ pending: PendingImport, _ note: MarkdownNote
  ) async throws -> PendingImport {
    let found = try await files.find(note, present: pending.before?.attachments ?? [])
    var pending = pending.with(found, of: note)
    if arguments.inlineTags == .none { pending.told?.inlineTags = pending.former?.inlineTags }
    if pending.isImport || !found.new.isEmpty {
      report.remarks += found.remarks.map { .init(path: note.path, reason: $0) }
    }
    return pending
  }

  private mutating func remark(_ note: MarkdownNote) {
    report.remarks += note.remarks.map { .init(path: note.path, reason: $0) }
  }

  /// Reports that a text that was edited here is replaced.
  private mutating func remarkReplaced(
    _ note: MarkdownNote, _ before: KnownNotes.Note, _ former: FormerFile
  ) async throws {
    guard try await former.isEditedText(replacedBy: note, before, in: store) else { return }
    report.remarks.append(.init(path: note.path, reason: ImportReason.replaced))
  }

  /// The note of the id that an export wrote, wherever it was made.
  private func knownById(_ note: MarkdownNote) async throws -> KnownNotes.Note? {
    guard known.notes[note.path] == nil, let id = note.id, let item = try await store.item(id: id)
    else { return nil }
    return KnownNotes.Note(item, tags: try await store.metadata(id: id).tags)
  }

  /// A known note whose file was renamed or moved: it gets the names that the file gives it now.
  private mutating func followed(
    _ note: MarkdownNote, from path: String
  ) async throws -> PendingImport? {
    guard let before = known.notes[path] else { return nil }
    var note = note
    // A title that was given here stays.
    if before.title != MarkdownNote.stem(of: path) { note.keepTitle(before.title) }
    remark(note)
    let former = try await FormerFile(of: before.id, in: store)
    try await remarkReplaced(note, before, former)
    let tags = try await tags(of: note, before, former)
    let missing = notebooks.missing(for: note.folder, ids: store.environment.ids)
    let relocation = Relocation(
      id: before.id, origin: origin(of: note), properties: note.importedProperties,
      tags: TagDifference(from: Set(before.tags), to: Set(tags)),
      oldNotebook: notebooks.id(of: MarkdownNote.folder(of: path)),
      notebook: notebooks.id(of: note.folder), revision: before.revision)
    return PendingImport(
      path: note.path, work: .follow(notebooks: missing, relocation), before: before,
      former: former.facts)
  }

  private mutating func created(_ note: MarkdownNote) -> PendingImport.Work {
    let missing = notebooks.missing(for: note.folder, ids: store.environment.ids)
    var item = NewItem(
      CreateItemInput(
        id: note.id ?? store.environment.ids.nextId(), type: CoreNote.typeIdentifier,
        properties: note.properties, source: source, tags: note.tags),
      createdAt: note.createdAt, updatedAt: note.updatedAt,
      notebook: notebooks.id(of: note.folder), origin: origin(of: note))
    // A note of this file that has come meanwhile, as by syncing, is not overwritten.
    (item.knownRevision, item.knownTags) = (NewItem.absent, [])
    return .put(notebooks: missing, note: item)
  }

  private func updated(
    _ note: MarkdownNote, id: String, tags: [String], before: KnownNotes.Note?
  ) -> PendingImport.Work {
    let properties = note.importedProperties
    guard known.notes[note.path] != nil else {
      return .change(
        id: id, revision: before?.revision, properties: properties,
        tags: TagDifference(from: Set(before?.tags ?? []), to: Set(tags)))
    }
    var item = NewItem(
      CreateItemInput(
        type: CoreNote.typeIdentifier, properties: properties, source: source, tags: tags),
      origin: origin(of: note))
    (item.knownRevision, item.knownTags) = (before?.revision, before?.tags)
    return .put(notebooks: [], note: item)
  }

  private func origin(of note: MarkdownNote) -> ItemOrigin {
    ItemOrigin(name: arguments.name, path: note.path)
  }

  // MARK: - Writing

  private mutating func write(_ pending: [PendingImport]) async throws {
    guard !pending.isEmpty else { return }
    if arguments.isDryRun {
      report.importedCount += pending.count { $0.isImport }
      files.settle(pending.flatMap(\.filePaths), written: true)
      return
    }
    try arguments.journal?.plan(pending)
    let put = pending.filter { $0.note != nil }
    var written = Set(put.map(\.path))
    var outcomes: [CreateOutcome] = []
    do {
      let items = pending.flatMap { $0.notebooks + [$0.note].compactMap(\.self) }
      if !items.isEmpty { outcomes = try await store.createItems(items) }
      report.importedCount += put.count
    } catch is any MarfaError {
      // A file is refused: the set is written file by file, so that only that one is missing.
      written = []
      outcomes = try await store.createItems(pending.flatMap(\.notebooks))
      for entry in put { outcomes += try await writeAlone(entry, &written) }
    }
    for entry in pending where entry.note == nil { _ = try await writeAlone(entry, &written) }
    for entry in pending { files.settle(entry.filePaths, written: written.contains(entry.path)) }
    let done = pending.filter { written.contains($0.path) }
    try await arguments.journal?.keep(done, outcomes, in: store)
    for entry in done { try await entry.tell(store) }
  }

  private mutating func writeAlone(
    _ pending: PendingImport, _ written: inout Set<String>
  ) async throws -> [CreateOutcome] {
    var outcomes: [CreateOutcome] = []
    do {
      try await pending.write(to: store, &outcomes)
      if pending.isImport { report.importedCount += 1 }
      written.insert(pending.path)
    } catch is ConflictError {
      report.failed.append(.init(path: pending.path, reason: ImportReason.changedMeanwhile))
    } catch let error as any MarfaError {
      // Of a note that only gets files, these are what failed.
      guard pending.isImport else { return outcomes }
      report.failed.append(.init(path: pending.path, reason: error.message))
    }
    return outcomes
  }
}
