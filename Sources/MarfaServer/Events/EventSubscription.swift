import Synchronization

/// What one stream waits on, and how the hub sees that it does not get on.
///
/// The hub puts signals in, the one task of the stream takes them out; several signals of a kind
/// are the same as one.
package final class EventSubscription: Sendable {
  /// Why a stream ends.
  package enum End: Hashable, Sendable {
    /// The client has gone.
    case gone
    /// The client does not read.
    case tooSlow
    /// The server is closing.
    case shutdown
  }

  /// What to do next.
  package enum Signal: Sendable {
    /// The log may have grown; the newest part of it.
    case grew(EventTail)
    /// Time for a comment, and for a look at the credential; the number of the beat.
    case heartbeat(Int)
    /// Stop.
    case end(End)
  }

  private struct State {
    var tail: EventTail?
    var hasGrown = false
    var dueBeat: Int?
    var end: End?
    var waiting: CheckedContinuation<Signal, Never>?
    /// Beats that passed while one write was not accepted; nil while nothing is written.
    var beatsInWrite: Int?

    mutating func take() -> Signal? {
      if let end { return .end(end) }
      // What the credential may read is looked up before more is read for it.
      if let beat = dueBeat {
        dueBeat = nil
        return .heartbeat(beat)
      }
      if hasGrown, let tail {
        hasGrown = false
        return .grew(tail)
      }
      return nil
    }
  }

  private let state: Mutex<State>
  /// Closes the connection: the only way to end a write that the client does not accept.
  private let cut: @Sendable () -> Void

  package init(tail: EventTail, cut: @escaping @Sendable () -> Void) {
    state = Mutex(State(tail: tail, hasGrown: true))
    self.cut = cut
  }

  // MARK: - The stream's side

  /// Waits for the next signal; the end comes first, and again whenever it is asked for.
  package func next() async -> Signal {
    await withCheckedContinuation { continuation in
      let signal = state.withLock { state -> Signal? in
        if let signal = state.take() { return signal }
        precondition(state.waiting == nil, "A stream has one reader.")
        state.waiting = continuation
        return nil
      }
      if let signal { continuation.resume(returning: signal) }
    }
  }

  /// Surrounds a write, so that the hub can see how long it takes.
  ///
  /// - Throws: Whatever the write throws.
  package func writing(_ write: () async throws -> Void) async throws {
    state.withLock { $0.beatsInWrite = 0 }
    defer { state.withLock { $0.beatsInWrite = nil } }
    try await write()
  }

  // MARK: - The hub's side

  /// The log grew; a tail that ends before a known one says nothing.
  package func grow(_ tail: EventTail) {
    signal { state in
      if let known = state.tail, known.newest > tail.newest { return }
      state.tail = tail
      state.hasGrown = true
    }
  }

  /// Time has passed; a write that sees its second beat is one that nobody reads.
  ///
  /// - Parameter number: Greater than that of any earlier beat.
  package func beat(_ number: Int) {
    let isStuck = state.withLock { state in
      guard let beats = state.beatsInWrite else { return false }
      state.beatsInWrite = beats + 1
      return beats >= 1
    }
    if isStuck { return end(.tooSlow) }
    lookAgain(number)
  }

  /// Credentials have changed.
  ///
  /// - Parameter number: Greater than that of any earlier beat.
  package func lookAgain(_ number: Int) {
    signal { $0.dueBeat = number }
  }

  /// Ends the stream; the first reason stays.
  package func end(_ reason: End) {
    signal { state in
      if state.end == nil { state.end = reason }
    }
    if reason == .tooSlow { cut() }
  }

  /// The reason that the stream ended for; nil while it goes on.
  package var ending: End? { state.withLock { $0.end } }

  private func signal(_ change: (inout State) -> Void) {
    let due = state.withLock { state -> (CheckedContinuation<Signal, Never>, Signal)? in
      change(&state)
      guard let waiting = state.waiting, let signal = state.take() else { return nil }
      state.waiting = nil
      return (waiting, signal)
    }
    if let (waiting, signal) = due { waiting.resume(returning: signal) }
  }
}
