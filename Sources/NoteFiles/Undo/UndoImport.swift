import MarfaSDK

/// Undoes an import: what it made goes into the trash, what it changed becomes as it was.
///
/// What was changed here since in any way stays. A set of the import is undone in one transaction.
package struct UndoImport: Sendable {
  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The import.
    package var journal: ImportJournal
    /// Whether what it made is removed permanently.
    package var purges = false
    /// Whether nothing is written.
    package var isDryRun = false

    package init(journal: ImportJournal, purges: Bool = false, isDryRun: Bool = false) {
      self.journal = journal
      self.purges = purges
      self.isDryRun = isDryRun
    }
  }

  /// What undoing came to.
  package struct Report: Hashable, Sendable {
    /// How many notes and notebooks went.
    package var removedCount = 0
    /// How many notes are as they were.
    package var restoredCount = 0
    /// What stays as it is, by id, and why.
    package var kept: [ImportReport.Entry] = []
  }

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// Undoes an import once, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - arguments: Which import, and how.
  ///   - progress: Takes the report so far, after each set of the import.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, or what the journal or the store has against it; what was
  ///   undone stays so, and another run goes on.
  @concurrent
  package func run(
    _ arguments: Arguments, progress: @Sendable (Report) -> Void = { _ in }
  ) async throws -> Report {
    try await UndoImportRun.complete(
      { [store] in try UndoImportRun(arguments, store: store) },
      progress: progress)
  }
}
