import Foundation
import MarfaSDK

/// Writes notes as pages for a browser, with their files.
package struct ExportHTML: Sendable {
  /// Which notes are written.
  package enum Selection: Hashable, Sendable {
    /// All but those in the trash.
    case all
    /// Those of a notebook and of the notebooks in it.
    case notebook(id: String)
    /// One note.
    case note(id: String)
  }

  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The folder's absolute path; it is made if need be.
    package var folder: String
    /// Which notes.
    package var selection: Selection
    /// Whether files that are not of an export are written over.
    package var overwrites: Bool

    package init(folder: String, selection: Selection, overwrites: Bool = false) {
      self.folder = folder
      self.selection = selection
      self.overwrites = overwrites
    }
  }

  private let store: LocalStore
  private let render: @Sendable (String) -> String
  private let fetch: @Sendable (String) async throws -> Void

  /// Exports from a store.
  ///
  /// - Parameters:
  ///   - store: The notes.
  ///   - render: Makes harmless HTML of Markdown.
  ///   - fetch: Brings the bytes of a blob to this machine.
  package init(
    store: LocalStore, render: @escaping @Sendable (String) -> String,
    fetch: @escaping @Sendable (String) async throws -> Void
  ) {
    self.store = store
    self.render = render
    self.fetch = fetch
  }

  /// Exports once, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - arguments: Which notes, and where to.
  ///   - progress: Takes the report so far, after each page of notes.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, `NotFoundError`, or what the folder or the store has against
  ///   it; files that were written stay.
  @concurrent
  package func run(
    _ arguments: Arguments, progress: @Sendable (ExportReport) -> Void = { _ in }
  ) async throws -> ExportReport {
    try await HTMLExportRun.complete(
      { [store, render, fetch] in
        try await HTMLExportRun(arguments, store: store, render: render, fetch: fetch)
      },
      progress: progress)
  }
}
