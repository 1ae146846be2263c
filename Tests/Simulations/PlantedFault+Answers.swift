import MarfaSDK

extension PlantedFault {
  /// The answer as the faulty client takes it.
  func changed(
    _ response: TransportResponse, to exchange: Exchange,
    _ ask: (SyncRequest) -> TransportResponse
  ) -> TransportResponse {
    switch exchange.subject {
    case .mutation(let mutation):
      guard let body = try? JSONParser.parse(response.body) else { return response }
      let (status, new) = changed(response.status, body, to: mutation, ask)
      if status == response.status, new == body { return response }
      return TransportResponse(
        status: status, headers: response.headers, body: JSONWriter.bytes(of: new))
    case .batch(let mutations):
      guard
        let results = (try? JSONParser.parse(response.body))?.objectValue?["results"]?.arrayValue
      else { return response }
      let new = zip(results, mutations).map { result, mutation -> JSONValue in
        var members = result.objectValue ?? [:]
        let status = Int(clamping: members["status"]?.integerValue ?? 0)
        let changed = changed(status, members["body"] ?? .null, to: mutation, ask)
        (members["status"], members["body"]) = (.integer(Int64(changed.0)), changed.1)
        return .object(members)
      }
      return TransportResponse(
        status: response.status, headers: response.headers,
        body: JSONWriter.bytes(of: ["results": .array(new)]))
    default: return response
    }
  }

  private func changed(
    _ status: Int, _ body: JSONValue, to mutation: ClaimedMutation,
    _ ask: (SyncRequest) -> TransportResponse
  ) -> (Int, JSONValue) {
    switch self {
    case .ignoredConflict where status == 409 && mutation.kind == .updateItem:
      let item = try? JSONParser.parse(ask(SyncRequest("GET", mutation.request.path)).body)
      return item.map { (200, $0) } ?? (status, body)
    case .droppedField where status == 409 && mutation.kind == .updateItem:
      var members = body.objectValue ?? [:]
      members["merge_policy"] = ["fields": [:], "default": "last_writer_wins"]
      return (status, .object(members))
    case .lostRekey where status == 400 && mutation.kind == .createEdge:
      var members = body.objectValue ?? [:]
      var error = members["error"]?.objectValue ?? [:]
      var details = error["details"]?.objectValue ?? [:]
      details["edge_id"] = mutation.subject.map(JSONValue.string)
      error["details"] = .object(details)
      members["error"] = .object(error)
      return (status, .object(members))
    default: return (status, body)
    }
  }

  /// Writes the place of events without them; answers whether the client does so.
  func writesPlace(of events: [SSEEvent], _ client: SimulatedClient) throws -> Bool {
    guard self == .placeApart, let place = events.compactMap(\.id).last else { return false }
    try client.store.execute(
      """
      INSERT INTO sync_state(name, value) VALUES ('cursor', ?1)
      ON CONFLICT(name) DO UPDATE SET value = ?1
      """, place)
    return true
  }

  /// The events as the faulty client takes them.
  func changed(_ events: [SSEEvent], _ client: SimulatedClient) throws -> [SSEEvent] {
    switch self {
    case .olderEvents:
      for event in events {
        let members = (try? JSONParser.parse(event.data.utf8))?.objectValue
        guard let id = members?["id"]?.stringValue else { continue }
        try client.store.execute(
          """
          UPDATE item SET server_version = 0, server_updated_at = 0
          WHERE id = ?1 AND server_version IS NOT NULL
          """, id)
      }
      return events
    case .lostRekey:
      let edges = try client.store.edges()
      return events.map { event in
        guard event.event == "edge.created",
          var members = (try? JSONParser.parse(event.data.utf8))?.objectValue,
          let own = edges.values.first(where: {
            members["source_id"] == .string($0.sourceId)
              && members["target_id"] == .string($0.targetId)
              && members["edge_type"] == .string($0.edgeType)
          })
        else { return event }
        members["id"] = .string(own.id)
        var event = event
        event.data = JSONWriter.string(of: .object(members))
        return event
      }
    default: return events
    }
  }
}
