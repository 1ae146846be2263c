import MarfaSDK
import Operations

/// The lines of other notes that name a note without linking to it; slow on many notes.
package struct UnlinkedMentions: QueryRequest {
  package typealias Value = [Mention]
  package typealias Failure = any Error

  private let id: String
  private let store: LocalStore

  /// Creates the request.
  ///
  /// - Parameters:
  ///   - id: The note that is named.
  ///   - store: Where notes are looked through.
  package init(of id: String, in store: LocalStore) {
    self.id = id
    self.store = store
  }

  package var path: OperationPath { ["unlinked-mentions", id] }

  /// Looks for the title in all notes.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - context: The values of this run.
  ///   - continuation: Not used; the answer comes whole.
  /// - Returns: The lines, by note.
  /// - Throws: `NotFoundError` or `StorageError`.
  package func fetch(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<[Mention], any Error>
  ) async throws -> [Mention] {
    try await store.unlinkedMentions(of: id)
  }
}

extension UnlinkedMentions {
  /// The request as the application runs it: an error of the local store is shown and not retried.
  ///
  /// - Parameters:
  ///   - id: The note that is named.
  ///   - store: Where notes are looked through.
  /// - Returns: The request with its modifiers.
  package static func query(
    of id: String, in store: LocalStore
  ) -> some QueryRequest<[Mention], any Error> {
    Self(of: id, in: store).completelyOffline()
  }
}
