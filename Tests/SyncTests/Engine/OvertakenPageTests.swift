import MarfaSDK
import Testing

/// Pages and changes that something newer overtakes, as the simulation has found them.
@Suite(.timeLimit(.minutes(20))) struct OvertakenPageTests {
  private static let policy = SyncPolicy(url: "https://notes.example")
  private static let id = "01900000-0000-7000-8000-000000000001"

  /// A device that a test moves step by step, of a server with the documented API alone.
  private func device() async throws -> Device {
    try await Device("one", InMemoryServer(), seed: 1, offer: .documented)
  }

  private func answer(_ exchange: Exchange, _ device: Device) async throws -> SyncReply {
    .response(
      try await device.line.rawRequest(
        method: exchange.request.method, path: exchange.request.path,
        query: exchange.request.query, headers: exchange.request.headers,
        body: exchange.request.body))
  }

  /// Makes one exchange; `meanwhile` happens after the server has answered and before that is
  /// known.
  @discardableResult
  private func exchange(
    _ work: SyncWork, _ device: Device, meanwhile: () async throws -> Void = {}
  ) async throws -> Bool {
    guard let exchange = try await device.store.nextExchange(work).exchange else { return false }
    let reply = try await answer(exchange, device)
    try await meanwhile()
    _ = try await device.store.settle(exchange, reply, Self.policy)
    try await device.store.releaseWaits()
    return true
  }

  private func finish(_ works: SyncWork..., of device: Device) async throws {
    for work in works { while try await exchange(work, device) {} }
  }

  private func tell(_ name: String, _ data: JSONValue, to device: Device) async throws {
    _ = try await device.store.apply([SSEEvent(event: name, data: JSONWriter.string(of: data))])
  }

  private func item(_ device: Device) -> JSONValue {
    device.line.ask("GET", "/items/" + Self.id).body.objectValue?["item"] ?? .null
  }

  private func tags(_ tags: JSONValue) -> JSONValue {
    ["item_id": .string(Self.id), "tags": tags, "tier": "library", "state": "active"]
  }

  private func create(_ device: Device, tags: JSONValue = []) {
    device.line.ask(
      "POST", "/items",
      ["id": .string(Self.id), "type": "core.note", "properties": ["body": "x"], "tags": tags])
  }

  @Test(arguments: [false, true])
  func `a page takes no tag away that the stream has brought since it was read`(
    isKnown: Bool
  ) async throws {
    let device = try await device()
    create(device)
    if isKnown { try await tell("item.created", item(device), to: device) }
    try await exchange(.identify, device)

    try await exchange(.sweep, device) {
      device.line.ask("POST", "/items/\(Self.id)/tags", ["tags": ["new"]])
      try await tell("metadata.changed", tags(["new"]), to: device)
    }
    try await finish(.sweep, .confirm, of: device)

    #expect(try await device.client.metadata.get(id: Self.id).tags == ["new"])
  }

  @Test func `a page brings no edge back that the stream has removed since it was read`()
    async throws
  {
    let device = try await device()
    create(device)
    let other = "01900000-0000-7000-8000-000000000002"
    device.line.ask(
      "POST", "/items", ["id": .string(other), "type": "core.note", "properties": ["body": "y"]])
    device.line.ask(
      "POST", "/edges",
      ["source_id": .string(Self.id), "target_id": .string(other), "edge_type": "about"])
    let edges = device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue
    let id = try #require(edges?.first?.objectValue?["id"]?.stringValue)
    try await exchange(.identify, device)
    for _ in ["active", "archived", "trashed"] { try await exchange(.sweep, device) }

    try await exchange(.sweep, device) {
      device.line.ask("DELETE", "/edges/" + id)
      try await tell("edge.deleted", ["id": .string(id)], to: device)
    }
    try await finish(.sweep, .confirm, of: device)

    #expect(try await device.store.item(id: other) != nil)
    #expect(try await device.client.edges.list(EdgeFilters(sourceId: Self.id)).data.isEmpty)
  }

  @Test func `a note that slips from one list to another while they are read has its tags`()
    async throws
  {
    let device = try await device()
    create(device, tags: ["t"])
    device.line.ask("DELETE", "/items/" + Self.id)
    try await exchange(.identify, device)
    // The active notes: it is not among them yet.
    try await exchange(.sweep, device)
    device.line.ask("POST", "/items/\(Self.id)/restore")
    try await tell("item.restored", item(device), to: device)

    try await finish(.sweep, .confirm, of: device)

    #expect(try await device.client.metadata.get(id: Self.id).tags == ["t"])
    #expect(try await device.store.item(id: Self.id)?.state == .active)
  }

  @Test func `a note that an event other than its creation brings is asked for its tags`()
    async throws
  {
    let device = try await device()
    try await exchange(.identify, device)
    try await finish(.sweep, of: device)
    create(device, tags: ["t"])

    try await tell("item.updated", item(device), to: device)
    try await finish(.confirm, of: device)

    #expect(try await device.client.metadata.get(id: Self.id).tags == ["t"])
  }
}
