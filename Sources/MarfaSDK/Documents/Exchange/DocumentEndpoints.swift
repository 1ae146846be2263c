import Documents
import Foundation

/// The requests about documents, each sent once.
///
/// Packs travel as the bytes of `Documents`; a repeated one takes no change twice. Every method
/// throws a ``DocumentSyncError``, the `MarfaError` of any other refusal, `NetworkError`,
/// `ResponseDecodingError` or `CancellationError`.
package struct DocumentEndpoints: Sendable {
  /// The property of an item that a document is bound to.
  package struct Binding: Hashable, Sendable {
    /// The item's id.
    package var itemId: String
    /// The property's name, a text.
    package var field: String

    package init(itemId: String, field: String) {
      self.itemId = itemId
      self.field = field
    }
  }

  /// What is wanted of the server.
  package enum Direction: String, Sendable {
    /// Changes go both ways.
    case both
    /// The client's changes are taken, and nothing is sent back.
    case push
  }

  let transport: any Transport

  /// Sends over a transport, with its credential.
  package init(_ transport: any Transport) { self.transport = transport }

  /// Gets an id, which is the actor of what the client edits.
  ///
  /// - Parameter clientKey: What the client calls itself, 1 to 200 bytes.
  /// - Returns: The id.
  /// - Throws: As every method.
  package func activate(_ clientKey: String) async throws -> ActorID {
    try DocumentCall.client(in: await send(.activation(clientKey)))
  }

  /// Detaches a client from everything; its id is used up.
  package func deactivate(_ client: ActorID) async throws {
    _ = try await send(DocumentCall("DELETE", "/documents/clients/\(client)"))
  }

  /// Takes part in a document, which is made if there is none; again, it is a `sync`.
  package func attach(
    _ pack: ChangePack, as client: ActorID, to binding: Binding? = nil
  ) async throws -> ChangePack {
    try await exchange(.exchange(.attach, pack, as: client, to: binding), pack)
  }

  /// Sends changes, and gets those of others.
  package func sync(
    _ pack: ChangePack, as client: ActorID, direction: Direction = .both
  ) async throws -> ChangePack {
    try await exchange(.exchange(.sync, pack, as: client, direction: direction), pack)
  }

  /// Sends the last changes, and takes part no more.
  package func detach(_ pack: ChangePack, as client: ActorID) async throws -> ChangePack {
    try await exchange(.exchange(.detach, pack, as: client), pack)
  }

  /// Removes a document for everybody.
  package func remove(_ key: String) async throws {
    _ = try await send(DocumentCall("DELETE", path(key)))
  }

  /// The root of a document as JSON, as the server has it.
  package func root(of key: String) async throws -> JSONValue {
    let response = try await send(DocumentCall("GET", path(key)))
    guard let root = (try? JSONParser.parse(response.body))?.objectValue?["root"] else {
      throw ResponseDecodingError(message: "The server gave no root of \(key).")
    }
    return root
  }

  private func path(_ key: String) throws -> String {
    "/documents/" + (try PercentEncoding.segment(key))
  }

  private func exchange(_ call: DocumentCall, _ pack: ChangePack) async throws -> ChangePack {
    try DocumentCall.pack(in: await send(call), of: pack.documentKey)
  }

  private func send(_ call: DocumentCall) async throws -> TransportResponse {
    let response = try await transport.rawRequest(
      method: call.method, path: call.path, query: call.query, headers: call.headers,
      body: call.body)
    try DocumentCall.check(response)
    return response
  }
}
