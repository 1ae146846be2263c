import Foundation
import MarfaSDK
import Settings

/// Imports a folder of Markdown files.
///
/// A set of files is one transaction, so a run that ends anywhere leaves whole sets, and the next
/// run goes on from there.
package struct ImportMarkdown: Sendable {
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
    /// What becomes of each `#tag` in a text.
    package var inlineTags = InlineTagReading.none
    /// What names a new note whose front matter has no title.
    package var title = ImportTitle.file
    /// The notebook of the folder itself.
    package var root = RootNotebook.none
    /// Ids of the notebooks that were made for it, outermost first: its undo takes them away.
    package var madeNotebooks: [String] = []
    /// The titles of notebooks whose folders cannot be called so, by the path of the folder.
    package var notebookTitles: [String: String] = [:]
    /// The addresses of files that are known not to be there, so that nothing is said of them
    /// again.
    var missing: Set<String> = []
    /// Where a journal of the import is kept, so that it can be undone; nil keeps none.
    package var journal: ImportJournal?

    /// What the notes name as where they come from.
    package var source: String { ImportFolders.source(of: name) }

    /// Imports a folder under the folder's name.
    package init(folder: String, timeZone: TimeZone) {
      self.folder = folder
      self.timeZone = timeZone
      name = folder.split(separator: "/").last.map(String.init) ?? "/"
    }
  }

  /// What becomes of each `#tag` in a text.
  package enum InlineTagReading: Hashable, Sendable {
    /// Nothing.
    case none
    /// A new note gets it as a tag; of a known one those that came into the text or went from it
    /// since the last import do.
    case changes
    /// The note gets each of them at each import.
    case all
  }

  /// The notebook of an imported folder.
  package enum RootNotebook: Hashable, Sendable {
    /// There is none: its notes are in none, and its folders are notebooks at the top.
    case none
    /// One of this title, made by the first import of the folder.
    case titled(String)
    /// A notebook that there is.
    case existing(id: String)
  }

  private let store: LocalStore

  package init(store: LocalStore) { self.store = store }

  /// Imports once, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - arguments: Which folder, and how.
  ///   - progress: Takes the report so far, after each set of files.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, or what the folder or the store has against it; the sets that
  ///   were written stay.
  @concurrent
  package func run(
    _ arguments: Arguments, progress: @Sendable (ImportReport) -> Void = { _ in }
  ) async throws -> ImportReport {
    try await MarkdownImportRun.complete(
      { [store] in try await MarkdownImportRun(arguments, store: store) },
      progress: progress)
  }
}
