import Documents

/// Work on a long document that takes as long as the document is.
///
/// It has to be done on a reader, before the writer's turn.
struct LongDocument: LongWork, Hashable {
  /// What takes long.
  enum Work {
    /// Reading it.
    case reading
    /// Storing it as a whole.
    case storing
    /// Giving its text to its item.
    case writingBack
  }

  /// The document's number.
  let number: Int64
  /// What takes long.
  let work: Work
}

/// A document that is prepared to be stored as a whole, on any rows.
struct TidiedDocument: Sendable {
  /// The document as it was, and who took part in it.
  private let former: DocumentRow
  private let replicas: [DocumentReplicaRow]
  private let snapshot: DocumentSnapshotRow
  private let content: DocumentContent

  /// The document in memory once it is written.
  var state: DocumentStates.State { content.state }

  /// Prepares it; nil where there is nothing to store.
  ///
  /// - Parameters:
  ///   - number: The document's number.
  ///   - compacts: Whether it is stored because nobody takes part in it any more.
  ///   - housekeeping: The rows.
  /// - Throws: What the rows throw.
  init?(_ number: Int64, compacts: Bool, _ housekeeping: DocumentHousekeeping) throws {
    let rows = housekeeping.rows
    guard let document = try rows.document(number: number), document.removedAt == nil,
      try !compacts || housekeeping.isLeft(document)
    else { return nil }
    var content = try DocumentContent(document, in: rows)
    let seen = compacts ? content.vector : nil
    former = document
    replicas = try rows.documentReplicas(of: number)
    snapshot = try housekeeping.tidy(&content, seenByAll: seen)
    self.content = content
  }

  /// Stores it, unless the document or what is known of its replicas has changed meanwhile.
  ///
  /// - Returns: Whether it is stored.
  func write(to rows: any RecordTransaction) throws -> Bool {
    let number = former.number
    guard try rows.document(number: number) == former,
      try rows.documentReplicas(of: number) == replicas
    else { return false }
    try snapshot.store(content.document, in: rows)
    try rows.update(content.document)
    return true
  }
}

extension DocumentSnapshotRow {
  /// Replaces the snapshot before, and deletes the changes that nobody will ask for.
  func store(_ document: DocumentRow, in rows: any RecordTransaction) throws {
    try rows.put(self, of: document.number)
    try rows.deleteDocumentChanges(of: document.number, through: document.trimmedTo)
  }
}
