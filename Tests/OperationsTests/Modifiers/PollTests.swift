import Operations
import Testing

/// Runs at intervals.
@Suite(.timeLimit(.minutes(20))) struct PollTests {
  private let delayer = ManualDelayer()
  private let runs = Counter()
  private let ended = Signal<Void>()

  private func store(
    isAutomatic: Bool = true
  ) -> OperationStore<QueryState<Int, any Error>> {
    let (runs, ended) = (runs, ended)
    return .detached(
      query: TestQuery {
        let run = runs.increment()
        if run == 2 { throw TestError() }
        return run
      }
      .handleEvents(with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
      .enableAutomaticRunning(onlyWhen: .always(isAutomatic)).staleWhen { _, _ in false }
      .poll(every: .seconds(30), using: delayer))
  }

  @Test func `a store is run at each interval, also after a failure`() async {
    let store = store()
    let subscription = store.subscribe(with: QueryEventHandler())

    for expected in 1...3 {
      await delayer.next().open()
      await ended.next()
      #expect(runs.value == expected)
    }

    _ = await delayer.next()
    #expect(store.currentValue == 3)
    subscription.cancel()
  }

  @Test func `without subscribers nothing is run`() async {
    let store = store()
    let first = store.subscribe(with: QueryEventHandler())
    let wait = await delayer.next()

    first.cancel()
    wait.open()
    let second = store.subscribe(with: QueryEventHandler())
    await delayer.next().open()
    await ended.next()

    #expect(runs.value == 1)
    second.cancel()
  }

  @Test func `without permission to run by itself nothing is run`() async {
    let store = store(isAutomatic: false)
    let subscription = store.subscribe(with: QueryEventHandler())

    await delayer.next().open()
    _ = await delayer.next()

    #expect(runs.value == 0)
    subscription.cancel()
  }

  @Test func `a store that is gone is polled no more`() async {
    weak var released: OperationStore<QueryState<Int, any Error>>?
    do {
      let store = store()
      released = store
      let subscription = store.subscribe(with: QueryEventHandler())
      _ = await delayer.next()
      subscription.cancel()
    }

    #expect(released == nil)
    #expect(runs.value == 0)
  }

  /// Subscribes again as soon as nobody is subscribed, before others hear of that.
  private final class Successor: OperationController {
    let held = Log<OperationSubscription>()
    let store = Log<OperationStore<QueryState<Int, any Error>>>()

    func control(
      with controls: OperationControls<QueryState<Int, any Error>>
    ) -> OperationSubscription {
      let (held, store) = (held, store)
      return controls.observeSubscriberCount { count in
        guard count == 0, held.count == 0, let store = store.elements.first else { return }
        held.add(store.subscribe(with: QueryEventHandler()))
      }
    }
  }

  @Test func `a subscriber that comes while the last one leaves is polled for`() async {
    let (runs, ended) = (runs, ended)
    let successor = Successor()
    let store = OperationStore.detached(
      query: TestQuery { runs.increment() }
        .handleEvents(with: OperationEventHandler(onRunEnded: { _ in ended.send(()) }))
        .enableAutomaticRunning(onlyWhen: .always(true)).staleWhen { _, _ in false }
        .poll(every: .seconds(30), using: delayer).controlled(by: successor))
    successor.store.add(store)
    let first = store.subscribe(with: QueryEventHandler())
    let wait = await delayer.next()

    first.cancel()
    #expect(store.subscriberCount == 1)
    wait.open()
    await ended.next()

    #expect(runs.value == 1)
    successor.store.clear()
    successor.held.clear()
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `an interval of nothing or less does not poll`(interval: Duration) {
    let (runs, delayer) = (runs, RecordingDelayer())
    let inline = InlineExecutor()
    let store = OperationStore.detached(
      query: TestQuery<Int, any Error> {
        // Bounds the loop that must not be.
        if runs.increment() > 3 { try await Gate().pass() }
        return 0
      }
      .enableAutomaticRunning(onlyWhen: .always(true)).staleWhen { _, _ in false }
      .taskConfiguration(executorPreference: inline).poll(every: interval, using: delayer))

    let subscription = store.subscribe(with: QueryEventHandler())
    subscription.cancel()

    #expect(delayer.durations.isEmpty)
    #expect(runs.value == 0)
  }
}
