import Foundation
import Glibc
import MarfaSDK

/// One run of an export as pages: finds the notes, then writes them, then their files and the
/// index.
struct HTMLExportRun: SteppedRun {
  private static let pageSize = 100

  private let arguments: ExportHTML.Arguments
  private let store: LocalStore
  private let render: @Sendable (String) -> String
  private let writing: FileExport
  private var notes: [Note] = []
  private var links = ExportedLinks(.pages)
  private var files: Set<ExportedFiles.Placement> = []
  private var index = 0
  /// What came of it so far.
  private(set) var report = ExportReport()

  private struct Note {
    var id: String
    var title: String
    var tags: [String]
    var path: String
  }

  /// Finds the notes and names their pages.
  init(
    _ arguments: ExportHTML.Arguments, store: LocalStore,
    render: @escaping @Sendable (String) -> String,
    fetch: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    self.arguments = arguments
    self.store = store
    self.render = render
    writing = FileExport(
      folder: arguments.folder, overwrites: arguments.overwrites, isDryRun: false,
      blobs: store.blobs, fetch: fetch)
    try NotesFile.requireFolder(above: arguments.folder)
    try FileManager.default.createDirectory(
      atPath: arguments.folder, withIntermediateDirectories: true)
    try await findNotes()
  }

  private mutating func findNotes() async throws {
    var names = ExportNames(try await store.notebooks())
    let notebooks = try await NotebookOfNote.all(in: store)
    var filters = ListFilters(
      type: CoreNote.typeIdentifier, sort: .createdAt, direction: .ascending, limit: 200)
    var root = ""
    if case .notebook(let id) = arguments.selection { root = names.folders[id] ?? "" }
    // The page that leads to all others has this name.
    if hasIndex { names.reserve("index.md", in: root) }
    while true {
      let page = try await store.items(filters)
      let summaries = try await store.summaries(filters)
      let listed = Dictionary(summaries.data.map { ($0.id, $0) }) { first, _ in first }
      for item in page.data {
        guard let summary = listed[item.id] else { continue }
        let path = names.path(
          id: item.id, title: summary.title, sourceId: nil, notebook: notebooks[item.id])
        guard let place = place(path, of: item.id, below: root) else { continue }
        notes.append(Note(id: item.id, title: summary.title, tags: summary.tags, path: place))
        links.add(item, title: summary.title, at: place)
      }
      guard page.hasMore, let cursor = page.cursor else { break }
      filters.cursor = cursor
    }
    if case .note(let id) = arguments.selection, notes.isEmpty {
      throw CommandFailure(.notFound, "No note \(id) is outside the trash.")
    }
  }

  /// Whether a page leads to all others.
  private var hasIndex: Bool {
    if case .note = arguments.selection { false } else { true }
  }

  /// Where the page of a note is; nil for a note that is not asked for.
  private func place(_ path: String, of id: String, below root: String) -> String? {
    let page = path.dropLast(".md".count) + ".html"
    switch arguments.selection {
    case .all: return String(page)
    case .note(let wanted):
      return wanted == id ? FolderFiles.name(of: String(page)) : nil
    case .notebook:
      return page.hasPrefix(root + "/") ? String(page.dropFirst(root.count + 1)) : nil
    }
  }

  /// Writes some pages, and after the last one the files and the index.
  mutating func step() async throws -> Bool {
    for note in notes[index..<min(index + Self.pageSize, notes.count)] { try await write(note) }
    index = min(index + Self.pageSize, notes.count)
    if index < notes.count { return true }
    for file in files.sorted(by: { $0.path < $1.path }) {
      try Task.checkCancellation()
      switch try await writing.write(file) {
      case .written: report.filesWritten += 1
      case .unchanged: report.filesUnchanged += 1
      case .failed(let reason): report.failedFiles.append(.init(path: file.path, reason: reason))
      }
    }
    if hasIndex, let reason = put(contents, at: "index.html").failure {
      report.failed.append(.init(path: "index.html", reason: reason))
    }
    return false
  }

  // MARK: - Pages

  private mutating func write(_ note: Note) async throws {
    guard let item = try await store.item(id: note.id) else { return }
    var paths: [String: String] = [:]
    // Of several files with the same title, the text means the first.
    var others: [(title: String, path: String)] = []
    for attachment in item.attachments {
      let (title, path) = (attachment.title ?? "", Self.path(of: attachment))
      let first = paths[title, default: path]
      paths[title] = first
      if first != path { others.append((title, path)) }
      files.insert(ExportedFiles.Placement(path: path, hash: attachment.blobRef))
    }
    let (text, named) = links.text(of: item, on: note.path, files: paths)
    var content = LeadingHeading.title(of: text) == nil ? heading(note.title) : ""
    if !note.tags.isEmpty {
      content +=
        "<p class=\"tags\">" + HTMLPage.escaped(note.tags.map { "#" + $0 }.joined(separator: " "))
        + "</p>\n"
    }
    content += render(text)
    others += paths.filter { !named.contains($0.key) }.map { ($0.key, $0.value) }
    others.sort { ($0.title, $0.path) < ($1.title, $1.path) }
    if !others.isEmpty {
      content +=
        "<ul>\n" + others.map { entry($0.title, at: $0.path, on: note.path) }.joined()
        + "</ul>\n"
    }
    let outcome = put(HTMLPage.page(note.title, content), at: note.path)
    if let reason = outcome.failure {
      report.failed.append(.init(path: note.path, reason: reason))
    } else if outcome == .written {
      report.writtenCount += 1
    } else {
      report.unchangedCount += 1
    }
  }

  /// The path of an attachment from the root of the export.
  private static func path(of attachment: Attachment) -> String {
    let digits = attachment.blobRef.dropFirst("sha256:".count).prefix(8)
    let title = attachment.title ?? ""
    let dot = title.lastIndex(of: ".").flatMap { $0 > title.startIndex ? $0 : nil }
    let stem = ExportNames.safe(dot.map { String(title[..<$0]) } ?? title)
    let ending = dot.map { "." + ExportNames.safe(String(title[title.index(after: $0)...])) }
    return "files/\(digits)-\(stem)\(ending ?? "")"
  }

  private func heading(_ title: String) -> String { "<h1>\(HTMLPage.escaped(title))</h1>\n" }

  private func entry(_ title: String, at path: String, on page: String) -> String {
    let address = HTMLPage.escaped(ExportedLinks.address(of: path, from: page))
    return "<li><a href=\"\(address)\">\(HTMLPage.escaped(title))</a></li>\n"
  }

  /// The page that leads to all others.
  private var contents: String {
    var content = heading("Notes")
    var folder = ""
    content += "<ul>\n"
    for note in notes.sorted(by: { $0.path < $1.path }) {
      let parent = note.path.lastIndex(of: "/").map { String(note.path[..<$0]) } ?? ""
      if parent != folder {
        folder = parent
        content += "</ul>\n<h2>\(HTMLPage.escaped(folder))</h2>\n<ul>\n"
      }
      content += entry(note.title.isEmpty ? note.path : note.title, at: note.path, on: "index.html")
    }
    return HTMLPage.page("Notes", content + "</ul>\n")
  }

  /// Writes a page unless it is the same, or somebody else's.
  private func put(_ text: String, at path: String) -> FileExport.Outcome {
    let absolute = arguments.folder + "/" + path
    var status = stat()
    if lstat(absolute, &status) == 0 {
      // What cannot be read as a text is no page of ours.
      let present = try? MarkdownFile.text(at: absolute)
      if present == text { return .unchanged }
      guard arguments.overwrites || present?.contains(HTMLPage.mark) == true else {
        return .failed("another file is there; overwrite it with --force")
      }
    }
    do {
      try FileManager.default.createDirectory(
        atPath: URL(filePath: absolute).deletingLastPathComponent().path,
        withIntermediateDirectories: true)
      try FileSink.write(text, to: absolute, .leaveToSystem)
      chmod(absolute, 0o644)
      return .written
    } catch {
      return .failed(CommandFailure(error).message ?? "cannot be written")
    }
  }
}

extension FileExport.Outcome {
  /// Why it failed; nil for what did not.
  fileprivate var failure: String? {
    if case .failed(let reason) = self { reason } else { nil }
  }
}
