import Foundation
import MarfaSDK
import NoteFiles
import Settings

/// Asks a server who it is and whether it knows a key, before anything is stored.
struct ServerCheck: Sendable {
  /// How often a server of this machine is asked that does not listen yet, and the time between.
  private static let (attempts, pause) = (20, Duration.milliseconds(150))

  let connection: ServerConnection
  let key: String
  /// What waits for a server that was started a moment ago, as in the README's lines.
  let clock: any Clock<Duration>

  /// What the server says of itself and of the key.
  ///
  /// - Returns: The answer of `GET /capabilities`; an empty object for a server that has only the
  ///   documented API, and knows the key.
  /// - Throws: `CommandFailure`.
  func capabilities() async throws -> JSONValue {
    let transport = connection.transport(key: key)
    let answer = try await request("/capabilities", transport)
    if answer.status != 404 {
      // A page of some other server is no JSON; nobody needs the place of its first fault.
      guard let json = try? JSONParser.parse(answer.body), json.objectValue != nil else {
        throw foreign(answer)
      }
      if ServerProfile(json: json) != ServerProfile() { return json }
    }
    // It says nothing of itself: then it must have the documented API.
    let items = try await request("/items?limit=1", transport, isRequired: true)
    guard let page = try? JSONParser.parse(items.body), page.objectValue?["data"] != nil else {
      throw foreign(items)
    }
    return .object([:])
  }

  /// What is said where the address has another kind of server.
  private func foreign(_ answer: TransportResponse) -> CommandFailure {
    CommandFailure(
      .failure, "\(connection.url) is not a marfa server (it answered \(answer.status)).")
  }

  private func request(
    _ path: String, _ transport: CurlTransport, isRequired: Bool = false
  ) async throws -> TransportResponse {
    let parts = path.split(separator: "?")
    let answer = try await patiently {
      try await transport.rawRequest(
        method: "GET", path: String(parts[0]),
        query: parts.count > 1 ? [URLQueryItem(name: "limit", value: "1")] : [],
        headers: ["Accept": "application/json"], body: nil)
    }
    if answer.status == 401, !answer.isForeign {
      throw CommandFailure(.auth, "The server does not know this key; nothing was stored.")
    }
    guard (200...299).contains(answer.status) || (answer.status == 404 && !isRequired) else {
      if answer.status < 500, answer.isForeign { throw foreign(answer) }
      let words = answer.error()?.message ?? "it answered \(answer.status)."
      throw CommandFailure(.failure, "\(connection.url) refuses: \(words)")
    }
    return answer
  }

  /// Asks again while nobody listens on this machine, for three seconds.
  private func patiently(
    _ ask: () async throws -> TransportResponse
  ) async throws -> TransportResponse {
    for attempt in 1... {
      do {
        return try await ask()
      } catch let error as NetworkError {
        let isStarting =
          ServerURL.isLoopback(connection.url.absoluteString)
          && error.details?["kind"] == .string("cannotConnect")
        guard isStarting, attempt < Self.attempts else { throw error }
        try await clock.sleep(for: Self.pause)
      }
    }
    throw CancellationError()
  }
}
