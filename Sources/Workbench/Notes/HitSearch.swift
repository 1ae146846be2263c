import Foundation
import MarfaSDK
import NoteReading

/// Looks for the words of a filter in what is shown: at once in a short document, away from the
/// main actor in a long one.
@MainActor package struct HitSearch {
  /// The most lines of a document that is searched within the frame.
  private static let immediateLines = 2000

  private var filter = ""
  private var documentNumber = 0
  private var task: Task<Void, Never>?

  /// Nothing is looked for yet.
  package init() {}

  /// Searches unless that was done for the same filter and document.
  ///
  /// - Parameters:
  ///   - filter: The list's filter as it was typed.
  ///   - document: What is shown.
  ///   - number: Another one for each document.
  ///   - now: The time that dates in the filter are relative to.
  ///   - found: Takes the hits, at once or later.
  package mutating func update(
    filter: String, document: RenderedDocument, number: Int, now: Date,
    found: @escaping @MainActor (NoteHits) -> Void
  ) {
    guard filter != self.filter || number != documentNumber else { return }
    (self.filter, documentNumber) = (filter, number)
    task?.cancel()
    task = nil
    let words = SearchWords.words(
      in: SearchQuery(
        parsing: filter, now: Timestamp(milliseconds: Int64(now.timeIntervalSince1970 * 1000))))
    if words.isEmpty || document.lines.count <= Self.immediateLines {
      return found(NoteHits(of: words, in: document))
    }
    task = Task {
      let hits = await NoteHits.find(words, in: document)
      if !Task.isCancelled { found(hits) }
    }
  }

  /// Waits until no search is under way.
  package func finish() async { await task?.value }
}
