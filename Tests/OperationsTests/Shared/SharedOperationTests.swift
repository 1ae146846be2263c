import Observation
import Operations
import Testing

/// Operations as a screen shows them.
@MainActor @Suite(.timeLimit(.minutes(20))) struct SharedOperationTests {
  private let client = OperationClient(defaultContext: .testing())
  private let runs = Counter()
  private let gate = Gate()

  private func query(
    _ word: String, at gate: Gate? = nil
  ) -> some QueryRequest<String, any Error> {
    let runs = runs
    return TestQuery<String, any Error>(path: ["search", word]) {
      runs.increment()
      try await gate?.pass()
      return "found \(word)"
    }.staleWhenNoValue()
  }

  private var held: TestQuery<String, any Error> {
    let (runs, gate) = (runs, gate)
    return TestQuery(path: ["held"]) {
      runs.increment()
      try await gate.pass()
      return "value"
    }
  }

  /// Waits until a model shows what is wanted, woken by its changes alone.
  private func wait<State>(
    for model: SharedOperation<State>, until condition: @MainActor (SharedOperation<State>) -> Bool
  ) async {
    while true {
      let changed = Signal<Void>()
      let isThere = withObservationTracking {
        condition(model)
      } onChange: {
        changed.send(())
      }
      if isThere { return }
      await changed.next()
    }
  }

  @Test func `a wrapped property is the value and its projection the model`() async throws {
    @SharedOperation(query("a").disableAutomaticRunning(), client: client) var post

    #expect(post == nil)
    #expect($post.status.isIdle)
    try await $post.fetch()

    #expect(post == "found a")
    #expect(!$post.isLoading)
    #expect($post.valueUpdateCount == 1)
  }

  @Test func `several models of one operation share a state and a fetch`() async {
    @SharedOperation(held, client: client) var first
    @SharedOperation(held, client: client) var second

    await gate.arrival()
    #expect($first.store === $second.store)
    #expect($first.subscriberCount == 2)
    gate.open()
    await wait(for: $first) { $0.wrappedValue == "value" && !$0.isLoading }
    await wait(for: $second) { $0.wrappedValue == "value" && !$0.isLoading }

    #expect(runs.value == 1)
    #expect(first == second)
  }

  @Test func `a change on another thread reaches observers on the main actor`() async {
    let model = SharedOperation(query("a").disableAutomaticRunning(), client: client)
    let store = model.store

    Task.immediate { @concurrent in store.currentValue = "from elsewhere" }
    await wait(for: model) { $0.wrappedValue == "from elsewhere" }

    #expect(model.valueUpdateCount == 1)
  }

  @Test func `a model shows at once a value that it writes`() {
    let model = SharedOperation(query("a").disableAutomaticRunning(), client: client)

    model.setValue("written")
    #expect(model.wrappedValue == "written")
    model.withLock { $0 = ($0 ?? "") + "!" }
    #expect(model.wrappedValue == "written!")
    model.setResult(to: .failure(TestError()))
    #expect(model.status.isFailure)
    model.resetState()
    #expect(model.wrappedValue == nil && model.status.isIdle)
  }

  @Test func `a search is pointed at each new word and keeps what it found`() async {
    let model = SharedOperation(query("a"), client: client)
    await wait(for: model) { $0.wrappedValue == "found a" }
    let first = model.store

    model.repoint(to: query("ab", at: gate))
    #expect(model.wrappedValue == nil)
    #expect(first.subscriberCount == 0)
    gate.open()
    await wait(for: model) { $0.wrappedValue == "found ab" }
    model.repoint(to: query("a"))

    #expect(model.wrappedValue == "found a")
    #expect(model.store === first)
    #expect(runs.value == 2)
  }

  @Test func `OP-C19 the value from before stays after an error and goes with a reset`() async {
    let failing = TestQuery<String, any Error>(path: ["failing"]) { throw TestError() }
      .disableAutomaticRunning()
    let model = SharedOperation(query("a").disableAutomaticRunning(), client: client)
    model.setValue("found a")

    model.repoint(to: failing, transition: .keepingPrevious)
    _ = try? await model.fetch()
    #expect(model.wrappedValue == "found a" && model.isShowingPrevious)
    #expect(model.status.isFailure)
    model.resetState()

    #expect(model.wrappedValue == nil && !model.isShowingPrevious)
  }

  @Test func `OP-C19 a store that has a value shows it at once`() async throws {
    let model = SharedOperation(query("a").disableAutomaticRunning(), client: client)
    model.setValue("found a")
    let known = client.store(for: query("ab").disableAutomaticRunning())
    known.currentValue = "found ab"

    model.repoint(to: known, transition: .keepingPrevious)

    #expect(model.wrappedValue == "found ab" && !model.isShowingPrevious)
  }

  @Test func `a run of a model takes a context and a handler`() async throws {
    var context = client.defaultContext
    context.operationMaxRetries = 9
    let query = TestQuery<Int, any Error>(path: ["context"]) { context, _ in
      context.operationMaxRetries
    }
    let model = SharedOperation(query.disableAutomaticRunning(), client: client)
    let ended = Counter()

    let value = try await model.fetch(
      using: context, handler: OperationEventHandler(onRunEnded: { _ in ended.increment() }))

    #expect(value == 9 && ended.value == 1)
    #expect(model.subscriberCount == 1)
  }

  @Test func `setting the projection points the model elsewhere`() {
    @SharedOperation(query("a").disableAutomaticRunning(), client: client) var post
    let observed = $post

    $post = SharedOperation(query("b").disableAutomaticRunning(), client: client)

    #expect($post === observed)
    #expect($post.store.path == ["search", "b"])
    #expect($post.subscriberCount == 1)
  }

  /// Draws again after each change of what it shows.
  @MainActor private final class Screen {
    private let model: SharedOperation<QueryState<String, any Error>>
    private let shown: Signal<Int>

    init(showing model: SharedOperation<QueryState<String, any Error>>, on shown: Signal<Int>) {
      self.model = model
      self.shown = shown
    }

    func draw() {
      withObservationTracking {
        shown.send(model.state.revision)
      } onChange: {
        Task { @MainActor in self.draw() }
      }
    }
  }

  @Test func `without a change observers are not notified`() async {
    let model = SharedOperation(query("a").disableAutomaticRunning(), client: client)
    let shown = Signal<Int>()
    Screen(showing: model, on: shown).draw()

    // What the model shows already comes to it once more, on the main actor, before the rest.
    model.store.context.operationMaxRetries = 3
    model.resetState()
    model.store.currentValue = "elsewhere"
    var revisions = [await shown.next()]
    while revisions.last != model.store.state.revision { revisions.append(await shown.next()) }

    #expect(Set(revisions).count == revisions.count)
  }

  @Test func `a released model no longer subscribes`() {
    let store: OperationStore<QueryState<String, any Error>>
    do {
      let model = SharedOperation(query("a").disableAutomaticRunning(), client: client)
      store = model.store
      #expect(store.subscriberCount == 1)
    }

    #expect(store.subscriberCount == 0)
  }

  @Test func `the client of the task is used where none is given`() {
    let client = client
    OperationClient.$current.withValue(client) {
      let model = SharedOperation(query("a").disableAutomaticRunning())
      #expect(model.store.context.operationClient === client)
    }
    let alone = SharedOperation(query("a").disableAutomaticRunning())

    #expect(alone.store.context.operationClient === OperationClient.default)
  }

  @Test func `mutations and pages have their functions`() async throws {
    @SharedOperation(TestMutation { (word: String, _, _) in word + "!" }, client: client)
    var create
    @SharedOperation(TestPages().disableAutomaticRunning(), client: client) var feed

    #expect(try await $create.retryLatest() == nil)
    try await $create.mutate(with: "a")
    #expect(create == "a!")
    try await $create.retryLatest()
    #expect($create.history.count == 2)
    #expect(try await $create.run() == "a!")

    try await $feed.fetchNextPage()
    try await $feed.fetchNextPage()
    try await $feed.fetchPreviousPage()
    #expect(feed.ids == [-1, 0, 1])
    #expect(try await $feed.refetchAllPages().ids == [-1, 0, 1])
  }

  @Test func `events are delivered on the main actor in order and states only at their newest`()
    async
  {
    let store = OperationStore.detached(query: TestQuery.returning(0), initialValue: 0)
    let seen = Signal<Int?>()
    let subscription = store.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        MainActor.assertIsolated()
        seen.send(state.currentValue)
      }), delivery: .mainActor)

    for number in 1...100 { store.currentValue = number }
    let first = await seen.next()

    #expect(first == 100)
    #expect(seen.count == 0)
    subscription.cancel()
  }

  @Test func `an observer of the value is not notified of a state with an equal one`() {
    let model = SharedOperation(query("a").disableAutomaticRunning(), client: client)
    let (values, states) = (Counter(), Counter())
    model.setValue("same")
    withObservationTracking {
      _ = model.wrappedValue
    } onChange: {
      values.increment()
    }
    withObservationTracking {
      _ = model.valueUpdateCount
    } onChange: {
      states.increment()
    }

    model.setValue("same")
    #expect(values.value == 0 && states.value == 1)
    model.setValue("other")

    #expect(values.value == 1)
    #expect(model.wrappedValue == "other" && model.valueUpdateCount == 3)
  }

  @Test func `a mutation without arguments is asked for without them`() async throws {
    let runs = runs
    let mutation = TestMutation { (_: Void, _, _) in runs.increment() }
    @SharedOperation(mutation, client: client) var count

    #expect(try await $count.mutate() == 1)
    #expect(try await $count.store.mutate() == 2)
    #expect(try await $count.store.mutateTask().runIfNeeded() == 3)
    #expect(count == 3)
  }
}
