import Documents

/// What keeps documents small: snapshots, garbage collection and the end of old changes.
struct DocumentHousekeeping {
  let rows: any RecordTransaction
  let limits: DocumentLimits

  /// What every replica that takes part in a document has seen.
  func seenByAll(_ number: Int64) throws -> VersionVector {
    do {
      return VersionVector.minimum(
        of: try rows.documentReplicas(of: number).map { try VersionVector(decoding: $0.vector) })
    } catch let error as DocumentsError {
      throw StoreFailure(.broken, "a vector of the document \(number) cannot be read: \(error)")
    }
  }

  /// Stores a document as a whole, without what everybody knows to be deleted, and forgets the
  /// changes that nobody will ask for.
  ///
  /// The document's row is to be written by the caller.
  func store(_ content: inout DocumentContent, seenByAll vector: VersionVector) throws {
    let snapshot = content.snapshot(seenByAll: vector)
    var document = content.document
    try rows.put(snapshot, of: document.number)
    document.size = Int64(snapshot.bytes.count)
    let replicas = try rows.documentReplicas(of: document.number)
    // Who lacks as many as this is sent the whole document anyway.
    let asked = max(
      replicas.map(\.serverSequence).min() ?? document.sequence,
      document.sequence - Int64(limits.snapshotThreshold))
    document.trimmedTo = max(document.trimmedTo, min(asked, snapshot.sequence))
    try rows.deleteDocumentChanges(of: document.number, through: document.trimmedTo)
    content.document = document
  }

  /// Compacts a document in which nobody takes part, if it has many changes: nothing that was
  /// deleted is remembered.
  ///
  /// Whoever comes later starts with a fresh replica, so nobody can refer to what is gone.
  ///
  /// - Returns: Whether there was something to do.
  @discardableResult
  func compact(_ number: Int64) throws -> Bool {
    guard let document = try rows.document(number: number), document.removedAt == nil,
      document.sequence - document.trimmedTo >= Int64(limits.compactionChanges),
      try rows.documentReplicas(of: number).isEmpty
    else { return false }
    var content = try DocumentContent(document, in: rows)
    try store(&content, seenByAll: content.vector)
    try rows.update(content.document)
    return true
  }

  /// Forgets documents that were removed long ago.
  ///
  /// - Returns: Whether there may be more.
  func deleteRemoved(limit: Int) throws -> Bool {
    let horizon = rows.now.milliseconds - Int64(limits.removedSeconds) * 1000
    let removed = try rows.documents(removedBefore: horizon, limit: limit)
    for document in removed { try rows.deleteDocument(document.number) }
    return removed.count == limit
  }
}
