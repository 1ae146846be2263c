import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Synchronization

/// A client of a server that a test plays: answers are queued, waits are kept and not waited for.
struct RemoteFixture {
  let transport = MockTransport()
  let client: MarfaClient
  private let waits: Waits

  private final class Waits: Sendable {
    let all = Mutex<[Duration]>([])
  }

  /// The waits between attempts, in order.
  var delays: [Duration] { waits.all.withLock { $0 } }

  init(_ change: (inout ClientConfiguration) -> Void = { _ in }) {
    let waits = Waits()
    self.waits = waits
    var configuration = ClientConfiguration(environment: MarfaSDKTest.environment())
    change(&configuration)
    client = MarfaClient(
      RemoteAPI(
        transport, configuration: configuration,
        pacing: RemoteAPI.Pacing(
          sleep: { wait in waits.all.withLock { $0.append(wait) } }, fraction: { 0.5 })))
  }

  /// Method, path and query of each request, in order.
  var calls: [String] {
    transport.requests.map { request in
      let query = request.query.map { "\($0.name)=\($0.value ?? "")" }.joined(separator: "&")
      return "\(request.method) \(request.path)" + (query.isEmpty ? "" : "?\(query)")
    }
  }

  /// An item as a server sends it.
  static func item(
    _ id: String = "i1", version: Int = 1, _ properties: JSONValue = ["body": "x"]
  ) -> JSONValue {
    [
      "id": .string(id), "type": "core.note", "properties": properties, "state": "active",
      "version": .integer(Int64(version)), "schema_version": 1, "source": "phone",
      "timestamp": "2026-01-01T00:00:00.000Z", "created_at": "2026-01-01T00:00:00.000Z",
      "updated_at": "2026-01-02T00:00:00.000Z",
    ]
  }

  static func metadata(_ id: String = "i1", _ tags: [JSONValue] = []) -> JSONValue {
    ["item_id": .string(id), "tags": .array(tags), "extensions": [:]]
  }

  static func itemResponse(
    _ id: String = "i1", version: Int = 1, _ properties: JSONValue = ["body": "x"]
  ) -> JSONValue {
    ["item": item(id, version: version, properties), "metadata": metadata(id)]
  }

  static func edge(_ id: String, _ source: String, _ target: String, _ type: String = "about")
    -> JSONValue
  {
    [
      "id": .string(id), "source_id": .string(source), "target_id": .string(target),
      "edge_type": .string(type), "properties": [:], "created_at": "2026-01-01T00:00:00.000Z",
      "updated_at": "2026-01-01T00:00:00.000Z",
    ]
  }

  static func page(_ data: [JSONValue], cursor: String? = nil) -> JSONValue {
    [
      "data": .array(data), "cursor": cursor.map(JSONValue.string) ?? .null,
      "has_more": .bool(cursor != nil),
    ]
  }

  static func conflict(
    current: (version: Int, properties: JSONValue), ancestor: JSONValue, fields: [JSONValue]
  ) -> JSONValue {
    [
      "error": ["code": "version_conflict", "message": "Changed.", "status": 409],
      "current": ["version": .integer(Int64(current.version)), "properties": current.properties],
      "ancestor": ["version": 1, "properties": ancestor], "conflicting_fields": .array(fields),
      "merge_policy": ["fields": ["body": "keep_both_copies"], "default": "last_writer_wins"],
    ]
  }
}
