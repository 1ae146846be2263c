import MarfaSDK
import Operations

/// What is asked about a note where the answer may take a while; each question has its own path, so
/// that all who ask it share one answer.
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

  /// The versions of a note that its server has kept, newest first: those of other devices, too.
  ///
  /// The server of the moment is asked: after signing in elsewhere the new one. Its client repeats
  /// what may succeed by itself, so the query does not: the person would wait for both. It runs again
  /// when the server can be reached again.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - sync: Knows the server; without one there is no version.
  /// - Returns: The versions.
  package static func serverVersions(
    of id: String, through sync: SyncMonitor
  ) -> some QueryRequest<[ItemVersion], any Error> {
    QueryOperation<[ItemVersion], any Error>(["server-versions", id]) { _ in
      try await sync.remote?.items.versions(id: id) ?? []
    }.retry(limit: 0)
  }
}
