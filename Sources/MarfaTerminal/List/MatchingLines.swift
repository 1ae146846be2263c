import MarfaSDK
import TerminalLayers
import Workbench

/// The lines that a search found its rows by, read for the rows in view.
@MainActor package final class MatchingLines {
  /// A row at one version of its note.
  private struct Key: Hashable {
    var id: String
    var updatedAt: Timestamp
  }

  private let context: Context
  private var query = SearchQuery(nil)
  private var known: [Key: MatchingText] = [:]
  private var asked: Set<Key> = []

  package init(context: Context) {
    self.context = context
  }

  /// Whether there are words or patterns, which are somewhere in each row's note.
  package private(set) var hasWords = false

  /// Looks for something else from now on.
  package func setQuery(_ query: SearchQuery) {
    guard query != self.query else { return }
    self.query = query
    hasWords = query.hasVisibleMatches
    known = [:]
    asked = []
  }

  /// Where the words are in a row's note, once it was read, without the marks of Markdown.
  package subscript(row: ListedItem) -> MatchingText? {
    known[Key(id: row.id, updatedAt: row.updatedAt)]
  }

  /// Reads the lines of the rows that were not asked for before.
  package func request(_ rows: [ListedItem]) {
    guard hasWords else { return }
    let keys = rows.map { Key(id: $0.id, updatedAt: $0.updatedAt) }
      .filter { !asked.contains($0) }
    guard !keys.isEmpty else { return }
    asked.formUnion(keys)
    let query = query
    context.work.perform("Reading the lines that match") { [self] in
      let texts = try await context.client.store.matchingText(of: keys.map(\.id), query: query)
      guard query == self.query else { return }
      for key in keys {
        guard var text = texts[key.id] else { continue }
        text.line = MentionText.shown(text.line)
        known[key] = text
      }
    }
  }
}
