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
      than their note are left alone and reported.

      Example: marfa export md ~/notes --prune
      """)

  @Argument(help: ArgumentHelp("The folder; created if needed.", valueName: "folder"))
  var folder: String

  @Flag(help: "Overwrite files that are newer than their notes.")
  var force = false

  @Flag(help: "Remove files of earlier exports whose notes have moved or are gone.")
  var prune = false

  @Flag(name: .customLong("dry-run"), help: "Write nothing.")
  var isDryRun = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Report only failures.")
  var quiet = false

  func validate() throws { try FolderArgument.validate(folder) }

  func run(in session: CommandSession) async throws {
    let client = try await session.openNotesToRead()
    let arguments = ExportMarkdown.Arguments(
      folder: session.host.absolute(folder), overwrites: force, prunes: prune,
      isDryRun: isDryRun)
    let export = ExportMarkdown(store: client.store)
    let line = ProgressLine(session, isQuiet: quiet)
    let report = try await line.during {
      try await export.run(arguments) { line.show("\($0.seenCount) notes read") }
    }
    try ExportReportPrinter(session, isJSON: json, isQuiet: quiet, isDryRun: isDryRun)
      .print(report)
  }
}
