/// Sends the blobs of a store: carries out what its machine decides, and reports the results to it.
///
/// It works next to the queue of changes, while `run` does.
actor BlobUploader {
  /// The state of the connection to the server, as far as uploads care.
  enum Standing: Hashable, Sendable {
    /// Requests arrive.
    case reachable
    /// New requests do not arrive; those on their way may.
    case unreachable
    /// No requests are wanted.
    case halted
  }

  private let store: LocalStore
  private let requests: UploadRequests
  private let clock: any Clock<Duration>
  private let fraction: @Sendable () -> Double
  private let tell: @Sendable ([SyncEvent]) -> Void
  /// Is called when something that waited for a blob may go.
  private let onSettled: @Sendable () async -> Void

  private var machine = UploadStateMachine()
  private var running: [String: Task<Void, Never>] = [:]
  private var timers: [String: Task<Void, Never>] = [:]
  /// When those that wait are tried again.
  private var nextAttempts: [String: Timestamp] = [:]
  private var others: [Int: Task<Void, Never>] = [:]
  private var nextOther = 0
  /// The newest write; each waits for the one before.
  private var lastWrite: Task<Void, Never>?
  /// Places of uploads that wait to be written, by number.
  private var offsets: [Int: (hash: String, offset: Int64, url: String?)] = [:]
  /// The number of the place that is the newest write; a later place of its blob replaces it.
  private var lastOffset: Int?
  /// Counts the writes, so that what was read before one is not used after it.
  private var generation = 0

  init(
    store: LocalStore, transport: any Transport,
    clock: any Clock<Duration>,
    fraction: @escaping @Sendable () -> Double,
    tell: @escaping @Sendable ([SyncEvent]) -> Void,
    onSettled: @escaping @Sendable () async -> Void
  ) {
    (self.store, self.clock, self.fraction) = (store, clock, fraction)
    (self.tell, self.onSettled) = (tell, onSettled)
    requests = UploadRequests(files: store.blobs, transport: transport)
  }

  /// Works until the task is cancelled; then nothing is on its way any more.
  ///
  /// - Parameter standings: The states of the connection to the server, in order.
  func run(_ standings: AsyncStream<Standing>) async {
    let changes = store.uploadChanges()
    // Room that is not freed now is freed by the next start.
    try? await store.blobs.removeAbandoned()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await self.reload()
        for await _ in changes { await self.reload() }
      }
      group.addTask {
        for await standing in standings { await self.follow(standing) }
      }
      await group.waitForAll()
    }
    let requests = Array(running.values) + timers.values
    handle(.halted)
    for task in requests { task.cancel() }
    for task in requests { await task.value }
    // What was noted is written: it is short, and saves an upload from its start.
    for task in Array(others.values) { await task.value }
    (running, timers) = ([:], [:])
  }

  private func follow(_ standing: Standing) async {
    switch standing {
    case .unreachable: handle(.disconnected)
    case .halted: handle(.halted)
    case .reachable:
      do {
        let profile = try await store.serverProfile()
        handle(
          .connected(.init(resumes: profile.resumesUploads, knows: profile.knowsBlobs)))
        own { await $0.offerLost() }
      } catch {
        report(error)
      }
    }
  }

  private func offerLost() async {
    do {
      try await LostBlobs(store: store, requests: requests).offerDaily()
    } catch {
      report(error)
    }
  }

  private func reload() async {
    do {
      while true {
        let before = generation
        let uploads = try await store.uploads()
        if before != generation { continue }
        return handle(.loaded(uploads))
      }
    } catch {
      report(error)
    }
  }

  /// Reports a failure, unless the task is cancelled.
  private func report(_ error: any Error) {
    if !Task.isCancelled { tell([.failed(error: error)]) }
  }

  // MARK: - Doing what the machine says

  private func handle(_ event: UploadStateMachine.Event) {
    for action in machine.on(event) { execute(action) }
  }

  private func execute(_ action: UploadStateMachine.Action) {
    switch action {
    case .ask(let hashes):
      own { uploader in
        // Cancelled: the answer matters to nobody.
        let known = try? await uploader.requests.known(hashes)
        await uploader.handle(.known(asked: hashes, there: known ?? nil))
      }
    case .perform(let upload, let number, let step): perform(upload, number, step)
    case .abandon(let hash):
      running.removeValue(forKey: hash)?.cancel()
      timers.removeValue(forKey: hash)?.cancel()
      nextAttempts[hash] = nil
    case .wait(let hash, let number, let failures, let retryAfter):
      wait(hash, number, failures, retryAfter)
    case .keep(let hash, let offset, let url): keep(hash, offset, url)
    case .delay(let hash, let words): write { try await $0.delayUpload(hash, words: words) }
    case .finish(let hash): settle(hash) { try await $0.finishUpload(hash) }
    case .fail(let hash, let words):
      settle(hash) { try await $0.failUpload(hash, words: words) }
    case .discard(let url): own { await $0.requests.discard(url) }
    case .report(let report): announce(report)
    }
  }

  private func announce(_ report: UploadReport) {
    var report = report
    if case .waiting = report.phase { report.nextAttempt = nextAttempts[report.hash] }
    store.uploadActivity.tell(report)
    tell(report.events)
  }

  private func perform(
    _ upload: BlobUpload, _ number: Int, _ step: UploadStateMachine.Step
  ) {
    let hash = upload.hash
    // Only the newest number matters, and the thread that reports it must not wait.
    let (numbers, sent) = AsyncStream<Int64>.makeStream(bufferingPolicy: .bufferingNewest(1))
    running[hash] = Task { [requests, clock] in
      let passed = Self.stopwatch(clock)
      async let progress: Void = self.tellProgress(of: hash, number, numbers)
      do {
        let answer = try await requests.perform(step, of: upload) { sent.yield($0) }
        let time = passed()
        sent.finish()
        await progress
        self.handle(.answered(hash, step: number, answer, after: time))
      } catch {
        // Cancelled by the machine, which has forgotten it.
        sent.finish()
      }
    }
  }

  /// Starts to measure time; the function that it returns gives the time since then.
  private static func stopwatch(_ clock: some Clock<Duration>) -> @Sendable () -> Duration {
    let start = clock.now
    return { start.duration(to: clock.now) }
  }

  private func tellProgress(
    of hash: String, _ number: Int, _ numbers: AsyncStream<Int64>
  ) async {
    for await bytes in numbers { handle(.sent(hash, step: number, bytes: bytes)) }
  }

  private func wait(_ hash: String, _ number: Int, _ failures: Int, _ retryAfter: Duration?) {
    let policy = RetryPolicy(maximumAttempts: .max)
    let delay =
      policy.delay(afterAttempts: failures, retryAfter: retryAfter, fraction: fraction())
      ?? policy.cap
    nextAttempts[hash] = Timestamp(
      milliseconds: store.environment.clock.now.milliseconds + Int64(delay / .milliseconds(1)))
    timers[hash]?.cancel()
    timers[hash] = Task { [clock, weak self] in
      do {
        try await clock.sleep(for: delay)
      } catch {
        // Cancelled: somebody else decides.
        return
      }
      await self?.timePassed(hash, number)
    }
  }

  private func timePassed(_ hash: String, _ number: Int) {
    nextAttempts[hash] = nil
    handle(.timer(hash, step: number))
  }

  /// Writes how far an upload is; of several places that wait only the newest is written.
  private func keep(_ hash: String, _ offset: Int64, _ url: String?) {
    if let lastOffset, offsets[lastOffset]?.hash == hash {
      offsets[lastOffset] = (hash, offset, url)
      return
    }
    let number = nextOther
    offsets[number] = (hash, offset, url)
    write { [weak self] store in
      guard let self, let (hash, offset, url) = await takeOffset(number) else { return }
      do {
        try await store.keepUpload(hash, offset: offset, url: url)
      } catch {
        await handle(.notKept(hash, offset: offset))
        throw error
      }
      await handle(.kept(hash, offset: offset))
    }
    lastOffset = number
  }

  private func takeOffset(_ number: Int) -> (hash: String, offset: Int64, url: String?)? {
    offsets.removeValue(forKey: number)
  }

  /// Writes after all earlier writes; a later one follows even if this one fails.
  private func write(_ body: @escaping @Sendable (LocalStore) async throws -> Void) {
    let former = lastWrite
    lastOffset = nil
    lastWrite = own { uploader in
      await former?.value
      do {
        try await body(uploader.store)
      } catch {
        uploader.tell([.failed(error: error)])
      }
    }
  }

  /// Writes the end of an upload, and reports it.
  private func settle(
    _ hash: String, _ body: @escaping @Sendable (LocalStore) async throws -> Void
  ) {
    write { [weak self] store in
      do {
        try await body(store)
      } catch {
        await self?.handle(.notSettled(hash))
        throw error
      }
      await self?.settled(hash)
      await self?.onSettled()
      await self?.reload()
    }
  }

  private func settled(_ hash: String) {
    generation += 1
    handle(.settled(hash))
  }

  /// Runs some work that the end waits for.
  @discardableResult
  private func own(
    _ body: @escaping @Sendable (BlobUploader) async -> Void
  ) -> Task<Void, Never> {
    nextOther += 1
    let number = nextOther
    let task = Task {
      await body(self)
      self.forget(number)
    }
    others[number] = task
    return task
  }

  private func forget(_ number: Int) { others[number] = nil }
}
