/// What an export came to: seen = written + unchanged + skipped + failed.
package struct ExportReport: Hashable, Sendable {
  /// How many files were made or changed.
  package var writtenCount = 0
  /// How many files were the same already.
  package var unchangedCount = 0
  /// Paths of the files that were removed, in order.
  package var removed: [String] = []
  /// Imported notes whose files could not keep their names: the new path, and the name that they
  /// had.
  package var renamed: [ImportReport.Entry] = []
  /// What has no place in the export, by path or id.
  package var skipped: [ImportReport.Entry] = []
  /// What could not be written, by path.
  package var failed: [ImportReport.Entry] = []

  /// How many files of notes were made or changed.
  package var filesWritten = 0
  /// How many files of notes were the same already.
  package var filesUnchanged = 0
  /// The files of notes that could not be written, by path.
  package var failedFiles: [ImportReport.Entry] = []

  /// How many notes were looked at.
  package var seenCount: Int {
    writtenCount + unchangedCount + skipped.count + failed.count
  }

  /// A report of nothing.
  package init() {}
}
