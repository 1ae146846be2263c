import ArgumentParser
import MarfaSDK
import NoteFiles
import Operations

/// Copies the notes' database.
struct BackupCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Copy the notes' database, and print where the copy is.",
    discussion: """
      Without a file the copy goes into the folder backups beside the database, under the time. \
      The copy is consistent while the application runs. To go back to it, put it in the place \
      of notes.sqlite while nothing runs. Without room for the copy and 64 MB more none is made. \
      Of a damaged database there is a copy, too, but no older one is removed for it, and the exit \
      code is 9.

      Fields: path, size, removed (older copies).
      """)

  @Argument(help: ArgumentHelp("The file to make.", valueName: "file"))
  var file: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Keep at most this many copies; delete older ones.", valueName: "number"))
  var keep: Int?

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if let keep, keep < 1 { throw ArgumentParser.ValidationError("--keep is 1 or more.") }
    if keep != nil, file != nil {
      throw ArgumentParser.ValidationError("--keep is for the folder of backups.")
    }
  }

  func run(in session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: ["path", "size", "removed"], output: session.output, shape: .single
    ) {
      $0["path"]?.stringValue
    }
    let named = file.map(session.host.absolute)
    if let named {
      try NotesFile.protect(in: session.directories, from: named)
      try NotesFile.refuseOtherFile(at: named)
      try NotesFile.requireFolder(above: named)
    }
    let client = try await session.openNotes()
    let path =
      named
      ?? session.directories.data + "/backups/" + BackUpNotes.name(at: session.host.clock.now)
    let store = OperationStore.detached(mutation: BackUpNotes(store: client.store))
    let (outcome, damage) = try await Interruptible.run(session.host) {
      let damage = try await Self.damage(of: client.store)
      let arguments = BackUpNotes.Arguments(path: path, keptCount: damage == nil ? keep : nil)
      return (try await store.mutate(with: arguments), damage)
    }
    printer.print(
      Record([
        ("path", .string(outcome.path)), ("size", .integer(Int64(outcome.byteCount))),
        ("removed", .array(outcome.removed.map(JSONValue.string))),
      ]))
    if let damage {
      throw CommandFailure(
        .storeUnusable,
        "The notes' database is damaged (\(damage)), and so is this copy; `marfa doctor` says "
          + "more. No older copy was removed.")
    }
  }

  /// What is wrong with the database; nil when nothing is found.
  private static func damage(of store: LocalStore) async throws -> String? {
    do {
      return try await store.quickCheck().first
    } catch let error as StorageError where error.code == .corrupt {
      return error.detail
    }
  }
}
