import ArgumentParser
import MarfaSDK
import NoteFiles

/// Writes notes as an archive for Joplin.
struct ExportJoplinCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "jex", abstract: "Export all notes as an archive for Joplin.",
    discussion: """
      Notebooks, tags, times, links between notes and attached files go along; author, source_url and \
      todo of the front matter do, other front matter and aliases have no place there. The trash stays \
      here. `marfa import joplin` reads the archive and knows the notes again. The same notes always \
      give the same bytes.

      Example: marfa export jex ~/notes.jex
      """, aliases: ["joplin"])

  @Argument(help: ArgumentHelp("The file to write.", valueName: "file"), completion: .file())
  var file: String

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Report only failures.")
  var quiet = false

  func run(in session: CommandSession) async throws {
    let client = try await session.openNotesToRead()
    let path = session.host.absolute(file)
    try NotesFile.protect(in: session.directories, from: path)
    try NotesFile.requireFolder(above: path)
    let fetching = FileFetching(client, session)
    let export = ExportJoplin(store: client.store) { _ = try await fetching.get($0) }
    let line = ProgressLine(session, isQuiet: quiet)
    let report = try await line.during {
      try await export.run(to: path) { line.show("\($0.seenCount) notes written") }
    }
    try ExportReportPrinter(session, isJSON: json, isQuiet: quiet, isDryRun: false).print(report)
  }
}
