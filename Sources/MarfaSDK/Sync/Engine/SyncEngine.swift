import Foundation

/// Keeps a store and its server alike: one for each store, in whichever process.
///
/// It decides nothing itself: `SyncStateMachine` says what to do, this actor does it and tells the
/// machine what came of it. Each half of an exchange is one transaction of the store.
///
/// ```swift
/// await client.syncEngine?.start()
/// ```
public actor SyncEngine {
  nonisolated let hub = SyncEventHub()
  private let connectionManager: ConnectionStateManager
  let worker: SyncWorker
  private let drainDebounceInterval: Duration
  let clock: any Clock<Duration>
  let transport: any Transport
  /// The notes that others edit, too.
  package nonisolated let notes: NoteDocuments

  /// When the server is asked again; nil while it is reached or nobody will.
  package private(set) var reconnectsAt: Date?

  private(set) var machine = SyncStateMachine()
  private(set) var seat: EngineSeat
  private var isStarted = false
  private(set) var work: [Int: Task<Void, Never>] = [:]
  /// Changes that were sent and whose answer could not be written.
  private var unsettled: Set<String> = []
  private var nextWork = 0
  /// The newest state on its way to the manager.
  private var publication: Task<Void, Never>?
  private var stream: Task<Void, Never>?
  /// How far the stream is; nil before its place is known.
  var progress: StreamProgress?
  /// What the server answered to changes, and the stream while it waits for such an answer.
  var (answered, answerWait) = (AnsweredItems(), nil as CheckedContinuation<Void, Never>?)
  private var timers: [SyncStateMachine.Timer: Task<Void, Never>] = [:]
  private var watchers: [Task<Void, Never>] = []
  /// How fast the server answers, and what waits for an answer.
  var (pace, answerTimer) = (ExchangePace(), nil as Task<Void, Never>?)
  /// Tells the uploads the state of the connection to the server.
  var uploadStandings: AsyncStream<BlobUploader.Standing>.Continuation?
  /// Tells the documents of notes whether the server is reached.
  var documentStandings: AsyncStream<Bool>.Continuation?

  /// Does nothing before `start()`.
  ///
  /// - Parameters:
  ///   - store: The notes on this machine.
  ///   - transport: The way to the server.
  ///   - connectionManager: Publishes the state of the connection to the server.
  ///   - configuration: How the client works.
  ///   - url: The server's address.
  ///   - drainDebounceInterval: How long a burst of changes is waited for; may be zero.
  ///   - lockPath: The file whose lock says who drives the store; nil where nobody else can.
  ///   - clock: What waits.
  package init(
    store: LocalStore, transport: any Transport,
    connectionManager: ConnectionStateManager = ConnectionStateManager(),
    configuration: ClientConfiguration = ClientConfiguration(), url: String,
    drainDebounceInterval: Duration = .milliseconds(150), lockPath: String? = nil,
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    self.connectionManager = connectionManager
    self.drainDebounceInterval = drainDebounceInterval
    seat = EngineSeat(lockPath)
    self.transport = transport
    notes = NoteDocuments(
      store: store, transport: transport, timing: DocumentTiming(configuration), lockPath: lockPath)
    worker = SyncWorker(
      store: store, transport: transport,
      policy: SyncPolicy(
        url: url, conflict: configuration.conflictStrategy,
        mergesDisjointTexts: configuration.textMerge == .whenDisjoint,
        maximumAttempts: configuration.maximumAttempts))
    self.clock = clock
  }

  /// What happens from now on; each access gives a stream of its own, which keeps the newest 1,000.
  public nonisolated var events: AsyncStream<SyncEvent> { hub.events }

  /// Ends the streams of events, once everything reported so far has been read.
  package nonisolated func finishEvents() { hub.finish() }

  /// The engine's state towards the server.
  public var state: ConnectionState { machine.state }

  /// What keeps it from working, or from writing; nil when nothing does.
  public var obstacle: ConnectionObstacle? { machine.obstacle }

  /// When something was exchanged with the server last, to the second; nil for never.
  package var exchangedAt: Date? {
    seat.exchangedAt.map { Date(timeIntervalSince1970: Double($0) / 1000) }
  }

  /// Whether another process drives the store, so that this one waits.
  package var isWaitingForOther: Bool { isStarted && seat.isWanting }

  /// Starts to work with the server; nothing happens when it has been started.
  ///
  /// While another process drives the same store this one waits, and takes over when that ends.
  public func start() async {
    guard !isStarted else { return }
    isStarted = true
    do {
      guard try seat.take() else { return waitForSeat() }
    } catch {
      return tell(error)
    }
    await begin()
  }

  /// Stops, and waits until nothing is on its way any more.
  public func stop() async {
    guard isStarted else { return }
    isStarted = false
    let ending = Array(work.values) + watchers + timers.values + [stream].compactMap(\.self)
    handle(.stop)
    for task in ending { task.cancel() }
    for task in ending { await task.value }
    await worker.stop()
    (work, watchers, timers, stream) = ([:], [], [:], nil)
    seat.leave()
    await pauseNotes()
    await connectionManager.publish(ownStanding)
  }

  /// Tries again at once, after a person did something about an obstacle.
  public func retry() { handle(.signedIn) }

  private func waitForSeat() {
    guard let path = seat.path else { return }
    watchers.append(
      Task { [weak self] in
        do {
          let lock = try await EngineLock.wait(path)
          await self?.take(lock)
        } catch is CancellationError {
          // By `stop`.
        } catch {
          await self?.tell(error)
        }
      })
  }

  private func take(_ lock: EngineLock) async {
    guard isStarted, seat.isWanting else { return }
    seat.take(lock)
    await begin()
  }

  private func begin() async {
    let asked: String?
    do {
      try await worker.store.releaseClaims()
      asked = try await worker.store.askedExchange()
    } catch {
      return tell(error)
    }
    guard isStarted else { return }
    seat.continueReport()
    let requests = MutationQueue(store: worker.store).drainRequests
    watchers.append(
      Task { [weak self] in
        for await _ in requests { await self?.handle(.queued) }
      })
    let paths = connectionManager.monitor.paths
    watchers.append(
      Task { [weak self] in
        for await isReachable in paths {
          await self?.handle(.pathChanged(isReachable: isReachable))
        }
      })
    watchers += [followOpened(), followAsked(asked), startUploads(), startDocuments()]
    handle(.start)
    guard machine.obstacle == .paused else { return }
    // It was paused before it could start: nobody has heard of it yet.
    execute(.publish(machine.state))
    await pauseNotes()
  }
}

// MARK: - Doing what the machine says

extension SyncEngine {
  /// Does what the machine says of an event.
  func handle(_ event: SyncStateMachine.Event) {
    let actions = machine.on(event)
    followPace(actions)
    for action in actions { execute(action) }
    tellNews()
  }

  /// Tells what can change while the state stays the same: obstacles, the stream and the pace.
  func tellNews() { if seat.isNews(ownStanding) { tell(ownStanding) } }

  /// Tells the other processes, and those who follow the connection.
  private func tell(_ standing: EngineStanding) {
    seat.tell(standing, attempt: machine.connection)
    // Each waits for the former: an older state must not come last.
    publication = own { [connectionManager, former = publication] in
      await former?.value
      await connectionManager.publish(standing)
    }
  }

  private func execute(_ action: SyncStateMachine.Action) {
    switch action {
    case .perform(let kind, let connection):
      if kind == .identify {
        reconnectsAt = nil
        seat.tellUnsettled()
      }
      perform(kind, connection)
    case .openStream(let connection):
      stream = Task { [weak self] in await self?.follow(connection) }
    case .closeStream:
      stream?.cancel()
      endAnswerWait()
      (stream, progress) = (nil, nil)
    case .set(let timer, let wait): set(timer, wait)
    case .cancel(let timer):
      if timer == .reconnect { reconnectsAt = nil }
      timers.removeValue(forKey: timer)?.cancel()
    case .releaseWaits:
      own { [worker, weak self] in
        do {
          try await worker.store.releaseWaits()
          await self?.handle(.queued)
        } catch { await self?.tell(error) }
      }
    case .publish(let state):
      let obstacle = machine.obstacle
      uploadStandings?.yield(BlobUploader.Standing(state, obstacle))
      documentStandings?.yield(BlobUploader.Standing(state, obstacle) == .reachable)
      tell(ownStanding)
    case .tellSynced:
      seat.tellSynced(at: worker.store.environment.clock.now.milliseconds)
      hub.tell([.synced(at: worker.now)])
    case .tell(let failure):
      seat.tellUnsettled()
      hub.tell([.failed(error: failure.error)])
    }
  }

  /// Reports that the server answered or said something.
  func tellExchanged() {
    seat.tellExchanged(at: worker.store.environment.clock.now.milliseconds)
  }

  private func perform(_ kind: SyncWork, _ connection: Int) {
    let releasing = kind == .drain ? unsettled : []
    unsettled.subtract(releasing)
    own { [worker, weak self] in
      let (outcome, unsettled) = await worker.perform(kind, releasing: releasing)
      await self?.take(outcome, unsettled, of: kind, connection)
    }
  }

  /// Runs some work that `stop` waits for.
  @discardableResult
  func own(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
    nextWork += 1
    let number = nextWork
    let task = Task { [weak self] in
      await body()
      await self?.forget(number)
    }
    work[number] = task
    return task
  }

  private func forget(_ number: Int) { work[number] = nil }

  private func take(
    _ outcome: ExchangeOutcome, _ unsettled: Set<String>, of kind: SyncWork, _ connection: Int
  ) {
    self.unsettled.formUnion(unsettled)
    if kind == .drain { seat.hasLeftovers = outcome.hasLeftovers }
    if case .failed = outcome.progress {} else { tellExchanged() }
    takeAnswers(outcome.answered)
    hub.tell(outcome.events)
    handle(.progress(kind, outcome.progress, connection: connection))
  }

  private func set(_ timer: SyncStateMachine.Timer, _ wait: SyncStateMachine.Wait) {
    timers[timer]?.cancel()
    let duration = worker.duration(of: wait, debounce: drainDebounceInterval)
    if timer == .reconnect {
      reconnectsAt = worker.now.addingTimeInterval(duration / .seconds(1))
    }
    timers[timer] = Task { [clock, weak self] in
      // Cancelled: somebody else decides. A sleep of no time would still wait for a timer.
      if duration > .zero { try? await clock.sleep(for: duration) }
      guard !Task.isCancelled else { return }
      await self?.handle(.timer(timer))
    }
  }
}
