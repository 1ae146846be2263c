import MarfaModel
import MarfaServer
import Testing

@Suite(.everyStore, .timeLimit(.minutes(20))) struct IdempotencyTests {
  private let input = CreateItemInput(type: "core.note", properties: ["body": "x"])

  @Test func `a repeated request has one effect and the first answer`() async throws {
    let fixture = try StoreFixture()

    let first = try await fixture.store.write(.createItem(input), fixture.context(key: "k"))
    fixture.clock.advance(byMilliseconds: 5)
    let second = try await fixture.store.write(.createItem(input), fixture.context(key: "k"))

    #expect(second.isReplay)
    #expect(second.status == 201)
    #expect(second.body == first.body)
    #expect(try await fixture.read(.stats)["active"] == 1)
    #expect(try await fixture.store.eventBounds().newest == 1)
  }

  @Test func `keys of different credentials are different`() async throws {
    let fixture = try StoreFixture()
    var other = fixture.context(key: "k")
    other.credentialId = "another"

    _ = try await fixture.store.write(.createItem(input), fixture.context(key: "k"))
    let answer = try await fixture.store.write(.createItem(input), other)

    #expect(!answer.isReplay)
  }

  @Test(arguments: ["", String(repeating: "k", count: 256)])
  func `a key that is none is refused`(key: String) async throws {
    let fixture = try StoreFixture()

    await #expect(throws: ValidationError.self) {
      try await fixture.store.write(.createItem(input), fixture.context(key: key))
    }
  }

  @Test func `a key that was used for another request is refused`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.store.write(.createItem(input), fixture.context(key: "k"))

    let error = await #expect(throws: ValidationError.self) {
      try await fixture.store.write(
        .createItem(input), fixture.context(key: "k", fingerprint: "other"))
    }

    #expect(error?.code == "invalid_request")
  }

  @Test func `a refused request is evaluated again`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let patch = { (version: Int) in
      StoreMutation.patchItem(
        id: id, PatchItemBody(properties: ["body": "y"], version: version))
    }
    await #expect(throws: ConflictError.self) {
      try await fixture.store.write(patch(4), fixture.context(key: "k"))
    }

    let answer = try await fixture.store.write(
      patch(1), fixture.context(key: "k", fingerprint: "rebased"))

    #expect(!answer.isReplay)
    #expect(try answer.json["item"]?["version"] == 2)
  }

  @Test func `a repeated request that met a conflict meets it again, whatever came since`()
    async throws
  {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let patch = StoreMutation.patchItem(
      id: id, PatchItemBody(properties: ["body": "y"], version: 2))
    let first = await #expect(throws: ConflictError.self) {
      try await fixture.store.write(patch, fixture.context(key: "k"))
    }
    try await fixture.write(.patchItem(id: id, PatchItemBody(properties: ["body": "z"])))

    let again = try await fixture.store.write(patch, fixture.context(key: "k"))

    #expect(again.isReplay)
    #expect(again.status == 409)
    #expect(try again.json["error"]?["code"]?.stringValue == first?.code)
    #expect(try again.json["current"]?["version"] == 1)
    let body = try await fixture.read(.item(id: id))["item"]?["properties"]?["body"]
    #expect(body == "z")
  }

  @Test
  func `an entry that met a conflict in a batch meets it again, and later entries wait again`()
    async throws
  {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let batch = [
      entry("1", .patchItem(id: id, PatchItemBody(properties: ["body": "y"], version: 2))),
      entry("2", .addTags(id: id, ["x"])),
    ]
    let first = try await fixture.store.write(batch, fixture.context())
    try await fixture.write(.patchItem(id: id, PatchItemBody(properties: ["body": "z"])))

    let again = try await fixture.store.write(batch, fixture.context())

    #expect(first.map(\.answer.status) == [409, 424])
    #expect(again.map(\.answer.status) == [409, 424])
    #expect(again.map(\.answer.isReplay) == [true, false])
    #expect(again[0].answer.body == first[0].answer.body)
  }

  private func entry(_ id: String, _ mutation: StoreMutation) -> BatchEntry {
    BatchEntry(
      idempotency: IdempotencyKey(key: id, fingerprint: id), mutation: .success(mutation))
  }

  @Test func `a batch goes on round a refused item, and its later entries wait`() async throws {
    let fixture = try StoreFixture()
    let bad = try await fixture.note("bad")
    let good = try await fixture.note("good")
    let batch = [
      entry("1", .patchItem(id: bad, PatchItemBody(properties: ["body": 1]))),
      entry("2", .addTags(id: bad, ["x"])),
      entry("3", .addTags(id: good, ["y"])),
      entry("4", .createEdge(CreateEdgeInput(sourceId: good, targetId: bad, edgeType: "about"))),
      BatchEntry(
        idempotency: IdempotencyKey(key: "5", fingerprint: "5"),
        mutation: .failure(NotFoundError(code: "not_found", message: "no route")), subject: good),
      entry("6", .addTags(id: good, ["z"])),
      entry("7", .createItem(input)),
    ]

    let answers = try await fixture.store.write(batch, fixture.context())

    #expect(answers.map(\.id) == ["1", "2", "3", "4", "5", "6", "7"])
    #expect(answers.map(\.answer.status) == [400, 424, 200, 201, 404, 424, 201])
    #expect(
      try answers.map { try $0.answer.json["error"]?["code"]?.stringValue } == [
        "invalid_properties", "dependency_failed", nil, nil, "not_found", "dependency_failed", nil,
      ])
    #expect(try await fixture.read(.metadata(id: good))["metadata"]?["tags"] == ["y"])
  }

  @Test
  func `an entry that names an item that the batch failed to make waits, and nothing else does`()
    async throws
  {
    let fixture = try StoreFixture()
    let (there, made) = (try await fixture.note("there"), fixture.ids(2))
    func edge(_ source: String, _ target: String, _ id: String? = nil) -> StoreMutation {
      .createEdge(CreateEdgeInput(id: id, sourceId: source, targetId: target, edgeType: "about"))
    }
    let unmade = CreateItemInput(id: made[0], type: "core.note", properties: ["body": 1])
    let naming = CreateItemInput(
      type: "core.note", properties: ["body": "x"], edges: ["about": [made[0]]])
    let batch = [
      entry("1", .createItem(unmade)), entry("2", edge(there, made[0], made[1])),
      entry("3", .deleteEdge(id: made[1])), entry("4", .createItem(naming)),
      entry("5", .addTags(id: there, ["x"])), entry("6", edge(there, there)),
      entry("7", .addTags(id: there, ["y"])),
    ]

    let answers = try await fixture.store.write(batch, fixture.context())

    #expect(answers.map(\.answer.status) == [400, 424, 424, 424, 200, 201, 200])
  }

  @Test func `each entry of a repeated batch is answered as the first time`() async throws {
    let fixture = try StoreFixture()
    let batch = [entry("1", .createItem(input)), entry("2", .createItem(input))]

    let first = try await fixture.store.write(batch, fixture.context())
    let second = try await fixture.store.write(
      batch + [entry("3", .createItem(input))], fixture.context())

    #expect(second.prefix(2).map(\.answer.body) == first.map(\.answer.body))
    #expect(second.map(\.answer.isReplay) == [true, true, false])
    #expect(try await fixture.read(.stats)["active"] == 3)
  }

  @Test func `a conflict within a batch has its whole context`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")

    let answers = try await fixture.store.write(
      [entry("1", .patchItem(id: id, PatchItemBody(properties: ["body": "y"], version: 3)))],
      fixture.context())

    let body = try #require(try answers.first?.answer.json.objectValue)
    #expect(answers.first?.answer.status == 409)
    #expect(
      Set(body.keys) == ["error", "current", "ancestor", "conflicting_fields", "merge_policy"])
  }
}
