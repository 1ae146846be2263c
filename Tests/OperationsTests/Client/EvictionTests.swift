import Foundation
import Operations
import Testing

/// Conformance rows C12 and C13: stores that a client drops.
@Suite(.timeLimit(.minutes(20))) struct EvictionTests {
  private final class Source: MemoryPressureSource {
    let handlers = Log<@Sendable (MemoryPressure) -> Void>()

    func subscribe(
      with handler: @escaping @Sendable (MemoryPressure) -> Void
    ) -> OperationSubscription {
      handlers.add(handler)
      return .empty
    }

    func send(_ pressure: MemoryPressure) {
      handlers.elements.forEach { $0(pressure) }
    }
  }

  private let clock = ManualClock()

  /// A query that does not run by itself, so that a subscription leaves nothing behind.
  private func query(_ path: OperationPath) -> some QueryRequest<String, any Error> {
    TestQuery.returning("\(path)", path: path).disableAutomaticRunning()
  }

  private func client(
    lifetime: Duration? = .seconds(300), maximum: Int? = nil, source: Source? = nil
  ) -> OperationClient {
    OperationClient(
      defaultContext: .testing(clock: clock), storeLifetime: lifetime, maximumStoreCount: maximum,
      memoryPressureSource: source)
  }

  @Test(arguments: [(MemoryPressure.normal, 3), (.warning, 2), (.critical, 2)])
  func `OP-C12 memory pressure drops unused stores that allow it`(
    pressure: MemoryPressure, remaining: Int
  ) {
    let source = Source()
    let client = client(source: source)
    _ = client.store(for: query(["unused"]))
    _ = client.store(for: query(["kept"]).evictWhen(pressure: []))
    let subscription = client.store(for: query(["shown"])).subscribe(with: OperationEventHandler())

    source.send(pressure)

    #expect(client.stores(matching: []).count == remaining)
    #expect(client.store(with: ["kept"]) != nil && client.store(with: ["shown"]) != nil)
    subscription.cancel()
  }

  @Test func `OP-C13 a store is dropped after its lifetime without subscribers`() {
    let client = client()
    let changes = Log<[OperationPath]>()
    let watching = client.subscribe(matching: []) { changes.add($0.removed.paths) }
    let unused = client.store(for: query(["unused"]))
    let shown = client.store(for: query(["shown"]))
    let subscription = shown.subscribe(with: OperationEventHandler())
    changes.clear()

    clock.advance(by: 299)
    #expect(client.store(for: query(["unused"])) === unused)
    clock.advance(by: 1)

    #expect(client.stores(matching: []).paths == [["shown"]])
    #expect(changes.elements == [[["unused"]]])
    subscription.cancel()
    watching.cancel()
  }

  @Test func `a store that is asked for after its lifetime is a new one`() {
    let client = client()
    let removed = Log<[OperationPath]>()
    let watching = client.subscribe(matching: []) { removed.add($0.removed.paths) }
    let first = client.store(for: query(["a"]))
    removed.clear()

    clock.advance(by: 300)
    let second = client.store(for: query(["a"]))

    #expect(first !== second)
    #expect(removed.elements == [[["a"]], []])
    watching.cancel()
  }

  @Test func `the lifetime starts when the last subscriber leaves`() {
    let client = client()
    let store = client.store(for: query(["a"]))
    let subscription = store.subscribe(with: OperationEventHandler())
    clock.advance(by: 1000)
    #expect(client.stores(matching: []).count == 1)

    subscription.cancel()
    clock.advance(by: 299)
    #expect(client.stores(matching: []).count == 1)
    clock.advance(by: 2)

    #expect(client.stores(matching: []).isEmpty)
  }

  @Test func `a store that runs is not dropped`() async throws {
    let gate = Gate()
    let client = client()
    let store = client.store(
      for: TestQuery(path: ["a"]) {
        try await gate.pass()
        return "a"
      })
    async let value = store.fetch()
    await gate.arrival()

    clock.advance(by: 1000)
    #expect(client.stores(matching: []).count == 1)
    gate.open()
    _ = try await value

    #expect(client.stores(matching: []).isEmpty)
  }

  @Test func `without a lifetime nothing is dropped by time`() {
    let client = client(lifetime: nil)
    _ = client.store(for: query(["a"]))

    clock.advance(by: 1e9)

    #expect(client.stores(matching: []).count == 1)
  }

  @Test func `beyond the maximum the longest unused stores are dropped`() {
    let client = client(maximum: 3)
    let shown = client.store(for: query([0])).subscribe(with: OperationEventHandler())

    for number in 1...9 {
      clock.advance(by: 1)
      _ = client.store(for: query([number]))
    }

    #expect(client.stores(matching: []).paths == [[0], [8], [9]])
    shown.cancel()
  }

  @Test func `stores in use may exceed the maximum`() {
    let client = client(maximum: 2)
    let subscriptions = (0..<100).map {
      client.store(for: query([$0])).subscribe(with: OperationEventHandler())
    }

    #expect(client.stores(matching: []).count == 100)
    subscriptions.forEach { $0.cancel() }
    for number in 100..<110 { _ = client.store(for: query([number])) }
    #expect(client.stores(matching: []).count == 2)
  }

  @Test func `a standing clock leaves the maximum in force`() {
    let client = OperationClient(
      defaultContext: .testing(clock: .timeFreeze(Date(timeIntervalSince1970: 0))),
      maximumStoreCount: 50)

    for number in 0..<1000 { _ = client.store(for: query([number])) }

    #expect(client.stores(matching: []).count == 50)
  }

  @Test func `a query with a clock of its own lives as long as others`() {
    let client = client()
    let stopped = query(["a"]).clock(.timeFreeze(.distantPast))
    let store = client.store(for: stopped)
    let ahead = client.store(for: query(["b"]).clock(.timeFreeze(.distantFuture)))
    store.subscribe(with: OperationEventHandler()).cancel()
    ahead.subscribe(with: OperationEventHandler()).cancel()

    clock.advance(by: 299)
    #expect(client.store(for: stopped) === store)
    clock.advance(by: 1)

    #expect(client.stores(matching: []).isEmpty)
  }

  @Test func `stores that were cleared leave room for others in the schedule`() {
    let client = client(maximum: 50)
    for number in 0..<2000 {
      _ = client.store(for: query([number]))
      client.clearStore(with: [number])
    }

    for number in 0..<200 { _ = client.store(for: query(["later", number])) }
    #expect(client.stores(matching: []).count == 50)
    clock.advance(by: 300)

    #expect(client.stores(matching: []).isEmpty)
  }
}
