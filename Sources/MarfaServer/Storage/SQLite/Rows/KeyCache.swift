import Glibc
import MarfaModel
import Synchronization

/// Keys that requests came with lately, so that most requests read none.
///
/// Every change of keys by this process empties it. A tool running next to the server leaves a note
/// in the data directory, which is checked for each request; if it dies before that, its change is
/// seen a second later.
final class KeyCache: Sendable {
  /// How long a key is believed, in milliseconds.
  private static let lifetime: Int64 = 1_000

  /// When a key was read, and what changes were known then.
  struct Moment: Sendable {
    fileprivate let time: Int64
    fileprivate let generation: Int
    fileprivate let noteSize: Int64

    /// A clock that was set back makes nothing younger.
    fileprivate func isStill(_ now: Moment) -> Bool {
      generation == now.generation && noteSize == now.noteSize
        && (0..<KeyCache.lifetime).contains(now.time - time)
    }
  }

  private struct State {
    var generation = 0
    /// By hash; at most as many as there are keys.
    var entries: [String: (key: StoredKey, readAt: Moment)] = [:]
  }

  private let state = Mutex(State())
  /// A file that grows by a byte for each change by a tool.
  private let note: String
  private let holder: StoreHolder

  /// An empty cache for a data directory.
  init(directory: String, holder: StoreHolder) {
    note = directory + "/keys.changed"
    self.holder = holder
  }

  /// The key of a hash if it is known, and the moment of the question.
  func key(hash: String, at now: Timestamp) -> (key: StoredKey?, moment: Moment) {
    let size = noteSize
    return state.withLock { state in
      let moment = Moment(
        time: now.milliseconds, generation: state.generation, noteSize: size)
      let entry = state.entries[hash].flatMap { $0.readAt.isStill(moment) ? $0 : nil }
      return (entry?.key, moment)
    }
  }

  /// Keeps a key that was read after a moment, unless keys have changed since.
  func keep(_ key: StoredKey, readAfter moment: Moment) {
    state.withLock { state in
      guard state.generation == moment.generation else { return }
      state.entries[key.hash] = (key, moment)
    }
  }

  /// Forgets every key, also in a server running next to a tool; to be called after the commit.
  func changed() {
    state.withLock { state in
      state.generation += 1
      state.entries = [:]
    }
    if holder == .tool { leaveNote() }
  }

  private func leaveNote() {
    let file = open(note, O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return }
    var byte = UInt8(ascii: ".")
    // Without room for the note the server learns of it a second later.
    _ = write(file, &byte, 1)
    close(file)
  }

  private var noteSize: Int64 {
    var status = stat()
    return stat(note, &status) == 0 ? Int64(status.st_size) : 0
  }
}
