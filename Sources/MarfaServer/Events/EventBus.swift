/// Tells whoever is interested that the event log grew.
///
/// A wake carries no event and may stand for many: who is woken reads the durable log after the
/// last id it knows. So it makes no difference which process wrote, and a bus between processes
/// may lose a wake without losing an event.
public protocol EventBus: Sendable {
  /// Says that the log grew; called after the commit, returns at once.
  func publish()
  /// Wakes from now on, until the stream is dropped.
  ///
  /// Wakes that arrive while one waits are the same as that one: the newest is kept.
  func subscribe() -> AsyncStream<Void>
}
