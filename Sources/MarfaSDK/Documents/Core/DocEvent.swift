import Documents

/// The kinds of events of a document.
public enum DocEventType: String, Hashable, Sendable {
  case statusChanged = "status-changed"
  case connectionChanged = "connection-changed"
  case syncStatusChanged = "sync-status-changed"
  case snapshot
  case localChange = "local-change"
  case remoteChange = "remote-change"
  case initialized
  case watched
  case unwatched
  case presenceChanged = "presence-changed"
}

/// Something that happened to a document, as its subscribers hear it.
public protocol DocEvent: Sendable {
  /// Which kind of event it is.
  var type: DocEventType { get }
}

/// A document's state at its client.
public enum DocumentStatus: String, Hashable, Sendable {
  /// It is on this machine alone: not attached yet, or not any more.
  case detached
  /// It is kept equal with the server.
  case attached
  /// It was removed for everybody, and takes no more edits.
  case removed
}

/// The document was attached, detached or removed.
public struct StatusChangedEvent: DocEvent, Hashable {
  /// `statusChanged`.
  public var type: DocEventType { .statusChanged }
  /// The document's state now.
  public let value: DocumentStatus
  /// Who edits it here; the initial actor while it is not attached.
  public let actorID: ActorID
}

/// Whether the server says what others do, as it happens.
public enum StreamConnectionStatus: Hashable, Sendable {
  case connected, disconnected
}

/// The watch stream was opened, or has ended.
public struct ConnectionChangedEvent: DocEvent, Hashable {
  /// `connectionChanged`.
  public var type: DocEventType { .connectionChanged }
  /// Whether it is open now.
  public let value: StreamConnectionStatus
}

/// What came of an exchange with the server.
public enum DocumentSyncStatus: String, Hashable, Sendable {
  case synced
  case syncFailed = "sync-failed"
}

/// An exchange with the server has ended.
public struct SyncStatusChangedEvent: DocEvent {
  /// `syncStatusChanged`.
  public var type: DocEventType { .syncStatusChanged }
  /// What came of it.
  public let value: DocumentSyncStatus
  /// Why it failed; nil when it did not.
  public let error: (any Error)?
}

/// The document was replaced as a whole; undo begins again.
public struct SnapshotEvent: DocEvent, Hashable {
  /// `snapshot`.
  public var type: DocEventType { .snapshot }
  /// The number of the server's newest change in it.
  public let serverSeq: Int64
}

/// What one change did.
public struct ChangeInfo: Hashable, Sendable {
  /// What the maker said about it; empty when nothing.
  public let message: String
  /// Its steps in order; to a subscriber of a path only those at it and below.
  public let operations: [OpInfo]
  /// Who made it.
  public let actorID: ActorID
  /// Its number at its client.
  public let clientSeq: UInt32
  /// Its number at the server; 0 for an own change.
  public let serverSeq: Int64

  init(_ event: ChangeEvent, operations: [OpInfo]? = nil) {
    message = event.message ?? ""
    self.operations = operations ?? event.operations
    actorID = event.actor
    clientSeq = event.clientSequence
    serverSeq = event.serverSequence
  }
}

/// An update of this document.
public struct LocalChangeEvent: DocEvent, Hashable {
  /// `localChange`.
  public var type: DocEventType { .localChange }
  /// What it did.
  public let value: ChangeInfo
}

/// An update by somebody else.
public struct RemoteChangeEvent: DocEvent, Hashable {
  /// `remoteChange`.
  public var type: DocEventType { .remoteChange }
  /// What it did.
  public let value: ChangeInfo
}
