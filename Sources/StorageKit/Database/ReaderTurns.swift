import GRDB
import Synchronization

/// Keeps one connection of a pool free of the reads that wait for a thread before they give theirs
/// back.
///
/// A read that was awaited gives its connection back on the concurrent executor. When such reads
/// hold all connections while reads on the caller's thread wait for one on all threads of that
/// executor, none of them can go on.
final class ReaderTurns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  /// Bounds the reads of some connections; nil for a single one, of which none can be kept free.
  init?(_ connections: any DatabaseWriter) {
    guard connections is DatabasePool, connections.configuration.maximumReaderCount > 1 else {
      return nil
    }
    state = Mutex(State(free: connections.configuration.maximumReaderCount - 1))
  }

  /// Does work that holds a connection, in the order of the calls.
  func take<Value: Sendable>(
    _ work: @Sendable () async throws -> Value
  ) async throws -> Value {
    await begin()
    defer { end() }
    return try await work()
  }

  private func begin() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free > 0 else {
          state.waiting.append(continuation)
          return false
        }
        state.free -= 1
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  private func end() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
