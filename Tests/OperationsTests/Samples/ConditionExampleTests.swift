import Foundation
import Operations
import Testing

/// The examples in the comments of conditions, controllers and time.
@MainActor @Suite(.timeLimit(.minutes(20))) struct ConditionExampleTests {
  private let server = Server(failures: 0)
  private let ended = Signal<Void>()

  private var context: OperationContext { .testing(server) }
  private var client: OperationClient { OperationClient(defaultContext: context) }

  /// Shows a query and tells when a run of it ends.
  private func shown(
    _ store: OperationStore<PostQuery.State>
  ) -> OperationSubscription {
    let ended = ended
    return store.subscribe(
      with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
  }

  // MARK: - Conditions

  @Test func `a query runs when there is a network and no pause`() async {
    let network = MockNetworkObserver(initialStatus: .disconnected)
    let (pauses, pausing) = AsyncStream<Bool>.makeStream()

    let isPaused = AsyncSequenceRunSpecification(observing: pauses, initialValue: true)
    let query = PostQuery(id: 1).runAutomatically(while: .connected(to: network) && !isPaused)

    let store = client.store(for: query)
    let subscription = shown(store)
    network.send(status: .connected)
    #expect(!store.isLoading && !store.isAutomaticRunningEnabled)
    pausing.yield(false)
    await ended.next()
    #expect(store.currentValue?.title == "Post 1")
    subscription.cancel()
  }

  @Test func `a condition follows a sequence of answers`() async {
    let (answers, settings) = AsyncStream<Bool>.makeStream()
    let mayFetch = AsyncSequenceRunSpecification(observing: answers, initialValue: false)
    let query = PostQuery(id: 1).runAutomatically(while: mayFetch)
    settings.yield(true)  // the query runs, if it is shown

    let store = client.store(for: query)
    let subscription = shown(store)
    await ended.next()
    #expect(store.currentValue?.title == "Post 1")
    subscription.cancel()
  }

  @Test func `a shown post is fetched when the network returns`() async {
    let server = Server(failures: 1)
    let client = OperationClient(defaultContext: .testing(server))

    let network = MockNetworkObserver(initialStatus: .disconnected)
    let query = PostQuery(id: 1).rerunOnChange(of: .connected(to: network))
    network.send(status: .connected)  // fetches a post that is shown and stale
    network.send(status: .disconnected)

    let store = client.store(for: query)
    let subscription = shown(store)
    await ended.next()
    #expect(store.error is Server.Unavailable)
    network.send(status: .connected)
    await ended.next()
    #expect(store.currentValue?.title == "Post 1")
    subscription.cancel()
  }

  struct NetworkAndTunnel: NetworkObserver {
    let network: any NetworkObserver
    let tunnel: any NetworkObserver

    var currentStatus: NetworkConnectionStatus {
      min(network.currentStatus, tunnel.currentStatus)
    }

    func subscribe(
      with handler: @escaping @Sendable (NetworkConnectionStatus) -> Void
    ) -> OperationSubscription {
      .combined([network, tunnel].map { $0.subscribe { _ in handler(currentStatus) } })
    }
  }

  @Test func `two observers are one`() {
    let (network, tunnel) = (MockNetworkObserver(), MockNetworkObserver())
    let observer = NetworkAndTunnel(network: network, tunnel: tunnel)
    let statuses = Log<NetworkConnectionStatus>()
    let subscription = observer.subscribe { statuses.add($0) }

    tunnel.send(status: .requiresConnection)
    network.send(status: .disconnected)
    tunnel.send(status: .connected)
    subscription.cancel()
    network.send(status: .connected)

    #expect(statuses.elements == [.requiresConnection, .disconnected, .disconnected])
    #expect(observer.currentStatus == .connected)
  }

  @Test func `the system is asked by one observer of the process`() {
    let network = NWPathMonitorObserver.startingShared()
    let client = OperationClient(storeCreator: .automatic(networkObserver: network))

    #expect(network === NWPathMonitorObserver.startingShared())
    #expect(client.stores(matching: []).isEmpty)
  }

  // MARK: - Controllers and memory

  struct PushedPosts: OperationController {
    let posts: AsyncStream<Post>

    func control(with controls: OperationControls<PostQuery.State>) -> OperationSubscription {
      let pushing = Task { for await post in posts { controls.yield(post) } }
      return OperationSubscription { pushing.cancel() }
    }
  }

  @Test func `a controller writes what is pushed`() async {
    let (posts, push) = AsyncStream<Post>.makeStream()
    let query = PostQuery(id: 1).disableAutomaticRunning()
      .controlled(by: PushedPosts(posts: posts))
    let store = client.store(for: query)
    let titles = Signal<String>()
    let subscription = store.subscribe(
      with: OperationEventHandler { state, _ in titles.send(state.currentValue?.title ?? "none") })

    push.yield(Post(id: 1, title: "Pushed"))

    #expect(await titles.next() == "none")
    #expect(await titles.next() == "Pushed")
    subscription.cancel()
  }

  struct WatchedMemory: MemoryPressureSource {
    let levels: AsyncStream<MemoryPressure>

    func subscribe(
      with handler: @escaping @Sendable (MemoryPressure) -> Void
    ) -> OperationSubscription {
      let reading = Task { for await level in levels { handler(level) } }
      return OperationSubscription { reading.cancel() }
    }
  }

  @Test func `a client drops what is not shown when memory is scarce`() async {
    let (levels, memory) = AsyncStream<MemoryPressure>.makeStream()
    let client = OperationClient(
      defaultContext: context, memoryPressureSource: WatchedMemory(levels: levels))
    _ = client.store(for: PostQuery(id: 1))
    let removed = Signal<Int>()
    let subscription = client.subscribe(matching: []) { removed.send($0.removed.count) }

    memory.yield(.critical)

    #expect(await removed.next() == 1)
    #expect(client.stores(matching: []).isEmpty)
    subscription.cancel()
  }

  // MARK: - Time

  @Test func `a clock gives the dates of a state`() async throws {
    var context = context

    context.operationClock = .timeFreeze(Date(timeIntervalSince1970: 1000))
    let store = OperationStore.detached(query: PostQuery(id: 1), initialContext: context)
    try await store.fetch()
    let date = store.state.valueLastUpdatedAt  // 1000 seconds after 1970 began

    #expect(date == Date(timeIntervalSince1970: 1000))
  }

  @Test func `waits are a function of the number of the retry`() {
    let backoff = OperationBackoffFunction.exponential(.seconds(1)).capped(at: .seconds(5))
    let waits = (1...4).map { backoff($0) }  // 1, 2, 4 and 5 seconds
    let query = PostQuery(id: 1).retry(limit: 4).backoff(backoff.jittered())

    #expect(waits == [.seconds(1), .seconds(2), .seconds(4), .seconds(5)])
    let context = OperationStore.detached(query: query).context
    #expect(context.operationBackoffFunction(4) < .seconds(5))
  }

  struct AnnouncingDelayer: OperationDelayer {
    let base: any OperationDelayer
    let announce: @Sendable (OperationDuration) -> Void

    func delay(for duration: OperationDuration) async throws {
      announce(duration)
      try await base.delay(for: duration)
    }
  }

  @Test func `a delayer announces the waits of retries`() async throws {
    let announced = Log<OperationDuration>()
    let delayer = AnnouncingDelayer(base: .noDelay) { announced.add($0) }
    let query = PostQuery(id: 1).retry(limit: 2).backoff(.linear(.seconds(2))).delayer(delayer)

    try await OperationStore.detached(
      query: query, initialContext: .testing(Server(failures: 2))
    ).fetch()

    #expect(announced.elements == [.seconds(2), .seconds(4)])
  }
}
