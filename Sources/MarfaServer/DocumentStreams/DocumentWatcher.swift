import Synchronization

/// One watch stream: which documents its client watches, and what it has not heard yet.
///
/// An event that was not heard is dropped when a later one of its slot comes, so that a slow
/// reader costs no more than what there is to know. Events are heard in the order in which they
/// happened. One task takes signals out.
final class DocumentWatcher: Sendable {
  /// A document that is watched.
  struct Document: Hashable, Sendable {
    var number: Int64
    var key: String
    /// The item that it is bound to.
    var itemId: String?
    /// The number of its newest change.
    var sequence: Int64
  }

  /// What to do next.
  enum Signal: Hashable, Sendable {
    /// There are events.
    case events
    /// Time for a comment, and for a look at the credential; the number of the beat.
    case heartbeat(Int)
    /// Stop.
    case end
  }

  private struct Place: Hashable {
    var document: Int64
    var slot: DocumentEvent.Slot
  }

  private struct State {
    /// Events that were not heard, with a number that grows from one to the next.
    var events: [Place: (number: UInt64, event: DocumentEvent)] = [:]
    var told: UInt64 = 0
    var dueBeat: Int?
    var isEnded = false
    var waiting: CheckedContinuation<Signal, Never>?
    /// Beats that passed while one write was not accepted; nil while nothing is written.
    var beatsInWrite: Int?

    mutating func take() -> Signal? {
      if isEnded { return .end }
      if let beat = dueBeat {
        dueBeat = nil
        return .heartbeat(beat)
      }
      return events.isEmpty ? nil : .events
    }
  }

  let client: String
  /// Whether others hear nothing of it: it only looks who is there.
  let isObserver: Bool
  /// The key that opened the stream.
  let owner: String
  let documents: [Int64: Document]
  private let cut: @Sendable () -> Void
  private let state = Mutex(State())

  init(
    client: String, isObserver: Bool = false, owner: String, documents: [Document],
    cut: @escaping @Sendable () -> Void
  ) {
    self.client = client
    self.isObserver = isObserver
    self.owner = owner
    self.documents = Dictionary(documents.map { ($0.number, $0) }) { first, _ in first }
    self.cut = cut
  }

  // MARK: - The stream's side

  /// Waits for the next signal; the end comes first, and again whenever it is asked for.
  func next() async -> Signal {
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

  /// Takes out what was not heard, in order, with the keys of the documents.
  func drain() -> [(key: String, event: DocumentEvent)] {
    let events = state.withLock { state in
      defer { state.events = [:] }
      return state.events
    }
    return events.sorted { $0.value.number < $1.value.number }
      .map { (key: documents[$0.key.document]?.key ?? "", event: $0.value.event) }
  }

  /// Surrounds a write, so that the hub can see how long it takes.
  func writing(_ write: () async throws -> Void) async throws {
    state.withLock { $0.beatsInWrite = 0 }
    defer { state.withLock { $0.beatsInWrite = nil } }
    try await write()
  }

  // MARK: - The hub's side

  /// Lets events of a document be heard together, in order.
  func tell(_ events: DocumentEvent..., of document: Int64) { tell(events, of: document) }

  /// Lets events of a document be heard together, in order; none for nothing.
  func tell(_ events: [DocumentEvent], of document: Int64) {
    guard !events.isEmpty else { return }
    signal { state in
      for event in events {
        state.told += 1
        state.events[Place(document: document, slot: event.slot)] = (state.told, event)
      }
    }
  }

  /// Time has passed; a write that sees its second beat is one that nobody reads.
  func beat(_ number: Int) {
    let isStuck = state.withLock { state in
      guard let beats = state.beatsInWrite else { return false }
      state.beatsInWrite = beats + 1
      return beats >= 1
    }
    if isStuck {
      end()
      cut()
    } else {
      lookAgain(number)
    }
  }

  /// Credentials have changed.
  func lookAgain(_ number: Int) { signal { $0.dueBeat = number } }

  /// Whether the stream is over.
  var isEnded: Bool { state.withLock { $0.isEnded } }

  /// Ends the stream.
  func end() { signal { $0.isEnded = true } }

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
