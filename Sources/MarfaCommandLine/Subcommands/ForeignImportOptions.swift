import ArgumentParser
import MarfaSDK
import NoteFiles

/// What every import from another program is asked for.
struct ForeignImportOptions: ParsableArguments {
  @Option(
    name: .customLong("tag"), help: "A tag for every note; may be repeated.",
    completion: Candidates.tag.completion)
  var tags: [String] = []

  @Option(
    help: ArgumentHelp("The notebook of all of them (default: none).", valueName: "notebook"),
    completion: Candidates.notebook.completion)
  var notebook: String?

  @OptionGroup var reporting: ImportReportOptions

  /// Imports an export of a program and prints the report.
  func run(
    _ program: ImportForeign.Program, _ path: String, in session: CommandSession
  ) async throws {
    let path = try RealPath.resolve(session.host.absolute(path))
    let client = try await session.openNotes()
    var markdown = ImportMarkdown.Arguments(folder: path, timeZone: session.host.timeZone)
    markdown.name = program.rawValue
    markdown.isDryRun = reporting.isDryRun
    markdown.tags = tags
    markdown.inlineTags = session.configuration().readsInlineTags ? .changes : .none
    markdown.journal = ImportJournal(
      directories: session.directories, at: session.host.clock.now)
    if let notebook { try await ImportRoot.find(notebook, for: &markdown, in: client.store) }
    let arguments = ImportForeign.Arguments(
      path: path, program: program,
      temporaryFolder: session.directories.data + "/imports/converted", markdown: markdown)
    let importing = ImportForeign(store: client.store)
    try await ImportReportPrinter(session, reporting).run(reading: "files") {
      [arguments] progress in
      try await importing.run(arguments) { progress.take($0) }
    }
  }
}
