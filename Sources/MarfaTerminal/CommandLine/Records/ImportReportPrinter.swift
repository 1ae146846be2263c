import MarfaSDK

/// Prints the report of an import.
struct ImportReportPrinter {
  private let session: CommandSession
  private let isJSON: Bool
  private let isQuiet: Bool
  private let isDryRun: Bool

  init(_ session: CommandSession, isJSON: Bool, isQuiet: Bool, isDryRun: Bool) {
    self.session = session
    self.isJSON = isJSON
    self.isQuiet = isQuiet
    self.isDryRun = isDryRun
  }

  /// Prints the report; what failed is told on standard error, too.
  ///
  /// - Parameter report: The report.
  /// - Throws: `CommandFailure` when anything failed: `partial`, or `failure` when nothing else
  ///   was there.
  func print(_ report: ImportReport) throws {
    if isJSON {
      session.output.write((json(report) + "\n").utf8)
    } else if !isQuiet {
      for line in lines(report) { session.output.line(line) }
    }
    session.output.flush()
    if !isQuiet {
      for remark in report.remarks { session.output.note("\(remark.path): \(remark.reason)") }
      if isDryRun { session.output.note("Nothing was written (--dry-run).") }
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
    ])
    let text = record.json
    return session.host.streams.isOutputTerminal ? RecordPrinter.inert(text) : text
  }

  private static func value(_ entry: ImportReport.Entry) -> JSONValue {
    ["path": .string(entry.path), "reason": .string(entry.reason)]
  }

  /// The sums, and how often each reason to skip was met, the most frequent first.
  private func lines(_ report: ImportReport) -> [String] {
    let sums =
      "\(report.seenCount) seen, \(report.importedCount) imported, "
      + "\(report.skipped.count) skipped, \(report.failed.count) failed"
    let reasons = Dictionary(grouping: report.skipped, by: \.reason).mapValues(\.count)
      .sorted { ($1.value, $0.key) < ($0.value, $1.key) }
    return [sums] + reasons.map { "  skipped \($0.value): \($0.key)" }
  }
}
