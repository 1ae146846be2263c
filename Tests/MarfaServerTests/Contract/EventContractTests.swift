import MarfaModel
import Testing

/// `GET /events`, as any server has it.
@Suite(.timeLimit(.minutes(20))) struct EventContractTests {
  /// One record of a stream.
  private struct Frame {
    var id: String?
    var event: String?
    var data = JSONValue.null

    /// Whether it is about an item or an edge of an item.
    func isAbout(_ item: String) -> Bool {
      [data["id"], data["item_id"], data["source_id"]].contains(.string(item))
    }
  }

  /// The next record with an event; comments are left out.
  private static func next(_ bytes: inout ContractBytes) async throws -> Frame? {
    var frame = Frame()
    while let line = try await bytes.line() {
      if line.isEmpty, frame.event != nil { return frame }
      let parts = line.split(separator: ":", maxSplits: 1).map(String.init)
      guard parts.count == 2 else { continue }
      let value = String(parts[1].drop { $0 == " " })
      switch parts[0] {
      case "id": frame.id = value
      case "event": frame.event = value
      case "data": frame.data = try JSONParser.parse(value.utf8)
      default: break
      }
    }
    return nil
  }

  /// The events about an item, from the start of a stream up to one of a name.
  private static func events(
    _ api: ContractAPI, about item: String, to last: String, query: String = "",
    after id: String? = nil, whileOpen body: @escaping @Sendable () async throws -> Void
  ) async throws -> [Frame] {
    var request = ContractRequest("GET", "/events\(query)").with(key: api.key)
    request.headers["accept"] = "text/event-stream"
    request.headers["last-event-id"] = id
    return try await api.subject.stream(request) { head, bytes in
      try #require(head.status == 200)
      #expect(head.headers["content-type"]?.hasPrefix("text/event-stream") == true)
      let first = try await next(&bytes)
      #expect(first?.event == "stream_cursor")
      try await body()
      var found: [Frame] = []
      while let frame = try await next(&bytes) {
        guard frame.isAbout(item) else { continue }
        found.append(frame)
        if frame.event == last { break }
      }
      return found
    }
  }

  @Test func `each change of an item has an event with the documented data`() async throws {
    try await withSubject { api in
      let id = try await api.note("watched")
      let target = try await api.note("target")

      let frames = try await Self.events(api, about: id, to: "item.deleted") {
        _ = try await api.patch("/items/\(id)", ["properties": ["body": "changed"]])
        _ = try await api.post("/items/\(id)/tags", ["tags": ["seen"]])
        let edge = try await api.edge(id, "about", target)
        _ = try await api.delete("/edges/\(edge)")
        _ = try await api.delete("/items/\(id)")
        _ = try await api.post("/items/\(id)/restore")
        _ = try await api.delete("/items/\(id)/purge")
      }

      let names = frames.compactMap(\.event)
      #expect(
        names.filter { $0 != "metadata.changed" } == [
          "item.updated", "edge.created", "edge.deleted", "item.state_changed", "item.restored",
          "item.deleted",
        ])
      #expect(names.contains("metadata.changed"))
      #expect(frames.allSatisfy { $0.id != nil })
      func data(_ name: String) -> JSONValue {
        frames.first { $0.event == name }?.data ?? .null
      }
      #expect(data("item.updated")["properties"]["body"] == "changed")
      #expect(data("item.updated")["version"] == 2)
      #expect(data("metadata.changed")["tags"] == ["seen"])
      #expect(data("metadata.changed")["state"] == "active")
      #expect(data("edge.created")["target_id"] == .string(target))
      #expect(
        Set(data("edge.deleted").objectValue?.keys ?? [:].keys) == [
          "id", "edge_type", "source_id", "target_id",
        ])
      #expect(data("item.state_changed")["state"] == "trashed")
      #expect(data("item.restored")["state"] == "active")
      #expect(data("item.deleted") == ["id": .string(id), "type": "core.note"])
    }
  }

  @Test func `a stream goes on after the last id that a client has`() async throws {
    try await withSubject { api in
      let id = try await api.note("first")
      let seen = try await Self.events(api, about: id, to: "item.updated") {
        _ = try await api.patch("/items/\(id)", ["properties": ["body": "second"]])
      }
      // What happens while nobody listens is in the log.
      _ = try await api.patch("/items/\(id)", ["properties": ["body": "third"]])
      _ = try await api.delete("/items/\(id)")

      let missed = try await Self.events(
        api, about: id, to: "item.state_changed", after: seen.last?.id
      ) {}

      #expect(missed.filter { $0.event == "item.updated" }.map { $0.data["version"] } == [3])
    }
  }

  @Test func `a stream is narrowed by event and by type with its subtypes`() async throws {
    try await withSubject { api in
      let id = try await api.note("watched")
      let person = try await api.post(
        "/items", ["type": "core.entity.person", "properties": ["name": "Ada"]])
      let other: String = try #require(person.json["item"]["id"].stringValue, "\(person.text)")

      let byEvent = try await Self.events(
        api, about: id, to: "item.state_changed", query: "?event=item.state_changed"
      ) {
        _ = try await api.patch("/items/\(id)", ["properties": ["body": "x"]])
        _ = try await api.delete("/items/\(id)")
      }
      let byType = try await Self.events(
        api, about: other, to: "item.updated", query: "?type=core.entity"
      ) { _ = try await api.patch("/items/\(other)", ["properties": ["name": "Ada L."]]) }

      #expect(byEvent.map(\.event) == ["item.state_changed"])
      #expect(byType.last?.event == "item.updated")
    }
  }

  @Test func `a stream needs a key and parameters that exist`() async throws {
    try await withSubject { api in
      let closed = try await ContractAPI(subject: api.subject, key: nil).get("/events")
      let event = try await api.get("/events?event=item.eaten")
      let parameter = try await api.get("/events?what=1")

      #expect(closed.status == 401)
      #expect(event.code == "validation_error")
      #expect(parameter.code == "validation_error")
    }
  }
}
