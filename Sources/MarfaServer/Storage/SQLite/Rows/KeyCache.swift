import MarfaModel
import Synchronization

/// Keys that requests came with lately, so that most requests read none.
///
/// Every change of keys by this process empties it. What a tool beside the server changes is seen a
/// second later at the most.
final class KeyCache: Sendable {
  /// How long a key is believed, in milliseconds.
  static let lifetime: Int64 = 1_000

  private struct State {
    var generation = 0
    /// By hash; at most as many as there are keys.
    var entries: [String: (key: StoredKey, readAt: Int64)] = [:]
  }

  private let state = Mutex(State())

  /// The key of a hash, or in which generation to read it.
  func key(hash: String, at now: Timestamp) -> (key: StoredKey?, generation: Int) {
    state.withLock { state in
      let entry = state.entries[hash].flatMap { entry in
        // A clock that was set back makes nothing younger.
        (0..<Self.lifetime).contains(now.milliseconds - entry.readAt) ? entry : nil
      }
      return (entry?.key, state.generation)
    }
  }

  /// Keeps a key that was read, unless keys have changed since.
  ///
  /// `generation`: What `key` said before the key was read.
  /// `now`: A moment before the key was read.
  func keep(_ key: StoredKey, generation: Int, readAt now: Timestamp) {
    state.withLock { state in
      guard state.generation == generation else { return }
      state.entries[key.hash] = (key, now.milliseconds)
    }
  }

  /// Forgets every key; to be called when keys have changed.
  func empty() {
    state.withLock { state in
      state.generation += 1
      state.entries = [:]
    }
  }
}
