import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles

/// Copies the notes' database and the attached files.
struct BackupCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "backup", abstract: "Back up the notes, or restore a backup.",
    discussion: """
      Without a file the backup goes into the folder backups next to the database, named after \
      the time; attached files go into the folder blobs next to it, which all backups share; the \
      path is printed. The application may be running. A backup needs free space for the copy plus \
      64 MB. A damaged database is copied too (exit code 9), but then older backups are kept.

      --restore puts a backup in the place of the notes, with its attached files, while marfa is not \
      running. The whole backup is read and verified first. It asks before it replaces notes (--yes \
      does not ask), and backs those up, so that a second --restore undoes the first. Attached files \
      that the backup lacks are listed (exit code 8).

      Fields: path, size, removed (older copies); with --list path, size; with --restore path, items, \
      files, missing, former.

      Examples:

      marfa backup --keep 7

      marfa backup --restore notes-20261121-140209.sqlite
      """)

  static let fields = ["path", "size", "removed"]

  @Argument(help: ArgumentHelp("File to create.", valueName: "file"), completion: .file())
  var file: String?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Keep at most this many copies; delete older ones.", valueName: "number"))
  var keep: Int?

  @Flag(help: "List the backups, the newest last.")
  var list = false

  @Option(
    help: ArgumentHelp(
      "Put this backup in the place of the notes: a path, or a name that --list shows.",
      valueName: "backup"), completion: .file())
  var restore: String?

  @Flag(name: .shortAndLong, help: "Do not ask before notes are replaced.")
  var yes = false

  @OptionGroup var format: FormatOptions

  func validate() throws {
    if let keep, keep < 1 { throw ArgumentParser.ValidationError("--keep must be 1 or more.") }
    if keep != nil, file != nil {
      throw ArgumentParser.ValidationError("--keep works only without a file.")
    }
    let makes = file != nil || keep != nil
    if list ? makes || restore != nil : restore != nil && makes {
      throw ArgumentParser.ValidationError(
        "Choose one: make a backup, --list the backups, or --restore one.")
    }
    if yes, restore == nil { throw ArgumentParser.ValidationError("--yes works with --restore.") }
  }

  func run(in session: CommandSession) async throws {
    if list { return try await listCopies(session) }
    if let restore {
      return try await BackupRestoring(session, format: format, asks: !yes).run(restore)
    }
    try await backUp(session)
  }

  private func listCopies(_ session: CommandSession) async throws {
    var printer = try RecordPrinter(format, fields: ["path", "size"], output: session.output) {
      "\($0["path"]?.stringValue ?? "")  \(ByteWords.size($0["size"]?.integerValue ?? 0))"
    }
    for path in await BackUpNotes.all(in: Self.folder(session)) {
      // One that was removed meanwhile has no size.
      let attributes = try? FileManager.default.attributesOfItem(atPath: path)
      let size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
      printer.print(Record([("path", .string(path)), ("size", .integer(size))]))
    }
    printer.finish()
  }

  /// The folder of the backups without a file name.
  static func folder(_ session: CommandSession) -> String {
    session.directories.data + "/backups"
  }

  private func backUp(_ session: CommandSession) async throws {
    var printer = try RecordPrinter(
      format, fields: Self.fields, output: session.output, shape: .single
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
      named ?? Self.folder(session) + "/" + BackUpNotes.name(at: session.host.clock.now)
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

  private static func damage(of store: LocalStore) async throws -> String? {
    do {
      return try await store.quickCheck().first
    } catch let error as StorageError where error.code == .corrupt {
      return error.detail
    }
  }
}
