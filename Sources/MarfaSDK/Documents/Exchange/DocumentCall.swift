import Documents
import Foundation

/// One request about documents, and how its answer is read; who carries it is no matter.
package struct DocumentCall: Hashable, Sendable {
  package var method: String
  /// Percent-encoded, with a leading `/`.
  package var path: String
  /// Names and values, not encoded.
  package var query: [URLQueryItem] = []
  package var headers: [String: String] = [:]
  /// The body; nil for none.
  package var body: [UInt8]?

  init(_ method: String, _ path: String) {
    (self.method, self.path) = (method, path)
  }

  /// Gets an id for a client.
  package static func activation(_ clientKey: String) -> DocumentCall {
    var call = DocumentCall("POST", "/documents/clients")
    call.headers["Content-Type"] = "application/json"
    call.body = JSONWriter.bytes(of: ["client_key": .string(clientKey)])
    return call
  }

  /// What is done with a pack.
  package enum Verb: String, Hashable, Sendable {
    case attach, sync, detach
  }

  /// Sends a pack, and gets one.
  ///
  /// - Throws: `ValidationError` for a key that no path can have.
  package static func exchange(
    _ verb: Verb, _ pack: ChangePack, as client: ActorID,
    direction: DocumentEndpoints.Direction = .both, to binding: DocumentEndpoints.Binding? = nil
  ) throws -> DocumentCall {
    var call = DocumentCall(
      "POST", "/documents/\(try PercentEncoding.segment(pack.documentKey))/\(verb.rawValue)")
    call.query.add("client", client.description)
    call.query.add("item_id", binding?.itemId)
    call.query.add("field", binding?.field)
    if direction != .both { call.query.add("mode", direction.rawValue) }
    call.headers["Content-Type"] = "application/octet-stream"
    call.body = pack.encoded()
    return call
  }

  // MARK: - Answers

  /// Lets an answer pass that is none of a failure.
  ///
  /// - Throws: As every method of ``DocumentEndpoints``.
  package static func check(_ response: TransportResponse) throws {
    guard let error = response.error() else { return }
    // A proxy's page says nothing of documents, which are not ended for it.
    if (400..<500).contains(response.status), response.status != 429,
      response.isForeign
    {
      throw NetworkError(message: TransportResponse.foreignWords)
    }
    throw DocumentSyncError.reading(error)
  }

  /// The id that an activation was answered.
  ///
  /// - Throws: `ResponseDecodingError` when there is none.
  package static func client(in response: TransportResponse) throws -> ActorID {
    // A body that is no JSON has no id.
    let body = try? JSONParser.parse(response.body)
    guard let id = body?.objectValue?["client_id"]?.stringValue, let actor = ActorID(id) else {
      throw ResponseDecodingError(message: "The server gave no client id.")
    }
    return actor
  }

  /// The pack that an exchange was answered.
  ///
  /// - Throws: `ResponseDecodingError` when there is none.
  package static func pack(
    in response: TransportResponse, of key: String
  ) throws -> ChangePack {
    do throws(DocumentsError) {
      return try ChangePack(decoding: response.body)
    } catch {
      throw ResponseDecodingError(
        message: "The server's answer about \(key) cannot be read: \(error.detail).")
    }
  }
}
