import MarfaSDK

/// Writes all notes as a folder of Markdown files.
package struct ExportMarkdown: Sendable {
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

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// Exports once, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - arguments: Where to, and how.
  ///   - progress: Takes the report so far, after each page of notes.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, or what the folder or the store has against it; files that
  ///   were written stay.
  @concurrent
  package func run(
    _ arguments: Arguments, progress: @Sendable (ExportReport) -> Void = { _ in }
  ) async throws -> ExportReport {
    try await MarkdownExportRun.complete(
      { [store] in try await MarkdownExportRun(arguments, store: store) },
      progress: progress)
  }
}
