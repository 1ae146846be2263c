import MarfaSDK
import NoteFiles

/// Prints the report of an export.
struct ExportReportPrinter {
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

  /// Prints the report; failures also go to standard error.
  ///
  /// - Parameter report: The report.
  /// - Throws: `CommandFailure` when anything failed.
  func print(_ report: ExportReport) throws {
    if isJSON {
      session.output.write((record(report).json + "\n").utf8)
    } else if !isQuiet {
      session.output.line(
        "\(report.seenCount) \(report.seenCount == 1 ? "note" : "notes"), "
          + "\(report.writtenCount) written, "
          + "\(report.unchangedCount) unchanged, \(report.removed.count) removed, "
          + "\(report.skipped.count) skipped, \(report.failed.count) failed")
      let files = report.filesWritten + report.filesUnchanged + report.failedFiles.count
      if files > 0 {
        session.output.line(
          "\(files) attached \(files == 1 ? "file" : "files"), \(report.filesWritten) written, "
            + "\(report.filesUnchanged) unchanged, \(report.failedFiles.count) failed")
      }
    }
    session.output.flush()
    if isDryRun, !isQuiet { session.output.note("Nothing was written (--dry-run).") }
    for entry in report.renamed {
      session.output.note("\(entry.path): its name was “\(entry.reason)”")
    }
    let failed = report.failed + report.failedFiles
    for entry in failed { session.output.note("\(entry.path): failed: \(entry.reason)") }
    guard failed.isEmpty else {
      throw CommandFailure(report.failed.count < report.seenCount ? .partial : .failure)
    }
  }

  private func record(_ report: ExportReport) -> Record {
    Record([
      ("seen", .integer(Int64(report.seenCount))),
      ("written", .integer(Int64(report.writtenCount))),
      ("unchanged", .integer(Int64(report.unchangedCount))),
      ("removed", .array(report.removed.map(JSONValue.string))),
      ("renamed", .array(report.renamed.map(Self.value))),
      ("skipped", .array(report.skipped.map(Self.value))),
      ("failed", .array((report.failed + report.failedFiles).map(Self.value))),
      ("files_written", .integer(Int64(report.filesWritten))),
      ("files_unchanged", .integer(Int64(report.filesUnchanged))),
    ])
  }

  private static func value(_ entry: ImportReport.Entry) -> JSONValue {
    ["path": .string(entry.path), "reason": .string(entry.reason)]
  }
}
