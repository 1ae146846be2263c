import MarfaModel
import NIOCore

/// What somebody who watches documents hears.
enum DocumentEvent: Hashable, Sendable {
  /// The first of a document: how far it is, and who else watches it.
  case initialized(sequence: Int64, clients: [String: [String: String]])
  /// Somebody began to watch.
  case watched(client: String, presence: [String: String])
  /// Somebody watches no more.
  case unwatched(client: String)
  /// There is something to sync; the client that brought it, nil for the server, and the changes up
  /// to that number as a pack in base64, if they are few bytes.
  case changed(sequence: Int64, client: String?, pack: String? = nil)
  /// What somebody says of itself; nil after it left.
  case presence(client: String, values: [String: String]?)

  /// The record of a server-sent event stream (WHATWG HTML, section 9.2), without an id: a stream
  /// that was lost begins again with `initialized`.
  func frame(of key: String) -> ByteBuffer {
    let (name, data) = record(of: key)
    return ByteBuffer(string: "event: \(name)\ndata: \(data)\n\n")
  }

  /// The name of the event, and its data as JSON in one line.
  func record(of key: String) -> (name: String, data: String) {
    var (name, data): (String, [String: JSONValue]) = ("", ["key": .string(key)])
    switch self {
    case .initialized(let sequence, let clients):
      name = "initialized"
      data["server_sequence"] = .integer(sequence)
      data["clients"] = .array(
        clients.sorted { $0.key < $1.key }.map {
          ["client_id": .string($0.key), "presence": Self.json($0.value)]
        })
    case .watched(let client, let presence):
      name = "watched"
      data["client_id"] = .string(client)
      data["presence"] = Self.json(presence)
    case .unwatched(let client):
      name = "unwatched"
      data["client_id"] = .string(client)
    case .changed(let sequence, let client, let pack):
      name = "changed"
      data["server_sequence"] = .integer(sequence)
      data["client_id"] = client.map(JSONValue.string) ?? .null
      data["pack"] = pack.map(JSONValue.string)
    case .presence(let client, let values):
      name = "presence"
      data["client_id"] = .string(client)
      data["presence"] = values.map(Self.json) ?? .null
    }
    return (name, JSONWriter.string(of: .object(data), order: .sorted))
  }

  private static func json(_ presence: [String: String]) -> JSONValue {
    .object(presence.mapValues(JSONValue.string))
  }

  /// What a later event of the same document takes the place of.
  enum Slot: Hashable {
    case start, changes
    case watching(String), presence(String)
  }

  var slot: Slot {
    switch self {
    case .initialized: .start
    case .watched(let client, _), .unwatched(let client): .watching(client)
    case .changed: .changes
    case .presence(let client, _): .presence(client)
    }
  }
}
