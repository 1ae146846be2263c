/// Decides what a sync engine does, from what happened: a value, without a clock, a task or a
/// network.
///
/// One region says how far the connection is (`phase`), one in what state the event stream is
/// (`stream`), and at most one exchange with the server is on its way (`busy`). What was asked of
/// an earlier connection does not count when it comes back: each connection has a number. Only what
/// waited after it in the queue is looked at again.
package struct SyncStateMachine: Hashable, Sendable {
  package private(set) var phase = Phase.stopped
  package private(set) var stream = Stream.closed
  /// Whether the stream of now has brought something, at least how far it goes.
  private(set) var hasSpoken = false
  /// The work of which an exchange is on its way.
  package private(set) var busy: SyncWork?
  /// Work that is to be done when the present one is.
  package private(set) var wanted: Set<SyncWork> = []
  /// Whether the credential may write nothing.
  package private(set) var isReadOnly = false
  /// The number of the present connection.
  package private(set) var connection = 0
  private var timers: Set<Timer> = []
  private var failures = 0
  private var queueFailures = 0
  private var isPathThere = true
  /// Whether the server named the time of the next connection.
  private var isHeld = false
  /// The status of the answer by which the connection failed; nil for another reason.
  private(set) var failedStatus: Int?
  /// The status of the answer because of which the queue waits; nil where it does not, or for
  /// another reason.
  private(set) var queueStatus: Int?
  /// Whether a person wants no connection, also while it is stopped.
  package private(set) var isPauseWanted = false
  private var published = ConnectionState.offline

  /// A machine that was not started.
  package init() {}

  /// Takes what happened, and says what is to be done, in order.
  package mutating func on(_ event: Event) -> [Action] {
    var actions = decide(event)
    if state != published {
      published = state
      actions.append(.publish(state))
    }
    return actions
  }

  private mutating func decide(_ event: Event) -> [Action] {
    switch event {
    case .start where phase != .stopped: return []
    case .start: return isPauseWanted ? disconnect(to: .paused) : connect()
    case .stop: return phase == .stopped ? [] : disconnect(to: .stopped)
    case .pause: return pause()
    case .resume: return resume()
    case .signedIn: return phase == .stopped || phase == .paused ? [] : connect()
    case .pathChanged(let isReachable): return pathChanged(isReachable)
    case .queued: return queued()
    case .opened:
      wanted.insert(.extensions)
      return next()
    case .progress(let work, let progress, let number):
      return number == connection && busy == work ? advance(work, progress) : settledLate(work)
    case .streamOpened(let isBehind, let number):
      return number == connection ? streamOpened(isBehind: isBehind) : []
    case .streamApplied(let hasDoubts, let needsSweep, let isBehind, let number):
      guard number == connection else { return [] }
      hasSpoken = true
      if needsSweep { return connect() }
      if hasDoubts { wanted.insert(.confirm) }
      return (stream == .behind ? follow(isBehind: isBehind) : []) + next()
    case .streamEnded(let failure, let number):
      return number == connection ? streamEnded(failure) : []
    case .timer(let timer): return timers.remove(timer) == nil ? [] : fire(timer)
    }
  }
}

// MARK: - Connection

extension SyncStateMachine {
  private mutating func connect() -> [Action] {
    guard isPathThere else { return disconnect(to: .offline) }
    let actions = disconnect(to: .identifying)
    isHeld = false
    busy = .identify
    return actions + [.perform(.identify, connection: connection)]
  }

  private mutating func disconnect(to phase: Phase) -> [Action] {
    var actions: [Action] = stream == .closed ? [] : [.closeStream]
    actions += Timer.allCases.filter(timers.contains).map { .cancel($0) }
    connection += 1
    // What somebody has opened is asked for with the next connection.
    wanted = busy == .extensions ? [.extensions] : wanted.intersection([.extensions])
    (self.phase, stream, busy, timers) = (phase, .closed, nil, [])
    queueStatus = nil
    return actions
  }

  private mutating func pause() -> [Action] {
    isPauseWanted = true
    return phase == .stopped ? [] : disconnect(to: .paused)
  }

  private mutating func resume() -> [Action] {
    isPauseWanted = false
    return phase == .paused ? connect() : []
  }

  private mutating func pathChanged(_ isReachable: Bool) -> [Action] {
    isPathThere = isReachable
    switch phase {
    case .stopped, .paused, .refused(.otherServer): return []
    // Another way may lead past somebody who asked for another key.
    case .signedOut, .refused: return isReachable ? connect() : []
    // A server that named a time is not asked earlier, whatever becomes of the way to it.
    case .waiting where isHeld: return []
    case .offline, .waiting: return isReachable ? connect() : disconnect(to: .offline)
    case .identifying, .sweeping, .live: return isReachable ? [] : disconnect(to: .offline)
    }
  }

  private mutating func set(_ timer: Timer, _ wait: Wait) -> [Action] {
    timers.insert(timer)
    return [.set(timer, wait)]
  }

  private mutating func cancel(_ timer: Timer) -> [Action] {
    timers.remove(timer) == nil ? [] : [.cancel(timer)]
  }

  /// Ends the connection, and makes it again later or after a person did something.
  private mutating func fail(_ failure: SyncFailure, of work: SyncWork? = nil) -> [Action] {
    var actions: [Action]
    if work == .extensions { wanted.insert(.extensions) }
    switch failure {
    case .signedOut: actions = disconnectForLong(to: .signedOut)
    case .otherServer(let id): actions = disconnect(to: .refused(.otherServer(id: id)))
    case .refused(let message):
      actions = disconnectForLong(to: .refused(.refused(message: message)))
    case .transient(_, let retryAfter, let status, _):
      actions = disconnect(to: .waiting)
      failedStatus = status
      failures += 1
      isHeld = retryAfter != nil
      actions += set(
        .reconnect, retryAfter.map { .duration($0) } ?? .backoff(failures: failures))
    }
    return actions + [.tell(failure)]
  }

  /// Ends the connection until a person does something, or the server decides otherwise: it is
  /// asked again, later each time.
  private mutating func disconnectForLong(to phase: Phase) -> [Action] {
    failures += 1
    return disconnect(to: phase) + set(.reconnect, .duration(Self.signInPatience(failures)))
  }
}

// MARK: - Work

extension SyncStateMachine {
  private mutating func advance(_ work: SyncWork, _ progress: SyncProgress) -> [Action] {
    busy = nil
    switch (work, progress) {
    case (.drain, .failed(let failure)):
      guard case .transient(_, let retryAfter, let status, _) = failure else {
        return fail(failure, of: work)
      }
      queueFailures += 1
      queueStatus = status
      return set(
        .queueRetry, retryAfter.map { .duration($0) } ?? .backoff(failures: queueFailures))
        + [.tell(failure)] + next()
    case (_, .failed(let failure)): return fail(failure, of: work)
    case (_, .startsOver): return connect()
    case (.identify, .identified(let identification)): return identified(identification)
    case (.sweep, .done): return enterLive()
    case (.drain, .done):
      (queueFailures, queueStatus) = (0, nil)
      let actions = next()
      if busy == nil { return actions + [.tellSynced] }
      // Something came up just now: the queue is looked at once more after it, and reported then.
      if busy != .drain { wanted.insert(.drain) }
      return actions
    case (.drain, .waits(let until)):
      guard let until else { return next() }
      return set(.queueRetry, .until(until)) + next()
    case (_, .more):
      if work == .drain { (queueFailures, queueStatus) = (0, nil) }
      // What came up meanwhile has its turn first.
      wanted.insert(work)
      return next()
    default: return next()
    }
  }

  /// An exchange of an earlier connection has ended: what waited for it may be sent now.
  private mutating func settledLate(_ work: SyncWork) -> [Action] {
    guard work == .drain, phase == .live else { return [] }
    wanted.insert(.drain)
    return next()
  }

  private mutating func identified(_ identification: Identification) -> [Action] {
    isReadOnly = identification.isReadOnly
    if !identification.knowsTypes { wanted.insert(.types) }
    switch identification.start {
    case .snapshot: return sweep()
    case .pages: return openStream() + sweep()
    case .resume:
      phase = .live
      return openStream()
    }
  }

  private mutating func sweep() -> [Action] {
    phase = .sweeping
    wanted.insert(.sweep)
    return next()
  }

  private mutating func enterLive() -> [Action] {
    phase = .live
    if stream == .closed { return openStream() }
    wanted.formUnion([.confirm, .drain])
    return next()
  }

  /// Starts the next work, if none is on its way.
  private mutating func next() -> [Action] {
    guard busy == nil else { return [] }
    let order: [SyncWork]
    switch phase {
    // What changes while a page is read must be reported by the stream, unless a snapshot names its
    // place.
    case .sweeping where stream != .opening: order = [.types, .sweep]
    case .live where stream.letsSend:
      order = [.types, .confirm, .extensions, .drain]
    // What others did may decide whether a change is sent: a trash is refused by no server.
    case .live where stream == .behind: order = [.types, .confirm, .extensions]
    default: return []
    }
    guard let work = order.first(where: wanted.contains) else { return [] }
    wanted.remove(work)
    busy = work
    return [.perform(work, connection: connection)]
  }

  private mutating func queued() -> [Action] {
    guard phase == .live, !isReadOnly else { return [] }
    if busy == .drain {
      wanted.insert(.drain)
      return []
    }
    return timers.contains(.debounce) ? [] : set(.debounce, .debounce)
  }

  private mutating func fire(_ timer: Timer) -> [Action] {
    switch timer {
    case .reconnect: return connect()
    case .debounce, .queueRetry:
      wanted.insert(.drain)
      return next()
    case .streamPatience:
      guard stream == .opening || stream == .behind else { return [] }
      stream = stream == .behind && hasSpoken ? .quiet : .silent
      wanted.formUnion([.confirm, .drain])
      return next()
    }
  }
}

// MARK: - Stream

extension SyncStateMachine {
  private mutating func openStream() -> [Action] {
    (stream, hasSpoken) = (.opening, false)
    return [.openStream(connection: connection)] + set(.streamPatience, .duration(Self.patience))
  }

  private mutating func streamOpened(isBehind: Bool) -> [Action] {
    guard stream.isAwaited else { return [] }
    let hadFailed = failures > 0
    failures = 0
    wanted.formUnion([.confirm, .drain])
    return follow(isBehind: isBehind) + (hadFailed ? [.releaseWaits] : []) + next()
  }

  /// Notes whether the stream has yet to bring something; its time to do so begins again then.
  private mutating func follow(isBehind: Bool) -> [Action] {
    stream = isBehind ? .behind : .open
    return isBehind ? set(.streamPatience, .duration(Self.patience)) : cancel(.streamPatience)
  }

  private mutating func streamEnded(_ failure: SyncFailure?) -> [Action] {
    fail(failure ?? .transient(message: "The server ended the stream.", retryAfter: nil))
  }
}
