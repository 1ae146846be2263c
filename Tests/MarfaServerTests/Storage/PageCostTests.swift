import Foundation
import GRDB
import GRDBSQLite
import MarfaModel
import MarfaServer
import Synchronization
import Testing

/// Counts steps of SQLite's machine, which do not depend on the clock or the load.
private final class StepCounter: Sendable {
  private let steps = Atomic(0)

  /// The steps since it was last asked, to the nearest 10 of each statement.
  func take() -> Int { steps.exchange(0, ordering: .relaxed) }

  /// See <https://www.sqlite.org/c3ref/progress_handler.html>.
  func watch(_ db: Database) {
    // The counter outlives the connections of its test.
    let context = Unmanaged.passUnretained(self).toOpaque()
    sqlite3_progress_handler(
      db.sqliteConnection, 10,
      { context in
        guard let context else { return 0 }
        Unmanaged<StepCounter>.fromOpaque(context).takeUnretainedValue().steps
          .add(10, ordering: .relaxed)
        return 0
      }, context)
  }
}

@Suite struct PageCostTests {
  /// 100,000 notes; every one changed in the same millisecond, made a millisecond apart.
  private static let fill = """
    WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 99999)
    INSERT INTO item(id, type, state, tier, version, schema_version, source, timestamp,
      created_at, updated_at, properties)
    SELECT 'id' || n, CASE n % 10 WHEN 0 THEN 'core.task' ELSE 'core.note' END, 0, 0, 1, 1,
      'test', n / 7, n, 5000, '{"title":"note ' || n || '"}' FROM number
    """

  @Test func `a page costs the same at the start, in the middle and at the end of 100000 items`()
    async throws
  {
    let counter = StepCounter()
    var hooks = StoreHooks()
    hooks.prepare = { counter.watch($0) }
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
        filters.cursor = try await file.read {
          try Self.cursor(place, list).text(of: list.pagedList(), in: $0)
        }
        let cost = try await steps(counter, fixture, filters)
        #expect(cost <= first * 3 / 2 + 200, "\(list.sort) at \(place): \(cost), first \(first)")
        #expect(cost > 0)
      }
    }
    try await fixture.store.close()
  }

  @Test func `the ends of the event log cost the same with 10000 events as with one`()
    async throws
  {
    let counter = StepCounter()
    var hooks = StoreHooks()
    hooks.prepare = { counter.watch($0) }
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
