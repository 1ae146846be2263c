import MarfaSDK

/// Imports what an export as JSON wrote.
///
/// A set of items is one transaction.
package struct ImportJSON: Sendable {
  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The JSON text's UTF-8 bytes.
    package var bytes: [UInt8]
    /// Whether nothing is written.
    package var isDryRun: Bool

    package init(bytes: [UInt8], isDryRun: Bool = false) {
      self.bytes = bytes
      self.isDryRun = isDryRun
    }
  }

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// Imports once, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - arguments: What to import.
  ///   - progress: Takes the report so far, after each set of items.
  /// - Returns: The whole report.
  /// - Throws: `CommandFailure` for text that is no export, `CancellationError` or `StorageError`;
  ///   the sets that were written stay.
  @concurrent
  package func run(
    _ arguments: Arguments, progress: @Sendable (ImportReport) -> Void = { _ in }
  ) async throws -> ImportReport {
    try await JSONImportRun.complete(
      { [store] in
        JSONImportRun(
          try ExportedItems(arguments.bytes), isDryRun: arguments.isDryRun, store: store)
      },
      progress: progress)
  }
}
