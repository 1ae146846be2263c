import ArgumentParser
import MarfaSDK
import NoteFiles

/// Imports a folder of Markdown files.
struct ImportMarkdownCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "md", abstract: "Import a folder of Markdown files.",
    discussion: """
      Folders become notebooks, front matter becomes title, tags, aliases and times, relative \
      links become links between notes. A second import changes only what the files changed; the \
      newer of a file and its note wins. Nothing is deleted. `marfa import undo` undoes it.
      """)

  @Argument(help: ArgumentHelp("The folder.", valueName: "folder"), completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Name of the source; files with the same source and path are the same notes.",
      valueName: "name"))
  var name: String?

  @Option(
    name: .customLong("tag"), help: "A tag for every note; may be repeated.",
    completion: Candidates.tag.completion)
  var tags: [String] = []

  @Flag(name: .customLong("inline-tags"), help: "Turn inline #tags into tags.")
  var readsInlineTags = false

  @OptionGroup var reporting: ImportReportOptions

  func run(in session: CommandSession) async throws {
    let arguments = try arguments(session)
    let client = try await session.openNotes()
    if !arguments.isDryRun {
      // An import that cannot note this imports all the same: images then have no size.
      try? ImportFolders(directories: session.directories)
        .record(arguments.folder, of: arguments.source)
    }
    let importing = ImportMarkdown(store: client.store)
    try await ImportReportPrinter(session, reporting).run(reading: "files") { progress in
      try await importing.run(arguments) { progress.take($0) }
    }
  }

  private func arguments(_ session: CommandSession) throws -> ImportMarkdown.Arguments {
    var arguments = ImportMarkdown.Arguments(
      folder: try RealPath.resolve(session.host.absolute(folder)),
      timeZone: session.host.timeZone)
    arguments.name = name ?? arguments.name
    arguments.isDryRun = reporting.isDryRun
    arguments.tags = tags
    arguments.readsInlineTags = readsInlineTags
    arguments.journal = ImportJournal(
      directories: session.directories, at: session.host.clock.now)
    return arguments
  }
}
