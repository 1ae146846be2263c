import GRDB
import MarfaModel
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct ItemListTests {
  /// All ids of a list, page by page.
  private func pages(
    _ fixture: StoreFixture, _ filters: ListFilters, as access: any StoreAccess = FullAccess()
  ) async throws -> [String] {
    var filters = filters
    var ids: [String] = []
    for _ in 0..<100 {
      let page = try await fixture.read(.items(ItemListRequest(filters)), as: access)
      ids += page.ids
      guard page["has_more"] == true else { return ids }
      filters.cursor = page["cursor"]?.stringValue
    }
    Issue.record("the list has no end")
    return ids
  }

  @Test(
    arguments: [ListFilters.Sort.createdAt, .updatedAt, .timestamp],
    [
      ListFilters.Direction.ascending, .descending,
    ])
  func `pages hold each item once and in order, also where times are equal`(
    sort: ListFilters.Sort, direction: ListFilters.Direction
  ) async throws {
    let fixture = try StoreFixture()
    var notes: [(id: String, time: String)] = []
    for number in 0..<23 {
      if number % 5 == 0 { fixture.clock.advance(byMilliseconds: 10) }
      let time = Timestamp(milliseconds: Int64(number * 7 % 4) * 1000).iso8601
      let answer = try await fixture.store.write(
        .createItem(
          CreateItemInput(type: "core.note", properties: ["body": ""], timestamp: time)),
        fixture.context()
      ).json
      notes.append((try #require(answer["item"]?["id"]?.stringValue), time))
    }

    let ids = try await pages(
      fixture, ListFilters(sort: sort, direction: direction, limit: 4))

    let order = notes.enumerated().sorted { left, right in
      sort == .timestamp && left.element.time != right.element.time
        ? left.element.time < right.element.time : left.offset < right.offset
    }.map(\.element.id)
    #expect(ids == (direction == .ascending ? order : order.reversed()))
  }

  @Test func `a sweep has what changed at its time or later, oldest change first`() async throws {
    let fixture = try StoreFixture()
    let first = try await fixture.note("a")
    let second = try await fixture.note("b")
    // Two changes may share a millisecond, so the time itself belongs to the sweep.
    let mark = fixture.clock.now.iso8601
    let third = try await fixture.note("c")
    try await fixture.write(.addTags(id: first, ["x"]))
    let last = fixture.clock.now.iso8601

    #expect(try await pages(fixture, ListFilters(updatedAfter: mark)) == [second, third, first])
    #expect(try await pages(fixture, ListFilters(updatedAfter: last)) == [first])
  }

  @Test(arguments: [
    "type eq \"core.note\"", "properties.title eq \"b\"", "properties.n gt 1",
    "properties.n ge 1 and not properties.n eq 2", "tags contains \"red\"", "tags exists",
    "not tags exists", "properties.list eq \"x\"", "properties.title startswith \"b\"",
    "properties.title contains \"'\"", "properties.flag eq true", "version ge 2",
    "state eq \"archived\" or tier eq \"feed\"", "source_id exists",
    "source_id in (\"s1\", \"s2\")",
    "properties.n ne 1", "properties.missing eq null", "device eq \"\"",
    "created_at ge \"2020-01-01\"", "created_at lt \"2020-01-01\"",
    "(version eq 1 and (tier eq \"feed\" or (properties.n lt 2 and not state eq \"archived\")))",
  ])
  func `a filter finds what its meaning says`(text: String) async throws {
    let fixture = try StoreFixture()
    let inputs: [([String: JSONValue], [String], ItemTier, String?)] = [
      (["body": "", "title": "a", "n": 1, "flag": true], ["red"], .library, "s1"),
      (["body": "", "title": "b", "n": 2.5, "list": ["x", 1]], [], .feed, "s2"),
      (["body": "", "title": "b'c%_", "n": "2", "flag": false], ["red", "green"], .feed, nil),
      (["body": "", "title": "B", "n": 2], ["green"], .library, nil),
    ]
    for (properties, tags, tier, sourceId) in inputs {
      try await fixture.write(
        .createItem(
          CreateItemInput(
            type: "core.note", properties: properties, tier: tier, sourceId: sourceId,
            tags: tags)))
    }
    let all = try await fixture.read(
      .items(ItemListRequest(ListFilters(sort: .createdAt), include: [.metadata])))
    let last = try #require(all["data"]?[0]?["item"]?["id"]?.stringValue)
    try await fixture.write(.transitionItem(id: last, .archived))
    try await fixture.write(.patchItem(id: last, PatchItemBody(properties: ["title": "d"])))

    let found = try await pages(fixture, ListFilters(filter: text))

    let expression = try FilterExpression(parsing: text)
    let now = try await fixture.read(.items(ItemListRequest(include: [.metadata])))
    let wanted = try (now["data"]?.arrayValue ?? []).map { try ItemWithMetadata(json: $0) }
      .filter { expression.matches(FilterSubject(item: $0.item, tags: $0.metadata.tags)) }
      .map(\.id)
    #expect(found == wanted)
  }

  @Test(arguments: [
    "", "x", "e30", "aXRlbS51cGRhdGVkX2F0LSAxIDE", "aXRlbS51cGRhdGVkX2F0LSAxIDEgMQ",
    "aXRlbS5jcmVhdGVkX2F0LSAxIDE", "' OR 1=1 --", "../../etc/passwd", "\u{1F600}",
    String(repeating: "A", count: 100_000),
  ])
  func `a text that is no cursor is refused`(text: String) async throws {
    let fixture = try StoreFixture()
    for number in 0..<3 { _ = try await fixture.note("\(number)") }

    let code = try await fixture.refusal(
      of: .items(ItemListRequest(ListFilters(limit: 2, cursor: text))))
    let edges = try await fixture.refusal(of: .allEdges(EdgeListRequest(cursor: text)))

    #expect(code == "validation_error")
    #expect(edges == "validation_error")
  }

  /// Of edges at most 8: each looks at other items.
  @Test(arguments: ["version", "properties.n", "tags"])
  func `a filter may name 1000 values, and no more`(path: String) async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let values = (0..<1000).map { path == "version" ? "\($0 + 1)" : "\"\($0)\"" }
    let list = "\(path) in (\(values.joined(separator: ",")))"
    let deep = String(repeating: "(version eq 9 or ", count: 13) + list
    let filter = deep + String(repeating: ")", count: 13)

    let found = try await fixture.read(.items(ItemListRequest(ListFilters(filter: list))))
    let nested = try await fixture.read(.items(ItemListRequest(ListFilters(filter: filter))))

    #expect(found.ids == (path == "version" ? [id] : []))
    #expect(nested == found)
    let more = list.replacing("(", with: "(\(values[0]),")
    let code = try await fixture.refusal(of: .items(ItemListRequest(ListFilters(filter: more))))
    #expect(code == "validation_error")
  }

  @Test func `a cursor that was cut short or changed is refused`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<30 { _ = try await fixture.note("\(number)") }
    let page = try await fixture.read(.items(ItemListRequest(ListFilters(limit: 2))))
    let cursor = try #require(page["cursor"]?.stringValue)
    func code(_ text: String) async throws -> String? {
      try await fixture.refusal(of: .items(ItemListRequest(ListFilters(limit: 5, cursor: text))))
    }

    #expect(try await code(cursor) == nil)
    for count in 0..<cursor.count {
      #expect(try await code(String(cursor.prefix(count))) == "validation_error")
      var changed = Array(cursor)
      changed[count] = changed[count] == "A" ? "B" : "A"
      #expect(try await code(String(changed)) == "validation_error")
    }
  }

  @Test func `a cursor is of one list, with its filters and its order`() async throws {
    let fixture = try StoreFixture()
    let target = try await fixture.note("target")
    var ids: [String] = []
    for number in 0..<9 {
      ids.append(try await fixture.note("\(number)", tags: ["a"], edges: ["about": [target]]))
    }
    let list = ListFilters(type: "core.note", limit: 2)
    let page = try await fixture.read(.items(ItemListRequest(list)))
    let cursor = try #require(page["cursor"]?.stringValue)
    let changes: [(inout ListFilters) -> Void] = [
      { $0.type = nil }, { $0.type = "core.task" }, { $0.state = .active }, { $0.source = "test" },
      { $0.tier = .library }, { $0.tags = ["a"] }, { $0.filter = "version ge 1" },
      { $0.edge = ["about": target] }, { $0.backref = ["about": target] },
      { $0.since = "2020-01-01" }, { $0.until = "2040-01-01" },
      { $0.updatedAfter = "2020-01-01" }, { $0.sort = .createdAt }, { $0.direction = .ascending },
    ]

    for (number, change) in changes.enumerated() {
      var other = list
      change(&other)
      other.cursor = cursor
      let code = try await fixture.refusal(of: .items(ItemListRequest(other)))
      #expect(code == "validation_error", "change \(number)")
    }
    var edges = EdgeListRequest(edgeTypes: ["about"], limit: 2)
    let first = try await fixture.read(.backrefs(to: target, edges))
    edges.cursor = try #require(first["cursor"]?.stringValue)
    #expect(try await fixture.refusal(of: .backrefs(to: target, edges)) == nil)
    #expect(try await fixture.refusal(of: .edges(from: target, edges)) == "validation_error")
    #expect(try await fixture.refusal(of: .backrefs(to: ids[0], edges)) == "validation_error")
    #expect(try await fixture.refusal(of: .allEdges(edges)) == "validation_error")
    edges.edgeTypes = ["references"]
    #expect(try await fixture.refusal(of: .backrefs(to: target, edges)) == "validation_error")
  }

  @Test func `a cursor of another store is refused`() async throws {
    let (one, other) = (try StoreFixture(), try StoreFixture())
    var cursors: [String] = []
    for fixture in [one, other] {
      for number in 0..<3 { _ = try await fixture.note("\(number)") }
      let page = try await fixture.read(.items(ItemListRequest(ListFilters(limit: 2))))
      cursors.append(try #require(page["cursor"]?.stringValue))
    }

    let request = ItemListRequest(ListFilters(limit: 2, cursor: cursors[0]))
    #expect(try await one.refusal(of: .items(request)) == nil)
    #expect(try await other.refusal(of: .items(request)) == "validation_error")
  }

  @Test(arguments: [0, -1, 201, .max]) func `a limit out of range is refused`(limit: Int)
    async throws
  {
    let fixture = try StoreFixture()

    #expect(
      try await fixture.refusal(of: .items(ItemListRequest(ListFilters(limit: limit))))
        == "validation_error")
  }

  @Test func `a filter that is deeper than the database reads is refused`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    let term = "version eq 1"
    let deep = (0..<40).reduce(term) { text, number in
      number % 2 == 0 ? "not (\(text) and \(term))" : "(\(text) or \(term))"
    }
    let long = Array(repeating: "version ge 1", count: 32).joined(separator: " and ")

    #expect(
      try await fixture.refusal(of: .items(ItemListRequest(ListFilters(filter: deep))))
        == "validation_error")
    #expect(try await pages(fixture, ListFilters(filter: long)) == [id])
  }

  @Test func `types are listed with their subtypes, readable ones only`() async throws {
    let fixture = try StoreFixture()
    try await fixture.write(.registerType(ItemType(id: "user.memo", parent: "core.note")))
    let note = try await fixture.note("a", tags: ["x"])
    let made = try await fixture.write(
      .createItem(CreateItemInput(type: "user.memo", properties: ["body": ""], tags: ["x"])))
    let memo = try #require(made["item"]?["id"]?.stringValue)
    try await fixture.write(
      .createItem(CreateItemInput(type: "core.task", properties: ["title": ""], tags: ["x"])))
    let member = SomeAccess(readable: ["core.note"])
    let narrow = SomeAccess(readable: ["user.memo"])

    #expect(try await pages(fixture, ListFilters(type: "core.note")) == [memo, note])
    #expect(try await pages(fixture, ListFilters(), as: member) == [memo, note])
    #expect(try await pages(fixture, ListFilters(type: "core.note"), as: narrow) == [memo])
    #expect(try await pages(fixture, ListFilters(), as: SomeAccess()) == [])
    #expect(try await fixture.read(.tags(), as: member)["tags"] == [["tag": "x", "count": 2]])
    #expect(try await fixture.read(.stats, as: narrow)["active"] == 1)
    #expect(try await fixture.refusal(of: .item(id: note), as: narrow) == "item_not_found")
  }

  @Test func `a list brings what was asked for and nothing else`() async throws {
    let fixture = try StoreFixture()
    let target = try await fixture.note("t")
    let id = try await fixture.note("a", tags: ["x"], edges: ["about": [target]])
    try await fixture.write(.setExtension(id: id, namespace: "app.x", ["k": 1]))
    try await fixture.write(.setExtension(id: id, namespace: "app.y", ["k": 2]))
    let access = SomeAccess(
      readable: ["core.note"], readableEdges: ["about"], readableExtensions: ["app.x"])
    let filters = ListFilters(filter: "properties.title eq \"a\"")

    let lean = try await fixture.read(.items(ItemListRequest(filters)), as: access)["data"]?[0]
    let full = try await fixture.read(
      .items(ItemListRequest(filters, include: [.edges, .metadata, .extensions])), as: access)[
        "data"]?[0]

    #expect(lean?["edges"] == nil)
    #expect(lean?["extensions"] == nil)
    #expect(full?["item"]?["extensions"] == ["app.x": ["k": 1]])
    #expect(full?["item"]?["edges"]?["about"]?["edges"]?.arrayValue?.count == 1)
    #expect(full?["metadata"]?["tags"] == ["x"])
  }

  @Test func `hydrated edges go on where their cursor says`() async throws {
    let fixture = try StoreFixture()
    var targets: [String] = []
    for number in 0..<53 { targets.append(try await fixture.note("\(number)")) }
    let id = try await fixture.note("hub", edges: ["about": targets])

    let hydrated = try await fixture.read(.item(id: id))["item"]?["edges"]?["about"]
    let rest = try await fixture.read(
      .edges(
        from: id,
        EdgeListRequest(edgeTypes: ["about"], cursor: hydrated?["next_cursor"]?.stringValue)))

    #expect(hydrated?["has_more"] == true)
    let found = (hydrated?["edges"]?.arrayValue ?? []) + (rest["data"]?.arrayValue ?? [])
    #expect(found.map { $0["target_id"]?.stringValue } == targets)
    #expect(rest["cursor"] == .null)
  }
}
