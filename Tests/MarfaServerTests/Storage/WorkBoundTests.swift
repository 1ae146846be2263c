import MarfaModel
import Testing

@testable import MarfaServer

/// What one request may cost: counted in rows, entries and commits, never in time.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct WorkBoundTests {
  private func note(_ number: Int, tags: [String]? = nil) -> StoreMutation {
    .createItem(
      CreateItemInput(
        type: "core.note", properties: ["body": .string("note \(number)")],
        sourceId: "s\(number)", tags: tags))
  }

  private func entries(_ count: Int, from start: Int = 0) -> [BatchEntry] {
    (start..<start + count).map { number in
      BatchEntry(
        idempotency: IdempotencyKey(key: "k\(number)", fingerprint: "f"),
        mutation: .success(note(number)))
    }
  }

  // MARK: - Sizes

  @Test func `an item has at most as many tags as the limit says`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a", tags: (0..<200).map { "t\($0)" })

    #expect(try await fixture.refusal(.addTags(id: id, ["one-more"])) == "validation_error")
    #expect(try await fixture.refusal(.removeTag(id: id, "t0")) == nil)
    #expect(try await fixture.refusal(.addTags(id: id, ["one-more"])) == nil)
    let many = (0..<201).map { "t\($0)" }
    #expect(try await fixture.refusal(note(1, tags: many)) == "validation_error")
  }

  @Test func `properties and attachments of an item have a limit that the refusal names`()
    async throws
  {
    let fixture = try StoreFixture()
    let large = CreateItemInput(
      type: "core.note", properties: ["body": .string(String(repeating: "x", count: 1 << 20))])
    let hash = "sha256:" + String(repeating: "0", count: 64)
    let attached = CreateItemInput(
      type: "core.note", properties: ["body": "x"],
      attachments: (0...200).map {
        Attachment(blobRef: hash, mimeType: "text/plain", title: "\($0)")
      })

    for (input, field, limit) in [(large, "properties", 1 << 20), (attached, "attachments", 200)] {
      let error = await #expect(throws: ValidationError.self) {
        try await fixture.write(.createItem(input))
      }
      #expect(error?.details?["field"] == .string(field))
      #expect(error?.details?["limit"] == .integer(Int64(limit)))
    }
  }

  @Test(
    arguments: [
      (Array(repeating: #"tags eq "a""#, count: 32), nil),
      (Array(repeating: #"tags eq "a""#, count: 33), "validation_error"),
      (Array(repeating: "edge[about] exists", count: 8), nil),
      (Array(repeating: "edge[about] exists", count: 9), "validation_error"),
    ] as [([String], String?)])
  func `a filter has a limited number of conditions`(terms: [String], code: String?) async throws {
    let fixture = try StoreFixture()

    let filters = ListFilters(filter: terms.joined(separator: " or "), sort: .createdAt)

    #expect(try await fixture.refusal(of: .items(ItemListRequest(filters))) == code)
  }

  @Test func `a page ends at its bytes and goes on after them`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<10 {
      _ = try await fixture.note("\(number)", body: String(repeating: "x", count: 1_000_000))
    }
    var ids: [String] = []
    var filters = ListFilters(sort: .createdAt, limit: 200)
    var pages = 0

    repeat {
      let answer = try await fixture.store.read(.items(ItemListRequest(filters)), for: FullAccess())
      #expect(answer.body.count < 6_000_000)
      let page = try answer.json
      ids += page.ids
      pages += 1
      filters.cursor = page["cursor"]?.stringValue
    } while filters.cursor != nil

    #expect(Set(ids).count == 10)
    #expect(ids.count == 10)
    #expect(pages >= 2)
  }

  @Test func `a page of edges ends at its bytes and goes on after them`() async throws {
    let fixture = try StoreFixture()
    let source = try await fixture.note("source")
    let text = String(repeating: "x", count: 60_000)
    for number in 0..<90 {
      let target = try await fixture.note("\(number)")
      try await fixture.write(
        .createEdge(
          CreateEdgeInput(
            sourceId: source, targetId: target, edgeType: "references",
            properties: ["note": .string(text)])))
    }
    var request = EdgeListRequest(limit: 500)
    var count = 0
    var pages = 0

    repeat {
      let answer = try await fixture.store.read(.edges(from: source, request), for: FullAccess())
      #expect(answer.body.count < 4_500_000)
      let page = try answer.json
      count += page["data"]?.arrayValue?.count ?? 0
      pages += 1
      #expect(page["has_more"] == .bool(page["cursor"] != .null))
      request.cursor = page["cursor"]?.stringValue
    } while request.cursor != nil

    #expect(count == 90)
    #expect(pages == 2)
  }

  @Test func `the versions of an item end at their bytes and go on after them`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let text = String(repeating: "x", count: 900_000)
    for number in 0..<9 {
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(properties: ["body": .string(text + "\(number)")])))
    }
    var versions: [Int64] = []
    var pages = 0
    var cursor: String?

    repeat {
      let answer = try await fixture.store.read(
        .versions(id: id, cursor: cursor), for: FullAccess())
      #expect(answer.body.count < 5_500_000)
      let page = try answer.json
      versions += page["versions"]?.arrayValue?.compactMap { $0["version"]?.integerValue } ?? []
      pages += 1
      cursor = page["cursor"]?.stringValue
    } while cursor != nil

    #expect(versions == (1...9).reversed())
    #expect(pages == 2)
  }

  @Test func `tags come in pages`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<3 { _ = try await fixture.note("a", tags: ["t\(number)", "all"]) }

    let (first, second) = try await fixture.store.snapshot(.scan) { rows in
      (
        try rows.tagCounts(ofTypes: nil, after: 0, limit: RowLimit(count: 2)),
        try rows.tagCounts(ofTypes: nil, after: 2, limit: RowLimit(count: 2))
      )
    }

    #expect(first.rows.map(\.tag) == ["all", "t0"])
    #expect(first.hasMore)
    #expect(second.rows.map(\.tag) == ["t1", "t2"])
    #expect(!second.hasMore)
    #expect(try await fixture.read(.tags())["has_more"] == false)
  }

  @Test func `an item has at most a number of extensions`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    for number in 0..<100 {
      try await fixture.write(
        .setExtension(id: id, namespace: "app.n\(number)", ["a": 1]))
    }

    #expect(
      try await fixture.refusal(.setExtension(id: id, namespace: "app.more", ["a": 1]))
        == "validation_error")
    #expect(
      try await fixture.refusal(.setExtension(id: id, namespace: "app.n7", ["a": 2])) == nil)
  }

  // MARK: - Slices

  @Test func `a batch is written in slices, answered in order, and replayed alike`() async throws {
    let fixture = try StoreFixture()
    let before = try await fixture.store.statistics()

    let answers = try await fixture.store.write(entries(220), fixture.context())

    let after = try await fixture.store.statistics()
    #expect(answers.map(\.id) == (0..<220).map { "k\($0)" })
    #expect(answers.allSatisfy { $0.answer.status == 201 })
    #expect(after.writes - before.writes >= 5)
    let again = try await fixture.store.write(entries(220), fixture.context())
    #expect(again.map(\.answer.body) == answers.map(\.answer.body))
    #expect(again.map(\.answer.isReplay) == Array(repeating: true, count: 220))
    #expect(try await fixture.store.statistics().items == 220)
  }

  @Test func `a refused entry of a slice undoes itself alone`() async throws {
    let fixture = try StoreFixture()
    var batch = entries(30)
    batch[7].mutation = .success(
      .createItem(CreateItemInput(type: "core.note", properties: ["title": "no body"])))

    let answers = try await fixture.store.write(batch, fixture.context())

    #expect(answers.count { $0.answer.status == 201 } == 29)
    #expect(answers[7].answer.status == 400)
    #expect(try await fixture.store.statistics().items == 29)
    #expect(fixture.toldEvents.count == 29)
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a dry run of a bulk action writes nothing, not even a transaction`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<5 { _ = try await fixture.note("\(number)") }
    let before = try await fixture.store.statistics()

    let answer = try await fixture.store.write(
      .bulkAction(
        BulkAction(filters: ListFilters(), change: .updateTier(.feed), isDryRun: true)),
      fixture.context())

    #expect(try answer.json["matched"] == 5)
    #expect(try await fixture.store.statistics().writes == before.writes)
  }

  @Test func `a bulk action is cut into transactions`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.store.write(entries(120), fixture.context())
    let before = try await fixture.store.statistics()

    let answer = try await fixture.store.write(
      .bulkAction(
        BulkAction(filters: ListFilters(), change: .updateTags(add: ["x"], remove: []))),
      fixture.context())

    #expect(try answer.json["updated"] == 120)
    #expect(try await fixture.store.statistics().writes - before.writes >= 3)
    #expect(try await fixture.read(.tags())["tags"]?[0]?["count"] == 120)
  }

  // MARK: - Rights

  @Test func `an answer is not shown again to a key that lost its rights`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("secret")
    let writer = SomeAccess(readable: ["core.note"], writable: ["core.note"])
    let patch = StoreMutation.patchItem(id: id, PatchItemBody(properties: ["title": "new"]))
    try await fixture.write(patch, key: "k", access: writer)

    await #expect(throws: NotFoundError.self) {
      try await fixture.write(patch, key: "k", access: SomeAccess())
    }
    #expect(try await fixture.write(patch, key: "k", access: writer)["item"]?["version"] == 2)
  }
}

@Suite(.timeLimit(.minutes(20))) struct QueryDeadlineTests {
  @Test func `a query ends when its time is over, and the store goes on`() async throws {
    var hooks = StoreHooks()
    hooks.queryTime = .zero
    let fixture = try StoreFixture(hooks: hooks)
    for number in 0..<200 {
      _ = try await fixture.note("\(number)", body: "word number \(number)")
    }
    let filters = ListFilters(
      filter: (0..<20).map { #"properties.body contains "zz\#($0)""# }.joined(separator: " or "),
      sort: .createdAt)

    #expect(
      try await fixture.refusal(of: .items(ItemListRequest(filters))) == "validation_error")
    // Five times as long, and three hundred times, have their end as well.
    let ofType = ItemSelection(types: ["core.note"])
    for extent in [ReadExtent.preparation, .export] {
      await #expect(throws: ValidationError.self) {
        try await fixture.store.snapshot(extent) { rows in
          for _ in 0..<200 { _ = try rows.itemKeys(ofType, limit: 1_000) }
        }
      }
    }
    // What takes a few steps is not broken off.
    #expect(try await fixture.refusal(of: .items(ItemListRequest(ListFilters(limit: 1)))) == nil)
    _ = try await fixture.note("after")
    try await fixture.store.close()
  }
}
