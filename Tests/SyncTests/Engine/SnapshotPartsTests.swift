import MarfaSDK
import Testing

/// A first sync of several parts, of which the next one is asked for while one is being written.
@Suite(.timeLimit(.minutes(20))) struct SnapshotPartsTests {
  private static let text = String(repeating: "word ", count: 40_000)

  /// A server with notes that do not fit into one part.
  private func filledServer() throws -> (server: InMemoryServer, ids: [String]) {
    let server = InMemoryServer()
    let ids = (10..<40).map { "01900000-0000-7000-8000-0000000000\($0)" }
    for id in ids {
      let note: JSONValue = [
        "id": .string(id), "type": "core.note", "properties": ["body": .string(Self.text)],
      ]
      try #require(server.ask("POST", "/items", note).status == 201)
    }
    return (server, ids)
  }

  private func parts(asked line: InMemoryServer) -> [String] {
    line.requests.filter { $0.path == "/snapshot" }.map { $0.query.first?.value ?? "" }
  }

  @Test func `each part is asked for once, and everything arrives`() async throws {
    let (server, ids) = try filledServer()
    let device = try await Device("one", server, seed: 1)
    try await device.start()

    for id in ids { #expect(try await device.body(id) == Self.text) }
    let asked = parts(asked: device.line)
    #expect(asked.count >= 4)
    #expect(Set(asked).count == asked.count)
    await device.client.syncEngine?.stop()
  }

  @Test func `an item that changes while the parts come is as the server has it at the end`()
    async throws
  {
    let (server, ids) = try filledServer()
    let device = try await Device("one", server, seed: 1)
    // Each change is made when a part is asked for: it is in no part that came before.
    device.line.setFault { request in
      guard request.path == "/snapshot", let after = request.query.first?.value else { return nil }
      server.ask("POST", "/items/\(ids[0])/tags", ["tags": [.string("t\(after.utf8.count)")]])
      server.ask("PATCH", "/items/" + ids[1], ["properties": ["title": .string(after)]])
      server.ask("DELETE", "/items/" + ids[2])
      return nil
    }
    try await device.start()

    let named = ids.prefix(10).joined(separator: ",")
    let answer = server.ask("GET", "/items", query: [("ids", named), ("include", "metadata")])
    let items = try ListPage<ItemWithMetadata>(json: answer.body).data
    #expect(items.count == 10)
    for there in items {
      let item = try await device.client.items.get(id: there.item.id)
      #expect(item.properties == there.item.properties)
      #expect(item.state == there.item.state)
      #expect(try await device.client.metadata.get(id: item.id).tags == there.metadata.tags)
    }
    #expect(try await device.client.items.get(id: ids[2]).state == .trashed)
    await device.client.syncEngine?.stop()
  }

  @Test func `a part that is lost is asked for again`() async throws {
    let (server, ids) = try filledServer()
    let device = try await Device("one", server, seed: 1)
    let lost = LossCounter()
    let events = try device.events()
    device.line.setFault { request in
      request.path == "/snapshot" && !request.query.isEmpty && lost.takes() ? .lostAnswer : nil
    }
    await device.client.syncEngine?.start()
    _ = try await events.next { if case .failed = $0 { true } else { false } }
    await device.client.syncEngine?.retry()
    try await events.untilSynced()

    for id in ids { #expect(try await device.body(id) == Self.text) }
    await device.client.syncEngine?.stop()
  }

  @Test func `an engine that stops in the middle goes on where it was`() async throws {
    let (server, ids) = try filledServer()
    let device = try await Device("one", server, seed: 1)
    let events = try device.events()
    await device.client.syncEngine?.start()
    device.line.setFault { $0.path == "/snapshot" ? .lostRequest : nil }
    await device.client.syncEngine?.stop()
    device.line.setFault(nil)
    await device.client.syncEngine?.start()
    try await events.untilSynced()

    for id in ids { #expect(try await device.body(id) == Self.text) }
    await device.client.syncEngine?.stop()
  }
}
