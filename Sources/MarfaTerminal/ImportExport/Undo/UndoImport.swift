import MarfaSDK
import Operations

/// Takes an import back: what it made goes into the trash, what it changed becomes as it was.
///
/// What was changed here since stays. Its value is the report so far, which is yielded after each
/// set of the import.
package struct UndoImport: MutationRequest {
  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The import.
    package var journal: ImportJournal
    /// Whether what it made is removed for good, so that another import makes it anew.
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

  /// Creates the request.
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
    try await Self.run(arguments, store) { continuation.yield($0) }
  }

  @concurrent
  private static func run(
    _ arguments: Arguments, _ store: LocalStore, progress: @Sendable (Report) -> Void
  ) async throws -> Report {
    var report = Report()
    let entries = try arguments.journal.entries()
    for entry in entries.reversed() {
      for change in entry.changed {
        try Task.checkCancellation()
        try await restore(change, arguments, store, &report)
      }
      for id in entry.created {
        try Task.checkCancellation()
        try await remove(id, arguments, store, &report)
      }
      progress(report)
    }
    // Notebooks go when nothing is in them any more, the innermost first.
    for id in entries.flatMap(\.notebooks).reversed() {
      try await removeNotebook(id, arguments, store, &report)
    }
    if !arguments.isDryRun { try arguments.journal.remove() }
    return report
  }

  private static func restore(
    _ change: ImportJournal.Changed, _ arguments: Arguments, _ store: LocalStore,
    _ report: inout Report
  ) async throws {
    guard let item = try await store.item(id: change.id) else { return }
    guard item.version == change.after else { return report.keep(change.id) }
    report.restoredCount += 1
    guard !arguments.isDryRun else { return }
    _ = try await store.restoreVersion(change.before, of: change.id)
    _ = try await store.setTags(id: change.id, change.tags)
  }

  private static func remove(
    _ id: String, _ arguments: Arguments, _ store: LocalStore, _ report: inout Report
  ) async throws {
    guard let item = try await store.item(id: id) else { return }
    guard item.version == 1 || item.state == .trashed else { return report.keep(id) }
    try await discard(item, arguments, store, &report)
  }

  private static func removeNotebook(
    _ id: String, _ arguments: Arguments, _ store: LocalStore, _ report: inout Report
  ) async throws {
    guard let item = try await store.item(id: id), item.state != .trashed || arguments.purges
    else { return }
    let edges = try await store.edges(
      EdgeFilters(sourceID: id, edgeTypes: [EdgeType.parentOf.id])
    ).data
    for edge in edges where !arguments.isDryRun {
      let child = try await store.item(id: edge.targetID)
      if let child, child.state != .trashed {
        return report.keep(id, ImportReason.notebookInUse)
      }
    }
    try await discard(item, arguments, store, &report)
  }

  private static func discard(
    _ item: Item, _ arguments: Arguments, _ store: LocalStore, _ report: inout Report
  ) async throws {
    guard item.state != .trashed || arguments.purges else { return }
    report.removedCount += 1
    guard !arguments.isDryRun else { return }
    if item.state != .trashed { _ = try await store.transitionItem(id: item.id, to: .trashed) }
    if arguments.purges { _ = try await store.purgeItem(id: item.id) }
  }
}

extension UndoImport.Report {
  fileprivate mutating func keep(_ id: String, _ reason: String = ImportReason.changedSince) {
    kept.append(.init(path: id, reason: reason))
  }
}
