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
    let body: JSONValue = ["client_key": .string(clientKey)]
    let response = try await send(
      "POST", "/documents/clients", [], JSONWriter.bytes(of: body), type: "application/json")
    guard let id = (try? JSONParser.parse(response.body))?.objectValue?["client_id"]?.stringValue,
      let actor = ActorID(id)
    else { throw ResponseDecodingError(message: "The server gave no client id.") }
    return actor
  }

  /// Detaches a client from everything; its id is used up.
  package func deactivate(_ client: ActorID) async throws {
    _ = try await send("DELETE", "/documents/clients/\(client)", [], nil)
  }

  /// Takes part in a document, which is made if there is none; again, it is a `sync`.
  package func attach(
    _ pack: ChangePack, as client: ActorID, to binding: Binding? = nil
  ) async throws -> ChangePack {
    var query: [URLQueryItem] = []
    query.add("item_id", binding?.itemId)
    query.add("field", binding?.field)
    return try await exchange("attach", pack, client, query)
  }

  /// Sends changes, and gets those of others.
  package func sync(
    _ pack: ChangePack, as client: ActorID, direction: Direction = .both
  ) async throws -> ChangePack {
    let query = direction == .both ? [] : [URLQueryItem(name: "mode", value: direction.rawValue)]
    return try await exchange("sync", pack, client, query)
  }

  /// Sends the last changes, and takes part no more.
  package func detach(_ pack: ChangePack, as client: ActorID) async throws -> ChangePack {
    try await exchange("detach", pack, client, [])
  }

  /// Removes a document for everybody.
  package func remove(_ key: String) async throws {
    _ = try await send("DELETE", try path(key), [], nil)
  }

  /// The root of a document as JSON, as the server has it.
  package func root(of key: String) async throws -> JSONValue {
    let response = try await send("GET", try path(key), [], nil)
    guard let root = (try? JSONParser.parse(response.body))?.objectValue?["root"] else {
      throw ResponseDecodingError(message: "The server gave no root of \(key).")
    }
    return root
  }

  private func path(_ key: String) throws -> String {
    "/documents/" + (try PercentEncoding.segment(key))
  }

  private func exchange(
    _ verb: String, _ pack: ChangePack, _ client: ActorID, _ query: [URLQueryItem]
  ) async throws -> ChangePack {
    let response = try await send(
      "POST", try path(pack.documentKey) + "/" + verb,
      [URLQueryItem(name: "client", value: client.description)] + query, pack.encoded(),
      type: "application/octet-stream")
    do throws(DocumentsError) {
      return try ChangePack(decoding: response.body)
    } catch {
      throw ResponseDecodingError(
        message: "The server's answer about \(pack.documentKey) cannot be read: \(error.detail).")
    }
  }

  private func send(
    _ method: String, _ path: String, _ query: [URLQueryItem], _ body: [UInt8]?,
    type: String? = nil
  ) async throws -> TransportResponse {
    var headers: [String: String] = [:]
    headers["Content-Type"] = type
    let response = try await transport.rawRequest(
      method: method, path: path, query: query, headers: headers, body: body)
    if let error = response.error() {
      // A proxy's page says nothing of documents, which are not ended for it.
      if (400..<500).contains(response.status), response.status != 429,
        MutationReply(response).isForeign
      {
        throw NetworkError(message: "Something else than the server answered.")
      }
      throw DocumentSyncError.reading(error)
    }
    return response
  }
}
