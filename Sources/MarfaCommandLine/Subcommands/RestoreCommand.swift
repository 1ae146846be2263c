import ArgumentParser
import MarfaSDK

/// Brings notes and notebooks back from the trash, or notes to an earlier version.
struct RestoreCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore", abstract: "Restore notes from the trash, or an earlier version.",
    discussion: """
      Without --to-version notes come back from the trash, and so does a notebook, by its name or \
      path; what was in it comes back by its own names. With it a note gets an earlier text; the \
      current one is kept as a version. With --format or --json the notes are printed.

      Fields: those of list.

      Examples:

      marfa restore "Old list"

      marfa restore House/Garden

      marfa restore --to-version 3 "Rye bread"
      """)

  @Argument(
    help: "Ids, their first characters, titles or notebooks; - reads ids from standard input.",
    completion: Candidates.trashed.completion)
  var ids: [String]

  @Option(
    name: .customLong("to-version"),
    help: ArgumentHelp("The version whose text the note gets; see history.", valueName: "number"))
  var version: Int?

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if version != nil, ids.count != 1 || ids == ["-"] {
      throw ArgumentParser.ValidationError("--to-version works with one note only.")
    }
  }

  func run(in session: CommandSession) async throws {
    var batch = try IdBatch(ids, names, session: session)
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
      let forms: NameForms = [.trashedNotebooks]
      await batch.transition(to: .active, from: .trashed, in: client.store, or: forms) { id in
        printer.print(try await NoteRecord.read(id, in: client.store))
      }
    }
    printer.finish()
    try batch.finish()
  }
}
