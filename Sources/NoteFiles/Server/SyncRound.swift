/// One exchange that a person asked for, where nothing is exchanged by itself: decides when it is
/// over.
///
/// It is over when it failed, and when everything was exchanged and nothing happens any more. What
/// a document of the server brings comes a moment after the rest, hence the pause at the end.
package struct SyncRound: Hashable, Sendable {
  /// How long nothing may happen before a round is over in which all has arrived.
  package static let pause = Duration.seconds(2)
  /// How long nothing may happen before what still waits is left.
  package static let patience = Duration.seconds(5)

  private var hasSynced = false
  private var hasFailed = false
  private var waiting: Int?
  private var lastMove: Duration?

  /// A round that begins.
  package init() {}

  /// Everything that could be sent was sent, and what is new there is here.
  package mutating func synced() { (hasSynced, lastMove) = (true, nil) }

  /// Another process exchanges everything.
  package mutating func isSentElsewhere() { hasSynced = true }

  /// Something was exchanged.
  package mutating func moved() { lastMove = nil }

  /// The server cannot be worked with now.
  package mutating func failed() { hasFailed = true }

  /// Looks at what is left.
  ///
  /// - Parameters:
  ///   - waiting: How many changes and files wait for the server.
  ///   - time: The time since a fixed instant.
  /// - Returns: The time until the round is over if nothing happens; zero when it is, nil while
  ///   that is not known.
  package mutating func rest(waiting: Int, at time: Duration) -> Duration? {
    if hasFailed { return .zero }
    if waiting != self.waiting { lastMove = nil }
    self.waiting = waiting
    let since = lastMove ?? time
    lastMove = since
    guard hasSynced else { return nil }
    let limit = waiting == 0 ? Self.pause : Self.patience
    return max(.zero, since + limit - time)
  }
}
