import ArgumentParser
import MarfaSDK
import NoteFiles

/// Puts notes into the trash, or removes them permanently.
struct RemoveCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "rm", abstract: "Move notes to the trash.",
    discussion: """
      `marfa restore` brings them back. --purge deletes them permanently; it asks on a terminal \
      and needs --yes elsewhere. With --format or --json the removed notes are printed.

      Fields: those of list.

      Examples:

      marfa rm "Old list"

      marfa list --format {id} tag:done | marfa rm -
      """, aliases: ["trash"])

  @Argument(
    help: "Ids, their first characters or titles; - reads ids from standard input.",
    completion: Candidates.note.completion)
  var ids: [String]

  @Flag(name: .customLong("purge"), help: "Delete permanently.")
  var isPurge = false

  @Flag(name: .shortAndLong, help: "Do not ask.")
  var yes = false

  @Flag(name: .customLong("no-input"), help: "Never ask.")
  var isNonInteractive = false

  @Flag(name: .customLong("dry-run"), help: "Change nothing; show what would change.")
  var isDryRun = false

  @OptionGroup var names: NameOptions

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    var batch = try IdBatch(ids, names, session: session)
    var printer = try NoteRecord.printer(format, session)
    let client = try await session.openNotes()
    if isPurge, !yes, !isDryRun { try confirm(batch.count, session) }
    if !isPurge, !isDryRun {
      await batch.transition(to: .trashed, in: client.store) { id in
        printer.print(try await NoteRecord.read(id, in: client.store))
      }
    }
    while let id = await batch.next(in: client.store) {
      await batch.attempt(id) {
        // What is removed permanently can only be read before.
        let before = try await NoteRecord.read(id, in: client.store)
        try await remove(id, before, client.store, session)
        printer.print(before)
      }
    }
    printer.finish()
    try batch.finish()
  }

  private func confirm(_ count: Int, _ session: CommandSession) throws {
    let notes = count == 1 ? "1 note" : "\(count) notes"
    if isNonInteractive || !session.host.streams.isInputTerminal || ids.contains("-") {
      throw CommandFailure(.usage, "--purge deletes permanently; confirm with --yes.")
    }
    guard session.answer("Permanently delete \(notes)?") == true else {
      throw CommandFailure(.failure, "Nothing was removed.")
    }
  }

  private func remove(
    _ id: String, _ record: Record, _ store: LocalStore, _ session: CommandSession
  ) async throws {
    if isDryRun {
      let title = record["title"]?.stringValue ?? ""
      session.output.note(
        "\(title) would be \(isPurge ? "deleted permanently" : "moved to the trash").")
    } else {
      let purged = try await store.purgeItem(id: id)
      try UndoFolder(stateDirectory: session.directories.state).forget(noteIds: purged)
    }
  }
}
