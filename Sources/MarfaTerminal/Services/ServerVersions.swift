import MarfaSDK
import Operations

/// The versions of a note that the server has kept: those of other devices, too.
package struct ServerVersions: QueryRequest {
  package typealias Value = [ItemVersion]
  package typealias Failure = any Error

  private let id: String
  private let client: MarfaClient

  /// Creates the request.
  ///
  /// - Parameters:
  ///   - id: The note.
  ///   - client: The server's.
  package init(of id: String, on client: MarfaClient) {
    self.id = id
    self.client = client
  }

  package var path: OperationPath { ["server-versions", id] }

  /// Asks the server.
  ///
  /// - Parameters:
  ///   - isolation: The caller's actor.
  ///   - context: The values of this run.
  ///   - continuation: Not used; the answer comes whole.
  /// - Returns: The versions, newest first.
  /// - Throws: What the server said, or `NetworkError`.
  package func fetch(
    isolation: isolated (any Actor)?, in context: OperationContext,
    with continuation: OperationContinuation<[ItemVersion], any Error>
  ) async throws -> [ItemVersion] {
    try await client.items.versions(id: id)
  }
}
