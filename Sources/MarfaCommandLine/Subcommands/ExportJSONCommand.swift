import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles

/// Writes everything as JSON.
struct ExportJSONCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "json", abstract: "Export everything except old versions as JSON.",
    discussion: """
      `marfa import json` reads it. The same notes always give the same bytes. The bytes of attached \
      files are not part of it; `marfa backup` and `marfa export md` have them.
      """)

  @Argument(
    help: ArgumentHelp("File to write (default: standard output).", valueName: "file"),
    completion: .file())
  var file: String?

  func run(in session: CommandSession) async throws {
    let client = try await session.openNotesToRead()
    let export = JSONExport(store: client.store)
    guard let file, file != "-" else {
      return try await Interruptible.run(session.host) {
        try await export.write { session.output.write($0) }
      }
    }
    let path = session.host.absolute(file)
    try NotesFile.protect(in: session.directories, from: path)
    try NotesFile.requireFolder(above: path)
    let sink = try FileSink(path: path)
    do {
      try await Interruptible.run(session.host) { try await export.write { try sink.write($0) } }
      try sink.finish()
    } catch {
      sink.discard()
      throw error
    }
  }
}
