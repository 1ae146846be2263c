import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ConflictSettlementTests {
  /// A server where title and body were changed by somebody else since version 1.
  private func conflicting(_ fixture: RemoteFixture) {
    fixture.transport.enqueue(
      status: 409,
      json: RemoteFixture.conflict(
        current: (4, ["title": "theirs", "body": "theirs", "mood": "calm"]),
        ancestor: ["title": "base", "body": "base", "mood": "calm"], fields: ["title", "body"]))
    fixture.transport.enqueue(json: RemoteFixture.itemResponse(version: 4))
    fixture.transport.enqueue(json: ["metadata": RemoteFixture.metadata("i1", ["bread"])])
  }

  private let patch: [String: JSONValue] = ["title": "mine", "body": "mine", "mood": "glad"]

  @Test func `by default the policy settles it: a copy keeps the text, and the rest is sent again`()
    async throws
  {
    let fixture = RemoteFixture()
    conflicting(fixture)
    fixture.transport.enqueue(status: 201, json: RemoteFixture.itemResponse("copy"))
    fixture.transport.enqueue(json: RemoteFixture.itemResponse(version: 5))

    let item = try await fixture.client.items.update(
      id: "i1", properties: patch, options: UpdateOptions(version: 1))

    #expect(item.version == 5)
    #expect(
      fixture.calls == [
        "PATCH /items/i1", "GET /items/i1", "GET /items/i1/metadata", "POST /items",
        "PATCH /items/i1",
      ])
    let copy = fixture.transport.requests[3].json?.objectValue
    #expect(copy?["properties"] == ["title": "theirs", "body": "mine", "mood": "calm"])
    #expect(copy?["tags"] == ["bread", "conflicted-copy"])
    #expect(copy?["edges"] == ["derived-from": ["i1"]])
    #expect(
      fixture.transport.requests[4].json == ["properties": ["mood": "glad"], "version": 4])
  }

  @Test func `under manual the caller gets the whole context`() async throws {
    let fixture = RemoteFixture { $0.conflictStrategy = .manual }
    conflicting(fixture)

    let error = await #expect(throws: ConflictError.self) {
      try await fixture.client.items.update(
        id: "i1", properties: patch, options: UpdateOptions(version: 1))
    }

    #expect(error?.current.version == 4)
    #expect(error?.conflictingFields == ["body", "title"])
    #expect(error?.clientPatch == patch)
    #expect(fixture.calls.count == 1)
  }

  @Test func `under callback the caller's function decides`() async throws {
    let fixture = RemoteFixture()
    conflicting(fixture)
    fixture.transport.enqueue(json: RemoteFixture.itemResponse(version: 5))

    try await fixture.client.items.update(
      id: "i1", properties: patch,
      options: UpdateOptions(version: 1, conflict: .callback) { context in
        #expect(context.tags == ["bread"])
        #expect(context.ancestor?.properties["body"] == "base")
        return ["body": "both", "title": context.current.properties["title"] ?? .null]
      })

    #expect(
      fixture.transport.requests.last?.json == ["properties": ["body": "both"], "version": 4])
  }

  @Test func `an error of the caller's function ends the update`() async throws {
    struct Undecided: Error {}
    let fixture = RemoteFixture()
    conflicting(fixture)

    await #expect(throws: Undecided.self) {
      try await fixture.client.items.update(
        id: "i1", properties: patch,
        options: UpdateOptions(version: 1, conflict: .callback) { _ in throw Undecided() })
    }

    #expect(fixture.calls.count == 3)
  }

  @Test func `changes to different lines are put together when the client asks for it`()
    async throws
  {
    let fixture = RemoteFixture { $0.textMerge = .whenDisjoint }
    fixture.transport.enqueue(
      status: 409,
      json: RemoteFixture.conflict(
        current: (4, ["body": "a\nb\nC\n"]), ancestor: ["body": "a\nb\nc\n"], fields: ["body"]))
    fixture.transport.enqueue(json: RemoteFixture.itemResponse(version: 4))
    fixture.transport.enqueue(json: ["metadata": RemoteFixture.metadata()])
    fixture.transport.enqueue(json: RemoteFixture.itemResponse(version: 5))

    try await fixture.client.items.update(
      id: "i1", properties: ["body": "A\nb\nc\n"], options: UpdateOptions(version: 1))

    #expect(
      fixture.transport.requests.last?.json
        == ["properties": ["body": "A\nb\nC\n"], "version": 4])
    #expect(!fixture.calls.contains("POST /items"))
  }

  @Test func `a conflict that comes back three times is the caller's`() async throws {
    let fixture = RemoteFixture()
    for _ in 0..<4 {
      fixture.transport.enqueue(
        status: 409,
        json: RemoteFixture.conflict(
          current: (4, ["mood": "calm"]), ancestor: ["mood": "calm"], fields: []))
      fixture.transport.enqueue(json: RemoteFixture.itemResponse(version: 4))
      fixture.transport.enqueue(json: ["metadata": RemoteFixture.metadata()])
    }

    await #expect(throws: ConflictError.self) {
      try await fixture.client.items.update(
        id: "i1", properties: ["mood": "glad"], options: UpdateOptions(version: 1))
    }

    #expect(fixture.calls.count { $0.hasPrefix("PATCH") } == 4)
  }

  @Test func `a store without a server settles a conflict only when asked to`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("T", "base")
    try await fixture.client.items.update(id: note.id, properties: ["body": "theirs"])

    await #expect(throws: ConflictError.self) {
      try await fixture.client.items.update(
        id: note.id, properties: ["body": "mine"], options: UpdateOptions(version: note.version))
    }
    #expect(try await fixture.client.items.list().data.count == 1)

    try await fixture.client.items.update(
      id: note.id, properties: ["body": "mine"],
      options: UpdateOptions(version: note.version, conflict: .auto))

    let bodies = try await fixture.client.items.list().data.map { $0.properties["body"] }
    #expect(Set(bodies) == ["theirs", "mine"])
    let copies = try await fixture.client.items.list(ListFilters(tags: ["conflicted-copy"])).data
    #expect(copies.map { $0.properties["body"] } == ["mine"])
    #expect(
      try await fixture.client.edges.list(EdgeFilters(sourceId: copies.first?.id)).data
        .map(\.edgeType) == ["derived-from"])
  }
}
