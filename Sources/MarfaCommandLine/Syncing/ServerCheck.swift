import Foundation
import MarfaSDK
import NoteFiles

/// Asks a server who it is and whether it knows a key, before anything is stored.
struct ServerCheck: Sendable {
  let connection: ServerConnection
  let key: String

  /// What the server says of itself and of the key.
  ///
  /// - Returns: The answer of `GET /capabilities`; an empty object for a server that has only the
  ///   documented API, and knows the key.
  /// - Throws: `CommandFailure`.
  func capabilities() async throws -> JSONValue {
    let transport = connection.transport(key: key)
    let answer = try await request("/capabilities", transport)
    if answer.status == 404 {
      _ = try await request("/items?limit=1", transport, isRequired: true)
      return .object([:])
    }
    // A page of some other server is no JSON; nobody needs the place of its first fault.
    guard let json = try? JSONParser.parse(answer.body), json.objectValue != nil else {
      throw CommandFailure(.failure, "\(connection.url) is no marfa server.")
    }
    return json
  }

  private func request(
    _ path: String, _ transport: CurlTransport, isRequired: Bool = false
  ) async throws -> TransportResponse {
    let parts = path.split(separator: "?")
    let answer: TransportResponse
    do {
      answer = try await transport.rawRequest(
        method: "GET", path: String(parts[0]),
        query: parts.count > 1 ? [URLQueryItem(name: "limit", value: "1")] : [],
        headers: ["Accept": "application/json"], body: nil)
    } catch let error as NetworkError {
      throw Self.failure(error)
    }
    if answer.status == 401 {
      throw CommandFailure(.auth, "The server does not know this key; nothing was stored.")
    }
    guard (200...299).contains(answer.status) || (answer.status == 404 && !isRequired) else {
      let words = answer.error()?.message ?? "it answered \(answer.status)."
      throw CommandFailure(.failure, "\(connection.url) refuses: \(words)")
    }
    return answer
  }

  /// Says which key the server showed when its certificate is not trusted.
  private static func failure(_ error: NetworkError) -> CommandFailure {
    guard let pin = error.details?["shown_key"]?.stringValue else {
      return CommandFailure(error)
    }
    return CommandFailure(
      .failure,
      "\(error.message) The server shows the key \(pin). If its owner gave you the same, "
        + "`marfa config set server.pin \(pin)`.")
  }
}
