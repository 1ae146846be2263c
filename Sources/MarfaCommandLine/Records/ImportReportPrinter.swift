import MarfaSDK
import NoteFiles
import Synchronization

/// Shows how far an import is, and keeps its last report.
final class ImportProgress: Sendable {
  private let line: ProgressLine
  private let unit: String
  private let last = Mutex(ImportReport())

  init(_ line: ProgressLine, reading unit: String) {
    self.line = line
    self.unit = unit
  }

  /// The report so far.
  var report: ImportReport { last.withLock { $0 } }

  /// Takes the report so far.
  func take(_ report: ImportReport) {
    last.withLock { $0 = report }
    line.show("\(report.seenCount) \(unit) read")
  }
}

/// Prints the report of an import.
struct ImportReportPrinter {
  private let session: CommandSession
  private let options: ImportReportOptions

  init(_ session: CommandSession, _ options: ImportReportOptions) {
    self.session = session
    self.options = options
  }

  /// Runs an import and prints its report, also when the notes' file ends it early: the sets that
  /// were written until then stay.
  ///
  /// - Parameters:
  ///   - unit: What it reads, such as `files`.
  ///   - work: The import; it hands on each report.
  /// - Throws: As `print(_:)`, and what ended the import.
  func run(
    reading unit: String,
    _ work: @escaping @Sendable (ImportProgress) async throws -> ImportReport
  ) async throws {
    let line = ProgressLine(session, isQuiet: options.isQuiet)
    let progress = ImportProgress(line, reading: unit)
    let report: ImportReport
    do {
      report = try await line.during { try await work(progress) }
    } catch let error as StorageError {
      let report = progress.report
      // What the error itself says weighs more than a failed entry.
      try? print(report)
      throw Self.failure(error, after: report)
    }
    try print(report)
  }

  private static func failure(_ error: StorageError, after report: ImportReport) -> CommandFailure {
    let failure = CommandFailure(error)
    let cause = error.code == .diskFull ? "The disk is full." : failure.message ?? "It failed."
    let count = report.importedCount
    let done = count == 1 ? "1 note was imported" : "\(count) notes were imported"
    return CommandFailure(
      failure.status, "\(cause) \(done) before that; run it again to continue.")
  }

  /// Prints the report; failures also go to standard error.
  ///
  /// - Parameter report: The report.
  /// - Throws: `CommandFailure` when anything failed: `partial`, or `failure` when nothing else
  ///   was there.
  func print(_ report: ImportReport) throws {
    if options.isJSON {
      session.output.write((json(report) + "\n").utf8)
    } else if !options.isQuiet {
      for line in lines(report) { session.output.line(line) }
    }
    session.output.flush()
    if !options.isQuiet {
      for remark in report.remarks { session.output.note("\(remark.path): \(remark.reason)") }
      if options.isDryRun { session.output.note("Nothing was written (--dry-run).") }
    }
    for entry in report.failed { session.output.note("\(entry.path): failed: \(entry.reason)") }
    guard report.failed.isEmpty else {
      throw CommandFailure(report.failed.count < report.seenCount ? .partial : .failure)
    }
  }

  private func json(_ report: ImportReport) -> String {
    let record = Record([
      ("seen", .integer(Int64(report.seenCount))),
      ("imported", .integer(Int64(report.importedCount))),
      ("skipped", .array(report.skipped.map(Self.value))),
      ("failed", .array(report.failed.map(Self.value))),
      ("attached", .array(report.attached.map(JSONValue.string))),
    ])
    let text = record.json
    return session.host.streams.isOutputTerminal ? RecordPrinter.inert(text) : text
  }

  private static func value(_ entry: ImportReport.Entry) -> JSONValue {
    ["path": .string(entry.path), "reason": .string(entry.reason)]
  }

  /// The most files that are named for one reason to leave them out.
  private static let mostNames = 10

  /// The sums, and how often each reason to skip was met, the most frequent first, with the files
  /// that are not here.
  private func lines(_ report: ImportReport) -> [String] {
    let sums =
      "\(report.seenCount) seen, \(report.importedCount) imported, "
      + "\(report.skipped.count) skipped, \(report.failed.count) failed"
    let reasons = Dictionary(grouping: report.skipped, by: \.reason)
      .sorted { ($1.value.count, $0.key) < ($0.value.count, $1.key) }
    let count = report.attached.count
    let attached = count == 0 ? [] : ["  \(count) attached \(count == 1 ? "file" : "files")"]
    return [sums] + attached
      + reasons.flatMap { reason, entries in
        ["  skipped \(entries.count): \(reason)"] + names(of: entries, reason)
      }
  }

  private func names(of entries: [ImportReport.Entry], _ reason: String) -> [String] {
    guard reason != ImportReason.unchanged else { return [] }
    let more = entries.count - Self.mostNames
    return entries.prefix(Self.mostNames).map { "    \($0.path)" }
      + (more > 0 ? ["    … \(more) more, which --json names"] : [])
  }
}
