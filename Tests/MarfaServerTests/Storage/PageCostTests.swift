import Foundation
import GRDB
import MarfaModel
import MarfaServer
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(20))) struct PageCostTests {
  /// 100,000 notes; every one changed in the same millisecond, made a millisecond apart.
  private static let fill = """
    WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 99999)
    INSERT INTO item(id, type, state, tier, version, schema_version, source, timestamp,
      created_at, updated_at, properties)
    SELECT 'id' || n, CASE n % 10 WHEN 0 THEN 'core.task' ELSE 'core.note' END, 0, 0, 1, 1,
      'test', n / 7, n, 5000, '{"title":"note ' || n || '"}' FROM number;
    INSERT INTO type_count(type, state, count) VALUES ('core.note', 0, 90000), ('core.task', 0, 10000);
    """

  @Test func `a page costs the same at the start, in the middle and at the end of 100000 items`()
    async throws
  {
    let counter = StepCounter()
    var hooks = StoreHooks()
    hooks.prepare = { counter.watch($0) }
    hooks.queryTime = nil
    let fixture = try StoreFixture(hooks: hooks)
    let file = try DatabaseQueue(path: fixture.directory + "/marfa-server.sqlite")
    try await file.write { try $0.execute(sql: Self.fill) }
    let lists = [
      ListFilters(sort: .updatedAt, limit: 50), ListFilters(sort: .createdAt, limit: 50),
      ListFilters(sort: .timestamp, direction: .ascending, limit: 50),
      ListFilters(type: "core.note", sort: .updatedAt, limit: 50),
      ListFilters(type: "core.note", sort: .createdAt, limit: 50),
      ListFilters(updatedAfter: "1970-01-01T00:00:01Z", limit: 50),
    ]

    for list in lists {
      let first = try await steps(counter, fixture, list)
      for place in [200, 50_000, 99_000] {
        var filters = list
        let secret = try await file.read {
          try String.fetchOne($0, sql: "SELECT value FROM space WHERE name = 'cursor_secret'")
        }
        filters.cursor = Self.cursor(place, list).text(
          of: try list.pagedList(), secret: try #require(secret))
        let cost = try await steps(counter, fixture, filters)
        #expect(cost <= first * 3 / 2 + 200, "\(list.sort) at \(place): \(cost), first \(first)")
        #expect(cost > 0)
      }
    }
    try await fixture.store.close()
  }

  /// Of 100,000 notes: a list that finds none, or few, looks at few.
  @Test(arguments: [
    ListFilters(state: .trashed), ListFilters(state: .archived), ListFilters(state: .revoked),
    ListFilters(type: "core.bookmark"), ListFilters(source: "nobody"), ListFilters(tier: .feed),
    ListFilters(filter: #"state eq "archived""#),
    ListFilters(filter: #"tier eq "feed" and tags eq "a""#),
    ListFilters(filter: #"id in ("id5", "id99999", "none")"#),
    ListFilters(filter: #"id eq "id5""#), ListFilters(since: "2999-01-01T00:00:00Z"),
    ListFilters(until: "1900-01-01T00:00:00Z"),
  ])
  func `a list that finds few items looks at few`(filters: ListFilters) async throws {
    let counter = StepCounter()
    var hooks = StoreHooks()
    hooks.prepare = { counter.watch($0) }
    hooks.queryTime = nil
    let fixture = try StoreFixture(hooks: hooks)
    let file = try DatabaseQueue(path: fixture.directory + "/marfa-server.sqlite")
    try await file.write { try $0.execute(sql: Self.fill) }
    for sort in [ListFilters.Sort.createdAt, .updatedAt, .timestamp] {
      var list = filters
      list.sort = sort
      _ = counter.take()

      let page = try await fixture.read(.items(ItemListRequest(list)))

      #expect(page.ids.count <= 2)
      #expect(counter.take() < 5_000, "\(sort)")
    }
    try await fixture.store.close()
  }

  /// One query for the edges of a page, however many items it has.
  @Test func `edges and extensions come with a page in as many statements as with one item`()
    async throws
  {
    let statements = Atomic(0)
    var hooks = StoreHooks()
    hooks.prepare = { db in
      db.trace { _ in statements.add(1, ordering: .relaxed) }
    }
    let fixture = try StoreFixture(hooks: hooks)
    var last = try await fixture.note("0")
    for number in 1..<60 {
      last = try await fixture.note("\(number)", edges: ["about": [last], "references": [last]])
    }
    func cost(_ limit: Int) async throws -> Int {
      statements.store(0, ordering: .relaxed)
      let request = ItemListRequest(
        ListFilters(sort: .createdAt, limit: limit), include: [.metadata, .edges, .extensions])
      let page = try await fixture.read(.items(request))
      #expect(page.ids.count == limit)
      return statements.load(ordering: .relaxed)
    }
    _ = try await cost(50)

    let (one, many) = (try await cost(1), try await cost(50))

    // Extensions are read for 20 items at a time, because they may be long: two queries each.
    #expect(many <= one + 4)
    try await fixture.store.close()
  }

  @Test func `the ends of the event log cost the same with 10000 events as with one`()
    async throws
  {
    let counter = StepCounter()
    var hooks = StoreHooks()
    hooks.prepare = { counter.watch($0) }
    hooks.queryTime = nil
    let fixture = try StoreFixture(hooks: hooks)
    let file = try DatabaseQueue(path: fixture.directory + "/marfa-server.sqlite")
    try await file.write { try $0.execute(sql: Self.events) }

    _ = counter.take()
    let bounds = try await fixture.store.eventBounds()
    let statistics = try await fixture.store.statistics()

    #expect(counter.take() < 5_000)
    #expect(bounds == EventBounds(oldest: 1, newest: 10_000))
    #expect(statistics.events == 10_000)
    try await fixture.store.close()
  }

  /// A round of upkeep would otherwise fill the writer's cache with the log, once an hour.
  @Test func `pruning looks at no event that stays`() async throws {
    let counter = StepCounter()
    var hooks = StoreHooks()
    hooks.prepare = { counter.watch($0) }
    hooks.queryTime = nil
    let fixture = try StoreFixture(hooks: hooks)
    let file = try DatabaseQueue(path: fixture.directory + "/marfa-server.sqlite")
    try await file.write { try $0.execute(sql: Self.events) }

    _ = counter.take()
    let count = try await fixture.store.pruneEvents(
      before: Timestamp(milliseconds: 0), keepingNewest: 9_990)

    #expect(counter.take() < 2_000)
    #expect(count == 10)
    #expect(try await fixture.store.eventBounds() == EventBounds(oldest: 11, newest: 10_000))
    try await fixture.store.close()
  }

  private static let events = """
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number WHERE n < 10000)
    INSERT INTO event(name, data, item_id, item_type, created_at)
    SELECT 'item.created', '{}', 'id' || n, 'core.note', n FROM number
    """

  private func steps(
    _ counter: StepCounter, _ fixture: StoreFixture, _ filters: ListFilters
  ) async throws -> Int {
    _ = counter.take()
    let page = try await fixture.read(.items(ItemListRequest(filters)))
    #expect(page.ids.count == 50)
    return counter.take()
  }

  /// The place of the item with a number, whose key is one more.
  private static func cursor(_ number: Int, _ filters: ListFilters) -> PageCursor {
    let value =
      switch filters.sort {
      case _ where filters.updatedAfter != nil: 5000
      case .createdAt: number
      case .timestamp: number / 7
      default: 5000
      }
    return PageCursor(value: Int64(value), key: Int64(number + 1))
  }
}
