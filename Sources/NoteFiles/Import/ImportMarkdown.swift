import Foundation
import MarfaSDK
import Operations

/// Imports a folder of Markdown files.
///
/// Its value is the report so far, which is yielded after each set of files; a set is one
/// transaction, so a run that ends anywhere leaves whole sets, and the next run goes on from there.
package struct ImportMarkdown: MutationRequest {
  /// What one run is given.
  package struct Arguments: Hashable, Sendable {
    /// The folder's absolute path.
    package var folder: String
    /// What the folder is called: notes of the same name and path are the same notes.
    package var name: String
    /// Whether nothing is written.
    package var isDryRun = false
    /// The zone of dates without one.
    package var timeZone: TimeZone
    /// Tags that every note gets.
    package var tags: [String] = []
    /// Whether each `#tag` in a text becomes a tag of the note.
    package var readsInlineTags = false
    /// Where a journal of the import is kept, so that it can be undone; nil keeps none.
    package var journal: ImportJournal?

    /// What the notes name as where they come from.
    package var source: String { ImportFolders.source(of: name) }

    /// Creates arguments; the name is the folder's.
    package init(folder: String, timeZone: TimeZone) {
      self.folder = folder
      self.timeZone = timeZone
      name = folder.split(separator: "/").last.map(String.init) ?? "/"
    }
  }

  package typealias Value = ImportReport

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// There is one import of a store at a time.
  package var path: OperationPath { ["import", "markdown"] }

  /// Imports once.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - arguments: Which folder, and how.
  ///   - context: The values of this run.
  ///   - continuation: Takes the report so far.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, or what the folder or the store has against it; the sets that
  ///   were written stay.
  package func mutate(
    isolation: isolated (any Actor)?, with arguments: Arguments, in context: OperationContext,
    with continuation: OperationContinuation<ImportReport, any Error>
  ) async throws -> ImportReport {
    try await MarkdownImportRun.complete { [store] in
      try await MarkdownImportRun(arguments, store: store)
    } progress: {
      continuation.yield($0)
    }
  }
}
