import ArgumentParser
import Dispatch
import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// Shows what syncing came to.
struct LogCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "log", abstract: "Show what syncing did.",
    discussion: """
      The last lines, oldest first; --follow prints further ones as they come, until Ctrl-C. No \
      text of a note and no key is in it. The device is the one that made a change, where it has a \
      name (`server.device`) and the server says so. Among the events are item_created, \
      item_updated, item_trashed and item_deleted of what came from the server, conflict_waits with \
      what contradicts what, conflict_merged and conflict_copied of those that were settled, and \
      refused. A file has its name, while a note has it; its id is the hash of its bytes.

      Fields: time, event, id, name (of a file), message, device.
      """)

  @Flag(help: "Print further lines as they come.")
  var follow = false

  @OptionGroup var limit: LimitOption

  @OptionGroup var format: FormatOptions

  func run(in session: CommandSession) async throws {
    let log = ActivityLog(directories: session.directories)
    var options = format
    // An array that never ends is no JSON.
    if follow, options.json || options.format == "json" {
      (options.json, options.jsonl, options.format) = (false, true, nil)
    }
    let printerOptions = options
    let most = limit.count(standard: 50)
    guard follow else {
      var printer = try Self.printer(options, session)
      await Self.show(log.lines(from: 0).lines.suffix(most), &printer, session)
      return printer.finish()
    }
    try ApplicationDirectories.create(session.directories.state)
    try await Interruptible.run(session.host) {
      try await Self.follow(log, try Self.printer(printerOptions, session), most, session)
    }
  }

  private static func follow(
    _ log: ActivityLog, _ printer: RecordPrinter, _ most: Int, _ session: CommandSession
  ) async throws {
    var printer = printer
    let file = URL(filePath: log.path)
    // One waiting signal is enough: all new lines are read at once.
    let (changes, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let watcher = try DirectoryWatcher(
      directory: file.deletingLastPathComponent().path, queue: .global()
    ) { names in
      if names.isEmpty || names.contains(file.lastPathComponent) { continuation.yield() }
    }
    defer { watcher.cancel() }
    let first = log.lines(from: 0)
    await show(first.lines.suffix(most), &printer, session)
    session.output.flush()
    var end = first.end
    for await _ in changes {
      let next = log.lines(from: end)
      end = next.end
      await show(next.lines, &printer, session)
      session.output.flush()
      if session.output.isClosed { return }
    }
    throw CancellationError()
  }

  // MARK: - Lines

  private static let fields = ["time", "event", "id", "name", "message", "device"]

  private static func printer(
    _ options: FormatOptions, _ session: CommandSession
  ) throws -> RecordPrinter {
    try RecordPrinter(options, fields: fields, output: session.output) { record in
      let shown = fields.filter { $0 != "id" || record["name"] == .null }
      return shown.compactMap { name in
        let text = Record.text(of: record[name] ?? .null)
        return text.isEmpty ? nil : text
      }.joined(separator: "  ")
    }
  }

  private static func show(
    _ lines: some Sequence<String>, _ printer: inout RecordPrinter, _ session: CommandSession
  ) async {
    let entries = lines.compactMap { ActivityRecord(line: $0) }
    let names = await names(ofBlobs: Set(entries.compactMap(\.blob)), session)
    for entry in entries {
      let name = entry.blob.flatMap { names[$0] }.map(JSONValue.string) ?? .null
      printer.print(
        Record(fields.map { ($0, $0 == "name" ? name : entry.record[$0] ?? .null) }))
    }
  }

  /// What the files are called; nothing where the notes cannot be read: the log is shown without
  /// their names then.
  private static func names(
    ofBlobs hashes: Set<String>, _ session: CommandSession
  ) async -> [String: String] {
    guard !hashes.isEmpty, session.hasNotes else { return [:] }
    return (try? await session.openNotesToRead().store.names(ofBlobs: hashes)) ?? [:]
  }
}
