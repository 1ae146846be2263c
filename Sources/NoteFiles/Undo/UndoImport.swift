import MarfaSDK
import Operations

/// Takes an import back: what it made goes into the trash, what it changed becomes as it was.
///
/// What was changed here since in any way stays. Its value is the report so far, which is yielded after each
/// set of the import; a set is undone in one transaction.
package struct UndoImport: MutationRequest {
  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The import.
    package var journal: ImportJournal
    /// Whether what it made is removed permanently, so that another import makes it again.
    package var purges = false
    /// Whether nothing is written.
    package var isDryRun = false

    /// Creates arguments.
    package init(journal: ImportJournal, purges: Bool = false, isDryRun: Bool = false) {
      self.journal = journal
      self.purges = purges
      self.isDryRun = isDryRun
    }
  }

  /// What taking back came to.
  package struct Report: Hashable, Sendable {
    /// How many notes and notebooks went.
    package var removedCount = 0
    /// How many notes are as they were.
    package var restoredCount = 0
    /// What stays as it is, by id, and why.
    package var kept: [ImportReport.Entry] = []
  }

  package typealias Value = Report

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// There is one import of a store at a time, and taking back is one.
  package var path: OperationPath { ["import", "undo"] }

  /// Takes an import back once.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - arguments: Which import, and how.
  ///   - context: The values of this run.
  ///   - continuation: Takes the report so far.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, or what the journal or the store has against it; what was taken
  ///   back stays so, and another run goes on.
  package func mutate(
    isolation: isolated (any Actor)?, with arguments: Arguments, in context: OperationContext,
    with continuation: OperationContinuation<Report, any Error>
  ) async throws -> Report {
    try await UndoImportRun.complete { [store] in
      try UndoImportRun(arguments, store: store)
    } progress: {
      continuation.yield($0)
    }
  }
}
