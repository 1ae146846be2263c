import Operations
import Testing

/// Mutations that show their change in other stores before they have run.
@Suite(.timeLimit(.minutes(20))) struct OptimisticModifierTests {
  private typealias Items = QueryState<[String], any Error>

  private let gate = Gate()

  private func client(
    _ mutation: some MutationRequest<String, String, any Error>
  ) -> (
    OperationClient, OperationStore<Items>,
    OperationStore<MutationState<String, String, any Error>>
  ) {
    let client = OperationClient(defaultContext: .testing())
    let items = client.store(
      for: TestQuery.returning(["server"], path: ["items", 1]), initialValue: ["a"])
    let adding = client.store(
      for: mutation.optimistic(updating: ["items"], of: Items.self) { items, word in
        items?.append(word)
      })
    return (client, items, adding)
  }

  @Test func `a mutation shows its change at once and keeps it when it succeeds`() async throws {
    let gate = gate
    let (client, items, adding) = client(
      TestMutation { word, _, _ in
        try await gate.pass()
        return word
      })

    async let value = adding.mutate(with: "new")
    await gate.arrival()
    #expect(items.currentValue == ["a", "new"])
    gate.open()
    _ = try await value

    #expect(items.currentValue == ["a", "new"])
    withExtendedLifetime(client) {}
  }

  @Test func `a mutation that fails undoes its own change only`() async throws {
    let gate = gate
    let (client, items, adding) = client(
      TestMutation { _, _, _ in
        try await gate.pass()
        throw TestError()
      })

    let first = Task { try await adding.mutate(with: "new") }
    await gate.arrival()
    items.modify { $0?.append("in between") }
    gate.open()
    await #expect(throws: TestError()) { try await first.value }

    #expect(items.currentValue == ["a", "in between"])
    withExtendedLifetime(client) {}
  }

  @Test func `overlapping runs are cancelled before the change is shown`() async throws {
    let held = Gate()
    let client = OperationClient(defaultContext: .testing())
    let items = client.store(
      for: TestQuery(path: ["items"]) {
        await held.passIgnoringCancellation()
        return ["before the edit"]
      }, initialValue: ["a"])
    let adding = client.store(
      for: TestMutation { (word: String, _, _) in word }
        .optimistic(updating: { _ in ["items"] }, of: Items.self) { $0?.append($1) })
    let run = Task { try await items.fetch() }
    await held.arrival()

    try await adding.mutate(with: "new")
    held.open()
    _ = try? await run.value

    #expect(items.currentValue == ["a", "new"])
  }

  @Test func `without a client a mutation just runs`() async throws {
    let adding = OperationStore.detached(
      mutation: TestMutation { (word: String, _, _) in word }
        .optimistic(updating: [], of: Items.self) { $0?.append($1) })

    #expect(try await adding.mutate(with: "new") == "new")
  }

  // MARK: - Retries

  private static let items = TestQuery<[String], any Error>.returning([], path: ["items"])

  /// A client that retries, and whose waits are ended by hand.
  private func retrying(_ delayer: ManualDelayer) -> OperationClient {
    OperationClient(
      storeCreator: OperationClient.DefaultStoreCreator(retryLimit: 2, delayer: delayer))
  }

  private func adding(
    _ body: @escaping @Sendable (String) throws -> String
  ) -> some MutationRequest<String, String, any Error> {
    TestMutation { (word: String, _, _) in try body(word) }
      .optimistic(updating: ["items"], of: Items.self) { $0?.append($1) }
  }

  @Test func `a change stays in sight while its mutation waits for a retry`() async throws {
    let delayer = ManualDelayer()
    let client = retrying(delayer)
    let attempts = Counter()
    let items = client.store(
      for: Self.items.disableAutomaticRunning(), initialValue: ["a"])
    let shown = Log<[String]?>()
    let subscription = items.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in shown.add(state.currentValue) }))
    let adding = client.store(
      for: adding { word in
        if attempts.increment() == 1 { throw TestError() }
        return word
      })

    async let value = adding.mutate(with: "new")
    let wait = await delayer.next()
    #expect(items.currentValue == ["a", "new"])
    wait.open()
    _ = try await value

    #expect(items.currentValue == ["a", "new"])
    #expect(!shown.elements.dropFirst(2).contains(["a"]))
    subscription.cancel()
  }

  @Test func `a change is undone when the retries are used up`() async throws {
    let delayer = ManualDelayer()
    let client = retrying(delayer)
    let items = client.store(
      for: Self.items.disableAutomaticRunning(), initialValue: ["a"])
    let adding = client.store(for: adding { _ in throw TestError() })

    let run = Task { try await adding.mutate(with: "new") }
    for _ in 0..<2 {
      let wait = await delayer.next()
      #expect(items.currentValue == ["a", "new"])
      wait.open()
    }
    await #expect(throws: TestError()) { try await run.value }

    #expect(items.currentValue == ["a"])
  }

  @Test func `a change is undone when its mutation is cancelled between attempts`() async throws {
    let delayer = ManualDelayer()
    let client = retrying(delayer)
    let items = client.store(
      for: Self.items.disableAutomaticRunning(), initialValue: ["a"])
    let adding = client.store(for: adding { _ in throw TestError() })
    let run = Task { try await adding.mutate(with: "new") }
    _ = await delayer.next()

    run.cancel()
    await #expect(throws: CancellationError.self) { try await run.value }

    #expect(items.currentValue == ["a"])
  }

  @Test func `a change is undone when the error is not worth a retry`() async throws {
    let client = OperationClient(defaultContext: .testing())
    let items = client.store(
      for: Self.items.disableAutomaticRunning(), initialValue: ["a"])
    let adding = client.store(
      for: adding { _ in throw TestError() }.retry(limit: 5) { _, _ in false })

    await #expect(throws: TestError()) { try await adding.mutate(with: "new") }

    #expect(items.currentValue == ["a"])
  }

  @Test func `a change is undone where the failure is caught outside it`() async throws {
    let client = OperationClient(defaultContext: .testing())
    let items = client.store(
      for: Self.items.disableAutomaticRunning(), initialValue: ["a"])
    let adding = client.store(
      for: adding { _ in throw TestError() }.retry(limit: 1).fallback("caught"))

    #expect(try await adding.mutate(with: "new") == "caught")

    #expect(items.currentValue == ["a"])
  }

  // MARK: - Several at once

  @Test func `of interleaved mutations those that fail are undone, in whatever order they end`()
    async throws
  {
    let gates = (0..<6).map { _ in Gate() }
    let client = OperationClient(defaultContext: .testing())
    let items = client.store(
      for: Self.items.disableAutomaticRunning(), initialValue: [])
    let adding = client.store(
      for: TestMutation { (number: Int, _, _) in
        try await gates[number].pass()
        if number.isMultiple(of: 2) { throw TestError() }
      }
      .optimistic(updating: ["items"], of: Items.self) { $0?.append("\($1)") })
    var runs: [Task<Void, any Error>] = []
    for number in 0..<6 {
      runs.append(Task { try await adding.mutate(with: number) })
      await gates[number].arrival()
    }
    #expect(items.currentValue == (0..<6).map { "\($0)" })

    for number in [3, 4, 0, 5, 2, 1] {
      gates[number].open()
      _ = await runs[number].result
    }

    #expect(items.currentValue == ["1", "3", "5"])
  }

  @Test func `a list whose first load the change cut off is loaded afterwards`() async throws {
    let loads = Counter()
    let (gate, held) = (gate, Gate())
    let shown = Signal<[String]>()
    let client = OperationClient(defaultContext: .testing())
    let items = client.store(
      for: TestQuery(path: ["items"]) {
        if loads.increment() == 1 { try await gate.pass() }
        return ["server"]
      })
    let subscription = items.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        if let value = state.currentValue, !state.isLoading { shown.send(value) }
      }))
    await gate.arrival()
    let adding = client.store(
      for: TestMutation { (word: String, _, _) in
        try await held.pass()
        return word
      }.optimistic(updating: ["items"], of: Items.self) { $0?.append($1) })

    async let value = adding.mutate(with: "new")
    await held.arrival()
    held.open()
    _ = try await value

    #expect(await shown.next() == ["server"])
    #expect(loads.value == 2)
    subscription.cancel()
  }

  @Test func `an answer from before the change does not have the last word`() async throws {
    let (gate, held) = (gate, Gate())
    let loads = Counter()
    let shown = Signal<[String]>()
    let client = OperationClient(defaultContext: .testing())
    let items = client.store(
      for: TestQuery(path: ["items"]) {
        guard loads.increment() == 1 else { return ["a", "new"] }
        try await gate.pass()
        return ["a"]
      }.staleWhen { _, _ in false }, initialValue: ["a"])
    let subscription = items.subscribe(
      with: OperationEventHandler(onStateChanged: { state, _ in
        if let value = state.currentValue, !state.isLoading { shown.send(value) }
      }))
    let adding = client.store(
      for: TestMutation { (word: String, _, _) in
        try await held.pass()
        return word
      }.optimistic(updating: ["items"], of: Items.self) { $0?.append($1) })

    async let value = adding.mutate(with: "new")
    await held.arrival()
    // It is asked for while the change is shown, and answered as things were before.
    async let load = items.fetch()
    await gate.arrival()
    held.open()
    _ = try await value
    gate.open()
    _ = try await load

    #expect(items.isStale || items.currentValue == ["a", "new"])
    await shown.first { $0 == ["a", "new"] && loads.value == 2 && !items.isStale }
    #expect(items.currentValue == ["a", "new"])
    subscription.cancel()
  }
}
