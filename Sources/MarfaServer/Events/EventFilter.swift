import MarfaModel

/// What a subscriber asked for, in addition to what it may see.
///
/// `type` narrows events of items and leaves those of edges alone, `edge_type` the other way
/// round; to get one kind only, name its events.
package struct EventFilter: Hashable, Sendable {
  /// Names of events; all when empty.
  package var names: Set<EventName> = []
  /// Item types, each with its subtypes; all when empty.
  package var types: [String] = []
  /// Edge types; all when empty.
  package var edgeTypes: Set<String> = []

  /// Wants everything.
  package init() {}

  /// Reads the three parameters, each a comma list.
  ///
  /// - Throws: `ValidationError` for a name that no event has.
  init(_ query: inout QueryParameters) throws {
    for name in query.list("event") {
      guard let known = EventName(rawValue: name) else {
        let names = EventName.allCases.map(\.rawValue).joined(separator: ", ")
        throw QueryParameters.error("event", "must be a comma-separated list of \(names)")
      }
      names.insert(known)
    }
    types = query.list("type")
    edgeTypes = Set(query.list("edge_type"))
  }

  /// Whether the subscriber wants the event.
  package func matches(_ event: StoredEvent, in registry: TypeRegistry) -> Bool {
    guard names.isEmpty || names.contains(event.name) else { return false }
    // It may be about anything.
    if event.name == .resync { return true }
    if let edgeType = event.edgeType {
      return edgeTypes.isEmpty || edgeTypes.contains(edgeType)
    }
    return types.isEmpty || types.contains { registry.isType(event.itemType, kindOf: $0) }
  }
}
