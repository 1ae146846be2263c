import Foundation
import GRDB
import StorageKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RepositoryReadingTests {
  private struct Task: StorageKitEntity {
    var id: String
    var due: Int?
  }

  private struct TaskRecord: StorageKitEntityRecord, Codable {
    static let databaseTableName = "task"
    var id: String
    var due: Int?

    func asEntity() -> Task { Task(id: id, due: due) }
    static func from(_ entity: Task, now: Date) -> TaskRecord {
      TaskRecord(id: entity.id, due: entity.due)
    }
  }

  private let tasks: GenericRepository<Task, TaskRecord>

  init() throws {
    let ctx = try StorageKit.startInMemory { schema in
      schema.addKVCache()
      schema.add(id: "task") { try $0.execute(sql: "CREATE TABLE task (id TEXT PRIMARY KEY, due)") }
    }
    tasks = ctx.makeRepository(Task.self, record: TaskRecord.self)
  }

  private func fill(_ dues: [Int?]) async throws {
    try await tasks.putAll(
      dues.enumerated().map { Task(id: String(format: "t%03d", $0.offset), due: $0.element) })
  }

  @Test func `SK-G20 the last page of a full multiple has no more`() async throws {
    try await fill(Array(repeating: 1, count: 10))

    let first = try await tasks.getPage(limit: 5)
    let second = try await tasks.getPage(limit: 5, offset: first.nextOffset)
    let cursorSecond = try await tasks.getPage(limit: 5, after: first.next)

    #expect(first.hasMore)
    #expect(second.items.count == 5)
    #expect(!second.hasMore)
    #expect(!cursorSecond.hasMore)
    #expect(cursorSecond.items == second.items)
  }

  @Test(arguments: [true, false], [nil, "due"])
  func `paging by cursor visits every row once, in order, with missing values`(
    ascending: Bool, column: String?
  ) async throws {
    var random = SplitMix64(seed: 3)
    try await fill((0..<57).map { _ in random.next() % 4 == 0 ? nil : Int(random.next() % 5) })
    let all = try await tasks.getAll(orderBy: column, ascending: ascending)

    var seen: [Task] = []
    var cursor: RepoCursor?
    var hasMore = true
    while hasMore {
      let page = try await tasks.getPage(
        orderBy: column, ascending: ascending, limit: 7, after: cursor)
      seen += page.items
      cursor = page.next
      hasMore = page.hasMore
    }

    #expect(seen == all)
    #expect(seen.count == 57)
  }

  @Test func `a row inserted before the cursor does not shift the next page`() async throws {
    try await fill([1, 2, 3, 4])
    let first = try await tasks.getPage(orderBy: "due", limit: 2, after: nil)
    try await tasks.put(Task(id: "new", due: 0))

    let second = try await tasks.getPage(orderBy: "due", limit: 2, after: first.next)

    #expect(second.items.map(\.due) == [3, 4])
  }

  @Test func `an empty table has an empty page`() async throws {
    let page = try await tasks.getPage(limit: 5, after: nil)

    #expect(page.items.isEmpty)
    #expect(page.next == nil)
    #expect(!page.hasMore)
  }

  @Test func `an unknown column is an error, not another order`() async throws {
    await #expect { try await tasks.getAll(orderBy: "nonsense") } throws: { error in
      let error = error as? StorageError
      return error?.code == .unknownColumn && error?.detail == "nonsense"
    }
  }

  @Test func `an offset counts without a limit too`() async throws {
    try await fill([1, 2, 3])

    #expect(try await tasks.getAll(offset: 1).map(\.due) == [2, 3])
    #expect(try await tasks.getAll(limit: 1, offset: 1).map(\.due) == [2])
  }

  @Test func `rows are found by a column's value or its absence`() async throws {
    try await fill([1, nil, 1])

    #expect(try await tasks.getAll(where: "due", equals: 1).map(\.id) == ["t000", "t002"])
    #expect(try await tasks.getAll(where: "due", equals: nil).map(\.id) == ["t001"])
  }

  @Test func `a type-erased repository does the same`() async throws {
    let erased = AnyRepository(tasks)

    try await erased.put(Task(id: "a", due: 2))
    try await erased.putAll([Task(id: "b", due: 1)])

    #expect(try await erased.get(id: "a")?.due == 2)
    #expect(try await erased.countAll() == 2)
    #expect(try await erased.getAll(orderBy: "due").map(\.id) == ["b", "a"])
    #expect(try await erased.getPage(limit: 1).hasMore)
    var values = erased.observeAllDistinct(orderBy: "due").makeAsyncIterator()
    #expect(await values.next()?.count == 2)
    #expect(try await erased.delete(id: "a"))
    #expect(await values.next()?.map(\.id) == ["b"])
    var one = erased.observe(id: "b").makeAsyncIterator()
    #expect(await one.next() == Task(id: "b", due: 1))
    var all = erased.observeAll().makeAsyncIterator()
    #expect(await all.next()?.count == 1)
  }
}
