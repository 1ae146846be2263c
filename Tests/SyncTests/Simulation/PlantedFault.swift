import MarfaSDK

/// A mistake that is made on purpose, to show that the simulation finds it.
enum PlantedFault: CaseIterable {
  case none
  /// A conflict is taken for success.
  case ignoredConflict
  /// Events are applied without their place.
  case placeApart
  /// Events of a piece come in the wrong order.
  case olderEvents

  /// The answer as the faulty client takes it.
  func changed(
    _ response: TransportResponse, to exchange: Exchange,
    _ ask: (SyncRequest) -> TransportResponse
  ) -> TransportResponse {
    guard self == .ignoredConflict else { return response }
    switch exchange.subject {
    case .mutation(let mutation) where response.status == 409 && mutation.kind == .updateItem:
      return ask(SyncRequest("GET", mutation.request.path))
    case .batch(let mutations): return batch(response, mutations, ask)
    default: return response
    }
  }

  private func batch(
    _ response: TransportResponse, _ mutations: [ClaimedMutation],
    _ ask: (SyncRequest) -> TransportResponse
  ) -> TransportResponse {
    guard let json = try? JSONParser.parse(response.body),
      let results = json.objectValue?["results"]?.arrayValue
    else { return response }
    let changed = zip(results, mutations).map { result, mutation -> JSONValue in
      var members = result.objectValue ?? [:]
      guard members["status"] == 409, mutation.kind == .updateItem,
        let item = try? JSONParser.parse(ask(SyncRequest("GET", mutation.request.path)).body)
      else { return result }
      members["status"] = 200
      members["body"] = item
      return .object(members)
    }
    return TransportResponse(
      status: 200, headers: response.headers,
      body: JSONWriter.bytes(of: ["results": .array(changed)]))
  }

  func changed(_ events: [SSEEvent]) -> [SSEEvent] {
    switch self {
    case .placeApart: events.dropLast().map { $0 }
    case .olderEvents: events.reversed()
    default: events
    }
  }
}
