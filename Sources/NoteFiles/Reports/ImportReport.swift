/// What an import came to: `seenCount` = `importedCount` + skipped + failed.
package struct ImportReport: Hashable, Sendable {
  /// A file that was not imported, and why.
  package struct Entry: Hashable, Sendable {
    /// The path from the root of the import; of a list of items, the place in it.
    package var path: String
    /// Why, in a few words without a full stop.
    package var reason: String

    package init(path: String, reason: String) {
      self.path = path
      self.reason = reason
    }
  }

  /// How many entries were made or changed, with the files that notes got.
  package var importedCount = 0
  /// The files that notes got, in the order of the walk; they are counted as imported, too.
  package var attached: [String] = []
  /// What needed or deserved no import, in the order of the paths: notes first, then their files.
  package var skipped: [Entry] = []
  /// What should have been imported and could not be, in the same order.
  package var failed: [Entry] = []
  /// Remarks about imported files, in the order of the paths.
  package var remarks: [Entry] = []

  /// How many entries were looked at.
  package var seenCount: Int { importedCount + skipped.count + failed.count }

  /// A report of nothing.
  package init() {}
}
