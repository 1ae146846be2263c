import Foundation
import MarfaSDK

/// Turns an export of Joplin into a folder of Markdown files: notebooks become folders, `:/id`
/// becomes the relative address of the note or file that it means.
struct JoplinConversion {
  /// What was left out, and why.
  private(set) var report = ImportReport()
  /// The titles of the notebooks whose folders are called otherwise, by the path of the folder.
  private(set) var notebookTitles: [String: String] = [:]
  /// The addresses of files that the export lacks; the report has them by their names.
  private(set) var missing: Set<String> = []

  private static let noItem = "not a note, notebook, tag or file of Joplin"

  private let source: JoplinSource
  private let folder: ConvertedFolder
  private var notes: [Note] = []
  private var folders: [String: (title: String, parent: String)] = [:]
  private var folderPaths: [String: String] = [:]
  private var tags: [String: String] = [:]
  private var tagsOfNote: [String: [String]] = [:]
  private var resources: [String: Resource] = [:]
  private var notePaths: [String: String] = [:]
  private var takenNames: Set<String> = []
  /// Ids of what only Joplin can read.
  private var encrypted: Set<String> = []

  /// A note without its text, which is read again when it is written.
  private struct Note {
    var file: JoplinSource.File
    var sourceId: String
    var id: String
    var title: String
    var parent: String
  }

  private struct Resource {
    var title: String
    var ending: String
    var file: JoplinSource.File?
    /// The path of the copy; nil until a note refers to it.
    var path: String?
    /// Whether a note refers to it; its file may be missing.
    var isNamed = false
  }

  /// Converts an export.
  ///
  /// - Parameters:
  ///   - source: The export.
  ///   - folder: Where the Markdown files go.
  /// - Throws: `CommandFailure`, or the file system's error.
  init(_ source: JoplinSource, into folder: ConvertedFolder) throws {
    self.source = source
    self.folder = folder
    try read()
    for id in folders.keys.sorted() { _ = path(ofFolder: id, below: []) }
    for note in notes {
      let above = folderPaths[note.parent].map { $0 + "/" } ?? ""
      notePaths[note.sourceId] = above + ConvertedFolder.fileName(note.title, id: note.id)
    }
    for note in notes { try write(note) }
    for (id, resource) in resources.sorted(by: { $0.key < $1.key }) where !resource.isNamed {
      report.skipped.append(
        .init(path: resource.file?.name ?? id, reason: "no note refers to it"))
    }
  }

  // MARK: - Reading

  private mutating func read() throws {
    var files: [String: JoplinSource.File] = [:]
    for file in try source.files() {
      if file.name.hasPrefix("resources/") {
        let name = file.name.dropFirst("resources/".count)
        files[String(name.prefix { $0 != "." })] = file
      } else if file.name.hasSuffix(".md") {
        try take(file)
      }
    }
    for (id, file) in files where !encrypted.contains(id) {
      // A file may have no item that describes it.
      let ending = file.name.split(separator: ".").dropFirst().last.map(String.init) ?? ""
      resources[id, default: Resource(title: "", ending: ending)].file = file
    }
    let hasItems = !report.failed.isEmpty || report.skipped.contains { $0.reason != Self.noItem }
    if notes.isEmpty, folders.isEmpty, !hasItems {
      throw CommandFailure(.failure, "It has no notes of Joplin; nothing was imported.")
    }
  }

  private mutating func take(_ file: JoplinSource.File) throws {
    guard let text = try source.text(of: file) else {
      report.failed.append(
        .init(path: file.name, reason: "not UTF-8 text, or larger than 32 MB"))
      return
    }
    guard let item = JoplinItem(text) else {
      report.skipped.append(.init(path: file.name, reason: Self.noItem))
      return
    }
    if item.isSet("encryption_applied") {
      encrypted.insert(item.id)
      report.failed.append(
        .init(path: file.name, reason: "encrypted; decrypt it in Joplin, then export again"))
      return
    }
    switch item.kind {
    case .folder: folders[item.id] = (item.title, item.fields["parent_id"] ?? "")
    case .tag: tags[item.id] = item.title
    case .noteTag:
      if let note = item.field("note_id"), let tag = item.field("tag_id") {
        tagsOfNote[note, default: []].append(tag)
      }
    case .resource:
      resources[item.id] = Resource(
        title: item.title, ending: item.field("file_extension") ?? "", file: nil)
    case .note: take(item, file)
    }
  }

  private mutating func take(_ item: JoplinItem, _ file: JoplinSource.File) {
    if item.isSet("is_conflict") || item.isSet("deleted_time") {
      let reason = item.isSet("is_conflict") ? "a conflict copy of Joplin" : "in Joplin's trash"
      report.skipped.append(.init(path: file.name, reason: reason))
      return
    }
    let created = item.time("created_time")
    notes.append(
      Note(
        file: file, sourceId: item.id,
        id: item.ownId ?? ConvertedFolder.id(of: item.id, in: "joplin", createdAt: created),
        title: item.title,
        parent: item.fields["parent_id"] ?? ""))
  }

  // MARK: - Names

  /// The path of a notebook's folder; of notebooks that are in one another, the first is at the
  /// top.
  private mutating func path(ofFolder id: String, below: Set<String>) -> String? {
    if let known = folderPaths[id] { return known }
    guard let notebook = folders[id], !below.contains(id), below.count < 50 else { return nil }
    let parent = path(ofFolder: notebook.parent, below: below.union([id]))
    let above = parent.map { $0 + "/" } ?? ""
    var path = above + ExportNames.safe(notebook.title)
    if !takenNames.insert(path.lowercased()).inserted {
      path += " " + id.prefix(8)
      takenNames.insert(path.lowercased())
    }
    folderPaths[id] = path
    if path != above + notebook.title, !notebook.title.isEmpty {
      notebookTitles[path] = notebook.title
    }
    return path
  }

  private mutating func name(of resource: Resource, id: String) -> String {
    let title = resource.title.isEmpty ? id : resource.title
    let dot = title.lastIndex(of: ".").flatMap { $0 > title.startIndex ? $0 : nil }
    let ending = dot.map { String(title[title.index(after: $0)...]) } ?? resource.ending
    let stem = ExportNames.safe(dot.map { String(title[..<$0]) } ?? title)
    let suffix = ending.isEmpty ? "" : "." + ExportNames.safe(ending)
    let plain = "\(ConvertedFolder.files)/\(stem)\(suffix)"
    if takenNames.insert(plain.lowercased()).inserted { return plain }
    return "\(ConvertedFolder.files)/\(stem) \(id.prefix(8))\(suffix)"
  }

  // MARK: - Writing

  private mutating func write(_ note: Note) throws {
    guard let text = try source.text(of: note.file), let item = JoplinItem(text),
      let path = notePaths[note.sourceId]
    else { return }
    let (created, updated) = (item.time("created_time"), item.time("updated_time"))
    if created == nil, updated == nil {
      report.remarks.append(.init(path: path, reason: ConvertedFolder.undatedRemark))
    }
    var fields: [(key: String, value: String)] = []
    for name in ["source_url", "author"] {
      if let value = item.field(name) { fields.append((name, value)) }
    }
    if item.isSet("is_todo") {
      fields.append(("todo", item.isSet("todo_completed") ? "done" : "open"))
      if let due = item.field("todo_due").flatMap({ Int64($0) }), due > 0 {
        fields.append(("due", Timestamp(milliseconds: due).iso8601))
      }
    }
    let names = (tagsOfNote[note.sourceId] ?? []).compactMap { tags[$0] }.sorted()
    let converted = ConvertedFolder.Note(
      sourceId: note.sourceId, title: item.title,
      body: try linked(item.body, in: folderPaths[note.parent] ?? "", note: path), tags: names,
      createdAt: created, updatedAt: updated,
      fields: fields)
    try folder.write(converted, at: path, id: note.id)
  }

  /// A text with `:/id` as a relative address.
  private mutating func linked(_ body: String, in place: String, note: String) throws -> String {
    let bytes = Array(body.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      if let id = Self.link(bytes, at: index),
        let address = try address(of: id, in: place, note: note)
      {
        result += address.utf8
        index += 34
      } else {
        result.append(bytes[index])
        index += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  /// The id of `:/id` at a place where an address begins.
  private static func link(_ bytes: [UInt8], at index: Int) -> String? {
    guard bytes[index] == UInt8(ascii: ":"), index > 0, index + 34 <= bytes.count,
      bytes[index + 1] == UInt8(ascii: "/"), "(\"'<".utf8.contains(bytes[index - 1])
    else { return nil }
    let id = String(decoding: bytes[(index + 2)..<(index + 34)], as: UTF8.self)
    return JoplinItem.isId(id) ? id : nil
  }

  private mutating func address(of id: String, in place: String, note: String) throws -> String? {
    if let path = notePaths[id] { return ConvertedFolder.address(of: path, from: place) }
    guard let resource = resources[id] else { return nil }
    resources[id]?.isNamed = true
    if let path = resource.path { return ConvertedFolder.address(of: path, from: place) }
    guard let file = resource.file else {
      missing.insert(":/" + id)
      report.remarks.append(.init(path: note, reason: "\(resource.title) is not in the export"))
      return nil
    }
    let path = name(of: resource, id: id)
    try source.copy(file, to: folder.path + "/" + path)
    resources[id]?.path = path
    return ConvertedFolder.address(of: path, from: place)
  }
}
