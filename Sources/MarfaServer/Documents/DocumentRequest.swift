import Documents
import MarfaModel

/// Who asks for something of documents, and what it may cost.
struct DocumentContext: Sendable {
  /// What the credential may do.
  var access: any StoreAccess
  /// The credential's id.
  var credentialId: String
  /// What it may cost.
  var limits = DocumentLimits()
}

/// What a client sends of one document.
struct DocumentRequest: Sendable {
  /// What is wanted of the server.
  enum Direction: String, CaseIterable, Sendable {
    /// The client's changes are taken and others' are sent.
    case both
    /// The client's changes are taken.
    case push
  }

  /// The client's id.
  var client: String
  /// The document's key.
  var key: String
  /// Its changes, and what it knows.
  var pack: ChangePack
  /// What is wanted.
  var direction = Direction.both
  /// What earlier transactions have left of the pack; nil before the first.
  var rest: PackRest?
  /// Why what is left was refused: then nothing more of it is taken; nil where it was not.
  var refusal: (any MarfaError)?
}

/// What is left of a pack of which a part was taken.
struct PackRest: Sendable {
  /// The number of the document that took that part.
  let document: Int64
  /// The changes that were not looked at.
  var changes: ChangeList.Iterator
  /// The last number that the document has of the client, where it is known to be of this copy: it
  /// is that of one of the others, which was taken, or compared with what had been taken before.
  var confirmed: Int64?
  /// The last number that was looked at; nil before the first.
  var last: Int64?
  /// What the client has sent before under its numbers.
  var sent: SentBefore
  /// Whether one of them could not be compared.
  var hasUnknown = false
  /// What others have changed meanwhile.
  var missed: MissedChanges

  /// All of a pack.
  init(of pack: ChangePack, in document: DocumentRow) {
    self.document = document.number
    changes = pack.changeList.makeIterator()
    sent = SentBefore(after: pack.checkpoint.serverSequence)
    missed = MissedChanges(after: pack.checkpoint.serverSequence)
  }
}

/// The property of an item that a document is bound to.
struct DocumentBinding: Hashable, Sendable {
  var itemId: String
  var field: String
}

/// What is answered, and what others are to hear once it is committed.
struct DocumentAnswer: Sendable {
  /// What the client gets, unless something is left.
  var pack: ChangePack
  /// What its watchers hear.
  var notice: DocumentNotice
  /// What is left for another transaction; nil where this is the answer.
  var rest: PackRest?
}

/// What happened to a document in one transaction.
struct DocumentNotice: Hashable, Sendable {
  /// Number of the document.
  var document: Int64
  /// Its key.
  var key: String
  /// The number of its newest change.
  var sequence: Int64
  /// Who made it happen; nil for the server.
  var client: String?
  /// Whether there are new changes, or none because the document was removed.
  var isChanged = false
  /// The new changes as a pack in base64; nil when there are none, or too many bytes to send
  /// unasked.
  var pack: String?
  /// The presence of the client; nil when it said nothing of it.
  var presence: PresenceNotice?
}

/// What a client says of its presence.
enum PresenceNotice: Hashable, Sendable {
  case here([String: String])
  case gone
}
