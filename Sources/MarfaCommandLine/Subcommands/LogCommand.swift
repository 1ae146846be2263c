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
      name (`server.device`) and the server says so.

      Fields: time, event, id, message, device.
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
      for line in log.lines(from: 0).lines.suffix(most) { Self.show(line, &printer) }
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
    for line in first.lines.suffix(most) { show(line, &printer) }
    session.output.flush()
    var end = first.end
    for await _ in changes {
      let next = log.lines(from: end)
      end = next.end
      for line in next.lines { show(line, &printer) }
      session.output.flush()
      if session.output.isClosed { return }
    }
    throw CancellationError()
  }

  private static func printer(
    _ options: FormatOptions, _ session: CommandSession
  ) throws -> RecordPrinter {
    try RecordPrinter(options, fields: ActivityRecord.fields, output: session.output) { record in
      ActivityRecord.fields.compactMap { name in
        let text = Record.text(of: record[name] ?? .null)
        return text.isEmpty ? nil : text
      }.joined(separator: "  ")
    }
  }

  private static func show(_ line: String, _ printer: inout RecordPrinter) {
    if let entry = ActivityRecord(line: line) { printer.print(entry.record) }
  }
}
