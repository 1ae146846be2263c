import MarfaSDK
import Operations

/// What is asked of this machine's notes where the answer may take a while; each question has its
/// own path, so that all who ask it share one answer.
package enum NoteQueries {
  /// The lines of other notes that name a note without linking to it; slow on many notes.
  ///
  /// An error of the local store is shown and not retried.
  ///
  /// - Parameters:
  ///   - id: The note that is named.
  ///   - store: Where notes are looked through.
  /// - Returns: The lines, by note.
  package static func unlinkedMentions(
    of id: String, in store: LocalStore
  ) -> some QueryRequest<[Mention], any Error> {
    QueryOperation<[Mention], any Error>(["unlinked-mentions", id]) { _ in
      try await store.unlinkedMentions(of: id)
    }.completelyOffline()
  }
}
