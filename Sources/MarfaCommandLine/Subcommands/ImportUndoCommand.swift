import ArgumentParser
import MarfaSDK
import NoteFiles

/// Takes the last import back.
struct ImportUndoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo", abstract: "Take the last import of Markdown back.",
    discussion: """
      What the import made goes into the trash, what it changed becomes as it was. A note that \
      it made and that was edited, tagged, archived, linked or put elsewhere since stays, and so \
      does one that it changed and that was edited since; they are told. Another undo takes \
      back the import before. An import of JSON is not taken back.

      An import leaves what is in the trash alone; with --purge it makes the notes anew.
      """)

  @Flag(help: "Remove what the import made for good.")
  var purge = false

  @Flag(name: .customLong("dry-run"), help: "Change nothing, tell what would be changed.")
  var isDryRun = false

  @Flag(help: "Print the report as JSON: removed, restored, kept.")
  var json = false

  func run(in session: CommandSession) async throws {
    guard let journal = ImportJournal.last(in: session.directories) else {
      throw CommandFailure(.notFound, "There is no import to take back.")
    }
    let client = try await session.openNotes()
    let arguments = UndoImport.Arguments(journal: journal, purges: purge, isDryRun: isDryRun)
    let report = try await ProgressLine(session, isQuiet: false).during(
      UndoImport(store: client.store), with: arguments
    ) {
      "\($0.removedCount + $0.restoredCount) taken back"
    }
    print(report, session)
  }

  private func print(_ report: UndoImport.Report, _ session: CommandSession) {
    guard !json else {
      let kept = report.kept.map {
        JSONValue.object(["id": .string($0.path), "reason": .string($0.reason)])
      }
      let record = Record([
        ("removed", .integer(Int64(report.removedCount))),
        ("restored", .integer(Int64(report.restoredCount))), ("kept", .array(kept)),
      ])
      return session.output.line(record.json)
    }
    session.output.line(
      "\(report.removedCount) removed, \(report.restoredCount) as before, "
        + "\(report.kept.count) kept")
    for entry in report.kept { session.output.note("\(entry.path): kept: \(entry.reason)") }
    if isDryRun { session.output.note("Nothing was changed (--dry-run).") }
  }
}
