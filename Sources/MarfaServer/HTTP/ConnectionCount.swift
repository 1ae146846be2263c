import Glibc
import NIOCore
import Synchronization

/// How many connections there are, and how many there may be.
///
/// Beyond them a connection ends at once: a process without file descriptors could not even open
/// its database. At most half of them may be without a request that named a valid key; one more
/// closes the oldest of these, so that clients with a key can connect.
final class ConnectionCount: Sendable {
  /// There are as many connections as may be.
  struct Full: Error {}

  /// Descriptors that are kept for files.
  private static let kept = 96

  private struct State {
    var count = 0
    /// Those on which no key has asked, by their turn.
    var strangers: [ObjectIdentifier: (turn: Int, channel: any Channel)] = [:]
    var turns = 0

    mutating func add(_ channel: any Channel) {
      count += 1
      turns += 1
      strangers[ObjectIdentifier(channel)] = (turns, channel)
    }

    /// Takes out the oldest of the strangers when there are more than may be.
    mutating func surplus(over most: Int) -> (any Channel)? {
      guard strangers.count > most else { return nil }
      guard let oldest = strangers.min(by: { $0.value.turn < $1.value.turn }) else { return nil }
      return strangers.removeValue(forKey: oldest.key)?.channel
    }
  }

  let maximum: Int
  private let state = Mutex(State())

  /// - Parameter maximum: The most at once; fewer where the process may open fewer files.
  init(maximum: Int) {
    var limit = rlimit()
    let isKnown = getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0
    let most = isKnown ? Int(clamping: limit.rlim_cur) : .max
    self.maximum = max(1, min(maximum, most - Self.kept))
  }

  /// How many there are.
  var current: Int { state.withLock { $0.count } }

  /// The most on which no key has asked.
  var strangers: Int { max(1, maximum / 2) }

  /// Counts a connection until it ends.
  ///
  /// - Returns: Whether there may be one more.
  func take(_ channel: any Channel) -> Bool {
    let (isFree, surplus) = state.withLock { state -> (Bool, (any Channel)?) in
      guard state.count < maximum else { return (false, nil) }
      state.add(channel)
      return (true, state.surplus(over: strangers))
    }
    guard isFree else { return false }
    surplus?.close(promise: nil)
    let connection = ObjectIdentifier(channel)
    channel.closeFuture.whenComplete { [self] _ in
      state.withLock { state in
        state.count -= 1
        state.strangers[connection] = nil
      }
    }
    return true
  }

  /// Notes that somebody with a key asked on a connection.
  func know(_ channel: any Channel) {
    state.withLock { $0.strangers[ObjectIdentifier(channel)] = nil }
  }
}

extension HTTP1Connection {
  /// Sent down the pipeline when a key has asked on the connection.
  struct HasKey: Sendable {}
}

/// Connections by the key that last asked on each, so that no key takes all of them.
final class ConnectionShares: Sendable {
  private struct State {
    var holders: [ObjectIdentifier: String] = [:]
    var counts: [String: Int] = [:]

    mutating func release(_ connection: ObjectIdentifier) {
      guard let key = holders.removeValue(forKey: connection), let count = counts[key] else {
        return
      }
      counts[key] = count > 1 ? count - 1 : nil
    }
  }

  /// The most of one key.
  let share: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - connections: How many there may be of all keys by the settings; one key has a quarter.
  ///   - maximum: How many the process can open, of which a quarter is left to others.
  init(of connections: Int, open maximum: Int = .max) {
    share = min(max(8, connections / 4), max(1, maximum / 4 * 3))
  }

  /// Counts a connection for a key until it ends or another key asks on it.
  ///
  /// - Parameters:
  ///   - channel: The connection.
  ///   - key: The key's id.
  /// - Returns: Whether the key may have it.
  func take(_ channel: any Channel, for key: String) -> Bool {
    let connection = ObjectIdentifier(channel)
    let (isTaken, isNew) = state.withLock { state -> (Bool, Bool) in
      let holder = state.holders[connection]
      guard holder != key else { return (true, false) }
      guard state.counts[key, default: 0] < share else { return (false, false) }
      state.release(connection)
      state.holders[connection] = key
      state.counts[key, default: 0] += 1
      return (true, holder == nil)
    }
    guard isNew else { return isTaken }
    channel.triggerUserOutboundEvent(HTTP1Connection.HasKey(), promise: nil)
    channel.closeFuture.whenComplete { [self] _ in state.withLock { $0.release(connection) } }
    return true
  }

  /// How many connections a key has.
  func count(of key: String) -> Int { state.withLock { $0.counts[key, default: 0] } }
}
