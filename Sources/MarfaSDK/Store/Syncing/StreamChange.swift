/// What an event of the server's stream says.
package enum StreamChange: Hashable, Sendable {
  /// An item as it is.
  case item(Item)
  /// An item that may be gone.
  case itemDeleted(id: String)
  /// An item's tags, tier and state.
  case metadata(id: String, tags: [String], tier: ItemTier?, state: ItemState?)
  /// One extension of an item as it is; nil when it is gone.
  case itemExtension(id: String, namespace: String, JSONValue?)
  /// An edge as it is.
  case edge(Edge)
  /// An edge that is gone.
  case edgeDeleted(id: String)
  /// The stream's place.
  case cursor
  /// Things changed without events: everything is to be taken over again.
  case resync
  /// The server no longer has what comes after the place that was asked for.
  case tooOld
  /// The place that was asked for is newer than anything that the server has: it was set back.
  case ahead
  /// Something of a newer server, which changes nothing.
  case unknown

  /// Reads an event; one that cannot be read is a reason to take everything over again.
  package init(_ event: SSEEvent) {
    switch event.event {
    case "stream_cursor", "stream_live": self = .cursor
    case "resync": self = .resync
    case "catchup_too_old": self = Self.isAhead(event) ? .ahead : .tooOld
    case "cursor_ahead": self = .ahead
    // Whatever is wrong with an event, everything is taken over again.
    default: self = (try? Self.read(event)) ?? .resync
    }
  }

  /// Whether a server that cannot go on from a place has not yet come that far itself.
  ///
  /// A place before everything that is kept is only too old. Ids that are no numbers say nothing.
  private static func isAhead(_ event: SSEEvent) -> Bool {
    let members = (try? JSONParser.parse(event.data.utf8))?.objectValue
    func number(_ name: String) -> Int64? { members?[name]?.stringValue.flatMap { Int64($0) } }
    guard let requested = number("requested"), let kept = number("min_retained_id") else {
      return false
    }
    return requested >= kept
  }

  private static let names: Set<String> = [
    "item.created", "item.updated", "item.state_changed", "item.restored", "item.deleted",
    "metadata.changed", "extensions_changed", "edge.created", "edge.updated", "edge.deleted",
  ]

  private static func read(_ event: SSEEvent) throws -> StreamChange {
    guard Self.names.contains(event.event) else { return .unknown }
    let json = try JSONParser.parse(event.data.utf8)
    let members = json.objectValue ?? [:]
    func id(_ name: String) throws -> String {
      guard let id = members[name]?.stringValue else {
        throw ResponseDecodingError(message: "An event has no \(name).")
      }
      return id
    }
    switch event.event {
    case "item.created", "item.updated", "item.state_changed", "item.restored":
      return .item(try Item(json: json))
    case "item.deleted": return .itemDeleted(id: try id("id"))
    case "metadata.changed":
      return .metadata(
        id: try id("item_id"),
        tags: (members["tags"]?.arrayValue ?? []).compactMap(\.stringValue),
        tier: members["tier"]?.stringValue.flatMap(ItemTier.init),
        state: members["state"]?.stringValue.flatMap(ItemState.init))
    case "extensions_changed":
      // A `nil` in place of `none` would be the JSON null here.
      let data = members["data"]?.isNull == false ? members["data"] : Optional<JSONValue>.none
      return .itemExtension(id: try id("item_id"), namespace: try id("namespace"), data)
    case "edge.created", "edge.updated": return .edge(try Edge(json: json))
    case "edge.deleted": return .edgeDeleted(id: try id("id"))
    default: return .unknown
    }
  }
}

/// What applying some events came to.
package struct StreamOutcome: Sendable {
  /// What is to be reported.
  package var events: [SyncEvent] = []
  /// Whether the server is to be asked about items that may be gone.
  package var hasDoubts = false
  /// Whether everything is to be taken over again.
  package var needsSweep = false
  /// Whether the last event is of an unknown kind and names no place to go on from.
  ///
  /// A server that ends its stream with such a word has said that it cannot go on from the place
  /// that was asked for.
  package var endsUnknown = false
}
