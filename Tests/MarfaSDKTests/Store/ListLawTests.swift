import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Lists from the database against the pure evaluator, over random items and expressions.
@Suite(.timeLimit(.minutes(20))) struct ListLawTests {
  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `a filter in SQL agrees with the pure evaluator`(seed: UInt64) async throws {
    var random = SeededRandomness(seed: seed)
    let fixture = try await StoreFixture(seed: seed)
    let subjects = try await Self.makeItems(40, fixture, &random)

    for _ in 0..<60 {
      let text = Self.expression(&random, subjects.map(\.item.id), depth: 3)
      let expression = try FilterExpression(parsing: text)
      let expected = subjects.filter { expression.matches($0) }.map(\.item.id).sorted()
      let found = try await fixture.client.items.list(ListFilters(filter: text)).data.map(\.id)

      #expect(found.sorted() == expected, "\(text)")
    }
  }

  @Test(arguments: ListFilters.Sort.allCases, [ListFilters.Direction.ascending, .descending])
  func `pages join to the whole list in order, ties included`(
    sort: ListFilters.Sort, direction: ListFilters.Direction
  ) async throws {
    var random = SeededRandomness(seed: 7)
    let fixture = try await StoreFixture(seed: 7)
    for _ in 0..<50 {
      try await fixture.note(["B", "a", "Ä", "c"].randomElement(using: &random) ?? "")
      fixture.clock.advance(byMilliseconds: -1000 * Int64.random(in: 0...2, using: &random))
    }

    let whole = try await fixture.store.summaries(ListFilters(sort: sort, direction: direction))
    var pages: [ItemSummary] = []
    var cursor: String?
    repeat {
      let page = try await fixture.store.summaries(
        ListFilters(sort: sort, direction: direction, limit: 7, cursor: cursor))
      pages += page.data
      cursor = page.cursor
      #expect(page.hasMore == (cursor != nil))
    } while cursor != nil

    #expect(whole.data.count == 50)
    #expect(pages == whole.data)
    #expect(!whole.hasMore)
  }

  @Test func `a note that is pinned, archived or restored keeps its place by edit`() async throws {
    let fixture = try await StoreFixture()
    let first = try await fixture.note("first")
    try await fixture.note("second")
    let order = ListFilters(sort: .editedAt)

    _ = try await fixture.store.addTags(id: first.id, ["pinned"])
    try await fixture.client.items.transition(id: first.id, to: .trashed)
    try await fixture.client.items.transition(id: first.id, to: .active)
    #expect(try await fixture.titles(order) == ["second", "first"])
    #expect(try await fixture.titles(ListFilters()) == ["first", "second"])

    try await fixture.store.replaceText(id: first.id, body: "edited")
    #expect(try await fixture.titles(order) == ["first", "second"])
  }

  @Test func `a page that ends with the list has no successor`() async throws {
    let fixture = try await StoreFixture()
    for number in 0..<6 { try await fixture.note("\(number)") }

    let first = try await fixture.client.items.list(ListFilters(limit: 3))
    let second = try await fixture.client.items.list(ListFilters(limit: 3, cursor: first.cursor))

    #expect(first.hasMore)
    #expect(!second.hasMore)
    #expect(second.cursor == nil)
  }

  @Test func `a list has every documented condition`() async throws {
    let fixture = try await StoreFixture()
    let birds = try await fixture.notebook("Birds")
    let heron = try await fixture.note("Heron", tags: ["a", "b"])
    let pond = try await fixture.note("Pond", "[[Heron]]", tags: ["a"])
    try await fixture.put(heron, in: birds)
    try await fixture.client.items.update(
      id: pond.id, properties: [:],
      options: UpdateOptions(tier: .feed, timestamp: "2020-01-01T00:00:00Z"))
    try await fixture.client.items.transition(id: pond.id, to: .archived)

    #expect(try await fixture.titles(ListFilters(tags: ["a", "b"])) == ["Heron"])
    #expect(try await fixture.titles(ListFilters(tier: .feed)) == ["Pond"])
    #expect(try await fixture.titles(ListFilters(type: "core.note", state: .active)) == ["Heron"])
    #expect(try await fixture.titles(ListFilters(edge: ["references": heron.id])) == ["Pond"])
    #expect(try await fixture.titles(ListFilters(backref: ["parent-of": birds.id])) == ["Heron"])
    #expect(try await fixture.titles(ListFilters(until: "2021-01-01T00:00:00Z")) == ["Pond"])
    #expect(
      try await fixture.titles(ListFilters(type: "core.note", since: "2021-01-01T00:00:00Z"))
        == ["Heron"])
    #expect(try await fixture.titles(ListFilters(source: "elsewhere")).isEmpty)
    #expect(
      try await fixture.titles(
        ListFilters(filter: "not backref[parent-of] exists and type eq \"core.note\"")) == ["Pond"])
  }

  // MARK: - Random items and expressions

  private static let values: [JSONValue] = [
    "red", "Red", "green tea", "", 1, 2, 2.5, -3, true, false, ["red", 1], [], ["x": 1],
    "2026-11-21T12:00:05.000Z", "ä\"'\\",
  ]

  private static func makeItems(
    _ count: Int, _ fixture: StoreFixture, _ random: inout SeededRandomness
  ) async throws -> [FilterSubject] {
    var ids: [String] = []
    var targets: [String: [String: [String]]] = [:]
    var sources: [String: [String: [String]]] = [:]
    for number in 0..<count {
      var properties: [String: JSONValue] = [:]
      for name in ["color", "size", "odd \"name\""] where Bool.random(using: &random) {
        properties[name] = values.randomElement(using: &random)
      }
      let tags = ["t1", "t2", "t3"].filter { _ in Bool.random(using: &random) }
      let body = ["", "red", "a body"].randomElement(using: &random) ?? ""
      let note = try await fixture.note("N\(number)", body, tags: tags, properties: properties)
      for type in ["about", "references"] {
        guard Int.random(in: 0..<3, using: &random) == 0,
          let other = ids.randomElement(using: &random)
        else { continue }
        try await fixture.client.edges.create(
          CreateEdgeInput(sourceId: note.id, targetId: other, edgeType: type))
        targets[note.id, default: [:]][type, default: []].append(other)
        sources[other, default: [:]][type, default: []].append(note.id)
      }
      ids.append(note.id)
    }
    let items = try await fixture.client.items.list().data
    var subjects: [FilterSubject] = []
    for item in items {
      subjects.append(
        FilterSubject(
          item: item, tags: try await fixture.client.metadata.get(id: item.id).tags,
          targets: targets[item.id] ?? [:], sources: sources[item.id] ?? [:]))
    }
    return subjects
  }

  private static func expression(
    _ random: inout SeededRandomness, _ ids: [String], depth: Int
  ) -> String {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 3), using: &random) {
    case 3: return "not (\(expression(&random, ids, depth: depth - 1)))"
    case 4:
      return "(\(expression(&random, ids, depth: depth - 1))) and "
        + "(\(expression(&random, ids, depth: depth - 1)))"
    case 5:
      return "(\(expression(&random, ids, depth: depth - 1))) or "
        + "(\(expression(&random, ids, depth: depth - 1)))"
    default: return sensibleTerm(&random, ids)
    }
  }

  /// A random term that compares nothing with what it cannot be.
  private static func sensibleTerm(_ random: inout SeededRandomness, _ ids: [String]) -> String {
    while true {
      let text = term(&random, ids)
      // What is refused is drawn again.
      if (try? FilterExpression(parsing: text)) != nil { return text }
    }
  }

  private static func term(_ random: inout SeededRandomness, _ ids: [String]) -> String {
    let paths = [
      "properties.color", "properties.size", "properties.body", "properties.title", "tags",
      "edge[about]", "backref[references]", "edge[references]", "version", "state", "tier",
      "created_at", "updated_at", "source", "source_id", "id", "capture_latitude",
    ]
    let operators = ["eq", "ne", "gt", "ge", "lt", "le", "contains", "startswith"]
    let literals =
      [
        "\"red\"", "\"t1\"", "\"\"", "1", "2", "2.5", "true", "false", "\"active\"",
        "\"library\"", "\"2026-11-21\"", "\"2026-11-21T12:00:05.000Z\"",
        "\"2026-11-21T12:00:05Z\"", "\"local\"", "\"N1\"", "\"ä\\\"'\\\\\"",
      ] + ids.prefix(3).map { "\"\($0)\"" }
    let path = paths.randomElement(using: &random) ?? "tags"
    let first = literals.randomElement(using: &random) ?? "1"
    switch Int.random(in: 0..<8, using: &random) {
    case 0: return "\(path) exists"
    case 1: return "\(path) in (\(first), \(literals.randomElement(using: &random) ?? "1"))"
    default: return "\(path) \(operators.randomElement(using: &random) ?? "eq") \(first)"
    }
  }
}
