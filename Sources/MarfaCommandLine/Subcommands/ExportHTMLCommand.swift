import ArgumentParser
import MarfaSDK
import NoteFiles
import NoteReading

/// Writes notes as pages for a browser.
struct ExportHTMLCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "html", abstract: "Export notes as web pages with their files.",
    discussion: """
      Each note becomes a page, and index.html leads to all of them; links between notes lead from page \
      to page, and attached files are in the folder files. HTML in a text is left out. Without --note or \
      --notebook all notes are exported.

      Example: marfa export html ~/site --notebook Birds
      """)

  @Argument(
    help: ArgumentHelp("The folder; created if needed.", valueName: "folder"),
    completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp("Export this note only: its id or title.", valueName: "note"),
    completion: Candidates.note.completion)
  var note: String?

  @Option(
    help: ArgumentHelp("Export the notes of this notebook only.", valueName: "notebook"),
    completion: Candidates.notebook.completion)
  var notebook: String?

  @Flag(help: "Overwrite files that no export wrote.")
  var force = false

  @Flag(help: "Print the report as JSON.")
  var json = false

  @Flag(name: .shortAndLong, help: "Report only failures.")
  var quiet = false

  func validate() throws {
    try FolderArgument.validate(folder)
    if note != nil, notebook != nil {
      throw ArgumentParser.ValidationError("Use --note or --notebook.")
    }
  }

  func run(in session: CommandSession) async throws {
    let client = try await session.openNotesToRead()
    let arguments = ExportHTML.Arguments(
      folder: session.host.absolute(folder), selection: try await selection(client, session),
      overwrites: force)
    let fetching = FileFetching(client, session)
    let export = ExportHTML(
      store: client.store, render: { NoteHTML.html($0) }, fetch: { _ = try await fetching.get($0) })
    let line = ProgressLine(session, isQuiet: quiet)
    let report = try await line.during {
      try await export.run(arguments) { line.show("\($0.seenCount) notes written") }
    }
    try ExportReportPrinter(session, isJSON: json, isQuiet: quiet, isDryRun: false).print(report)
  }

  private func selection(
    _ client: LocalClient, _ session: CommandSession
  ) async throws -> ExportHTML.Selection {
    if let note { return .note(id: try await session.resolve(note, in: client.store)) }
    guard let notebook else { return .all }
    return .notebook(id: try await NotebookName(notebook).id(in: client.store))
  }
}
