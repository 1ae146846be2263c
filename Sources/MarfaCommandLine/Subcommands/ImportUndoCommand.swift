import ArgumentParser
import MarfaSDK
import NoteFiles

/// Undoes the last import.
struct ImportUndoCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last import of Markdown, Obsidian, Joplin, Evernote or Simplenote.",
    discussion: """
      The notes that the import created go to the trash, and those that it changed get their former \
      text. Notes that you edited, tagged, archived, linked or moved since are kept and reported. \
      --dry-run says what would happen. Running it again undoes the import before. Imports of JSON \
      cannot be undone.

      A later import creates these notes again; notes that you put into the trash yourself it skips.
      """)

  @Flag(help: "Delete the notes that the import created permanently.")
  var purge = false

  @Flag(name: .customLong("dry-run"), help: "Change nothing; show what would change.")
  var isDryRun = false

  @Flag(help: "Print the report as JSON: removed, restored, kept.")
  var json = false

  func run(in session: CommandSession) async throws {
    guard let journal = ImportJournal.last(in: session.directories) else {
      throw CommandFailure(.notFound, "No import is left to undo.")
    }
    let client = try await session.openNotes()
    let arguments = UndoImport.Arguments(journal: journal, purges: purge, isDryRun: isDryRun)
    let undo = UndoImport(store: client.store)
    let line = ProgressLine(session, isQuiet: false)
    let report = try await line.during {
      try await undo.run(arguments) { line.show("\($0.removedCount + $0.restoredCount) undone") }
    }
    try await print(report, client.store, session)
  }

  private func print(
    _ report: UndoImport.Report, _ store: LocalStore, _ session: CommandSession
  ) async throws {
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
      "\(report.removedCount) removed, \(report.restoredCount) reverted, "
        + "\(report.kept.count) kept")
    let kept = try await store.summaries(ids: report.kept.map(\.path))
    let titles = Dictionary(kept.map { ($0.id, $0.title) }) { first, _ in first }
    for entry in report.kept {
      let names = [ShortId.text(of: entry.path), titles[entry.path]].compactMap(\.self)
      session.output.note("\(names.joined(separator: " ")): kept: \(entry.reason)")
    }
    if isDryRun { session.output.note("Nothing was changed (--dry-run).") }
  }
}
