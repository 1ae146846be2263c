import ArgumentParser
import MarfaSDK
import NoteFiles

/// Writes notes as a folder of Markdown files.
struct ExportMarkdownCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "md", abstract: "Write all notes as a folder of Markdown files.",
    discussion: """
      Notebooks become folders; title, tags and the note's id stand in the front matter, so that \
      `import md` finds the same notes again. A second export writes only what changed. A file \
      that was changed after its note is left alone, which is told.
      """)

  @Argument(help: ArgumentHelp("The folder, which is made if need be.", valueName: "folder"))
  var folder: String

  @Flag(help: "Write over files that were changed after their notes.")
  var force = false

  @Flag(help: "Remove files of earlier exports whose notes are elsewhere now or gone.")
  var prune = false

  @Flag(name: .customLong("dry-run"), help: "Write nothing.")
  var isDryRun = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Tell only what failed.")
  var quiet = false

  func run(in session: CommandSession) async throws {
    let client = try await session.openNotesToRead()
    let arguments = ExportMarkdown.Arguments(
      folder: session.host.absolute(folder), overwrites: force, prunes: prune,
      isDryRun: isDryRun)
    let report = try await ProgressLine(session, isQuiet: quiet).during(
      ExportMarkdown(store: client.store), with: arguments
    ) { "\($0.seenCount) notes read" }
    try ExportReportPrinter(session, isJSON: json, isQuiet: quiet, isDryRun: isDryRun)
      .print(report)
  }
}
