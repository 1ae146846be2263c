import Foundation
import Glibc
import MarfaSDK

/// What is done for a pair.
extension MirrorPass {
  mutating func carryOut(_ decision: MirrorDecision, _ pair: Pair) async throws {
    var pair = pair
    if decision != .merge { try await endConflict(of: &pair) }
    switch decision {
    case .nothing:
      // The stamps may be those of a write that changed nothing.
      if files[pair.path] != pair.file || notes[pair.id] != pair.note {
        try journal.update(stamped(pair))
      }
    case .takeFile: try await bring(pair, onto: .file)
    case .writeFile: try await writeFile(pair)
    case .merge: try await bring(pair, onto: .both)
    case .trashNote:
      // Some programs write a file by removing it first.
      guard MirrorJournal.FileStamp(root + "/" + pair.path) == nil else { return }
      _ = try await store.transitionItem(id: pair.id, to: .trashed)
      notes[pair.id] = nil
      try arguments.checkpoint(.noteWritten)
      try journal.trash(pair.id)
      report.trashed += 1
    case .removeFile:
      guard isUntouched(pair.path) else { return }
      guard unlink(root + "/" + pair.path) == 0 || errno == ENOENT else {
        throw MarkdownFile.Failure(reason: SystemError.sentence(errno))
      }
      files[pair.path] = nil
      try arguments.checkpoint(.fileWritten)
      try journal.forget(pair.id)
      report.removed += 1
    case .forget: try journal.forget(pair.id)
    }
  }

  // MARK: - Texts

  private enum Changed { case file, both }

  /// Gives the note what changed in the file, merged with what changed in the note.
  private mutating func bring(_ pair: Pair, onto changed: Changed) async throws {
    let file = try content(pair.path)
    let base = journal.text(of: pair.id)
    let (note, mine, revision) = try await rendered(pair, over: base ?? file)
    try arguments.checkpoint(.noteRead)
    var both: Both? = (file, .init())
    if file != mine, changed == .both, let base {
      both = try await together(pair, note, base: base, file: file, mine: mine)
    } else if file != mine {
      let old = changed == .both ? mine : base ?? mine
      both?.change = text.change(of: note, from: (old, pair.path), to: (file, pair.path))
    }
    guard let (wanted, change) = both else { return }
    var pair = pair
    try await endConflict(of: &pair)
    if file == mine { return try settle(pair, file) }
    if !change.isEmpty {
      let summary = try await store.change(
        id: pair.id, properties: change.properties, tags: change.tags, basedOn: revision)
      // As it was written, whatever was done to it since.
      notes[pair.id] = .init(summary, notebook: notes[pair.id]?.notebook)
      report.taken += 1
    }
    try arguments.checkpoint(.noteWritten)
    if wanted != file {
      guard isUntouched(pair.path) else { return }
      try write(wanted, to: pair.path)
      report.written += 1
    }
    if let stamp = notes[pair.id], let path = movedPath(of: pair, stamp) {
      try move(&pair, to: path)
    }
    try settle(pair, wanted)
  }

  /// Writes the file from the note, at another path if the note was renamed or moved.
  private mutating func writeFile(_ pair: Pair) async throws {
    var pair = pair
    if let stamp = notes[pair.id], let path = movedPath(of: pair, stamp), files[pair.path] != nil {
      try move(&pair, to: path)
    }
    let (_, wanted, _) = try await rendered(pair, over: journal.text(of: pair.id))
    guard isUntouched(pair.path) else { return }
    // What cannot be read is another text.
    if files[pair.path] == nil || (try? content(pair.path)) != wanted {
      try write(wanted, to: pair.path)
      report.written += 1
    }
    try settle(pair, wanted)
  }

  private mutating func move(_ pair: inout Pair, to path: String) throws {
    try makeFolder(of: path)
    // A file that came there meanwhile is not written over.
    guard !FileManager.default.fileExists(atPath: root + "/" + path) else { return }
    try MirrorFile(root + "/" + pair.path).move(to: root + "/" + path)
    // Only a folder that is empty now goes.
    if !folder(of: pair.path).isEmpty { rmdir(root + "/" + folder(of: pair.path)) }
    try arguments.checkpoint(.fileWritten)
    files[path] = files.removeValue(forKey: pair.path)
    names.take(path)
    names.free(pair.path)
    pair.path = path
    try journal.update(pair)
    report.moved += 1
  }

  // MARK: - New ones

  /// Makes a note of a file that has none; a note that is the same already is taken.
  mutating func makeNote(of path: String) async throws {
    let content = try content(path)
    guard let stamp = files[path] else { return }
    if try await restoreNote(of: path) { return }
    if let id = try await twin(of: path, content) {
      return try settle(Pair(id: id, path: path), content)
    }
    let modified = Timestamp(milliseconds: stamp.nanoseconds / 1_000_000)
    let read = text.note(content, path: path, modified: modified)
    let id = store.environment.ids.nextId()
    let pair = Pair(id: id, path: path)
    try journal.begin(pair, text: content)
    try arguments.checkpoint(.begun)
    let item = NewItem(
      CreateItemInput(
        id: id, type: CoreNote.typeIdentifier, properties: read.properties,
        tags: read.inlineTags.union(read.tags).sorted()),
      createdAt: read.createdAt, updatedAt: read.updatedAt,
      notebook: try await notebook(of: folder(of: path)))
    _ = try await store.createItem(item)
    try arguments.checkpoint(.noteWritten)
    report.created += 1
    try await refreshNote(id)
    try settle(pair, content)
  }

  /// Brings back the note that went to the trash with the file of this path, as when a branch is
  /// checked out again, and gives it the file's text.
  ///
  /// - Returns: Whether there is one.
  private mutating func restoreNote(of path: String) async throws -> Bool {
    guard let pair = journal.trashed[path] else { return false }
    guard let item = try await store.item(id: pair.id), journal.pairs[pair.id] == nil else {
      try journal.forget(pair.id)
      return false
    }
    if item.state == .trashed {
      _ = try await store.transitionItem(id: pair.id, to: .active)
      try arguments.checkpoint(.noteWritten)
    }
    try await refreshNote(pair.id)
    var begun = Pair(id: pair.id, path: path)
    begun.note = pair.note
    try journal.update(begun)
    report.restored += 1
    try await bring(begun, onto: .both)
    return true
  }

  /// The note without a file that would have this path and text.
  private func twin(of path: String, _ content: String) async throws -> String? {
    let fitting = notes.filter { id, stamp in
      journal.pairs[id] == nil
        && names.fits(path, id: id, title: stamp.title, notebook: stamp.notebook)
    }
    // Of several that are the same the oldest, in each run.
    for id in fitting.keys.sorted() {
      let pair = Pair(id: id, path: path)
      if try await rendered(pair, over: content).text == content { return id }
    }
    return nil
  }

  /// Writes the file of a note that has none.
  mutating func makeFile(of id: String) async throws {
    guard let stamp = notes[id] else { return }
    let pair = Pair(
      id: id, path: names.path(id: id, title: stamp.title, notebook: stamp.notebook))
    // A file that came there since the pass looked is a note of its own.
    guard isUntouched(pair.path) else { return }
    let wanted = try await rendered(pair, over: nil).text
    try journal.begin(pair, text: wanted)
    try arguments.checkpoint(.begun)
    try write(wanted, to: pair.path)
    report.written += 1
    try settle(pair, wanted)
  }

  // MARK: - Files that moved

  /// Finds files that went and came under another name with the same text: their notes follow.
  mutating func followMovedFiles() async throws {
    let known = Set(journal.pairs.values.map(\.path))
    let arrived = files.keys.filter { !known.contains($0) }.sorted()
    guard !arrived.isEmpty else { return }
    let gone = journal.pairs.values
      .filter { files[$0.path] == nil && $0.file != nil && !isHidden($0.path) }
      .sorted { $0.path < $1.path }
    var left = arrived
    for pair in gone where notes[pair.id] != nil {
      guard let base = journal.text(of: pair.id) else { continue }
      // What cannot be read is said when it is to become a note.
      guard let path = left.first(where: { (try? content($0)) == base }) else { continue }
      left.removeAll { $0 == path }
      try await follow(pair, to: path, base)
    }
  }

  private mutating func follow(_ pair: Pair, to path: String, _ base: String) async throws {
    let note = try await rendered(pair, over: base).note
    var change = text.change(of: note, from: (base, pair.path), to: (base, path))
    if case .string(let title)? = change.properties.removeValue(forKey: "title") {
      // Links to the note follow its title.
      try await store.rename(id: pair.id, to: title)
    }
    if !change.isEmpty {
      // The file's text is the same, so that no text is written here; the title's change has raised
      // the revision.
      try await store.change(
        id: pair.id, properties: change.properties, tags: change.tags, basedOn: nil)
    }
    if folder(of: path) != folder(of: pair.path) {
      let target = try await notebook(of: folder(of: path))
      _ = try await store.move(id: pair.id, toNotebook: target)
    }
    try arguments.checkpoint(.noteWritten)
    var moved = pair
    moved.path = path
    try await refreshNote(pair.id)
    moved.file = files[path]
    // A heading that was renamed with the note is still to be written.
    moved.note = nil
    try journal.update(moved)
    report.moved += 1
  }

  // MARK: - Steps

  /// Notes down that both sides are the same.
  ///
  /// The stamps are those of what was read or written here, not of what came since: the next pass
  /// sees that.
  private mutating func settle(_ pair: Pair, _ text: String) throws {
    try journal.settle(stamped(pair), text: text)
    try arguments.checkpoint(.settled)
  }

  private func stamped(_ pair: Pair) -> Pair {
    var pair = pair
    (pair.file, pair.note) = (files[pair.path], notes[pair.id])
    return pair
  }

  /// Whether a file is as it was when the pass looked, so that nothing is written over.
  private func isUntouched(_ path: String) -> Bool {
    MirrorJournal.FileStamp(root + "/" + path) == files[path]
  }

  private mutating func write(_ text: String, to path: String) throws {
    try makeFolder(of: path)
    try MirrorFile(root + "/" + path).write(text)
    let stamp = MirrorJournal.FileStamp(root + "/" + path)
    // Another program may have written it since; unreadable is another text, too.
    files[path] = (try? content(path)) == text ? stamp : .unsure
    try arguments.checkpoint(.fileWritten)
  }

  private func makeFolder(of path: String) throws {
    try FileManager.default.createDirectory(
      atPath: root + "/" + folder(of: path), withIntermediateDirectories: true)
  }

  /// Reads again what was written.
  mutating func refreshNote(_ id: String) async throws {
    let found = try await store.summaries(ids: [id]).first
    let notebook = try await store.notebookIds(of: [id])[id]
    notes[id] = found.map { MirrorJournal.NoteStamp($0, notebook: notebook) }
  }

  /// The notebook of a folder, which is made with those above it; nil for the root.
  private mutating func notebook(of folder: String) async throws -> String? {
    guard !folder.isEmpty else { return nil }
    if let id = names.notebook(of: folder) { return id }
    let parent = try await notebook(of: self.folder(of: folder))
    let title = folder.split(separator: "/").last.map(String.init) ?? folder
    let input = CreateItemInput(
      type: CoreGroup.typeIdentifier, properties: ["title": .string(title)])
    let id = try await store.createItem(NewItem(input, notebook: parent)).item.id
    names.add(folder, id: id)
    return id
  }
}
