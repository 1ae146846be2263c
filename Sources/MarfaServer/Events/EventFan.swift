import Dispatch
import MarfaModel
import Synchronization

/// The newest events and the streams that wait for them.
///
/// Under one lock and no actor, so that the thread that commits hands its events over without
/// waiting for anybody. It wakes a few streams itself; many are woken by a thread of their own, and
/// what is committed meanwhile goes to all of them with the next round.
final class EventFan: Sendable {
  /// How many streams the thread that commits wakes itself.
  private static let few = 64

  private struct State {
    /// Nil while there is no stream.
    var tail: EventTail?
    var streams: [ObjectIdentifier: (subscription: EventSubscription, owner: String?)] = [:]
    var isClosed = false
    /// Whether a round of waking many is under way.
    var isWaking = false
    /// Whether there is something that the round under way began without.
    var hasGrown = false

    var subscriptions: [EventSubscription] { streams.values.map(\.subscription) }
  }

  /// What became of a stream that asked for a place.
  enum Admission {
    /// There is no room, of all or of the key.
    case refused
    /// Nobody follows the log: the place of its newest event is asked for.
    case needsTail
    /// It has its place; the tail is the one it brought itself, or that of others.
    case admitted(EventSubscription, bringsTail: Bool)
  }

  private let state = Mutex(State())
  private let waking = DispatchQueue(label: "marfa-server.events")

  /// How many streams there are.
  var count: Int { state.withLock { $0.streams.count } }

  /// The newest event that streams know of; nil while there is no stream.
  var newest: Int64? { state.withLock { $0.tail?.newest } }

  /// Gives a stream a place.
  ///
  /// - Parameters:
  ///   - owner: The key that asks; nil where no key has a share.
  ///   - tail: The log's newest place, for the first stream.
  ///   - limits: How many there may be.
  ///   - cut: Closes the stream's connection at once.
  /// - Returns: What became of it.
  func admit(
    _ owner: String?, at tail: EventTail?, _ limits: EventHub.Limits,
    cut: @escaping @Sendable () -> Void
  ) -> Admission {
    state.withLock { state in
      guard state.streams.count < limits.subscribers else { return .refused }
      let held = state.streams.values.count { $0.owner == owner }
      guard owner == nil || held < limits.share else { return .refused }
      guard let newest = state.tail ?? tail else { return .needsTail }
      let subscription = EventSubscription(tail: newest, cut: cut)
      guard !state.isClosed else {
        subscription.end(.shutdown)
        return .admitted(subscription, bringsTail: false)
      }
      let bringsTail = state.tail == nil
      state.tail = newest
      state.streams[ObjectIdentifier(subscription)] = (subscription, owner)
      return .admitted(subscription, bringsTail: bringsTail)
    }
  }

  /// How many streams a key may have, or all together where those are too many.
  func limit(of owner: String, _ limits: EventHub.Limits) -> Int {
    state.withLock { state in
      let held = state.streams.values.count { $0.owner == owner }
      return held < limits.share ? limits.subscribers : limits.share
    }
  }

  /// Forgets a stream; without any the log is not followed.
  func remove(_ subscription: EventSubscription) {
    state.withLock { state in
      state.streams[ObjectIdentifier(subscription)] = nil
      if state.streams.isEmpty { state.tail = nil }
    }
  }

  /// Gives events to every stream, those that are known already left out.
  ///
  /// - Parameter committed: The events.
  /// - Returns: False when events before these are missing: the log has them.
  func take(_ committed: CommittedEvents) -> Bool {
    enum Next {
      case nothing(isMissing: Bool)
      case wake(EventTail, [EventSubscription])
      case startWaking
    }
    let next = state.withLock { state -> Next in
      guard let newest = state.tail?.newest else { return .nothing(isMissing: false) }
      guard committed.previous <= newest else { return .nothing(isMissing: true) }
      let events = committed.events.drop { $0.id <= newest }
      guard !events.isEmpty else { return .nothing(isMissing: false) }
      state.tail?.append(events, types: committed.types)
      if !state.isWaking, state.streams.count <= Self.few, let tail = state.tail {
        return .wake(tail, state.subscriptions)
      }
      state.hasGrown = true
      guard !state.isWaking else { return .nothing(isMissing: false) }
      state.isWaking = true
      return .startWaking
    }
    switch next {
    case .nothing(let isMissing): return !isMissing
    case .wake(let tail, let subscriptions):
      for subscription in subscriptions { subscription.grow(tail) }
    case .startWaking: waking.async { self.wakeAll() }
    }
    return true
  }

  /// Wakes every stream, until none lacks anything.
  private func wakeAll() {
    while true {
      let round = state.withLock { state -> (EventTail, [EventSubscription])? in
        guard state.hasGrown, let tail = state.tail else {
          state.isWaking = false
          return nil
        }
        state.hasGrown = false
        return (tail, state.subscriptions)
      }
      guard let (tail, subscriptions) = round else { return }
      for subscription in subscriptions { subscription.grow(tail) }
    }
  }

  /// Every stream.
  var subscriptions: [EventSubscription] { state.withLock { $0.subscriptions } }

  /// Ends every stream, those that come later too.
  func close() {
    let subscriptions = state.withLock { state in
      defer {
        state.streams = [:]
        state.isClosed = true
      }
      return state.subscriptions
    }
    for subscription in subscriptions { subscription.end(.shutdown) }
  }
}
