import Operations
import Testing

/// Values, handlers and contexts that come back to the store when they are released: no lock is
/// held.
@Suite(.timeLimit(.minutes(20))) struct ReleaseOrderTests {
  private typealias Store = OperationStore<QueryState<Int, any Error>>

  /// Does something when it is released.
  private final class Farewell: Sendable {
    private let action: @Sendable () -> Void

    init(_ action: @escaping @Sendable () -> Void) {
      self.action = action
    }

    deinit { action() }
  }

  @Test func `a value may use its store when it is replaced`() {
    let stores = Log<OperationStore<QueryState<Farewell, any Error>>>()
    let farewells = Counter()
    let store = OperationStore.detached(
      query: TestQuery<Farewell, any Error>.returning(Farewell {}))
    stores.add(store)

    for _ in 0..<3 {
      store.currentValue = Farewell {
        farewells.increment()
        stores.elements.first?.invalidate()
        stores.elements.first?.setResult(to: .failure(TestError()))
      }
    }
    store.applyOptimisticEdit { $0 = nil }.commit()
    store.resetState()

    #expect(farewells.value == 3)
    stores.clear()
  }

  @Test func `a value of a context may use its store when it is replaced`() {
    let stores = Log<Store>()
    let farewells = Counter()
    let store = Store.detached(query: TestQuery.returning(1))
    stores.add(store)
    enum Key: OperationContext.Key {
      static let defaultValue: Farewell? = nil
    }
    store.context[Key.self] = Farewell {
      farewells.increment()
      stores.elements.first?.currentValue = 7
    }

    store.context = OperationContext()

    #expect(farewells.value == 1 && store.currentValue == 7)
    stores.clear()
  }

  @Test func `a handler may cancel others of its kind when it is released`() {
    let store = Store.detached(query: TestQuery.returning(1))
    let client = OperationClient(defaultContext: .testing())
    let network = MockNetworkObserver()
    let heard = Counter()
    func other() -> [OperationSubscription] {
      [
        store.subscribe(with: QueryEventHandler()), client.subscribe(matching: []) { _ in },
        network.subscribe { _ in },
      ]
    }
    let subscriptions: [OperationSubscription] = {
      let held = (0..<3).map { _ in
        let others = other()
        return Farewell {
          heard.increment()
          others.forEach { $0.cancel() }
        }
      }
      return [
        store.subscribe(with: QueryEventHandler(onStateChanged: { _, _ in _ = held[0] })),
        client.subscribe(matching: []) { _ in _ = held[1] },
        network.subscribe { _ in _ = held[2] },
      ]
    }()

    subscriptions.forEach { $0.cancel() }

    #expect(heard.value == 3)
    #expect(store.subscriberCount == 0)
  }
}
