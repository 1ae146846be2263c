/// How far a replica and the server know each other's changes.
public struct Checkpoint: Hashable, Sendable {
  /// The last change of the server's log that the replica has.
  public var serverSequence: Int64
  /// The last change of the replica that the server has.
  public var clientSequence: UInt32

  /// Nothing known on either side.
  public static let initial = Checkpoint(serverSequence: 0, clientSequence: 0)

  /// A checkpoint from its parts.
  public init(serverSequence: Int64, clientSequence: UInt32) {
    self.serverSequence = serverSequence
    self.clientSequence = clientSequence
  }

  /// Takes the later of each part.
  public mutating func merge(_ other: Checkpoint) {
    serverSequence = max(serverSequence, other.serverSequence)
    clientSequence = max(clientSequence, other.clientSequence)
  }
}

/// What a replica and the server send each other about one document.
///
/// ```swift
/// let bytes = mine.pack().encoded()
/// let events = try yours.apply(ChangePack(decoding: bytes))
/// ```
public struct ChangePack: Hashable, Sendable {
  /// Key of the document.
  public var documentKey: String
  /// How far the sender knows the receiver, its own changes here included.
  public var checkpoint: Checkpoint
  /// Changes in causal order, as they came: read one by one.
  package var changeList: ChangeList
  /// Bytes of ``Replica/snapshot()``, in place of changes.
  public var snapshot: [UInt8]?
  /// What the sender knows; from the server, what all attached replicas know.
  public var versionVector: VersionVector
  /// Whether the document was removed.
  public var isRemoved: Bool

  /// A pack from its parts.
  public init(
    documentKey: String, checkpoint: Checkpoint, changes: [Change] = [], snapshot: [UInt8]? = nil,
    versionVector: VersionVector = VersionVector(), isRemoved: Bool = false
  ) {
    self.documentKey = documentKey
    self.checkpoint = checkpoint
    changeList = ChangeList(changes)
    self.snapshot = snapshot
    self.versionVector = versionVector
    self.isRemoved = isRemoved
  }

  /// Changes in causal order.
  ///
  /// In a pack from bytes each access decodes all of them; ``Replica/apply(_:)-(ChangePack)`` reads
  /// one at a time.
  public var changes: [Change] {
    get { changeList.values }
    set { changeList = ChangeList(newValue) }
  }
}
