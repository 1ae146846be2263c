import ArgumentParser
import MarfaSDK
import NoteFiles
import Settings

// The settings know nothing of arguments.
extension ImportTitle: ExpressibleByArgument {}

/// Imports a folder of Markdown files.
struct ImportMarkdownCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "md", abstract: "Import a folder of Markdown files, or a zip archive of one.",
    discussion: """
      Folders become notebooks, front matter becomes title, tags, aliases and times, relative \
      links become links between notes. A second import changes only what the files changed; the \
      newer of a file and its note wins. The folder itself becomes a notebook, too. A note is named by \
      its front matter, or else by its file, and a heading that differs becomes an alias. Words such \
      as #birds become tags (tags.inline). Files that a note shows or links to are attached to it, as \
      ![](x.png) or ![[x.png]] name them; an Obsidian vault is read in the same way. Nothing is \
      deleted. `marfa import undo` undoes it.

      Example: marfa import md ~/vault --dry-run
      """, aliases: ["obsidian"])

  @Argument(
    help: ArgumentHelp("The folder, or a zip archive of it.", valueName: "folder"),
    completion: .file())
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

  @Option(
    help: ArgumentHelp(
      "The notebook of the folder (default: one with the folder's name).", valueName: "notebook"),
    completion: Candidates.notebook.completion)
  var notebook: String?

  @Flag(
    name: .customLong("no-notebook"), help: "Make no notebook of the folder, only of those in it.")
  var hasNoNotebook = false

  @Option(
    help: ArgumentHelp(
      "What names a new note: file or heading (default: import.title).", valueName: "rule"))
  var title: ImportTitle?

  @Flag(
    name: .customLong("inline-tags"),
    help: "Turn every #tag in the texts into a tag, those that notes had before too.")
  var readsInlineTags = false

  @OptionGroup var reporting: ImportReportOptions

  func validate() throws {
    try FolderArgument.validate(folder)
    if let name, name.allSatisfy(\.isWhitespace) {
      throw ArgumentParser.ValidationError(
        "--name needs a name; without the option it is the folder's.")
    }
    if notebook != nil, hasNoNotebook {
      throw ArgumentParser.ValidationError("Use --notebook or --no-notebook.")
    }
  }

  func run(in session: CommandSession) async throws {
    let path = try RealPath.resolve(session.host.absolute(folder))
    let unpacked = try UnpackedArchive(
      path, in: session.directories.data + "/imports/converted", timeZone: session.host.timeZone)
    defer { withExtendedLifetime(unpacked) {} }
    var arguments = arguments(unpacked, of: path, session)
    let client = try await session.openNotes()
    if let notebook {
      try await ImportRoot.find(notebook, for: &arguments, in: client.store)
    } else if !hasNoNotebook, arguments.name != "/" {
      arguments.root = .titled(arguments.name)
    }
    if !arguments.isDryRun, !unpacked.isArchive {
      // An import that cannot note this imports all the same: images then have no size.
      try? ImportFolders(directories: session.directories)
        .record(arguments.folder, of: arguments.source)
    }
    let importing = ImportMarkdown(store: client.store)
    try await ImportReportPrinter(session, reporting).run(reading: "files") {
      [arguments] progress in
      try await importing.run(arguments) { progress.take($0) }
    }
  }

  private func arguments(
    _ unpacked: UnpackedArchive, of path: String, _ session: CommandSession
  ) -> ImportMarkdown.Arguments {
    var arguments = ImportMarkdown.Arguments(
      folder: unpacked.path, timeZone: session.host.timeZone)
    arguments.name = name ?? unpacked.name
    arguments.isDryRun = reporting.isDryRun
    arguments.tags = tags
    let configuration = session.configuration()
    arguments.inlineTags =
      readsInlineTags ? .all : configuration.readsInlineTags ? .changes : .none
    arguments.title = title ?? configuration.importTitle
    arguments.journal = ImportJournal(
      directories: session.directories, at: session.host.clock.now)
    return arguments
  }
}
