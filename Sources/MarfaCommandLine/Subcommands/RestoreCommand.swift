import ArgumentParser
import MarfaSDK

/// Brings notes back from the trash, or to an earlier version.
struct RestoreCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Bring notes back from the trash, or to an earlier version.",
    discussion: """
      What a note is now is kept as a version, too. A format prints the notes.

      Fields: those of list.
      """)

  @Argument(
    help: "Ids, their first characters or titles; - reads ids from standard input.",
    completion: Candidates.trashed.completion)
  var ids: [String]

  @Option(help: ArgumentHelp("The version to go back to; see history.", valueName: "number"))
  var version: Int?

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if version != nil, ids.count != 1 || ids == ["-"] {
      throw ArgumentParser.ValidationError("--version is for one note.")
    }
  }

  func run(in session: CommandSession) async throws {
    var batch = try IDBatch(ids, session: session)
    var printer = try NoteRecord.printer(format, session)
    let client = try await session.openNotes()
    if let version {
      while let id = await batch.next(in: client.store) {
        await batch.attempt(id) {
          _ = try await client.store.restoreVersion(version, of: id)
          printer.print(try await NoteRecord.read(id, in: client.store))
        }
      }
    } else {
      await batch.transition(to: .active, from: .trashed, in: client.store) { id in
        printer.print(try await NoteRecord.read(id, in: client.store))
      }
    }
    printer.finish()
    try batch.finish()
  }
}
