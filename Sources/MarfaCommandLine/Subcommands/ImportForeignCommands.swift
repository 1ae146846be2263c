import ArgumentParser
import NoteFiles

/// Imports an export of Joplin.
struct ImportJoplinCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "joplin", abstract: "Import a JEX archive or a RAW folder of Joplin, also zipped.",
    discussion: """
      Notebooks, tags, times, to-dos and attached files are kept; links between notes become links to \
      their files. A second import changes only what Joplin changed. Encrypted notes, conflict copies \
      and Joplin's trash are left out and reported. `marfa import undo` undoes it.

      Example: marfa import joplin export.jex
      """)

  @Argument(help: ArgumentHelp("The archive or folder.", valueName: "path"), completion: .file())
  var path: String

  @OptionGroup var options: ForeignImportOptions

  func run(in session: CommandSession) async throws {
    try await options.run(.joplin, path, in: session)
  }
}

/// Imports an export of Evernote.
struct ImportEvernoteCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "enex", abstract: "Import an ENEX file of Evernote, also zipped.",
    discussion: """
      Texts become Markdown; titles, tags, times and attached files are kept. Encrypted parts are left \
      out and reported. A second import changes only what changed. `marfa import undo` undoes it.

      Example: marfa import enex notes.enex --notebook Evernote
      """, aliases: ["evernote"])

  @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file())
  var path: String

  @OptionGroup var options: ForeignImportOptions

  func run(in session: CommandSession) async throws {
    try await options.run(.evernote, path, in: session)
  }
}

/// Imports an export of Simplenote.
struct ImportSimplenoteCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "simplenote",
    abstract: "Import the archive or the notes.json of a Simplenote export.",
    discussion: """
      The file is in the folder source of the archive that Simplenote makes; the archive itself is \
      taken, too. Tags and times are kept; \
      pinned notes become favourites. `marfa import undo` undoes it.

      Example: marfa import simplenote notes.zip
      """)

  @Argument(help: ArgumentHelp("The file.", valueName: "file"), completion: .file())
  var path: String

  @OptionGroup var options: ForeignImportOptions

  func run(in session: CommandSession) async throws {
    try await options.run(.simplenote, path, in: session)
  }
}
