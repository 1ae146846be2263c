import Foundation

/// What a store and its server do not share yet, in numbers.
public struct SyncCounts: Hashable, Sendable {
  /// The address of the server that the store belongs to; nil for a store without one.
  public var server: String?
  /// How many changes the server has not accepted yet; those in conflict and blobs are not among
  /// them.
  public var pending = 0
  /// When the oldest of those was made.
  public var oldestPending: Date?
  /// How many of those failed ten times or more, and are tried again.
  public var stuck = 0
  /// How many blobs are on their way to the server, or queued; stopped and failed ones are not
  /// among them.
  public var uploads = 0
  /// How many blobs cannot be sent and wait for a person.
  public var failedUploads = 0
  /// How many blobs a person has stopped; changes of their items wait for them.
  public var pausedUploads = 0
  /// How many changes contradict the server's and wait for a person.
  public var conflicts = 0
  /// How many changes the server refused and wait for a person.
  public var refused = 0
  /// How many of the pending changes are kept back until a person has answered, because the server
  /// was set back to an earlier state.
  public var setBack = 0
  /// How many items the server no longer shows; too many to be removed without asking a person.
  public var removals = 0
  /// Whether the server had no room for a change or a blob that waits since.
  public var isServerFull = false
  /// Whether something of the server is being taken over or asked about, so that not everything is
  /// known.
  public var isCatchingUp = false

  /// A store without a server.
  public init() {}
}
