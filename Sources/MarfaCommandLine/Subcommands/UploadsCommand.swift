import ArgumentParser
import MarfaSDK
import NoteFiles
import TerminalUI

/// Lists the files that are not on the server yet, and says what becomes of them.
struct UploadsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "uploads", abstract: "List, pause, resume and cancel what is being sent.",
    discussion: "The application and `marfa sync --wait` send it, two files at a time.",
    subcommands: [
      UploadsListCommand.self, UploadsPauseCommand.self, UploadsResumeCommand.self,
      UploadsCancelCommand.self, UploadsFirstCommand.self,
    ], defaultSubcommand: UploadsListCommand.self)
}

/// Lists the files that are not on the server yet.
struct UploadsListCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "List the files that are not on the server yet.",
    discussion: """
      --watch prints a line whenever one gets further, as JSON unless --format says otherwise, \
      until Ctrl-C: one object a line. --progress json is the same.

      Fields: hash, name, type, size, sent (bytes that the server has), percent, state (queued, \
      sending, paused, failed; with --watch also gone: sent, or given up), message.
      """)

  static let fields = [
    "hash", "name", "type", "size", "sent", "percent", "state", "message",
  ]

  @Flag(help: "Print a line at each change.")
  var watch = false

  @Option(help: ArgumentHelp("json: as --watch --jsonl.", valueName: "form"))
  var progress = ProgressForm.auto

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    if watch || progress == .json { return try await follow(session) }
    var printer = try Self.printer(format, session.output)
    if session.hasNotes {
      let uploads = try await session.openNotesToRead().attachments.uploads()
      let moving = Self.moving(uploads, isSending: Self.isSending(session))
      for upload in uploads {
        printer.print(UploadRecords.record(upload, isSending: moving.contains(upload.hash)))
      }
    }
    printer.finish()
  }

  private func follow(_ session: CommandSession) async throws {
    var options = format
    // An array that never ends is no JSON.
    if !options.isGiven || options.json || options.format == "json" {
      (options.json, options.jsonl, options.format) = (false, true, nil)
    }
    let printerOptions = options
    let store = try await session.openNotes().store
    try await Interruptible.run(session.host) {
      let changes = store.uploadChanges()
      var printer = try Self.printer(printerOptions, session.output)
      var last: [BlobUpload] = []
      var iterator = changes.makeAsyncIterator()
      repeat {
        let uploads = try await store.uploads()
        let moving = Self.moving(uploads, isSending: Self.isSending(session))
        for upload in uploads where !last.contains(upload) {
          printer.print(UploadRecords.record(upload, isSending: moving.contains(upload.hash)))
        }
        for upload in last where !uploads.contains(where: { $0.hash == upload.hash }) {
          printer.print(UploadRecords.record(upload, isDone: true))
        }
        last = uploads
        session.output.flush()
        if session.output.isClosed { return }
      } while await iterator.next() != nil
      throw CancellationError()
    }
  }

  /// Whether a program works with the server now.
  private static func isSending(_ session: CommandSession) -> Bool {
    let path = EngineReport.lockPath(ofStore: session.databasePath)
    guard let (report, isDriven) = EngineReport.read(path), isDriven else { return false }
    return ConnectionState(rawValue: report.state) == .online
  }

  /// The uploads that are on their way: of those that a program sends at a time, the ones of which
  /// the server has something and that do not wait after a failure.
  static func moving(_ uploads: [BlobUpload], isSending: Bool) -> Set<String> {
    guard isSending else { return [] }
    let next = uploads.filter { $0.state == .queued && $0.error == nil }
      .prefix(UploadStateMachine.parallel)
    return Set(next.filter { $0.offset > 0 }.map(\.hash))
  }

  private static func printer(
    _ format: FormatOptions, _ output: CommandOutput
  ) throws -> RecordPrinter {
    try RecordPrinter(format, fields: fields, output: output, human: { line(for: $0) })
  }

  private static func line(for record: Record) -> String {
    let size = ByteWords.size(record["size"]?.integerValue ?? 0)
    let words = ["state", "percent", "name", "message"].map {
      record[$0].map(Record.text) ?? ""
    }
    let end = words[3].isEmpty ? "" : "  (\(words[3]))"
    return "\(words[0])  \(words[1])% of \(size)  \(TextWidth.visible(words[2]))\(end)"
  }
}

/// Which uploads a command is about.
struct UploadChoice: ParsableArguments {
  @Argument(help: "Names of files, or the start of their hashes.")
  var names: [String] = []

  @Flag(help: "All of them.")
  var all = false

  func validate() throws {
    if all == !names.isEmpty {
      throw ArgumentParser.ValidationError("Name uploads, or all of them with --all.")
    }
  }

  /// The chosen uploads, in the order in which they are named.
  func uploads(of attachments: AttachmentsNamespace) async throws -> [BlobUpload] {
    let known = try await attachments.uploads()
    if all { return known }
    var chosen: [BlobUpload] = []
    for name in names {
      let found = known.filter { Self.matches(name, $0) }
      guard !found.isEmpty else { throw CommandFailure(.notFound, "No upload “\(name)”.") }
      chosen += found.filter { !chosen.contains($0) }
    }
    return chosen
  }

  /// Does something to each of the chosen uploads.
  func forEach(
    in session: CommandSession, _ body: (AttachmentsNamespace, BlobUpload) async throws -> Void
  ) async throws {
    let attachments = try await session.openNotes().attachments
    for upload in try await uploads(of: attachments) { try await body(attachments, upload) }
  }

  private static func matches(_ name: String, _ upload: BlobUpload) -> Bool {
    upload.name == name || AttachmentName.isStart(name, of: upload.hash)
  }
}

/// Stops uploads for now.
struct UploadsPauseCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "pause", abstract: "Stop uploads for now; what was sent stays sent.")

  @OptionGroup var choice: UploadChoice

  func run(in session: CommandSession) async throws {
    try await choice.forEach(in: session) { try await $0.pause($1.hash) }
  }
}

/// Lets uploads go on.
struct UploadsResumeCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "resume", abstract: "Go on with uploads that were stopped or that failed.")

  @OptionGroup var choice: UploadChoice

  func run(in session: CommandSession) async throws {
    try await choice.forEach(in: session) { try await $0.resume($1.hash) }
  }
}

/// Gives uploads up.
struct UploadsCancelCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "cancel", abstract: "Give uploads up and take the files away from their notes.")

  @OptionGroup var choice: UploadChoice

  func run(in session: CommandSession) async throws {
    try await choice.forEach(in: session) { try await $0.cancel($1.hash) }
  }
}

/// Sends an upload before all others.
struct UploadsFirstCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "first", abstract: "Send these before the others.")

  @OptionGroup var choice: UploadChoice

  func run(in session: CommandSession) async throws {
    let attachments = try await session.openNotes().attachments
    // The last one first: each goes before those that were moved already.
    for upload in try await choice.uploads(of: attachments).reversed() {
      try await attachments.move(upload.hash, to: 0)
    }
  }
}
