import Operations
import Testing

/// Modifiers around each other, on each kind of operation.
@Suite(.timeLimit(.minutes(20))) struct CombinationTests {
  enum Wrapping: CaseIterable {
    case retry, retryWhen, backoff, delayer, clock, deduplicated, timeout, debounce, caught
    case offline, connection, activity, automatic, manual, eviction, configuration
    case staleAfter, staleWhen, staleNoValue, rerun, events, controller, poll
  }

  /// Those that change the course of a run, and not only a value of its context.
  static let active: [Wrapping] = [
    .retry, .deduplicated, .timeout, .debounce, .caught, .offline, .configuration, .events, .poll,
  ]

  private struct Controller<State: OperationState>: OperationController {
    func control(with controls: OperationControls<State>) -> OperationSubscription { .empty }
  }

  private func wrap<State>(
    _ operation: some StatefulOperationRequest<State>, in wrapping: Wrapping
  ) -> any StatefulOperationRequest<State> {
    switch wrapping {
    case .retry: operation.retry(limit: 2)
    case .retryWhen: operation.retry(limit: 1) { _, _ in true }
    case .backoff: operation.backoff(.linear(.seconds(1)).capped(at: .seconds(2)).jittered())
    case .delayer: operation.delayer(.noDelay)
    case .clock: operation.clock(ManualClock())
    case .deduplicated: operation.deduplicated()
    case .timeout: operation.timeout(.seconds(1e6), throwing: Self.unreachable())
    case .debounce: operation.debounce(.seconds(1))
    case .caught: operation.catch { (error, _) throws(State.Failure) in throw error }
    case .offline: operation.completelyOffline()
    case .connection: operation.satisfiedConnectionStatus(.requiresConnection)
    case .activity: operation.disableApplicationActiveRerunning()
    case .automatic: operation.enableAutomaticRunning(onlyWhen: .always(true))
    case .manual: operation.disableAutomaticRunning()
    case .eviction: operation.evictWhen(pressure: .critical)
    case .configuration: operation.taskConfiguration(name: "n", priority: .high)
    case .staleAfter: operation.stale(after: .seconds(1))
    case .staleWhen: operation.staleWhen { state, _ in state.valueUpdateCount == 0 }
    case .staleNoValue: operation.staleWhenNoValue()
    case .rerun: operation.rerunOnChange(of: TestSpecification(false))
    case .events: operation.handleEvents(with: OperationEventHandler())
    case .controller: operation.controlled(by: Controller<State>())
    case .poll: operation.poll(every: .seconds(1e6))
    }
  }

  private static func unreachable<Failure: Error>() -> Failure {
    fatalError("No run of these tests takes ten days.")
  }

  private static func store<State>(
    _ operation: some StatefulOperationRequest<State>
  ) -> OperationStore<State> {
    .detached(operation: operation, initialContext: .testing())
  }

  /// Stores of an operation with the outer modifier round each of others.
  private func stores<State>(
    _ operation: some StatefulOperationRequest<State>, in outer: Wrapping,
    around inner: [Wrapping] = active
  ) -> [OperationStore<State>] {
    func wrapAgain(_ inner: some StatefulOperationRequest<State>) -> OperationStore<State> {
      func store(_ whole: some StatefulOperationRequest<State>) -> OperationStore<State> {
        Self.store(whole)
      }
      return store(wrap(inner, in: outer))
    }
    return inner.map { wrapAgain(wrap(operation, in: $0)) }
  }

  @Test(arguments: Wrapping.allCases)
  func `a query succeeds and fails through any two modifiers`(outer: Wrapping) async throws {
    let query = TestQuery<String, any Error>.returning("a")
    for store in stores(query, in: outer, around: Wrapping.allCases) {
      #expect(try await store.fetch() == "a")
      #expect(store.status.resultValue == "a" && store.state.valueUpdateCount == 1)
    }
    for store in stores(TestQuery<String, any Error>.throwing(), in: outer) {
      await #expect(throws: TestError()) { try await store.fetch() }
      #expect(store.status.isFailure && store.state.errorUpdateCount == 1)
    }
  }

  @Test(arguments: Wrapping.allCases)
  func `a mutation succeeds and fails through any two modifiers`(outer: Wrapping) async throws {
    let mutation = TestMutation { (word: String, _, _) in
      if word == "fail" { throw TestError() }
      return word
    }
    for store in stores(mutation.scope("s").maxHistory(length: 1), in: outer) {
      #expect(try await store.mutate(with: "a") == "a")
      #expect(store.currentValue == "a" && store.history.count == 1)
      #expect(try await store.retryLatest() == "a")
      await #expect(throws: TestError()) { try await store.mutate(with: "fail") }
      #expect(store.status.isFailure && store.history.count == 1)
      #expect(store.state.valueUpdateCount == 2 && store.state.errorUpdateCount == 1)
    }
  }

  @Test(arguments: Wrapping.allCases)
  func `a list loads and fails through any two modifiers`(outer: Wrapping) async throws {
    let isBroken = Flag()
    let pages = TestPages { id, _, _ in
      if isBroken.isSet { throw TestError() }
      return "page \(id)"
    }
    for store in stores(pages.maxPages(2), in: outer) {
      isBroken.set(false)
      for _ in 0..<3 { try await store.fetchNextPage() }
      #expect(store.currentValue.ids == [1, 2])
      #expect(try await store.fetchPreviousPage()?.id == 0)
      #expect(try await store.refetchAllPages().ids == [0, 1])
      isBroken.set()
      await #expect(throws: TestError()) { try await store.fetchNextPage() }
      #expect(store.currentValue.ids == [0, 1] && store.status.isFailure)
    }
  }

  @Test(arguments: active)
  func `a default is shown through any two modifiers`(outer: Wrapping) async throws {
    let query = TestQuery<String, any Error>.returning("a").defaultValue("default")
    for store in stores(query, in: outer) {
      #expect(store.currentValue == "default")
      #expect(try await store.fetch() == "a")
      #expect(store.currentValue == "a")
      store.resetState()
      #expect(store.currentValue == "default")
    }
  }

  @Test(arguments: active)
  func `two runs at once both end through any two modifiers`(outer: Wrapping) async throws {
    for store in stores(TestQuery<String, any Error>.returning("a"), in: outer) {
      async let first = store.fetch()
      async let second = store.fetch()
      #expect(try await [first, second] == ["a", "a"])
      #expect(!store.isLoading && (1...2).contains(store.state.valueUpdateCount))
    }
  }
}
