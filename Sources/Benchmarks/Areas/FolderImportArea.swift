import Foundation
import MarfaSDK
import NoteFiles

/// The import of a folder of Markdown files that somebody else wrote.
///
/// The files are those of the archive named by `MARFA_SHARED_DATA`, or of the folder `shared/data`
/// next to the repository; without it the area says so and measures nothing.
enum FolderImportArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    guard let folder = try unpack(into: setting.folder) else {
      print("(skipped: there is no tldr-pages-en.tar.gz in the shared data)")
      return
    }
    var number = 0
    func path() -> String {
      number += 1
      return setting.path("folder-\(number)/notes.sqlite")
    }
    let files =
      FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)?
      .compactMap { $0 as? URL }.filter { $0.pathExtension == "md" } ?? []
    try await report.row(
      samples: 3, .median(seconds: 5),
      baseline: Action("C: the same files, one rebuild") {
        let notes = try files.map(note)
        let url = URL(filePath: path())
        try FileManager.default.createDirectory(
          at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        let store = try CNoteStore(path: url.path, synchronous: "FULL")
        try store.insertAll(notes)
        try CNoteStore.addListIndexes(store.database)
        try CNoteStore.addFullText(store.database)
        try store.database.execute("INSERT INTO fts(fts) VALUES ('rebuild')")
      },
      ours: Action("import of \(files.count) files") {
        try await importAll(folder, into: LocalClient.open(path: path()))
      })
    let client = try await LocalClient.open(path: path())
    try await importAll(folder, into: client)
    try await report.row(
      samples: 3,
      ours: Action("the same import again") { try await importAll(folder, into: client) })
  }

  private static func importAll(_ folder: URL, into client: LocalClient) async throws {
    let result = try await ImportMarkdown(store: client.store)
      .run(ImportMarkdown.Arguments(folder: folder.path, timeZone: .gmt))
    precondition(result.failed.isEmpty, "\(result.failed)")
  }

  private static func note(_ url: URL) throws -> Corpus.Note {
    let body = String(decoding: try Data(contentsOf: url), as: UTF8.self)
    return Corpus.Note(
      id: url.path, type: "core.note", title: url.lastPathComponent, body: body, summary: "",
      priority: 0, updated: Int64(body.utf8.count), tags: [])
  }

  private static func unpack(into folder: URL) throws -> URL? {
    let repository = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let data =
      ProcessInfo.processInfo.environment["MARFA_SHARED_DATA"].map { URL(filePath: $0) }
      ?? repository.deletingLastPathComponent().appending(path: "shared/data")
    let archive = data.appending(path: "tldr-pages-en.tar.gz")
    guard FileManager.default.fileExists(atPath: archive.path) else { return nil }
    let target = folder.appending(path: "corpus")
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let tar = Process()
    tar.executableURL = URL(filePath: "/usr/bin/env")
    tar.arguments = ["tar", "-xzf", archive.path, "-C", target.path]
    try tar.run()
    tar.waitUntilExit()
    return tar.terminationStatus == 0 ? target : nil
  }
}
