import Documents
import Foundation

/// What somebody who watches a document hears from the server.
package struct DocumentWatchEvent: Hashable, Sendable {
  /// What has happened.
  package enum Kind: Hashable, Sendable {
    /// The first of a stream: how far the document is, and who else watches it.
    case initialized(sequence: Int64, others: [ActorID: [String: String]])
    /// Somebody began to watch.
    case watched(ActorID, presence: [String: String])
    /// Somebody watches no more.
    case unwatched(ActorID)
    /// There is something to pull; who brought it, nil for the server, and the changes up to that
    /// number, if the server reports them.
    case changed(sequence: Int64, by: ActorID?, ChangePack? = nil)
    /// What somebody says of itself; nil after it left.
    case presence(ActorID, [String: String]?)
  }

  /// Key of the document.
  package var key: String
  /// What has happened.
  package var kind: Kind

  package init(key: String, kind: Kind) {
    self.key = key
    self.kind = kind
  }

  /// Reads a record of the stream; nil for one that this version does not know.
  ///
  /// - Throws: `ResponseDecodingError` for a known record that cannot be read.
  package init?(_ event: SSEEvent) throws {
    guard Self.names.contains(event.event) else { return nil }
    do {
      guard let data = try JSONParser.parse(Array(event.data.utf8)).objectValue,
        let key = data["key"]?.stringValue, let kind = Self.kind(event.event, data)
      else { throw ResponseDecodingError(message: "A watch event lacks a member.") }
      (self.key, self.kind) = (key, kind)
    } catch {
      throw ResponseDecodingError(
        message: "The watch event \(event.event) cannot be read.",
        details: ["data": .string(String(event.data.prefix(200)))])
    }
  }

  private static let names: Set<String> = [
    "initialized", "watched", "unwatched", "changed", "presence",
  ]

  private static func kind(_ name: String, _ data: [String: JSONValue]) -> Kind? {
    let client = data["client_id"]?.stringValue.flatMap { ActorID($0) }
    let presence = data["presence"].flatMap(strings)
    switch name {
    case "initialized":
      guard let sequence = data["server_sequence"]?.integerValue,
        let list = data["clients"]?.arrayValue
      else { return nil }
      var others: [ActorID: [String: String]] = [:]
      for entry in list {
        guard let other = entry.objectValue?["client_id"]?.stringValue.flatMap({ ActorID($0) })
        else { return nil }
        others[other] = entry.objectValue?["presence"].flatMap(strings) ?? [:]
      }
      return .initialized(sequence: sequence, others: others)
    case "watched": return client.map { .watched($0, presence: presence ?? [:]) }
    case "unwatched": return client.map { .unwatched($0) }
    case "changed":
      let pack = data["pack"]?.stringValue.flatMap(pack)
      return data["server_sequence"]?.integerValue.map { .changed(sequence: $0, by: client, pack) }
    default: return client.map { .presence($0, presence) }
    }
  }

  /// A pack in base64; one that cannot be read is asked for.
  private static func pack(_ text: String) -> ChangePack? {
    Data(base64Encoded: text).flatMap { try? ChangePack(decoding: Array($0)) }
  }

  private static func strings(_ value: JSONValue) -> [String: String]? {
    value.objectValue?.compactMapValues(\.stringValue)
  }
}
