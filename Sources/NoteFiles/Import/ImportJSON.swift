import MarfaSDK
import Operations

/// Imports what an export as JSON wrote.
///
/// Its value is the report so far, which is yielded after each set of items; a set is one
/// transaction.
package struct ImportJSON: MutationRequest {
  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The JSON text's UTF-8 bytes.
    package var bytes: [UInt8]
    /// Whether nothing is written.
    package var isDryRun: Bool

    /// Creates arguments.
    package init(bytes: [UInt8], isDryRun: Bool = false) {
      self.bytes = bytes
      self.isDryRun = isDryRun
    }
  }

  package typealias Value = ImportReport

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// There is one import of a store at a time.
  package var path: OperationPath { ["import", "json"] }

  /// Imports once.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - arguments: What to import.
  ///   - context: The values of this run.
  ///   - continuation: Takes the report so far.
  /// - Returns: The whole report.
  /// - Throws: `CommandFailure` for text that is no export, `CancellationError` or `StorageError`;
  ///   the sets that were written stay.
  package func mutate(
    isolation: isolated (any Actor)?, with arguments: Arguments, in context: OperationContext,
    with continuation: OperationContinuation<ImportReport, any Error>
  ) async throws -> ImportReport {
    try await JSONImportRun.complete { [store] in
      JSONImportRun(
        try ExportedItems(arguments.bytes), isDryRun: arguments.isDryRun, store: store)
    } progress: {
      continuation.yield($0)
    }
  }
}
