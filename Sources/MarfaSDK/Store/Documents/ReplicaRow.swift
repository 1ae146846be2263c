import Documents
import GRDB
import StorageKit

/// What the store knows of one document's replica, without its content.
struct ReplicaRow: Hashable {
  var key: Int64
  /// The document's key at the server.
  var document: String
  /// The item whose text it is bound to; nil for a document of its own.
  var item: Int64?
  /// The key of that text, in the root and in the item's properties.
  var field: String
  /// Who edits here.
  var actor: ActorID
  /// Whether the server has heard of this replica.
  var isAttached: Bool
  /// What the server and the replica know of each other.
  var checkpoint: Checkpoint
  /// Counts the changes.
  var token: Int64
  /// Whether the server has a text that is not here.
  var isBehind: Bool

  static let columns = """
    key, document, item, field, actor, is_attached, server_sequence, client_sequence, token,
    is_behind
    """

  init(row: Row) throws {
    guard let actor = ActorID(row[4] as String) else {
      throw StorageError.damaged("a replica without an actor")
    }
    (key, document, item, field) = (row[0], row[1], row[2], row[3])
    (self.actor, isAttached) = (actor, row[5])
    checkpoint = Checkpoint(
      serverSequence: row[6], clientSequence: UInt32(clamping: row[7] as Int64))
    (token, isBehind) = (row[8], row[9])
  }
}
