import Foundation
import MarfaSDK
import NoteMarkup

/// One run of an export as a JEX archive: finds the notes, then writes the notebooks, the notes
/// with their files, and the tags.
struct JoplinExportRun: SteppedRun {
  private let store: LocalStore
  private let archive: TarWriter
  private let fetch: @Sendable (String) async throws -> Void
  private var links = ExportedLinks(.joplin)
  /// The Joplin ids of notebooks by ours.
  private var folders: [String: String] = [:]
  /// The notebook of each note.
  private let notebooks: [String: String]
  /// When the first note of each notebook was made.
  private var oldest: [String: String] = [:]
  /// When the first note with each tag was made.
  private var tags: [String: String] = [:]
  private var taggings: [(note: String, tag: String, createdAt: String)] = []
  /// The files that are in the archive.
  private var resources: Set<String> = []
  private var filters = Self.allNotes
  /// What came of it so far.
  private(set) var report = ExportReport()

  private static var allNotes: ListFilters {
    ListFilters(
      type: CoreNote.typeIdentifier, sort: .createdAt, direction: .ascending, limit: 100)
  }

  /// Finds the notes and writes the notebooks.
  init(
    _ archive: TarWriter, store: LocalStore,
    fetch: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    (self.archive, self.store, self.fetch) = (archive, store, fetch)
    notebooks = try await NotebookOfNote.all(in: store)
    try await findNotes()
    _ = try add(try await store.notebooks(), below: nil, path: "")
  }

  private mutating func findNotes() async throws {
    var filters = Self.allNotes
    while true {
      try Task.checkCancellation()
      let page = try await store.items(filters)
      let summaries = try await store.summaries(filters)
      let titles = Dictionary(summaries.data.map { ($0.id, $0.title) }) { first, _ in first }
      for item in page.data {
        links.add(item, title: titles[item.id] ?? "", at: JoplinText.id(ofNote: item.id))
        guard let notebook = notebooks[item.id] else { continue }
        oldest[notebook] = min(oldest[notebook] ?? item.createdAt, item.createdAt)
      }
      guard page.hasMore, let cursor = page.cursor else { return }
      filters.cursor = cursor
    }
  }

  /// Writes notebooks under ids that their places give, so that an import elsewhere writes the same
  /// again; answers when the first note in them was made.
  private mutating func add(
    _ siblings: [Notebook], below parent: String?, path: String
  ) throws -> String? {
    var first: String?
    var taken: Set<String> = []
    for notebook in siblings.sorted(by: { ($0.title, $0.id) < ($1.title, $1.id) }) {
      var place = path + "/" + notebook.title
      while !taken.insert(place).inserted { place += "\u{0}" }
      let id = JoplinText.id(of: place, as: .folder)
      folders[notebook.id] = id
      let inner = try add(notebook.children, below: id, path: place)
      let created = [oldest[notebook.id], inner].compactMap(\.self).min()
      first = [first, created].compactMap(\.self).min()
      try write(
        .folder, id: id, title: notebook.title,
        times: JoplinText.times(created ?? JoplinText.never), [("parent_id", parent ?? "")])
    }
    return first
  }

  // MARK: - Notes

  /// Writes one page of notes, and after the last one the tags.
  mutating func step() async throws -> Bool {
    let page = try await store.items(filters)
    let summaries = try await store.summaries(filters)
    let listed = Dictionary(summaries.data.map { ($0.id, $0) }) { first, _ in first }
    for item in page.data {
      if let summary = listed[item.id] { try await export(item, summary) }
    }
    filters.cursor = page.cursor
    if page.hasMore, page.cursor != nil { return true }
    try writeTags()
    try archive.finish()
    return false
  }

  private mutating func export(_ item: Item, _ summary: ItemSummary) async throws {
    let id = JoplinText.id(ofNote: item.id)
    let files = try await addFiles(of: item)
    var names: [String: String] = [:]
    for file in files where names[file.title] == nil { names[file.title] = file.id }
    let (text, named) = links.text(of: item, on: id, files: names)
    // Joplin removes files that no text names.
    let unnamed = files.filter { names[$0.title] != $0.id || !named.contains($0.title) }
    let body = JoplinText.body(text, with: unnamed)
    let front = item.properties["front_matter"]?.objectValue ?? [:]
    let todo = front["todo"]?.stringValue
    let done = todo == "done" ? Timestamp(iso8601: item.updatedAt)?.milliseconds ?? 0 : 0
    try write(
      .note, id: id, title: summary.title, body: body,
      // A server may say that a note was made after it was changed.
      times: JoplinText.times(item.createdAt, max(item.createdAt, item.updatedAt)),
      [
        ("parent_id", notebooks[item.id].flatMap { folders[$0] } ?? ""),
        ("author", front["author"]?.stringValue ?? ""),
        ("source_url", front["source_url"]?.stringValue ?? ""),
        ("is_todo", todo == nil ? "0" : "1"), ("todo_completed", String(done)),
        ("source_application", JoplinItem.ownApplication), ("markup_language", "1"),
      ])
    for tag in summary.tags {
      if tags[tag] == nil { tags[tag] = item.createdAt }
      taggings.append((id, tag, item.createdAt))
    }
    report.writtenCount += 1
  }

  /// Adds the files of a note, each once under each of its names.
  private mutating func addFiles(of item: Item) async throws -> [JoplinText.File] {
    var files: [JoplinText.File] = []
    for attachment in item.attachments {
      let digits = String(attachment.blobRef.dropFirst("sha256:".count).prefix(8))
      let file = JoplinText.File(attachment.title ?? digits, hash: attachment.blobRef)
      do {
        if !resources.contains(file.id) {
          try await add(file, attachment, createdAt: item.createdAt)
          resources.insert(file.id)
          report.filesWritten += 1
        }
        files.append(file)
      } catch let error as BlobFileError {
        report.failedFiles.append(.init(path: file.title, reason: error.detail))
      } catch let error as any MarfaError {
        let words = ErrorText.sentence(for: error)
        report.failedFiles.append(.init(path: file.title, reason: String(words.dropLast())))
      }
    }
    return files
  }

  private func add(
    _ file: JoplinText.File, _ attachment: Attachment, createdAt: String
  ) async throws {
    try await fetch(attachment.blobRef)
    let bytes = try ArchiveFile(store.blobs.path(of: attachment.blobRef))
    try write(
      .resource, id: file.id, title: file.title, times: JoplinText.times(createdAt),
      [
        ("mime", attachment.mimeType), ("filename", ""), ("file_extension", file.ending),
        ("size", String(bytes.size)),
      ])
    let name = file.ending.isEmpty ? file.id : "\(file.id).\(file.ending)"
    try archive.add("resources/" + name, bytes)
  }

  // MARK: - Tags

  private func writeTags() throws {
    for (tag, createdAt) in tags.sorted(by: { $0.key < $1.key }) {
      let id = JoplinText.id(of: tag, as: .tag)
      try write(.tag, id: id, title: tag, times: JoplinText.times(createdAt), [("parent_id", "")])
    }
    for tagging in taggings {
      let id = JoplinText.id(of: "\(tagging.note) \(tagging.tag)", as: .noteTag)
      try write(
        .noteTag, id: id, title: nil, times: JoplinText.times(tagging.createdAt),
        [("note_id", tagging.note), ("tag_id", JoplinText.id(of: tagging.tag, as: .tag))])
    }
  }

  private func write(
    _ kind: JoplinItem.Kind, id: String, title: String?, body: String = "",
    times: [(String, String)], _ fields: [(String, String)]
  ) throws {
    let text = JoplinText.item(kind, id: id, title: title, body: body, times: times, fields)
    try archive.add(id + ".md", Array(text.utf8))
  }
}
