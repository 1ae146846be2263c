/// A client of documents: the actor under which somebody edits.
public struct DocumentClientRow: Hashable, Sendable {
  /// The client's id, which is its actor: 24 hexadecimal digits.
  var id: String
  /// The credential that activated it; nobody else may use it.
  var credentialId: String
  /// What the client calls itself.
  var clientKey: String
  /// Milliseconds since 1970, as the other times.
  var createdAt: Int64
  /// When it last asked for something.
  var seenAt: Int64
}

/// A document that several clients edit, without its content.
public struct DocumentRow: Hashable, Sendable {
  /// The number by which rows refer to each other; 0 before the row is written.
  var number: Int64 = 0
  var key: String
  /// The number of its newest change; 0 while there is none.
  var sequence: Int64 = 0
  /// The oldest change that is still kept is after this one.
  var trimmedTo: Int64 = 0
  /// Bytes of the snapshot and of the changes after it.
  var size: Int64 = 0
  /// The actor of edits that the server makes itself.
  var actor: String
  /// How many edits the server made itself.
  var actorSequence: Int64 = 0
  /// The item that the document is bound to; nil for none.
  var itemId: String?
  /// The property of that item.
  var field: String?
  var createdAt: Int64
  /// When it was removed, after which its key may be used again; nil while it is there.
  var removedAt: Int64?
  /// The first edit that the bound property lacks; nil when it has them all.
  var typedSince: Int64?
  /// The last edit that the bound property lacks.
  var typedAt: Int64?
  /// What the document has seen, apart from actors that are gone; empty where that is not known.
  var vector: [UInt8] = []
  /// The latest time of anything that a replica may have purged; 0 while there is nothing.
  var purgedThrough: Int64 = 0
}

/// A change of a document as it was sent.
public struct DocumentChangeRow: Hashable, Sendable {
  /// Its number in the document, 1….
  var sequence: Int64
  /// Who made it.
  var actor: String
  /// Its number at its client, 1….
  var clientSequence: Int64
  var bytes: [UInt8]
  /// A digest of the change as its client sent it; empty for an edit of the server, and for a row
  /// of a build that kept none.
  var digest: [UInt8] = []
}

/// Which of its changes a client has sent, without the change.
public struct DocumentDigestRow: Hashable, Sendable {
  /// The number of the change in the document.
  var sequence: Int64
  /// Its number at its client.
  var clientSequence: Int64
  /// A digest of it as it was sent; empty where that is not known.
  var digest: [UInt8]
}

/// A whole document as bytes.
public struct DocumentSnapshotRow: Hashable, Sendable {
  /// The last change in it.
  var sequence: Int64
  var bytes: [UInt8]
}

/// What the server knows of one client's copy of a document.
public struct DocumentReplicaRow: Hashable, Sendable {
  /// Number of the document.
  var document: Int64
  /// Id of the client.
  var client: String
  /// Whether it takes part; a detached one is remembered for its numbers.
  var isAttached: Bool
  /// The number of its last change that the server has.
  var clientSequence: Int64
  /// A digest of that change as it was sent; empty before the first one.
  ///
  /// Those of the changes before it are in their rows, as long as these are kept.
  var lastHash: [UInt8]
  /// The last change of the document that it said to have.
  var serverSequence: Int64
  /// What it said to have seen; its own time is the earliest that its next change can have.
  var vector: [UInt8]
}

/// The text of a bound property at a version of its item.
public struct DocumentTextRow: Hashable, Sendable {
  /// Number of the document.
  var document: Int64
  var version: Int
  /// The text, or how it differs from that of the version after it.
  var text: String
  /// Whether `text` is a difference.
  var isDifference = false
  /// When the next version took its place.
  var createdAt: Int64
}
