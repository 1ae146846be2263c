import MarfaModel

/// Events that one commit added to the log.
public struct CommittedEvents: Sendable {
  /// The id of the newest event before them: a reader who knows the log up to there has no gap.
  public var previous: Int64
  /// The events, in the order of the log; at least one.
  public var events: [StoredEvent]
  /// The types as they were when the events were committed.
  public var types: TypeRegistry

  /// The news of a commit.
  public init(previous: Int64, events: [StoredEvent], types: TypeRegistry) {
    self.previous = previous
    self.events = events
    self.types = types
  }
}
