import MarfaSDK
import Operations

/// Writes all notes as a folder of Markdown files.
///
/// Its value is the report so far, which is yielded after each page of notes.
package struct ExportMarkdown: MutationRequest {
  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The folder's absolute path; it is made if need be.
    package var folder: String
    /// Whether files that were changed after their notes are written over.
    package var overwrites = false
    /// Whether files of earlier exports that belong to no note any more are removed.
    package var prunes = false
    /// Whether nothing is written.
    package var isDryRun = false

    /// Creates arguments.
    package init(
      folder: String, overwrites: Bool = false, prunes: Bool = false, isDryRun: Bool = false
    ) {
      self.folder = folder
      self.overwrites = overwrites
      self.prunes = prunes
      self.isDryRun = isDryRun
    }
  }

  package typealias Value = ExportReport

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// There is one export of a store at a time.
  package var path: OperationPath { ["export", "markdown"] }

  /// Exports once.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - arguments: Where to, and how.
  ///   - context: The values of this run.
  ///   - continuation: Takes the report so far.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, or what the folder or the store has against it; files that
  ///   were written stay.
  package func mutate(
    isolation: isolated (any Actor)?, with arguments: Arguments, in context: OperationContext,
    with continuation: OperationContinuation<ExportReport, any Error>
  ) async throws -> ExportReport {
    try await MarkdownExportRun.complete { [store] in
      try await MarkdownExportRun(arguments, store: store)
    } progress: {
      continuation.yield($0)
    }
  }
}
