import Foundation
import Glibc
import MarfaSDK

/// One run of an export: reads notes page by page and writes the files that differ.
struct MarkdownExportRun: SteppedRun {
  private static let pageSize = 200

  private let arguments: ExportMarkdown.Arguments
  private let store: LocalStore
  private var names: ExportNames
  private var notebooks: [String: String]
  private var files = ExportedFiles()
  /// Notes whose texts do not name all of their files: they say where those are, once it is known.
  private var late: [(id: String, path: String)] = []
  private let writing: FileExport
  private var filters = ListFilters(
    type: CoreNote.typeIdentifier, sort: .createdAt, direction: .ascending, limit: pageSize)
  /// Paths that this run wrote or found in order.
  private var paths: Set<String> = []
  /// What came of it so far.
  private(set) var report = ExportReport()

  /// Creates the folder on the disk and reads the notebooks.
  init(
    _ arguments: ExportMarkdown.Arguments, store: LocalStore,
    fetch: @escaping @Sendable (String) async throws -> Void
  ) async throws {
    self.arguments = arguments
    self.store = store
    writing = FileExport(
      folder: arguments.folder, overwrites: arguments.overwrites, isDryRun: arguments.isDryRun,
      blobs: store.blobs, fetch: fetch)
    names = ExportNames(try await store.notebooks())
    notebooks = try await NotebookOfNote.all(in: store)
    if !arguments.isDryRun {
      try NotesFile.requireFolder(above: arguments.folder)
      var isFolder: ObjCBool = true
      if FileManager.default.fileExists(atPath: arguments.folder, isDirectory: &isFolder),
        !isFolder.boolValue
      {
        throw CommandFailure(.usage, "\(arguments.folder) is not a folder.")
      }
      try FileManager.default.createDirectory(
        atPath: arguments.folder, withIntermediateDirectories: true)
    }
  }

  /// Exports one page, and after the last page removes the files that no note has any more.
  ///
  /// - Returns: Whether there are more pages.
  mutating func step() async throws -> Bool {
    let page = try await store.items(filters)
    let summaries = try await store.summaries(filters)
    let listed = Dictionary(summaries.data.map { ($0.id, $0) }) { first, _ in first }
    for item in page.data {
      guard let summary = listed[item.id] else { continue }
      try await export(item, summary)
    }
    filters.cursor = page.cursor
    let hasMore = page.hasMore && page.cursor != nil
    if !hasMore {
      try await writeFiles()
      prune()
    }
    return hasMore
  }

  // MARK: - One file

  private mutating func export(_ item: Item, _ summary: ItemSummary) async throws {
    let path = names.path(
      id: item.id, title: summary.title, sourceId: item.origin?.path, notebook: notebooks[item.id])
    paths.insert(path)
    if let name = item.origin?.path.split(separator: "/").last, MarkdownFile.isNamed(String(name)),
      path.split(separator: "/").last != name
    {
      report.renamed.append(.init(path: path, reason: String(name)))
    }
    let facts =
      arguments.plainZone == nil && item.attachments.isEmpty && item.origin == nil
      ? nil : ExportedFileFacts(try await store.extensions(of: item.id))
    if files.add(item, at: path, facts: facts), arguments.plainZone == nil {
      return late.append((item.id, path))
    }
    write(item, summary.tags, at: path, facts, changedAt: summary.updatedAt)
  }

  /// Writes the notes that wait for the places of their files.
  private mutating func writeLate() async throws {
    for (id, path) in late {
      guard let item = try await store.item(id: id) else { continue }
      write(
        item, try await store.metadata(id: id).tags, at: path,
        ExportedFileFacts(try await store.extensions(of: id)),
        changedAt: Timestamp(iso8601: item.updatedAt) ?? Timestamp(milliseconds: 0),
        files: files.unnamedFiles(of: path))
    }
  }

  private mutating func write(
    _ item: Item, _ tags: [String], at path: String, _ facts: ExportedFileFacts?,
    changedAt: Timestamp, files: [String] = []
  ) {
    let text =
      arguments.plainZone.map {
        PlainText.text(of: item, tags: tags, path: path, facts: facts, timeZone: $0)
      } ?? KeptFrontMatter(item: item, tags: tags, path: path, facts: facts, files: files).text
      ?? ExportedText.text(of: item, tags: tags, files: files)
    do {
      if try put(text, at: path, changedAt: changedAt, id: item.id) {
        report.writtenCount += 1
      } else {
        report.unchangedCount += 1
      }
    } catch let failure as MarkdownFile.Failure {
      report.failed.append(.init(path: path, reason: failure.reason))
    } catch {
      let words = CommandFailure(error).message ?? "cannot be written"
      report.failed.append(.init(path: path, reason: words))
    }
  }

  /// Writes a file unless it is the same; answers whether it was written.
  private func put(
    _ text: String, at path: String, changedAt: Timestamp, id: String
  ) throws -> Bool {
    let absolute = arguments.folder + "/" + path
    var status = stat()
    if lstat(absolute, &status) == 0 {
      // A file that cannot be read is written.
      if let present = try? MarkdownFile.content(at: absolute),
        (present.mark + present.text).utf8.elementsEqual(text.utf8)
      {
        return false
      }
      guard arguments.overwrites || Timestamp(status.st_mtim) <= changedAt else {
        throw MarkdownFile.Failure(
          reason: "newer than its note; import it, or overwrite it with --force")
      }
    }
    guard !arguments.isDryRun else { return true }
    let folder = URL(filePath: absolute).deletingLastPathComponent().path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try FileSink.write(text, to: absolute, .leaveToSystem)
    chmod(absolute, 0o644)
    setTime(changedAt, of: absolute)
    return true
  }

  /// Gives the file the time of the note's last change, by which an import says which is newer.
  private func setTime(_ time: Timestamp, of path: String) {
    let (seconds, rest) = time.milliseconds.quotientAndRemainder(dividingBy: 1000)
    let value = timespec(tv_sec: Int(seconds), tv_nsec: Int(max(rest, 0)) * 1_000_000)
    utimensat(AT_FDCWD, path, [value, value], 0)
  }

  // MARK: - Files of notes

  private mutating func writeFiles() async throws {
    let placements = files.place(beside: paths)
    try await writeLate()
    for file in placements {
      try Task.checkCancellation()
      switch try await writing.write(file) {
      case .written: report.filesWritten += 1
      case .unchanged: report.filesUnchanged += 1
      case .failed(let reason):
        report.failedFiles.append(.init(path: file.path, reason: reason))
      }
    }
  }

  // MARK: - Leftovers

  /// Removes exported files (with the id of a note) that belong to no note any more.
  private mutating func prune() {
    guard arguments.prunes, var walk = try? FolderWalk(root: arguments.folder) else { return }
    while let finding = walk.next() {
      guard case .file(let path, _) = finding, !paths.contains(path) else { continue }
      let absolute = arguments.folder + "/" + path
      // What cannot be read is not ours to remove.
      guard let text = try? MarkdownFile.text(at: absolute), Self.isExported(text, path) else {
        continue
      }
      if arguments.isDryRun || unlink(absolute) == 0 { report.removed.append(path) }
    }
  }

  private static func isExported(_ text: String, _ path: String) -> Bool {
    FrontMatterFields(FrontMatter.part(text, file: path).frontMatter, in: .gmt).id != nil
  }
}
