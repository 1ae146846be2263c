import MarfaSDK
import MarfaSDKTestSupport
import Testing

extension AdoptTests {
  private func edge(
    _ id: String, _ source: String, _ target: String, _ type: String = "about",
    _ properties: [String: JSONValue] = [:]
  ) -> Edge {
    Edge(
      id: id, sourceId: source, targetId: target, edgeType: type, properties: properties,
      createdAt: "2027-01-01T00:00:00.000Z", updatedAt: "2027-01-01T00:00:00.000Z")
  }

  @Test func `an edge waits for its ends, in whatever order all arrive`() async throws {
    let desk = try await ServerDesk()
    let (one, two) = (ServerDesk.id(1), ServerDesk.id(2))

    try await desk.store.adopt(items: [], edges: [edge("e", one, two, "parent-of")])
    try await desk.store.adopt(items: [ConfirmedItem(ServerDesk.note(two, ["body": ""]))])
    #expect(try await desk.store.edges(EdgeFilters(sourceId: two)).data == [])
    try await desk.store.adopt(items: [ConfirmedItem(ServerDesk.note(one, ["body": ""]))])

    #expect(
      try await desk.store.edges(EdgeFilters(sourceId: one)).data
        == [edge("e", one, two, "parent-of")])
    #expect(try await desk.store.quickCheck() == [])
  }

  @Test func `an edge that is here under another id gets the server's, with what is queued`()
    async throws
  {
    let desk = try await ServerDesk()
    let one = try await desk.confirmed()
    let two = ServerDesk.id(2)
    try await desk.store.adopt(items: [ConfirmedItem(ServerDesk.note(two, ["body": ""]))])
    let mine = try await desk.store.createEdge(
      CreateEdgeInput(sourceId: one, targetId: two, edgeType: "about"))

    try await desk.store.adopt(items: [], edges: [edge("theirs", one, two)])

    #expect(try await desk.store.edges(EdgeFilters(sourceId: one)).data.map(\.id) == ["theirs"])
    #expect(try await desk.store.queueRows().map(\.intent.subject) == ["theirs"])
    // The server has it: nothing is sent, and a deletion names its id.
    #expect(try await desk.sent() == [])
    try await desk.store.deleteEdge(id: "theirs")
    #expect(try await desk.sent() == ["DELETE /edges/theirs"])
    #expect(mine.id != "theirs")
  }

  @Test func `an edge that was deleted here does not come back`() async throws {
    let desk = try await ServerDesk()
    let one = try await desk.confirmed()
    let two = ServerDesk.id(2)
    try await desk.store.adopt(
      items: [ConfirmedItem(ServerDesk.note(two, ["body": ""]))], edges: [edge("e", one, two)])
    try await desk.store.deleteEdge(id: "e")

    try await desk.store.adopt(items: [], edges: [edge("e", one, two)])

    #expect(try await desk.store.edges(EdgeFilters(sourceId: one)).data == [])
  }

  @Test func `a link is an edge of its own while the server has one, and a link again after`()
    async throws
  {
    let desk = try await ServerDesk()
    let two = ServerDesk.id(2)
    let one = ServerDesk.id(1)
    try await desk.store.adopt(items: [
      ConfirmedItem(ServerDesk.note(two, ["title": "Two", "body": ""])),
      ConfirmedItem(ServerDesk.note(one, ["title": "One", "body": "[[Two]]"])),
    ])
    #expect(try await desk.store.queueRows() == [])

    try await desk.store.adopt(items: [], edges: [edge("e", one, two, "references")])
    #expect(try await desk.store.edges(EdgeFilters(sourceId: one)).data.map(\.id) == ["e"])
    try await desk.store.forget(edgeIds: ["e"])

    let after = try await desk.store.edges(EdgeFilters(sourceId: one)).data
    #expect(after.map(\.targetId) == [two])
    #expect(after.map(\.id) != ["e"])
    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.store.quickCheck() == [])
  }

  @Test func `two parents for a moment leave the one that stays`() async throws {
    let desk = try await ServerDesk()
    let ids = (1...3).map(ServerDesk.id)
    try await desk.store.adopt(
      items: ids.map { ConfirmedItem(ServerDesk.note($0, ["body": ""])) },
      edges: [edge("old", ids[0], ids[2], "parent-of"), edge("new", ids[1], ids[2], "parent-of")])
    try await desk.store.forget(edgeIds: ["old"])

    #expect(try await desk.store.quickCheck() == [])
    #expect(
      try await desk.store.edges(toTargets: [ids[2]], edgeType: "parent-of")[ids[2]]?.map(\.id)
        == ["new"])
  }
}
