import Foundation
import MarfaSDK

extension SSEEvent {
  /// What the stream of a server says that has not come as far as the device was.
  static let ahead = SSEEvent(
    event: "catchup_too_old", data: #"{"min_retained_id":"1","requested":"9"}"#)
}

extension InMemoryServer {
  /// All parts of what the server has now.
  func snapshot() async throws -> [TransportResponse] {
    var (parts, next): ([TransportResponse], String?) = ([], nil)
    repeat {
      let part = try await rawRequest(
        method: "GET", path: "/snapshot",
        query: next.map { [URLQueryItem(name: "after", value: $0)] } ?? [],
        headers: [:], body: nil)
      parts.append(part)
      let head = try JSONParser.parse(part.body.prefix { $0 != UInt8(ascii: "\n") })
      next = head.objectValue?["next"]?.stringValue
    } while next != nil
    return parts
  }
}

extension Device {
  /// Hears that the server was set back, and takes over what it had before.
  func setBack(to parts: [TransportResponse]) async throws -> SyncProgress? {
    _ = try await store.apply([.ahead])
    return try await sweep(parts)
  }

  /// Takes over a snapshot; how the sweep stands then.
  func sweep(_ parts: [TransportResponse]) async throws -> SyncProgress? {
    var progress: SyncProgress?
    for part in parts { progress = try await settle(.sweep, part) }
    return progress
  }

  /// Answers the next exchange of some work; nil when there is none.
  func settle(_ work: SyncWork, _ answer: TransportResponse) async throws -> SyncProgress? {
    guard let exchange = try await store.nextExchange(work).exchange else { return nil }
    return try await store.settle(
      exchange, .response(answer), SyncPolicy(url: "https://notes.example")
    ).progress
  }
}
