import StorageKit
import Testing

/// Streams from connections that were opened in another way.
@Suite(.timeLimit(.minutes(20))) struct ObservationBridgeTests {
  private let queue: DatabaseQueue

  init() throws {
    queue = try DatabaseQueue()
    try queue.write { try $0.execute(sql: "CREATE TABLE t (v INTEGER); INSERT INTO t VALUES (0)") }
  }

  private static let value: @Sendable (Database) throws -> Int = {
    try Int.fetchOne($0, sql: "SELECT v FROM t") ?? -1
  }

  private func set(_ value: Int) async throws {
    try await queue.write { try $0.execute(sql: "UPDATE t SET v = ?", arguments: [value]) }
  }

  private enum Kind: CaseIterable { case plain, mainActor, distinctMainActor }

  private func stream(_ kind: Kind) -> AsyncStream<Int> {
    switch kind {
    case .plain:
      ObservationBridge.stream(
        reader: queue, bufferingPolicy: .unbounded, tracking: Self.value)
    case .mainActor:
      ObservationBridge.streamOnMainActor(
        reader: queue, bufferingPolicy: .unbounded, tracking: Self.value)
    case .distinctMainActor:
      ObservationBridge.streamDistinctOnMainActor(
        reader: queue, bufferingPolicy: .unbounded, tracking: Self.value)
    }
  }

  @Test(arguments: Kind.allCases)
  private func `each value after a commit is in the stream`(kind: Kind) async throws {
    var values = stream(kind).makeAsyncIterator()
    #expect(await values.next() == 0)

    try await set(1)
    #expect(await values.next() == 1)
    try await set(2)
    #expect(await values.next() == 2)
  }

  @Test func `equal values are dropped where that was asked for`() async throws {
    var values = stream(.distinctMainActor).makeAsyncIterator()
    #expect(await values.next() == 0)

    try await set(0)
    try await set(3)

    #expect(await values.next() == 3)
  }

  @Test func `an error is reported and the stream goes on`() async throws {
    struct Failure: Error {}
    let errors = Counter()
    var values = ObservationBridge.stream(
      reader: queue, bufferingPolicy: .unbounded, onError: { _ in errors.increment() }
    ) { db in
      let value = try Self.value(db)
      if value == 1 { throw Failure() }
      return value
    }.makeAsyncIterator()
    #expect(await values.next() == 0)

    try await set(1)
    try await set(2)

    #expect(await values.next() == 2)
    #expect(errors.value <= 1)
  }
}
