import Foundation

/// Carries out exchanges: a transaction, a request, a transaction.
///
/// While a part of a snapshot is being written the next one is on its way.
struct SyncWorker: Sendable {
  let store: LocalStore
  let transport: any Transport
  let policy: SyncPolicy
  /// The items whose changes are on their way.
  let sent = SentItems()
  private let ahead = SweepAhead()

  init(store: LocalStore, transport: any Transport, policy: SyncPolicy) {
    (self.store, self.transport, self.policy) = (store, transport, policy)
  }

  /// The store's present moment.
  var now: Date {
    Date(timeIntervalSince1970: Double(store.environment.clock.now.milliseconds) / 1000)
  }

  /// Does one exchange of some work.
  ///
  /// - Parameters:
  ///   - kind: The work.
  ///   - ids: Changes whose answer could not be written before, as on a full disk: they may be sent
  ///     again.
  /// - Returns: What it came to, and the changes whose answer could not be written this time.
  func perform(
    _ kind: SyncWork, releasing ids: Set<String> = []
  ) async -> (outcome: ExchangeOutcome, unsettled: Set<String>) {
    var unsettled = ids
    // What was asked of an earlier connection is not waited for.
    if kind == .identify { await ahead.end() }
    do {
      let (next, rest) = try await store.nextExchange(kind, releasing: ids)
      unsettled = []
      guard let exchange = next else { return (rest, []) }
      unsettled = Set(exchange.mutations.map(\.id))
      sent.begin(exchange)
      defer { sent.end() }
      let part = await part(of: exchange)
      if let next = exchange.next(after: part.page) { await ahead.begin(next, fetch) }
      var outcome = try await store.settle(exchange, part.reply, policy, part.page)
      outcome.events.insert(contentsOf: rest.events, at: 0)
      return (outcome, [])
    } catch {
      let failure = SyncFailure.transient(message: String(describing: error), retryAfter: nil)
      return (ExchangeOutcome(progress: .failed(failure)), unsettled)
    }
  }

  /// Ends what was asked for ahead.
  func stop() async { await ahead.end() }

  private func part(of exchange: Exchange) async -> SweepAhead.Part {
    if let part = await ahead.part(of: exchange) { return part }
    return await fetch(exchange)
  }

  @Sendable private func fetch(_ exchange: Exchange) async -> SweepAhead.Part {
    let reply = await send(exchange.request)
    return SweepAhead.Part(reply: reply, page: exchange.page(in: reply))
  }

  private func send(_ request: SyncRequest) async -> SyncReply {
    do {
      return .response(
        try await transport.rawRequest(
          method: request.method, path: request.path, query: request.query,
          headers: request.headers, body: request.body))
    } catch let error as NetworkError {
      return .failure(
        message: error.message,
        mayHaveArrived: error.details?["may_have_arrived"]?.boolValue ?? true,
        details: error.details)
    } catch {
      return .failure(message: String(describing: error), mayHaveArrived: true)
    }
  }

  /// Opens the stream after the last event that was applied.
  ///
  /// - Parameters:
  ///   - place: That event; nil for a stream that begins now.
  ///   - onOpen: Called when the server has agreed to it, where the transport says so.
  /// - Returns: The events.
  func openStream(
    after place: String?, onOpen: @escaping @Sendable () async -> Void
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    transport.eventStream(path: "/events", query: [], lastEventID: place, onOpen: onOpen)
  }

  /// How long a wait is from now.
  ///
  /// - Parameters:
  ///   - wait: What the machine asks for.
  ///   - debounce: How long a burst of changes is waited for.
  /// - Returns: The duration.
  func duration(of wait: SyncStateMachine.Wait, debounce: Duration) -> Duration {
    switch wait {
    case .debounce: debounce
    case .backoff(let failures): backoff(failures)
    // However long a server asks for, it is looked at again within the longest wait.
    case .duration(let duration): min(duration, .milliseconds(ServerHold.longest))
    case .until(let time): self.wait(until: time)
    }
  }

  /// How long to wait after some failures, 1 or more.
  private func backoff(_ failures: Int) -> Duration {
    let retry = RetryPolicy(maximumAttempts: .max)
    return retry.delay(afterAttempts: failures, fraction: policy.fraction()) ?? retry.cap
  }

  /// How long it is until a moment of the wall clock, at most the longest wait of a retry: a clock
  /// that is set back must not stop the queue.
  private func wait(until time: Timestamp) -> Duration {
    let milliseconds = time.milliseconds - store.environment.clock.now.milliseconds
    return .milliseconds(min(max(milliseconds, 0), 60_000))
  }
}

extension SyncFailure {
  /// What a failed stream or request means.
  init(_ error: any Error) {
    switch error {
    case is UnauthorizedError: self = .signedOut
    case let error as ForbiddenError: self = .refused(error.message)
    case let error as any MarfaError:
      let seconds = error.details?["retry_after"]?.integerValue
      self = .transient(
        message: error.message, retryAfter: seconds.map { .seconds($0) }, status: error.status,
        details: error.details)
    default: self = .transient(message: String(describing: error), retryAfter: nil)
    }
  }

  /// The documented error.
  var error: any MarfaError {
    switch self {
    case .transient(let message, _, let status, let details):
      NetworkError(message: message, status: status, details: details)
    case .signedOut: UnauthorizedError(message: "The server does not know the key; sign in again.")
    case .otherServer(let id):
      ForbiddenError(
        message: "The address has another server than the notes belong to.",
        details: ["server_id": .string(id)])
    case .refused(let message): ForbiddenError(message: message)
    }
  }
}
