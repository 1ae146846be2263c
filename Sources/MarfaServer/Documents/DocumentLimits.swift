/// What documents and their clients may cost, and when things happen to them.
public struct DocumentLimits: Hashable, Sendable {
  /// Bytes of a pack that a client sends.
  public var packBytes = 2 << 20
  /// Changes of a pack that a client sends.
  public var packChanges = 20_000
  /// Bytes of what a client says of itself.
  public var presenceBytes = 4_096
  /// Bytes of a document as it is stored.
  public var documentBytes = 16 << 20
  /// Bytes of a document that is read and stored as a whole in the writer's turn; a longer one on
  /// a reader before.
  public var wholeBytes = 256 << 10
  /// Replicas that are attached to a document.
  public var replicas = 200
  /// Clients that a key has activated.
  public var clientsPerKey = 1_000
  /// Documents of one watch stream.
  public var watchedDocuments = 200
  /// Missing changes from which on a replica is sent the whole document.
  public var snapshotThreshold = 500
  /// Changes after which the document is stored as a whole.
  public var snapshotInterval = 500
  /// Changes that are forgotten when it is stored; the others are the next time.
  public var trimmedChanges = 1_000
  /// Changes after which a document is compacted once nobody takes part in it.
  public var compactionChanges = 1_000
  /// How long a client may be silent before it is deactivated, in seconds.
  public var idleSeconds = 86_400
  /// How long a removed document is kept for those who have not heard of it, in seconds.
  public var removedSeconds = 30 * 86_400
  /// How long nobody types before a bound property follows, in milliseconds.
  public var restMilliseconds = 2_000
  /// After how long a bound property follows although people type, in milliseconds.
  public var patienceMilliseconds = 10_000
  /// Bytes of changes that watchers get without asking for them; for more they ask.
  public var toldBytes = 1_024
  /// How long changes are collected before watchers get them, in milliseconds.
  public var publishWindowMilliseconds = 20

  /// How many changes a replica may have seen before it is noted that it has, unless it sends some
  /// itself: few of those after which the document is stored, and what all have seen forgotten.
  var unnotedChanges: Int { snapshotInterval / 16 }

  /// How many actors unknown to the document a change may name; each is looked up.
  var unknownActors: Int { 1_000 }

  /// The standard limits.
  public init() {}
}
