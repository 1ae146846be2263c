import MarfaModel
import Synchronization

/// The newest events and the streams that wait for them.
///
/// Under one lock and no actor, so that the thread that commits hands its events over without
/// waiting for anybody.
final class EventFan: Sendable {
  private struct State {
    /// Nil while there is no stream.
    var tail: EventTail?
    var streams: [ObjectIdentifier: (subscription: EventSubscription, owner: String?)] = [:]
    var isClosed = false
  }

  /// What became of a stream that asked for a place.
  enum Admission {
    /// There is no room, of all or of the key.
    case refused
    /// Nobody follows the log: the place where it stands is asked for.
    case needsTail
    /// It has its place; the tail is the one it brought itself, or that of others.
    case admitted(EventSubscription, bringsTail: Bool)
  }

  private let state = Mutex(State())

  /// How many streams there are.
  var count: Int { state.withLock { $0.streams.count } }

  /// The newest event that streams know of; nil while there is no stream.
  var newest: Int64? { state.withLock { $0.tail?.newest } }

  /// Gives a stream a place.
  ///
  /// - Parameters:
  ///   - owner: The key that asks; nil where no key has a share.
  ///   - tail: Where the log stands, for the first stream.
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
    let grown = state.withLock { state -> (EventTail, [EventSubscription])? in
      guard let newest = state.tail?.newest else { return nil }
      guard committed.previous <= newest else { return nil }
      let events = committed.events.drop { $0.id <= newest }
      guard !events.isEmpty else { return nil }
      state.tail?.append(events, types: committed.types)
      return state.tail.map { ($0, state.streams.values.map(\.subscription)) }
    }
    guard let (tail, subscriptions) = grown else {
      return newest.map { committed.previous <= $0 } ?? true
    }
    for subscription in subscriptions { subscription.grow(tail) }
    return true
  }

  /// Every stream.
  var subscriptions: [EventSubscription] {
    state.withLock { $0.streams.values.map(\.subscription) }
  }

  /// Ends every stream, those that come later too.
  func close() {
    let subscriptions = state.withLock { state in
      defer {
        state.streams = [:]
        state.isClosed = true
      }
      return state.streams.values.map(\.subscription)
    }
    for subscription in subscriptions { subscription.end(.shutdown) }
  }
}
