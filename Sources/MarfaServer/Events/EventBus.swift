/// Wakes subscribers when the event log has grown.
///
/// The log is the truth and the bus a short cut to it. Events of this process come along with the
/// news of them; a bus between processes brings the news alone, may combine several into one, and
/// may lose one without losing an event: who hears it reads the log after the last id it knows.
public protocol EventBus: Sendable {
  /// Says that the log grew; called after the commit, in the order of commits; returns at once.
  ///
  /// - Parameter committed: What grew, where this process wrote it; nil where another did.
  func publish(_ committed: CommittedEvents?)
  /// Wakes from now on, until the stream is dropped.
  ///
  /// Wakes that arrive while one waits are the same as that one: the newest is kept.
  func subscribe() -> AsyncStream<Void>
  /// Gives a function everything that is published from now on, on the publisher's thread and in
  /// that order, until the result is released.
  ///
  /// - Parameter body: Must return at once: the writer waits for it.
  /// - Returns: What ends it when it is released.
  func follow(_ body: @escaping @Sendable (CommittedEvents?) -> Void) -> EventFollowing
}

extension EventBus {
  /// Says that the log grew, and not by what.
  public func publish() { publish(nil) }
}

/// The right to hear from a bus, until it is released.
public final class EventFollowing: Sendable {
  private let end: @Sendable () -> Void

  /// Takes each part as it is.
  ///
  /// - Parameter end: Ends it.
  public init(end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
