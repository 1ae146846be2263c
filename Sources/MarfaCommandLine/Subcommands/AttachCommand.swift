import ArgumentParser
import Foundation
import MarfaSDK
import NoteFiles

/// Attaches files to a note, lists them, and takes them away.
struct AttachCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "attach", abstract: "Attach files to a note, or list those that it has.",
    discussion: """
      The files are copied, and may then go. With a server they are sent by the next sync, and \
      the change of the note follows them. Without files the attachments are listed.

      Fields: hash, name, type, size (null while it is not known), state (here, waiting, \
      paused, failed, stored, remote), message.

      \(ProgressOptions.fields)
      """)

  @Argument(
    help: "The note: its id, its first characters or its title.",
    completion: Candidates.note.completion)
  var note: String

  @Argument(help: "Files to attach.", completion: .file())
  var files: [String] = []

  @Option(
    help: ArgumentHelp(
      "Take an attachment away, by its name or the start of its hash.", valueName: "name"))
  var remove: [String] = []

  @OptionGroup var progress: ProgressOptions

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let client =
      files.isEmpty && remove.isEmpty
      ? try await session.openNotesToRead() : try await session.openNotes()
    let attachments = client.attachments
    let id = try await session.resolve(note, in: client.store)
    for name in remove {
      let found = try AttachmentName.only(name, in: try await attachments.list(id))
      try await attachments.remove(found.attachment, from: id)
    }
    if files.isEmpty, remove.isEmpty { return try await list(attachments, id, session) }
    try await attach(to: id, attachments, session)
  }

  private func list(
    _ attachments: AttachmentsNamespace, _ id: String, _ session: CommandSession
  ) async throws {
    var printer = try AttachmentRecord.printer(format, session.output)
    for attachment in try await attachments.list(id) {
      printer.print(AttachmentRecord.record(attachment))
    }
    printer.finish()
  }

  private func attach(
    to id: String, _ attachments: AttachmentsNamespace, _ session: CommandSession
  ) async throws {
    let progress = FileProgress(session, self.progress)
    var printer = try AttachmentRecord.printer(format, session.output)
    var failures: [CommandFailure] = []
    for file in files {
      let path = file.hasPrefix("/") ? file : session.host.currentDirectory + "/" + file
      let name = URL(filePath: path).lastPathComponent
      do {
        if file.isEmpty { throw CommandFailure(.usage, "The name of a file is empty.") }
        let added = try await progress.during {
          try await attachments.add(file: path, to: id) { read, total in
            progress.show(.hashing, name, read, of: total)
          }
        }
        progress.finish(name, size: added.size ?? 0)
        printer.print(AttachmentRecord.record(added))
      } catch is CancellationError {
        throw CancellationError()
      } catch {
        let failure = CommandFailure(error)
        let message = failure.message ?? "\(name) failed."
        progress.fail(name, because: message)
        session.output.note("marfa: \(message)")
        failures.append(failure)
      }
    }
    printer.finish()
    guard let first = failures.first else { return }
    if failures.count < files.count { throw CommandFailure(.partial) }
    throw CommandFailure(first.status)
  }
}
