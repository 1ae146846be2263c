import Foundation
import Operations
import TestSupport
import Testing

/// Heavy use: many stores, subscribers, mutations and threads.
@Suite(.timeLimit(.minutes(20))) struct LoadTests {
  private typealias Store = OperationStore<QueryState<Int, any Error>>

  @Test func `ten thousand stores are kept, matched and cleared`() async throws {
    let client = OperationClient(
      defaultContext: .testing(), storeLifetime: nil, maximumStoreCount: nil)
    for group in 0..<100 {
      for number in 0..<100 {
        _ = client.store(for: TestQuery.returning(number, path: ["group", group, number]))
      }
    }

    #expect(client.stores(matching: []).count == 10_000)
    #expect(client.stores(matching: ["group", 42]).count == 100)
    #expect(client.stores(matching: ["group", 42, 7]).first?.path == ["group", 42, 7])
    client.clearStores(matching: ["group", 42])
    #expect(client.stores(matching: ["group"]).count == 9_900)
    client.clearStores()
    #expect(client.stores(matching: []).isEmpty)
  }

  @Test func `by default a client keeps ten thousand unused stores at most`() {
    let client = OperationClient(defaultContext: .testing())

    for number in 0..<10_500 {
      _ = client.store(for: TestQuery.returning(number, path: [number]))
    }

    #expect(client.stores(matching: []).count == 10_000)
    #expect(client.store(with: [10_499]) != nil && client.store(with: [0]) == nil)
  }

  @Test func `a thousand subscribers hear every change and leave nothing`() async throws {
    let heard = Counter()
    let store = Store.detached(query: TestQuery.returning(1))
    weak var released: OperationSubscription?
    do {
      let subscriptions = (0..<1000).map { _ in
        store.subscribe(with: QueryEventHandler(onStateChanged: { _, _ in heard.increment() }))
      }
      released = subscriptions.first
      store.currentValue = 7
      try await store.fetch()
      #expect(store.subscriberCount == 1000)
    }

    // The current state, the write, loading and done.
    #expect(heard.value == 4000)
    #expect(store.subscriberCount == 0)
    #expect(released == nil)
  }

  @Test func `subscribers that leave in any order leave the others`() {
    var generator = SplitMix64(seed: 3)
    let heard = Log<Int>()
    let store = Store.detached(query: TestQuery.returning(1))
    var subscriptions = Dictionary(
      uniqueKeysWithValues: (0..<200).map { number in
        (number, store.subscribe(with: QueryEventHandler { _, _ in heard.add(number) }))
      })
    let leaving = (0..<200).shuffled(using: &generator).prefix(120)

    for number in leaving { subscriptions[number] = nil }
    heard.clear()
    store.currentValue = 1

    #expect(heard.elements.sorted() == subscriptions.keys.sorted())
    #expect(store.subscriberCount == 80)
  }

  @Test func `changes from many tasks lose nothing`() async {
    let store = Store.detached(query: TestQuery.returning(1), initialValue: 0)

    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<50 { store.modify { $0 = ($0 ?? 0) + 1 } }
        }
      }
    }

    #expect(store.currentValue == 400)
    #expect(store.state.valueUpdateCount == 400)
  }

  @Test func `a thousand mutations of a scope run in order`() async throws {
    let order = Log<Int>()
    let store = OperationStore.detached(
      mutation: TestMutation { (number: Int, _, _) in order.add(number) }
        .scope("s").maxHistory(length: 10))
    let tasks = (0..<1000).map { store.mutateTask(with: $0) }

    tasks.forEach { $0.start() }
    try await tasks[999].runIfNeeded()

    #expect(order.elements == Array(0..<1000))
    #expect(store.history.count == 10)
  }

  @Test func `many threads may use a store and its client at once`() async {
    let client = OperationClient(defaultContext: .testing(), maximumStoreCount: 20)
    let heard = Counter()
    let subscribed = Counter()

    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<8 {
        group.addTask {
          var generator = SplitMix64(seed: UInt64(worker))
          for _ in 0..<200 {
            let number = Int.random(in: 0..<30, using: &generator)
            let store = client.store(for: TestQuery.returning(number, path: ["n", number]))
            switch Int.random(in: 0..<8, using: &generator) {
            case 0: _ = try? await store.fetch()
            case 1: store.resetState()
            case 2: client.invalidate(matching: ["n", number])
            case 3: client.clearStores(matching: ["n", number])
            case 4: store.applyOptimisticEdit { $0 = ($0 ?? 0) + 1 }.rollBack()
            case 5: store.modify { $0 = ($0 ?? 0) + 1 }
            case 6: _ = client.stores(matching: ["n"])
            default:
              subscribed.increment()
              let subscription = store.subscribe(
                with: QueryEventHandler(onStateChanged: { _, _ in heard.increment() }))
              store.currentValue = number
              subscription.cancel()
            }
          }
        }
      }
    }

    let stores = client.stores(matching: [], of: QueryState<Int, any Error>.self)
    for store in stores {
      for run in store.state.activeTasks { _ = try? await run.runIfNeeded() }
    }
    // Each subscriber gets the state at its start; the seeds decide how many there are.
    #expect(heard.value >= subscribed.value)
    #expect(subscribed.value > 100)
    #expect(client.stores(matching: []).count <= 20)
    // After all of it each store is in order: nothing runs, and it still fetches its own value.
    for store in stores {
      let number = try? await store.fetch()
      #expect(store.path == ["n", number ?? -1])
      #expect(store.currentValue == number)
      #expect(!store.isLoading && store.subscriberCount == 0)
    }
  }

  @Test func `a subscriber sees revisions grow with every change of the store`() async {
    let store = Store.detached(query: TestQuery.returning(1), initialValue: 0)
    let revisions = Log<Int>()
    let subscription = store.subscribe(
      with: QueryEventHandler(onStateChanged: { state, _ in revisions.add(state.revision) }))

    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<8 {
        group.addTask {
          for _ in 0..<100 { store.modify { $0 = ($0 ?? 0) + 1 } }
        }
      }
    }
    // A last write waits for deliveries under way: it is delivered after all others.
    store.currentValue = -1

    let seen = revisions.elements
    // The state at the start, 800 changes and the last write, none left out.
    #expect(seen.count == 802)
    #expect(zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 })
    subscription.cancel()
  }
}
