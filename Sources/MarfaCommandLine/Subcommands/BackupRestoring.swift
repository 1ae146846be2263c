import Foundation
import MarfaSDK
import NoteFiles

/// Puts a backup in the place of the notes: verifies it, asks, and says what was done.
struct BackupRestoring: Sendable {
  private let session: CommandSession
  private let format: FormatOptions
  private let asks: Bool

  init(_ session: CommandSession, format: FormatOptions, asks: Bool) {
    (self.session, self.format, self.asks) = (session, format, asks)
  }

  /// Restores once.
  ///
  /// - Parameter name: The backup's path, or its name in the folder of backups.
  /// - Throws: `CommandFailure`; the notes are then as they were, unless files are missing.
  func run(_ name: String) async throws {
    var printer = try RecordPrinter(
      format, fields: ["path", "items", "files", "missing", "former"], output: session.output,
      shape: .single
    ) {
      Self.sentence($0)
    }
    let path = path(of: name)
    try NotesFile.protect(in: session.directories, from: path)
    let restoring = RestoreBackup(
      directories: session.directories,
      environment: StoreEnvironment(clock: session.host.clock, ids: session.host.ids))
    let present = try await restoring.presentCount()
    let line = ProgressLine(session, isQuiet: false)
    let backup = try await line.during {
      try await restoring.verify(path) { line.show("Verifying attached files: \($0) of \($1).") }
    }
    for error in backup.missing {
      session.output.note("marfa: \(error.path) cannot be restored: \(error.detail).")
    }
    do {
      try confirm(backup, present)
    } catch {
      restoring.discard(backup)
      throw error
    }
    let outcome = try await restoring.restore(
      backup,
      keepingFormerAt: BackUpNotes.freePath(
        in: BackupCommand.folder(session), at: session.host.clock.now))
    printer.print(
      Record([
        ("path", .string(path)), ("items", .integer(Int64(backup.itemCount))),
        ("files", .integer(Int64(backup.fileCount))),
        ("missing", .array(backup.missing.map { .string($0.path) })),
        ("former", outcome.formerPath.map { .string($0) } ?? .null),
      ]))
    if !backup.missing.isEmpty { throw CommandFailure(.partial) }
  }

  private func path(of name: String) -> String {
    let path = session.host.absolute(name)
    let known = BackupCommand.folder(session) + "/" + name
    let isKnown = !name.contains("/") && FileManager.default.fileExists(atPath: known)
    return isKnown && !FileManager.default.fileExists(atPath: path) ? known : path
  }

  private func confirm(_ backup: RestoreBackup.Verified, _ present: Int?) throws {
    guard asks, session.hasNotes, present != 0 else { return }
    let notes = present.map { "the \(Self.items($0)) here" } ?? "the damaged notes here"
    let question =
      "Replace \(notes) with the \(Self.items(backup.itemCount)) and "
      + "\(Self.files(backup.fileCount)) of \(backup.path)? A backup of them is kept."
    guard let answer = session.answer(question) else {
      throw CommandFailure(
        .usage, "--restore replaces \(notes); confirm with --yes. Nothing was changed.")
    }
    if !answer { throw CommandFailure(.failure, "Nothing was changed.") }
  }

  private static func sentence(_ record: Record) -> String {
    let items = items(Int(record["items"]?.integerValue ?? 0))
    let files = files(Int(record["files"]?.integerValue ?? 0))
    let former = record["former"]?.stringValue.map { " The former notes are in \($0)." } ?? ""
    return "Restored \(items) and \(files).\(former)"
  }

  private static func items(_ count: Int) -> String { "\(count) \(count == 1 ? "item" : "items")" }
  private static func files(_ count: Int) -> String {
    "\(count) attached \(count == 1 ? "file" : "files")"
  }
}
