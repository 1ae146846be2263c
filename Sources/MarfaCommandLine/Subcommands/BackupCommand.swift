import ArgumentParser
import MarfaSDK
import NoteFiles

/// Copies the notes' database and the attached files.
struct BackupCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back up the notes and print the backup's path.",
    discussion: """
      Without a file the backup goes into the folder backups next to the database, named after \
      the time; attached files go into the folder blobs next to it, which all backups share. The \
      application may be running. To restore a backup, replace notes.sqlite with it and copy blobs \
      into the data folder while marfa is not running. A backup needs free space for the copy plus 64 MB. A damaged \
      database is copied too (exit code 9), but then older backups are kept.

      Fields: path, size, removed (older copies).

      Example: marfa backup --keep 7
      """)

  @Argument(help: ArgumentHelp("File to create.", valueName: "file"))
  var file: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Keep at most this many copies; delete older ones.", valueName: "number"))
  var keep: Int?

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if let keep, keep < 1 { throw ArgumentParser.ValidationError("--keep must be 1 or more.") }
    if keep != nil, file != nil {
      throw ArgumentParser.ValidationError("--keep works only without a file.")
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
    let backup = BackUpNotes(store: client.store)
    let (outcome, damage) = try await Interruptible.run(session.host) {
      let damage = try await Self.damage(of: client.store)
      let arguments = BackUpNotes.Arguments(path: path, keptCount: damage == nil ? keep : nil)
      return (try await backup.run(arguments), damage)
    }
    printer.print(
      Record([
        ("path", .string(outcome.path)), ("size", .integer(Int64(outcome.byteCount))),
        ("removed", .array(outcome.removed.map(JSONValue.string))),
      ]))
    for error in outcome.missing {
      session.output.note("marfa: \(error.path) is not in the backup: \(error.detail).")
    }
    if let damage {
      throw CommandFailure(
        .storeUnusable,
        "The notes' database is damaged (\(damage)), and so is this backup; run "
          + "`marfa doctor`. No older backup was removed.")
    }
    if !outcome.missing.isEmpty { throw CommandFailure(.partial) }
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
