import Foundation
import Glibc
import MarfaSDK

/// One pass of a mirror: looks at both sides, decides for each pair, and does it.
///
/// Each change is made first on one side, then on the other, then noted down. A run that is killed
/// in between finds both sides equal, or the second one still to be made.
struct MirrorPass {
  typealias Pair = MirrorJournal.Pair

  let arguments: MirrorNotes.Arguments
  let root: String
  let journal: MirrorJournal
  let store: LocalStore
  let text: MirrorText
  var names: MirrorNames
  /// The files of the folder by path.
  var files: [String: MirrorJournal.FileStamp] = [:]
  /// Files and folders that could not be looked at; what is in them is not gone.
  private var hidden: [String] = []
  /// The notes that are not in the trash.
  var notes: [String: MirrorJournal.NoteStamp] = [:]
  var report = MirrorNotes.Report()

  /// Looks at both sides.
  init(
    _ arguments: MirrorNotes.Arguments, _ folder: MirrorFolder, _ journal: MirrorJournal,
    _ store: LocalStore
  ) async throws {
    (self.arguments, self.journal, self.store) = (arguments, journal, store)
    root = folder.root
    text = MirrorText(timeZone: arguments.timeZone, readsInlineTags: arguments.readsInlineTags)
    var walk = try FolderWalk(root: root)
    while let finding = walk.next() {
      switch finding {
      case .file(let path, _): files[path] = MirrorJournal.FileStamp(folder.root + "/" + path)
      case .failed(let path, let reason):
        report.failed.append(.init(path: path, reason: reason))
        hidden.append(path)
      case .other(let path): if FileSink.isLeftover(path) { unlink(root + "/" + path) }
      case .skipped: break
      }
    }
    // A disk that went away meanwhile must not look like files that were removed.
    try folder.check()
    let notebooks = try await NotebookOfNote.all(in: store)
    var filters = ListFilters(
      type: CoreNote.typeIdentifier, sort: .createdAt, direction: .ascending, limit: 500)
    while true {
      let page = try await store.summaries(filters)
      for summary in page.data {
        notes[summary.id] = .init(summary, notebook: notebooks[summary.id])
      }
      guard page.hasMore, let cursor = page.cursor else { break }
      filters.cursor = cursor
    }
    names = MirrorNames(
      folders: ExportNames(try await store.notebooks()).folders,
      taken: Array(files.keys) + journal.pairs.values.map(\.path))
  }

  /// Makes both sides equal.
  ///
  /// - Returns: What was done.
  /// - Throws: `CommandFailure` when too much would go; nothing was changed then.
  mutating func run() async throws -> MirrorNotes.Report {
    try await takeDecisions()
    try await followMovedFiles()
    var decisions: [(Pair, MirrorDecision)] = []
    for pair in journal.pairs.values.sorted(by: { $0.path < $1.path }) {
      decisions.append((pair, try await decision(for: pair)))
    }
    try refuseTooMany(decisions)
    for (pair, decision) in decisions {
      try Task.checkCancellation()
      try await attempt(pair.path) { pass in try await pass.carryOut(decision, pair) }
    }
    let known = Set(journal.pairs.values.map(\.path))
    for path in files.keys.sorted() where !known.contains(path) {
      try await attempt(path) { pass in try await pass.makeNote(of: path) }
    }
    for id in notes.keys.sorted() where journal.pairs[id] == nil {
      try await attempt(id) { pass in try await pass.makeFile(of: id) }
    }
    return report
  }

  // MARK: - Deciding

  private func decision(for pair: Pair) async throws -> MirrorDecision {
    let hasFile = files[pair.path] != nil
    guard pair.file != nil, let base = journal.text(of: pair.id) else {
      return MirrorDecision(unfinishedWithFile: hasFile, note: notes[pair.id] != nil)
    }
    return MirrorDecision(
      file: try fileSide(of: pair, base), note: try await noteSide(of: pair, base))
  }

  private func fileSide(of pair: Pair, _ base: String) throws -> MirrorSide {
    guard let stamp = files[pair.path] else { return isHidden(pair.path) ? .same : .gone }
    if stamp == pair.file { return .same }
    return (try? content(pair.path)) == base ? .same : .changed  // unreadable: said when it is read
  }

  /// Whether a file may be there although the pass did not see it.
  func isHidden(_ path: String) -> Bool {
    hidden.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  private func noteSide(of pair: Pair, _ base: String) async throws -> MirrorSide {
    guard let stamp = notes[pair.id] else { return .gone }
    if stamp == pair.note, names.folder(of: stamp.notebook) == folder(of: pair.path) {
      return .same
    }
    let isMoved = movedPath(of: pair, stamp) != nil
    return isMoved ? .changed : try await rendered(pair, over: base).text == base ? .same : .changed
  }

  private func refuseTooMany(_ decisions: [(Pair, MirrorDecision)]) throws {
    let going = decisions.count { $0.1 == .trashNote || $0.1 == .removeFile }
    let allowed = arguments.allowedRemovals ?? 20
    let isMany = arguments.allowedRemovals != nil || going * 10 > decisions.count
    guard going > allowed, isMany else { return }
    let notes = decisions.count { $0.1 == .trashNote }
    throw CommandFailure(
      .failure,
      "\(notes) notes would go to the trash and \(going - notes) files be removed, of "
        + "\(decisions.count); nothing was changed. If that is right, say --allow-deletions \(going)."
    )
  }

  // MARK: - Looking

  /// The text of a file.
  func content(_ path: String) throws -> String {
    try MarkdownFile.text(at: root + "/" + path)
  }

  func folder(of path: String) -> String {
    path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
  }

  /// A note as the store has it, and the text that its file would have.
  func rendered(
    _ pair: Pair, over previous: String?
  ) async throws -> (note: MirrorText.Stored, text: String, revision: Int?) {
    guard let item = try await store.item(id: pair.id) else {
      throw NotFoundError(code: ErrorCode.itemNotFound, message: "The note is gone.")
    }
    let now = try await store.noteText(id: pair.id)
    let note = MirrorText.Stored(title: now.title, properties: item.properties, tags: now.tags)
    return (note, text.text(of: note, path: pair.path, previous: previous), item.revision)
  }

  /// Where the file of a note belongs that was renamed or moved here; nil when it is right there.
  func movedPath(of pair: Pair, _ stamp: MirrorJournal.NoteStamp) -> String? {
    guard let before = pair.note else { return nil }
    let isInPlace = names.folder(of: stamp.notebook) == folder(of: pair.path)
    let wasNamed = MarkdownNote.stem(of: pair.path) == ExportNames.safe(before.title)
    let isNamed = !wasNamed || stamp.title == before.title
    guard !isInPlace || !isNamed else { return nil }
    var names = names
    names.free(pair.path)
    let title = isNamed ? MarkdownNote.stem(of: pair.path) : stamp.title
    let path = names.path(id: pair.id, title: title, notebook: stamp.notebook)
    return path == pair.path ? nil : path
  }

  /// Does one thing; what a file or a note has against it is reported and stops nothing else.
  mutating func attempt(
    _ path: String, _ work: (inout MirrorPass) async throws -> Void
  ) async throws {
    do {
      try await work(&self)
    } catch let failure as MarkdownFile.Failure {
      report.failed.append(.init(path: path, reason: failure.reason))
    } catch is ConflictError {
      // The note was changed while the pass ran; the next one sees it.
    } catch let error as any MarfaError {
      report.failed.append(.init(path: path, reason: error.message))
    } catch let error where error is CommandFailure || error is CocoaError {
      report.failed.append(.init(path: path, reason: ErrorText.sentence(for: error)))
    }
  }
}
