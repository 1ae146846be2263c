/// When a document is exchanged with the server: a value, without time and network.
///
/// One exchange is in flight at a time. Between exchanges it waits for one thing at most: for more
/// changes to gather, for the next poll, or for a server that failed. While idle it waits for
/// nothing.
package struct DocumentSyncMachine: Hashable, Sendable {
  /// What has happened.
  package enum Event: Hashable, Sendable {
    /// The server has the replica.
    case attached(SyncMode)
    /// Something waits to be sent.
    case changed
    /// The server has something.
    case hinted
    /// Changes came without being asked for, and nothing is missing.
    case told
    /// The mode is another.
    case switched(SyncMode)
    /// Somebody waits for an exchange that begins from now on.
    case asked
    /// The server answered; what to do with the answer follows, then `settled`.
    case answered
    /// The answer was taken or dropped; whether something waits to be sent.
    case settled(hasUnsent: Bool)
    /// The exchange failed.
    case failed(Failure)
    /// What was waited for is due.
    case due
    /// The server may be there again.
    case reachable
    /// The document is detached or removed.
    case ended
  }

  /// Why an exchange failed.
  package enum Failure: Hashable, Sendable {
    /// It may succeed later; the server's wish for the wait.
    case passing(after: Duration?)
    /// It will not succeed by itself.
    case lasting
  }

  /// What to do.
  package enum Action: Hashable, Sendable {
    case exchange(DocumentEndpoints.Direction)
    /// Apply the answer.
    case take
    /// Ignore the answer, whose changes are not wanted any more.
    case drop
    case wait(Wait)
    case stopWaiting
    case watch, unwatch
  }

  /// What is waited for.
  package enum Wait: Hashable, Sendable {
    /// More changes that go out with the first.
    case gathering
    /// The time to let the server know what came without being asked for.
    case reporting
    /// The next poll.
    case poll
    /// A server that failed that many times in a row, and its wish.
    case retry(failures: Int, after: Duration?)
  }

  private struct InFlight: Hashable {
    var direction: DocumentEndpoints.Direction
    var isAsked: Bool
  }

  /// Whether changes gather before they go out.
  private let gathers: Bool
  /// How the document is kept equal.
  package private(set) var mode = SyncMode.manual
  private var isAttached = false
  private var isWatching = false
  private var exchange: InFlight?
  private var waiting: Wait?
  private var hasUnsent = false
  private var hasGathered = false
  private var isHinted = false
  private var isTold = false
  private var isAsked = false
  private var failures = 0
  private var isStopped = false

  /// A document that the server does not have yet.
  ///
  /// - Parameter gathers: Whether a change waits a little for others.
  package init(gathers: Bool = true) { self.gathers = gathers }

  /// Takes an event and says what to do, in order.
  package mutating func on(_ event: Event) -> [Action] {
    switch event {
    case .attached(let mode):
      (isAttached, self.mode, isStopped, failures) = (true, mode, false, 0)
      return watching() + next()
    case .changed: hasUnsent = true
    case .hinted: isHinted = true
    case .told: isTold = true
    case .switched(let mode): return switched(to: mode)
    case .asked: isAsked = true
    case .answered: return [takesAnswer ? .take : .drop]
    case .settled(let hasUnsent):
      (exchange, failures, isStopped) = (nil, 0, false)
      self.hasUnsent = self.hasUnsent || hasUnsent
    case .failed(let failure): return failed(failure)
    case .due:
      if waiting == .gathering { hasGathered = true }
      if waiting == .poll || waiting == .reporting { isHinted = true }
      waiting = nil
    case .reachable:
      guard case .retry = waiting else { return [] }
      waiting = nil
      return [.stopWaiting] + next()
    case .ended: return ended()
    }
    return next()
  }

  private var takesAnswer: Bool {
    guard let exchange else { return false }
    return exchange.isAsked || exchange.direction == .push || mode.receives
  }

  private mutating func switched(to mode: SyncMode) -> [Action] {
    let wasReceiving = self.mode == .realtime
    // Somebody wants something else than what failed.
    (self.mode, isStopped) = (mode, false)
    if mode == .realtime, !wasReceiving { isHinted = true }
    var actions: [Action] = []
    if waiting == .poll || waiting == .gathering || waiting == .reporting {
      waiting = nil
      actions.append(.stopWaiting)
    }
    return actions + watching() + next()
  }

  private mutating func watching() -> [Action] {
    let watches = isAttached && mode.watches
    guard watches != isWatching else { return [] }
    isWatching = watches
    return [watches ? .watch : .unwatch]
  }

  private mutating func failed(_ failure: Failure) -> [Action] {
    guard let exchange else { return [] }
    self.exchange = nil
    hasUnsent = true
    if exchange.direction == .both { isHinted = true }
    switch failure {
    case .lasting:
      isStopped = true
      return isAsked ? next() : []
    case .passing(let after):
      failures += 1
      guard mode.sends, !isAsked else { return next() }
      let wait = Wait.retry(failures: failures, after: after)
      waiting = wait
      return [.wait(wait)]
    }
  }

  private mutating func ended() -> [Action] {
    let wasWaiting = waiting != nil
    let mode = mode
    self = DocumentSyncMachine(gathers: gathers, isWatching: isWatching, mode: mode)
    return (wasWaiting ? [.stopWaiting] : []) + watching()
  }

  private init(gathers: Bool, isWatching: Bool, mode: SyncMode) {
    (self.gathers, self.isWatching, self.mode) = (gathers, isWatching, mode)
  }

  // MARK: - The next exchange

  private mutating func next() -> [Action] {
    guard isAttached, exchange == nil else { return [] }
    if isAsked { return begin(.both) }
    guard !isStopped else { return [] }
    if case .retry = waiting { return [] }
    switch mode {
    case .realtime:
      if isHinted { return begin(.both) }
      return hasUnsent ? gathered(.both) : isTold ? reported() : []
    case .realtimePushOnly: return hasUnsent ? gathered(.push) : []
    case .polling:
      if isHinted { return begin(.both) }
      guard waiting == nil else { return [] }
      waiting = .poll
      return [.wait(.poll)]
    case .realtimeSyncOff, .manual: return []
    }
  }

  private mutating func gathered(_ direction: DocumentEndpoints.Direction) -> [Action] {
    if !gathers || hasGathered { return begin(direction) }
    let wasReporting = waiting == .reporting
    guard waiting == nil || wasReporting else { return [] }
    waiting = .gathering
    return (wasReporting ? [.stopWaiting] : []) + [.wait(.gathering)]
  }

  private mutating func reported() -> [Action] {
    guard waiting == nil else { return [] }
    waiting = .reporting
    return [.wait(.reporting)]
  }

  private mutating func begin(_ direction: DocumentEndpoints.Direction) -> [Action] {
    let wasWaiting = waiting != nil
    exchange = InFlight(direction: direction, isAsked: isAsked)
    (waiting, hasUnsent, hasGathered) = (nil, false, false)
    (isHinted, isTold, isAsked) = (false, false, false)
    return (wasWaiting ? [.stopWaiting] : []) + [.exchange(direction)]
  }
}
