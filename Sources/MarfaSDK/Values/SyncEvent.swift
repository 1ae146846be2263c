import Foundation

/// What a sync engine reports of its work.
public enum SyncEvent: Sendable {
  /// Everything that waited is on the server, and everything from there is here.
  case synced(at: Date)
  /// Something failed; what is transient is tried again without being asked.
  case failed(error: any Error)
  /// A conflict was settled without asking.
  case conflictAutoMerged(payload: ConflictAutoMergedPayload)
  /// An item came from the server.
  case itemCreated(id: String)
  /// An item was changed on the server.
  case itemUpdated(id: String)
  /// An item was purged on the server.
  case itemDeleted(id: String)
  /// An edge came from the server, or was changed there.
  case edgeCreated(id: String)
  /// An edge was deleted on the server.
  case edgeDeleted(id: String)
  /// The server refused a change permanently; it is kept among the refused ones.
  case mutationDropped(kind: MutationKind, itemId: String?, attempt: Int, error: any Error)
  /// Bytes begin to be sent.
  case blobUploadStarted(hash: String, total: Int64)
  /// Some bytes of an upload were sent.
  case blobUploadProgress(hash: String, sent: Int64, total: Int64)
  /// The server has a blob.
  case blobUploadCompleted(hash: String)
  /// A blob could not be sent.
  case blobUploadFailed(hash: String, error: any Error)
}
