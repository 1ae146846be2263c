import Foundation
import Operations
import Testing

/// Modifiers that set values, the order in which they are set, and those that watch runs.
@Suite(.timeLimit(.minutes(20))) struct ContextModifierTests {
  private let query = TestQuery<String, any Error>.returning("a")

  private func context(_ query: some QueryRequest<String, any Error>) -> OperationContext {
    OperationStore.detached(query: query).context
  }

  @Test func `the modifier nearest the request wins`() {
    let context = context(
      query.backoff(.constant(.seconds(1))).backoff(.constant(.seconds(9))))

    #expect(context.operationBackoffFunction(1) == .seconds(1))
  }

  @Test func `each modifier sets its value`() {
    let clock = ManualClock()
    let context = context(
      query.clock(clock).delayer(.noDelay)
        .taskConfiguration(name: "n", priority: .low)
        .satisfiedConnectionStatus(.requiresConnection).evictWhen(pressure: .critical))

    #expect(context.operationClock.now() == clock.now())
    #expect(self.context(query.clock(.systemTime)).operationClock is SystemOperationClock)
    #expect(context.operationDelayer is NoDelayer)
    #expect(context.operationTaskConfiguration.name == "n")
    #expect(context.operationTaskConfiguration.priority == .low)
    #expect(context.satisfiedConnectionStatus == .requiresConnection)
    #expect(context.evictableMemoryPressure == .critical)
  }

  @Test func `a task configuration is changed in part`() {
    let context = context(
      query.taskConfiguration { $0.priority = .high }.taskConfiguration(name: "n"))

    #expect(context.operationTaskConfiguration.name == "n")
    #expect(context.operationTaskConfiguration.priority == .high)
  }

  @Test func `automatic running is off until it is enabled`() {
    #expect(!OperationStore.detached(query: query).isAutomaticRunningEnabled)
    #expect(
      OperationStore.detached(query: query.enableAutomaticRunning(onlyWhen: .always(true)))
        .isAutomaticRunningEnabled)
    #expect(
      !OperationStore.detached(
        query: query.disableAutomaticRunning().enableAutomaticRunning(onlyWhen: .always(true))
      ).isAutomaticRunningEnabled)
  }

  @Test func `runs are watched without a store`() async throws {
    let events = Log<String>()
    let watched = TestQuery<String, any Error> { _, continuation in
      continuation.yield("early")
      return "end"
    }.handleEvents(
      with: OperationEventHandler(
        onRunStarted: { _ in events.add("started") },
        onRunEnded: { _ in events.add("ended") },
        onResultReceived: { result, context in
          let value = (try? result.get()) ?? "error"
          events.add("\(value) \(context.operationResultUpdateReason == .yieldedResult)")
        }))

    _ = try await OperationRunner(operation: watched).run()

    #expect(events.elements == ["started", "early true", "end false", "ended"])
  }

  @Test func `a failure is reported before it is thrown`() async {
    let failures = Counter()
    let watched = TestQuery<String, any Error>.throwing().handleEvents(
      with: OperationEventHandler(onResultReceived: { result, _ in
        if case .failure = result { failures.increment() }
      }))

    await #expect(throws: TestError()) { try await OperationRunner(operation: watched).run() }

    #expect(failures.value == 1)
  }

  @Test func `a context is a value with defaults`() {
    var first = OperationContext()
    let second = first
    first.operationMaxRetries = 5

    #expect(first.operationMaxRetries == 5)
    #expect(second.operationMaxRetries == 0)
  }

  @Test func `an optional value may be set to nil`() {
    enum Optional: OperationContext.Key {
      static let defaultValue: Int? = 7
    }
    var context = OperationContext()
    #expect(context[Optional.self] == 7)

    context[Optional.self] = nil

    #expect(context[Optional.self] == nil)
  }

  @Test func `clocks are frozen at their date`() {
    let clock = ManualClock()
    let frozen = clock.frozen()
    clock.advance(by: 5)

    let date = Date(timeIntervalSince1970: 9)
    #expect(frozen.now() == Date(timeIntervalSince1970: 1000))
    #expect(CustomOperationClock { date }.now() == date)
    #expect(FrozenOperationClock(date).frozen().now() == date)
  }

  @Test(arguments: [Duration.zero, .seconds(-1)])
  func `a delay of nothing ends at once`(duration: Duration) async throws {
    let clock = StoppedClock()

    try await ClockDelayer(clock: clock).delay(for: duration)

    #expect(clock.sleeps.isEmpty)
  }

  /// A clock whose time does not pass: a sleep until later never ends.
  private struct StoppedClock: Clock {
    struct Instant: InstantProtocol {
      var offset = Swift.Duration.zero

      func advanced(by duration: Swift.Duration) -> Self { Self(offset: offset + duration) }
      func duration(to other: Self) -> Swift.Duration { other.offset - offset }
      static func < (lhs: Self, rhs: Self) -> Bool { lhs.offset < rhs.offset }
    }

    private let log = Log<Swift.Duration>()

    let now = Instant()
    let minimumResolution = Swift.Duration.zero
    var sleeps: [Swift.Duration] { log.elements }

    func sleep(until deadline: Instant, tolerance: Swift.Duration?) async throws {
      log.add(deadline.offset)
      if deadline > now { try await Gate().pass() }
    }
  }

  @Test func `delays end when their task is cancelled`() async {
    let delayers: [any OperationDelayer] = [
      NoDelayer(), ClockDelayer(clock: ContinuousClock()), AnyDelayer(NoDelayer()),
      .clock(SuspendingClock()),
    ]
    for delayer in delayers {
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await delayer.delay(for: .seconds(1e18))
      }

      await #expect(throws: CancellationError.self) { try await task.value }
    }
  }
}
