import Foundation
import Operations
import Testing

/// Conformance rows C01 to C15 but for eviction: the stores of a client.
@Suite(.timeLimit(.minutes(20))) struct OperationClientTests {
  private let client = OperationClient(defaultContext: .testing())

  private func query(_ path: OperationPath) -> TestQuery<String, any Error> {
    .returning("\(path)", path: path)
  }

  @Test func `OP-C01 one path is one store`() async throws {
    let first = client.store(for: query(["a"]))
    let second = client.store(for: query(["a"]))

    try await first.fetch()

    #expect(first === second)
    #expect(second.currentValue == "[a]")
  }

  @Test func `OP-C02 different paths have different states`() async throws {
    let first = client.store(for: query(["a", 1]))
    let second = client.store(for: query(["a", 2]))

    try await first.fetch()

    #expect(first !== second)
    #expect(second.currentValue == nil)
  }

  @Test func `OP-C03 another type under a path gets a store of its own and is reported`() {
    let issues = IssueLog()
    let client = OperationClient(defaultContext: issues.context)
    let kept = client.store(for: query(["a"]))
    var removed: OperationStore<QueryState<Int, any Error>>? = client.store(
      for: TestQuery.returning(1, path: ["a"]))
    weak let released = removed

    #expect(issues.codes == [.duplicatePath])
    #expect(removed != nil)
    removed = nil
    #expect(released == nil)
    #expect(client.store(with: ["a"])?.store(of: QueryState<String, any Error>.self) === kept)
  }

  @Test func `another modifier chain is another type`() {
    let issues = IssueLog()
    let client = OperationClient(defaultContext: issues.context)

    let plain = client.store(for: query(["a"]))
    let retried = client.store(for: query(["a"]).retry(limit: 2))

    #expect(plain !== retried)
    #expect(issues.codes == [.duplicatePath])
  }

  @Test func `OP-C04 a prefix matches the paths that begin with it`() {
    for path: OperationPath in [["a", 1], ["a", 2], ["b"]] { _ = client.store(for: query(path)) }

    #expect(client.stores(matching: ["a"]).paths == [["a", 1], ["a", 2]])
    #expect(client.stores(matching: []).paths == [["a", 1], ["a", 2], ["b"]])
    #expect(client.stores(matching: ["a", 1]).count == 1)
    #expect(client.stores(matching: ["a", 1, "x"]).isEmpty)
    #expect(client.store(with: ["a", 1]) != nil)
    #expect(client.store(with: ["a"]) == nil)
  }

  @Test func `OP-C06 a type matches the stores of its state`() {
    _ = client.store(for: query(["a", 1]))
    _ = client.store(for: TestQuery.returning(1, path: ["a", 2]))
    _ = client.store(for: TestPages(path: ["a", 3]))

    #expect(
      client.stores(matching: ["a"], of: QueryState<Int, any Error>.self).paths == [["a", 2]])
    #expect(
      client.stores(matching: ["a"], of: PaginatedState<Int, String, any Error>.self).count == 1)
    #expect(client.stores(matching: ["b"], of: QueryState<Int, any Error>.self).isEmpty)
  }

  @Test func `OP-C07 a cleared path gets a fresh store`() async throws {
    let first = client.store(for: query(["a", 1]))
    let second = client.store(for: query(["a", 2]))
    try await first.fetch()

    client.clearStore(with: ["a", 1])
    #expect(client.store(for: query(["a", 1])) !== first)
    #expect(client.store(for: query(["a", 1])).currentValue == nil)
    #expect(client.store(for: query(["a", 2])) === second)

    client.clearStores(matching: ["a"])
    #expect(client.stores(matching: []).isEmpty)
    #expect(client.store(for: query(["a", 2])) !== second)
  }

  @Test func `OP-C08 a context knows its client and does not keep it`() {
    var client: OperationClient? = OperationClient()
    let store = client?.store(for: query(["a"]))
    let detached = OperationStore.detached(query: query(["a"]))

    #expect(store?.context.operationClient === client)
    #expect(detached.context.operationClient == nil)
    client = nil
    #expect(store?.context.operationClient == nil)
  }

  @Test func `OP-C09 a change of the default context leaves existing stores alone`() {
    let before = client.store(for: query(["a"]))

    client.defaultContext.satisfied = 7
    let after = client.store(for: query(["b"]))

    #expect(before.context.satisfied == 0)
    #expect(after.context.satisfied == 7)
    #expect(after.context.operationClient === client)
  }

  @Test func `OP-C10 stores are added and removed in one step`() {
    _ = client.store(for: query(["a", 1]))
    _ = client.store(for: query(["a", 2]))
    let changes = Log<[OperationPath]>()
    let subscription = client.subscribe(matching: []) { change in
      changes.add(change.added.paths + change.removed.paths)
    }

    client.withStores(matching: ["a"]) { stores, create in
      stores.remove(["a", 1])
      stores.update(OpaqueOperationStore(create(for: query(["a", 3]))))
      client.withStores(matching: ["b"]) { inner, create in
        _ = inner.update(OpaqueOperationStore(create(for: query(["b"]))))
      }
    }
    client.withStores(matching: ["a"]) { _, _ in }

    #expect(changes.elements == [[["b"]], [["a", 3], ["a", 1]]])
    #expect(Set(client.stores(matching: []).paths) == [["a", 2], ["a", 3], ["b"]])
    let added = client.store(with: ["a", 3])
    #expect(client.store(for: query(["a", 3])).context.operationClient === client)
    #expect(added?.store(of: QueryState<String, any Error>.self) != nil)
    subscription.cancel()
  }

  @Test func `a body that throws changes nothing`() {
    _ = client.store(for: query(["a"]))

    #expect(throws: TestError()) {
      try client.withStores(matching: []) { stores, _ throws(TestError) in
        stores.removeAll()
        throw TestError()
      }
    }

    #expect(client.stores(matching: []).count == 1)
  }

  @Test func `OP-C11 subscribers are notified of the stores that they asked for`() {
    let all = Log<String>()
    let typed = Log<String>()
    _ = client.store(for: query(["a", 0]))
    let subscriptions = [
      client.subscribe(matching: ["a"]) { change in
        all.add("+\(change.added.count) -\(change.removed.count)")
      },
      client.subscribe(matching: ["a"], of: QueryState<Int, any Error>.self) { change in
        typed.add("+\(change.added.count) -\(change.removed.count)")
      },
    ]

    _ = client.store(for: query(["a", 1]))
    _ = client.store(for: query(["a", 1]))
    _ = client.store(for: TestQuery.returning(2, path: ["a", 2]))
    _ = client.store(for: query(["b"]))
    client.clearStores(matching: ["a"])
    client.clearStores(matching: ["a"])

    #expect(all.elements == ["+1 -0", "+1 -0", "+0 -3"])
    #expect(typed.elements == ["+1 -0", "+0 -1"])
    subscriptions.forEach { $0.cancel() }
    _ = client.store(for: query(["a", 9]))
    #expect(all.count == 3)
  }

  @Test(.timeLimit(.minutes(20)))
  func `OP-C14 under tests a client neither retries nor waits nor observes`() async throws {
    let attempts = Counter()
    let store = OperationClient().store(
      for: TestQuery<String, any Error>(path: ["failing"]) {
        attempts.increment()
        throw TestError()
      })

    _ = try? await store.fetch()

    #expect(attempts.value == 1)
    #expect(store.context.operationBackoffFunction(3) == .zero)
    try await store.context.operationDelayer.delay(for: .seconds(86_400))
    #expect(store.context.operationControllers.isEmpty)
    #expect(store.isAutomaticRunningEnabled)
  }

  @Test func `the creator for production retries three times with waits up to a limit`() async {
    let attempts = Counter()
    let delayer = RecordingDelayer()
    let client = OperationClient(
      storeCreator: OperationClient.DefaultStoreCreator(delayer: delayer))
    let store = client.store(
      for: TestQuery<String, any Error>(path: ["failing"]) {
        attempts.increment()
        throw TestError()
      })

    _ = try? await store.fetch()

    #expect(attempts.value == 4)
    #expect(delayer.durations == [.seconds(1), .seconds(2), .seconds(4)])
    #expect(store.context.operationBackoffFunction(20) == .seconds(30))
  }

  @Test func `an operation's own modifiers win over those of its client`() async {
    let attempts = Counter()
    let client = OperationClient(
      storeCreator: OperationClient.DefaultStoreCreator(delayer: .noDelay))
    let store = client.store(
      for: TestQuery<String, any Error> {
        attempts.increment()
        throw TestError()
      }.retry(limit: 1).disableAutomaticRunning())

    _ = try? await store.fetch()

    #expect(attempts.value == 2)
    #expect(!store.isAutomaticRunningEnabled)
  }

  @Test func `an erased store is read, written and run`() async throws {
    _ = client.store(for: query(["a"]))
    let store = try #require(client.store(with: ["a"]))

    let value = try await store.run()
    #expect(value as? String == "[a]")
    #expect(store.uncheckedSetCurrentValue("written" as String?))
    #expect(!store.uncheckedSetCurrentValue(7))
    #expect(client.store(for: query(["a"])).currentValue == "written")
    store.resetState()
    #expect(store.state.valueUpdateCount == 0)
  }
}

extension OperationContext {
  /// A value of the tests' own.
  fileprivate var satisfied: Int {
    get { self[SatisfiedKey.self] }
    set { self[SatisfiedKey.self] = newValue }
  }

  private enum SatisfiedKey: Key {
    static let defaultValue = 0
  }
}
