import Foundation
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
    /// The zone of dates without one, for files without anything of ours in them; nil for files
    /// that an import knows again.
    package var plainZone: TimeZone?

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
  private let fetch: @Sendable (String) async throws -> Void

  /// Exports from a store.
  ///
  /// - Parameters:
  ///   - store: The notes.
  ///   - fetch: Brings the bytes of a blob to this machine; nil where they are here or missing.
  package init(
    store: LocalStore, fetch: (@Sendable (String) async throws -> Void)? = nil
  ) {
    self.store = store
    self.fetch = fetch ?? { [blobs = store.blobs] in _ = try await blobs.verified($0) }
  }

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
      { [store, fetch] in
        try await MarkdownExportRun(arguments, store: store, fetch: fetch)
      },
      progress: progress)
  }
}
