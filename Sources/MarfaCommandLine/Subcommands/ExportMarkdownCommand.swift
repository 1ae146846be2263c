import ArgumentParser
import MarfaSDK
import NoteFiles

/// Writes notes as a folder of Markdown files.
struct ExportMarkdownCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "md", abstract: "Export all notes as a folder of Markdown files.",
    discussion: """
      Notebooks become folders; title, tags and the note's id go into the front matter, so that \
      `import md` recognises the notes. A second export writes only what changed. Files newer \
      than their note are left alone and reported. Attached files are written where the texts name \
      them, or else next to their notes; what is only on the server is fetched.

      With --plain nothing of marfa's is in the files: a note that was imported and not changed since \
      is written as its file was, byte for byte. `import md` does not know such notes again.

      Example: marfa export md ~/notes --prune
      """, aliases: ["obsidian"])

  @Argument(
    help: ArgumentHelp("The folder; created if needed.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @Flag(help: "Overwrite files that are newer than their notes.")
  var force = false

  @Flag(help: "Remove files of earlier exports whose notes have moved or are gone.")
  var prune = false

  @Flag(help: "Write only what other programs understand, without ids.")
  var plain = false

  @Flag(name: .customLong("dry-run"), help: "Write nothing.")
  var isDryRun = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Report only failures.")
  var quiet = false

  func validate() throws {
    try FolderArgument.validate(folder)
    if plain, prune {
      throw ArgumentParser.ValidationError(
        "--prune knows its files by their ids, which --plain leaves out; use one of them.")
    }
  }

  func run(in session: CommandSession) async throws {
    let client = try await session.openNotesToRead()
    var arguments = ExportMarkdown.Arguments(
      folder: session.host.absolute(folder), overwrites: force, prunes: prune,
      isDryRun: isDryRun)
    if plain { arguments.plainZone = session.host.timeZone }
    let fetching = FileFetching(client, session)
    let export = ExportMarkdown(store: client.store) { _ = try await fetching.get($0) }
    let line = ProgressLine(session, isQuiet: quiet)
    let report = try await line.during { [arguments] in
      try await export.run(arguments) { line.show("\($0.seenCount) notes read") }
    }
    try ExportReportPrinter(session, isJSON: json, isQuiet: quiet, isDryRun: isDryRun)
      .print(report)
  }
}
