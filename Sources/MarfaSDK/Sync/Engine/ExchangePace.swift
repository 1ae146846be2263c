/// Whether changes are exchanged as they happen, or something has to be caught up with first.
///
/// What is sent once everything was exchanged is no catching up, as long as the server answers.
struct ExchangePace {
  /// How long the server may take to answer until it is doubted that changes are exchanged as they
  /// happen.
  static let patience = Duration.seconds(2)

  /// The number of the exchange whose answer is waited for; nil while none is.
  private(set) var exchange: Int?
  private var hasCaughtUp = false
  private var isLate = false
  private var isHeard = true
  private var count = 0

  /// Whether changes are exchanged as they happen: also those of others, which the stream brings.
  var isCaughtUp: Bool { hasCaughtUp && !isLate && isHeard }

  /// Takes the state of the connection.
  ///
  /// An answer that came late counts until nothing is on its way any more.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - isAsking: Whether something was just asked of the server.
  ///   - isHeard: Whether what others change comes as it happens.
  /// - Returns: The exchange whose answer is to be waited for from now on; nil for none.
  mutating func take(
    _ state: ConnectionState, isAsking: Bool, isHeard: Bool = true
  ) -> Int? {
    self.isHeard = isHeard
    if state == .online { hasCaughtUp = true }
    if !state.isReachable { hasCaughtUp = false }
    guard state == .syncing, hasCaughtUp else {
      (exchange, isLate) = (nil, false)
      return nil
    }
    guard isAsking else { return nil }
    count += 1
    exchange = count
    return count
  }

  /// Notes that the time for an answer is over.
  mutating func timePassed(for exchange: Int) {
    if exchange == self.exchange { isLate = true }
  }
}

extension SyncEngine {
  /// Waits for the server's answer to what the machine asks, as long as an answer may take.
  func followPace(_ actions: [SyncStateMachine.Action]) {
    let isAsking = actions.contains { if case .perform = $0 { true } else { false } }
    let begun = pace.take(machine.state, isAsking: isAsking, isHeard: machine.hearsOthers)
    if begun != nil || pace.exchange == nil { answerTimer?.cancel() }
    guard let begun else { return }
    answerTimer = Task { [clock, weak self] in
      // Cancelled: the answer has come.
      try? await clock.sleep(for: ExchangePace.patience)
      guard !Task.isCancelled else { return }
      await self?.answerIsLate(begun)
    }
  }

  private func answerIsLate(_ exchange: Int) {
    pace.timePassed(for: exchange)
    tellNews()
  }
}
