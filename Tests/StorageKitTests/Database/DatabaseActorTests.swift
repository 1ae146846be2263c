import Dispatch
import Foundation
import GRDB
import StorageKit
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct DatabaseActorTests {
  /// A value that cannot be compared.
  private struct Opaque: Sendable {
    let count: Int
  }

  private enum Kind: CaseIterable {
    case immediate, distinct, mainActor, distinctMainActor
  }

  private let store: Store
  private var db: DatabaseActor { store.ctx.storage.dbActor }

  init() throws {
    store = try Store()
    try store.execute("CREATE TABLE t (v INTEGER); INSERT INTO t VALUES (0)")
  }

  private static let value: @Sendable (Database) throws -> Int = {
    try Int.fetchOne($0, sql: "SELECT v FROM t") ?? -1
  }

  private func stream(_ kind: Kind) -> AsyncStream<Int> {
    switch kind {
    case .immediate:
      db.streamImmediate(bufferingPolicy: .unbounded, tracking: Self.value)
    case .distinct:
      db.streamDistinctImmediate(bufferingPolicy: .unbounded, tracking: Self.value)
    case .mainActor:
      db.streamOnMainActor(bufferingPolicy: .unbounded, tracking: Self.value)
    case .distinctMainActor:
      db.streamDistinctOnMainActor(bufferingPolicy: .unbounded, tracking: Self.value)
    }
  }

  private func set(_ value: Int) async throws {
    try await db.write { try $0.execute(sql: "UPDATE t SET v = ?", arguments: [value]) }
  }

  /// Waits until every observation that has started is listening.
  private func settle() async throws {
    try await db.pool.writeWithoutTransaction { _ in }
  }

  @Test func `a brief read sees what is committed and cannot write`() async throws {
    try await set(7)

    #expect(try await db.readBriefly(Self.value) == 7)
    await #expect(throws: StorageError.self) {
      try await db.readBriefly { try $0.execute(sql: "UPDATE t SET v = 8") }
    }
    #expect(try await db.readBriefly(Self.value) == 7)
  }

  @Test(arguments: Kind.allCases)
  private func `SK-G15 an observation of a pool has exactly one initial value`(
    kind: Kind
  ) async throws {
    var values = stream(kind).makeAsyncIterator()
    #expect(await values.next() == 0)
    try await settle()

    try await set(1)

    #expect(await values.next() == 1)
    try await set(2)
    #expect(await values.next() == 2)
  }

  @Test func `SK-G15 a value that cannot be compared has one initial value too`() async throws {
    var values = db.streamImmediate(bufferingPolicy: .unbounded) { db in
      Opaque(count: try Self.value(db))
    }.makeAsyncIterator()
    #expect(await values.next()?.count == 0)
    try await settle()

    try await set(1)

    #expect(await values.next()?.count == 1)
  }

  @Test(arguments: [Kind.distinct, .distinctMainActor])
  private func `SK-G16 an update that changes nothing emits nothing`(kind: Kind) async throws {
    var values = stream(kind).makeAsyncIterator()
    #expect(await values.next() == 0)
    try await settle()

    try await set(0)
    try await set(0)
    try await set(5)

    #expect(await values.next() == 5)
  }

  @Test func `SK-G17 an error of a fetch is delivered and the stream goes on`() async throws {
    struct Failure: Error {}
    var results = db.streamResults(bufferingPolicy: .unbounded) { db in
      let value = try Self.value(db)
      if value == 1 { throw Failure() }
      return value
    }.makeAsyncIterator()
    #expect(try await results.next()?.get() == 0)
    try await settle()

    try await set(1)
    await #expect(throws: Failure.self) { try await results.next()?.get() }

    try await set(2)
    #expect(try await results.next()?.get() == 2)
  }

  @Test func `SK-G17 a first fetch that throws before it reads is repeated after a change`()
    async throws
  {
    struct Failure: Error {}
    let fetches = Counter()
    // Values, and nil for each failure.
    let (events, continuation) = AsyncStream<Int?>.makeStream(bufferingPolicy: .unbounded)
    let values = db.streamImmediate(
      bufferingPolicy: .unbounded, onError: { _ in continuation.yield(nil) }
    ) { db in
      if fetches.increment() <= 2 { throw Failure() }
      return try Self.value(db)
    }
    let forwarding = Task {
      for await value in values { continuation.yield(value) }
    }
    defer { forwarding.cancel() }

    // A change may come before the observation listens and count as the second fetch, so each
    // failure is followed by a change of its own.
    var written = 0
    for await event in events {
      if event == nil {
        written += 1
        try await set(written)
      } else if event == written {
        break
      }
    }

    #expect(written >= 1 && fetches.value > 2)
  }

  @Test func `a slow consumer gets the newest value only`() async throws {
    let fetched = AsyncStream<Int>.makeStream(bufferingPolicy: .unbounded)
    var slow = db.streamDistinctImmediate { db in
      let value = try Self.value(db)
      fetched.continuation.yield(value)
      return value
    }.makeAsyncIterator()
    var fetches = fetched.stream.makeAsyncIterator()
    #expect(await slow.next() == 0)
    try await settle()

    // Each value is fetched before the next is written; the stream is not read meanwhile.
    for value in 1...20 {
      try await set(value)
      while let seen = await fetches.next(), seen < value {}
    }
    // After the fetch of the last value only its delivery is under way.
    var values: [Int] = []
    while values.last != 20, let value = await slow.next() { values.append(value) }

    #expect(values.last == 20)
    // A buffer without bound would hold all twenty.
    #expect(values.count < 20)
  }

  @Test func `SK-G26 values are handled on the main actor, from a task of no actor`() async throws {
    let values = stream(.mainActor)
    let (handled, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .unbounded)
    let plain = Task { @concurrent in
      await values.forEachOnMainActor { value in
        // Ends the process where it is not so.
        MainActor.preconditionIsolated()
        continuation.yield(value)
      }
    }
    var iterator = handled.makeAsyncIterator()

    #expect(await iterator.next() == 0)
    try await settle()
    try await set(1)
    #expect(await iterator.next() == 1)
    plain.cancel()
  }

  @Test func `SK-G26 a value does not enter a main actor's stream while that is busy`() async throws
  {
    let (delivered, values) = (Counter(), stream(.mainActor))
    let (first, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .unbounded)
    let reading = Task { @concurrent in
      for await value in values {
        delivered.increment()
        continuation.yield(value)
      }
    }
    let (immediate, arrived) = (stream(.immediate), DispatchSemaphore(value: 0))
    let control = Task { @concurrent in
      for await value in immediate where value == 1 { arrived.signal() }
    }
    var firsts = first.makeAsyncIterator()
    #expect(await firsts.next() == 0)
    try await settle()

    let duringBusyTurn = try await MainActor.run { [db] in
      try db.pool.write { try $0.execute(sql: "UPDATE t SET v = 1") }
      // The stream without main actor has the value; the other has had as much time.
      arrived.wait()
      return delivered.value - 1
    }

    #expect(duringBusyTurn == 0)
    #expect(await firsts.next() == 1)
    reading.cancel()
    control.cancel()
  }

  @Test func `reads run during a write and see the state before it`() async throws {
    let value = try await db.write { [db] database in
      try database.execute(sql: "UPDATE t SET v = 9")
      return try db.pool.unsafeRead(Self.value)
    }

    #expect(value == 0)
    #expect(try await db.read(Self.value) == 9)
  }

  @Test func `a write inside a read fails`() async throws {
    await #expect {
      try await db.read { try $0.execute(sql: "DELETE FROM t") }
    } throws: { ($0 as? StorageError)?.code == .readOnly }
  }

  // MARK: - Connections

  /// Nobody could go on: the awaited reads wait for a thread to give their connections back, and
  /// the brief ones hold all threads while they wait for a connection.
  @Test func `brief reads find a connection however many reads are awaited`() async throws {
    var configuration = Configuration()
    configuration.maximumReaderCount = 2
    let folder = try TemporaryDirectory()
    let pool = try DatabasePool(path: folder.path + "/t.sqlite", configuration: configuration)
    let db = DatabaseActor(pool: pool)
    let (held, continuation) = AsyncStream<Void>.makeStream()
    let end = DispatchSemaphore(value: 0)

    try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<4 {
        group.addTask {
          try await db.read { _ in
            continuation.yield()
            end.wait()
            return number
          }
        }
      }
      for await _ in held { break }
      let brief = try await withThrowingTaskGroup(of: Int.self) { group in
        for number in 0..<200 { group.addTask { try await db.readBriefly { _ in number } } }
        return try await group.reduce(0, +)
      }
      #expect(brief == 199 * 100)

      for _ in 0..<4 { end.signal() }
      #expect(try await group.reduce(0, +) == 6)
    }
  }

  @Test func `a pool with one connection reads briefly, too`() async throws {
    var configuration = Configuration()
    configuration.maximumReaderCount = 1
    let folder = try TemporaryDirectory()
    let pool = try DatabasePool(path: folder.path + "/t.sqlite", configuration: configuration)
    let db = DatabaseActor(pool: pool)

    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask {
          guard number.isMultiple(of: 2) else { return try await db.read { _ in number } }
          return try await db.readBriefly { _ in number }
        }
      }
      return try await group.reduce(0, +)
    }

    #expect(sum == 4950)
  }
}
