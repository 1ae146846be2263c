import MarfaSDK

/// A mistake that is made on purpose, to show that the simulation finds it.
enum PlantedFault: CaseIterable {
  case none
  /// An update names the version of now in place of the one that it was made on.
  case rebasedVersion
  /// An edit goes into a row that was sent already.
  case joinedAttempted
  /// The place of events is written before them, in a transaction of its own.
  case placeApart
  /// An item of an event replaces a newer one.
  case olderEvents
  /// A text in conflict is given up where both are to be kept.
  case droppedField
  /// An edge keeps its own id where the server has it under another one.
  case lostRekey
  /// A conflict is taken for success.
  case ignoredConflict
  /// An edge is sent before the item at its end.
  case forgottenDependency
  /// A link in a text is sent as an edge.
  case recordedLink
  /// A person's text is written over one that they have not seen.
  case unreadText
  /// What waits in the queue is neither asked about where a server does not say how far its stream
  /// goes, nor looked at where a conflict has ended by itself.
  case unlookedQueue
  /// A purge forgets which state of its item its person had seen.
  case unseenPurge

  /// The histories that show it.
  var kind: History.Kind {
    switch self {
    case .unlookedQueue: .away
    case .unseenPurge: .purging
    default: .full
    }
  }

  /// What a faulty client does to its queue, before it looks what to send.
  func damage(_ client: SimulatedClient) throws {
    switch self {
    case .joinedAttempted: try joinAttempted(client)
    case .unseenPurge:
      try client.store.execute("UPDATE mutation SET base = NULL WHERE kind = 'purgeItem'")
    case .forgottenDependency:
      try client.store.execute(
        """
        UPDATE mutation SET key = key + 1000000
        WHERE kind = 'createItem' AND attempt = 0 AND key < 1000000 AND EXISTS (
          SELECT 1 FROM mutation_ref JOIN item ON item.id = mutation_ref.reference
          WHERE item.key = mutation.item)
          AND NOT EXISTS (SELECT 1 FROM mutation AS other
            WHERE other.item = mutation.item AND other.key <> mutation.key)
        """)
    case .recordedLink:
      try client.store.execute(
        """
        INSERT OR IGNORE INTO mutation(id, kind, subject, created_at)
        SELECT '1' || substr(edge.id, 2), 'createEdge', edge.id, 0 FROM edge WHERE is_from_text = 1
        """)
      for (role, end) in [(0, "source"), (1, "target")] {
        try client.store.execute(
          """
          INSERT INTO mutation_ref(mutation, role, reference)
          SELECT mutation.key, \(role), item.id FROM mutation
            JOIN edge ON edge.id = mutation.subject JOIN item ON item.key = edge.\(end)
          WHERE mutation.created_at = 0 AND NOT EXISTS (SELECT 1 FROM mutation_ref
            WHERE mutation_ref.mutation = mutation.key AND role = \(role))
          """)
      }
      try client.store.execute(
        """
        UPDATE edge SET is_from_text = 0 WHERE id IN
          (SELECT subject FROM mutation WHERE created_at = 0)
        """)
    default: break
    }
  }

  private func joinAttempted(_ client: SimulatedClient) throws {
    let rows = try client.store.queue()
    let items = try client.store.items()
    for row in rows where row.attempt > 0 && row.intent.kind == .updateItem {
      guard let later = rows.first(where: { isLater($0, than: row) }),
        let request = row.request, var body = try JSONParser.parse(request.utf8).objectValue,
        let item = try client.store.itemId(of: row).flatMap({ items[$0] })
      else { continue }
      var properties = body["properties"]?.objectValue ?? [:]
      for name in later.intent.detail { properties[name] = item.item.properties[name] ?? .null }
      body["properties"] = .object(properties)
      try client.store.execute(
        "UPDATE mutation SET request = ?1 WHERE key = \(row.key)",
        JSONWriter.string(of: .object(body)))
      try client.store.execute("DELETE FROM mutation WHERE key = \(later.key)")
    }
  }

  private func isLater(_ row: QueueRow, than first: QueueRow) -> Bool {
    row.key > first.key && row.intent.item == first.intent.item && row.attempt == 0
      && row.intent.kind == .updateItem
  }

  /// The exchange as the faulty client sends it.
  func changed(
    _ exchange: Exchange, _ ask: (SyncRequest) -> TransportResponse
  ) -> Exchange {
    guard self == .rebasedVersion, let bytes = exchange.request.body,
      let body = (try? JSONParser.parse(bytes))?.objectValue
    else { return exchange }
    var exchange = exchange
    switch exchange.subject {
    case .mutation(let mutation):
      let new = rebased(.object(body), mutation.request.path, ask)
      exchange.request.body = JSONWriter.bytes(of: new)
    case .batch:
      let entries = (body["mutations"]?.arrayValue ?? []).map { entry -> JSONValue in
        guard var members = entry.objectValue, let path = members["path"]?.stringValue,
          let inner = members["body"]
        else { return entry }
        members["body"] = rebased(inner, path, ask)
        return .object(members)
      }
      exchange.request.body = JSONWriter.bytes(of: ["mutations": .array(entries)])
    default: break
    }
    return exchange
  }

  private func rebased(
    _ body: JSONValue, _ path: String, _ ask: (SyncRequest) -> TransportResponse
  ) -> JSONValue {
    guard var members = body.objectValue, members["version"] != nil,
      let item = try? JSONParser.parse(ask(SyncRequest("GET", path)).body),
      let version = item.objectValue?["item"]?.objectValue?["version"]
    else { return body }
    members["version"] = version
    return .object(members)
  }
}
