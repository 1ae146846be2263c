/// The rows of documents in one snapshot: a part of what a storage offers.
///
/// Rows in and rows out; the bytes mean nothing here.
///
/// - Throws: Each method: as those of ``RecordRows``.
public protocol DocumentRows {
  /// The client of an id; nil when it is not active.
  func documentClient(id: String) throws -> DocumentClientRow?
  /// How many clients a credential has activated.
  func documentClientCount(of credentialId: String) throws -> Int
  /// Clients that were last seen before a moment, oldest first; at most `limit`.
  func documentClients(seenBefore moment: Int64, limit: Int) throws -> [DocumentClientRow]
  /// The document of a key that was not removed; nil when there is none.
  func document(key: String) throws -> DocumentRow?
  /// The document of a number, removed or not; nil when there is none.
  func document(number: Int64) throws -> DocumentRow?
  /// The documents that are bound to an item and were not removed, by field.
  func documents(ofItem id: String) throws -> [DocumentRow]
  /// The documents whose bound properties lack edits, in no order.
  func documentsWithEdits() throws -> [DocumentRow]
  /// Documents that were removed before a moment; at most `limit`.
  func documents(removedBefore moment: Int64, limit: Int) throws -> [DocumentRow]
  /// The changes of a document after one, in order; all, or those that a client did not make.
  func documentChanges(
    of number: Int64, after sequence: Int64, notBy client: String?, limit: RowLimit
  ) throws -> RowPage<DocumentChangeRow>
  /// What a client sent to a document from a number of its own on, and after a change of the
  /// document, in order; at most `limit`.
  func documentDigests(
    of number: Int64, by client: String, from clientSequence: Int64, after sequence: Int64,
    limit: Int
  ) throws -> [DocumentDigestRow]
  /// The snapshot of a document; nil while there is none.
  func documentSnapshot(of number: Int64) throws -> DocumentSnapshotRow?
  /// The last change in the snapshot of a document; 0 while there is none.
  func documentSnapshotSequence(of number: Int64) throws -> Int64
  /// What is known of one client's copy; nil when it never had one.
  func documentReplica(of number: Int64, client: String) throws -> DocumentReplicaRow?
  /// The copies that take part in a document, by client.
  func documentReplicas(of number: Int64) throws -> [DocumentReplicaRow]
  /// The copies with which a client takes part, by document.
  func documentReplicas(ofClient client: String) throws -> [DocumentReplicaRow]
  /// The kept texts of a bound property from a version on, by version, up to the first whole one.
  func documentTexts(of number: Int64, from version: Int) throws -> [DocumentTextRow]
  /// How many kept texts up to a version are differences since the last whole one before it.
  func documentTextCount(of number: Int64, through version: Int) throws -> Int
}

extension DocumentRows {
  /// The changes of a document after one, in order.
  func documentChanges(
    of number: Int64, after sequence: Int64, limit: RowLimit
  ) throws -> RowPage<DocumentChangeRow> {
    try documentChanges(of: number, after: sequence, notBy: nil, limit: limit)
  }
}

/// The rows of documents in one write transaction.
///
/// - Throws: Each method: as those of ``RecordTransaction``.
public protocol DocumentTransaction: DocumentRows {
  /// Keeps a client, or replaces the one of its id.
  func put(_ client: DocumentClientRow) throws
  /// Forgets a client and all its copies.
  func deleteDocumentClient(_ id: String) throws
  /// Writes a new document; its number is not looked at.
  ///
  /// - Returns: The number, higher than any before.
  func insert(_ document: DocumentRow) throws -> Int64
  /// Replaces the row of a document; its key, its actor, what it is bound to and when it was made
  /// stay.
  func update(_ document: DocumentRow) throws
  /// Forgets a document with everything that belongs to it.
  func deleteDocument(_ number: Int64) throws
  /// Adds a change to a document.
  func append(_ change: DocumentChangeRow, to number: Int64) throws
  /// Forgets the changes of a document up to one.
  func deleteDocumentChanges(of number: Int64, through sequence: Int64) throws
  /// Keeps the snapshot of a document in place of the one before.
  func put(_ snapshot: DocumentSnapshotRow, of number: Int64) throws
  /// Keeps what is known of a client's copy in place of what was known before.
  func put(_ replica: DocumentReplicaRow) throws
  /// Keeps the text of a bound property at a version, in place of another.
  func put(_ text: DocumentTextRow) throws
  /// Forgets the texts that were kept before a moment, oldest first; at most `limit`.
  ///
  /// - Returns: How many.
  @discardableResult
  func deleteDocumentTexts(before moment: Int64, limit: Int) throws -> Int
}
