import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct StreamChangeTests {
  struct Row: Sendable {
    var event: String
    var data: String
    var change: StreamChange
  }

  private static let edge = Edge(
    id: "e", sourceId: "a", targetId: "b", edgeType: "about", properties: ["n": 1],
    createdAt: "2027-01-01T00:00:00.000Z", updatedAt: "2027-01-01T00:00:00.000Z")

  static let rows: [Row] = [
    Row(
      event: "item.deleted", data: #"{"id":"a","type":"core.note"}"#,
      change: .itemDeleted(id: "a")),
    Row(
      event: "metadata.changed",
      data: #"{"item_id":"a","tags":["x","y"],"tier":"feed","state":"archived"}"#,
      change: .metadata(id: "a", tags: ["x", "y"], tier: .feed, state: .archived)),
    Row(
      event: "metadata.changed", data: #"{"item_id":"a","tags":[]}"#,
      change: .metadata(id: "a", tags: [], tier: nil, state: nil)),
    Row(
      event: "extensions_changed", data: #"{"item_id":"a","namespace":"user.x","data":{"n":1}}"#,
      change: .itemExtension(id: "a", namespace: "user.x", ["n": 1])),
    Row(
      event: "extensions_changed", data: #"{"item_id":"a","namespace":"user.x","data":null}"#,
      change: .itemExtension(id: "a", namespace: "user.x", nil)),
    Row(event: "extensions_changed", data: #"{"item_id":"a"}"#, change: .resync),
    Row(
      event: "edge.created",
      data: #"""
        {"id":"e","source_id":"a","target_id":"b","edge_type":"about","properties":{"n":1},
        "created_at":"2027-01-01T00:00:00.000Z","updated_at":"2027-01-01T00:00:00.000Z"}
        """#, change: .edge(edge)),
    Row(
      event: "edge.deleted",
      data: #"{"id":"e","edge_type":"about","source_id":"a","target_id":"b"}"#,
      change: .edgeDeleted(id: "e")),
    Row(event: "stream_cursor", data: #"{"id":"7"}"#, change: .cursor),
    Row(event: "stream_live", data: "{}", change: .cursor),
    Row(event: "resync", data: "{}", change: .resync),
    Row(event: "catchup_too_old", data: "{}", change: .tooOld),
    Row(
      event: "catchup_too_old", data: #"{"min_retained_id":"7","requested":"6"}"#, change: .tooOld),
    Row(
      event: "catchup_too_old", data: #"{"min_retained_id":"7","requested":"7"}"#, change: .ahead),
    Row(
      event: "catchup_too_old", data: #"{"min_retained_id":"9","requested":"10"}"#, change: .ahead),
    Row(
      event: "catchup_too_old", data: #"{"min_retained_id":"a","requested":"b"}"#, change: .tooOld),
    Row(event: "cursor_ahead", data: "{}", change: .ahead),
    Row(event: "something.new", data: "not even JSON", change: .unknown),
    Row(event: "item.updated", data: #"{"id":"a"}"#, change: .resync),
    Row(event: "item.deleted", data: "{}", change: .resync),
    Row(event: "edge.deleted", data: "[", change: .resync),
  ]

  @Test(arguments: rows)
  func `an event says what changed, and one that cannot be read asks for everything`(row: Row) {
    #expect(StreamChange(SSEEvent(id: "1", event: row.event, data: row.data)) == row.change)
  }

  @Test func `an extension that changes or goes on one device does so on another`() async throws {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1)
    let two = try await Device("two", server, seed: 2)
    try await one.start()
    try await two.start()
    let news = try two.events()
    let note = try await one.note("A")
    try await news.until(item: note.id)

    _ = try await one.client.extensions.set(id: note.id, namespace: "user.x", data: ["n": 1])
    _ = try await one.client.extensions.set(id: note.id, namespace: "user.y", data: ["n": 2])
    repeat {
      try await news.until(item: note.id)
    } while try await two.store.extensions(
      of: note.id) != ["user.x": ["n": 1], "user.y": ["n": 2]]
    _ = try await one.client.extensions.remove(id: note.id, namespace: "user.x")
    repeat {
      try await news.until(item: note.id)
    } while try await two.store.extensions(
      of: note.id) != ["user.y": ["n": 2]]

    #expect(try await two.client.items.get(id: note.id).version == 1)
    for device in [one, two] { await device.client.syncEngine?.stop() }
  }

  @Test func `a purged item is in no first sync, and goes from a device that had it`()
    async throws
  {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1)
    let two = try await Device("two", server, seed: 2)
    try await one.start()
    try await two.start()
    let news = try two.events()
    let note = try await one.note("A")
    let kept = try await one.note("B")
    try await news.until(item: kept.id)

    server.ask("DELETE", "/items/" + note.id)
    server.ask("DELETE", "/items/\(note.id)/purge")
    _ = try await news.next {
      if case .itemDeleted(let id) = $0 { id == note.id } else { false }
    }
    let fresh = try await Device("three", server, seed: 3)
    try await fresh.start()

    #expect(try await two.store.item(id: note.id) == nil)
    #expect(try await fresh.store.item(id: note.id) == nil)
    #expect(try await fresh.store.item(id: kept.id) != nil)
    for device in [one, two, fresh] { await device.client.syncEngine?.stop() }
  }

  @Test func `a property that is taken from an edge goes on the server and on other devices`()
    async throws
  {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1)
    try await one.start()
    let events = try one.events()
    let (a, b) = (try await one.note("A"), try await one.note("B"))
    let edge = try await one.client.edges.create(
      CreateEdgeInput(
        sourceId: a.id, targetId: b.id, edgeType: "about", properties: ["n": 1, "m": 2]))
    try await events.untilSynced()

    try await one.synced {
      _ = try await one.client.edges.update(id: edge.id, properties: ["m": .null])
    }
    let fresh = try await Device("three", server, seed: 3)
    try await fresh.start()

    let there = server.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue
    #expect(there?.map { $0.objectValue?["properties"] } == [["n": 1]])
    let edges = try await fresh.client.edges.list(EdgeFilters(sourceId: a.id)).data
    #expect(edges.map(\.properties) == [["n": 1]])
    for device in [one, fresh] { await device.client.syncEngine?.stop() }
  }
}
