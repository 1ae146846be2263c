import Documents

/// What keeps documents small: snapshots, garbage collection and the end of old changes.
///
/// It reads; what is to be written goes to the writer's rows.
struct DocumentHousekeeping {
  let rows: any RecordRows
  let limits: DocumentLimits

  /// What every replica that takes part in a document has seen, without actors that are gone: a
  /// replica that still remembers one of them forgets it when it reads this.
  ///
  /// So whom the document knows is in it, also where no report names them yet.
  func seenByAll(_ document: DocumentRow) throws -> VersionVector {
    let seen = VersionVector.minimum(of: try vectors(of: document))
    guard !document.vector.isEmpty else { return seen }
    let known = try vector(document.vector, of: document).actors
    return VersionVector(Dictionary(uniqueKeysWithValues: known.map { ($0, seen[$0] ?? 0) }))
  }

  /// The part of a vector that is of actors whom a document knows.
  func known(_ seen: VersionVector, to document: DocumentRow) throws -> VersionVector {
    guard !document.vector.isEmpty else { return seen }
    let known = try vector(document.vector, of: document)
    return seen.filtered { known[$0] != nil }
  }

  /// The latest time of any change of a document that a vector covers.
  ///
  /// What was deleted by then may be purged; nobody can have seen a change that is not here.
  func latest(_ seen: VersionVector, of document: DocumentRow) throws -> Int64 {
    guard !document.vector.isEmpty else { return 0 }
    let made = try vector(document.vector, of: document)
    return made.actors.reduce(0) { max($0, min(made[$1] ?? 0, seen[$1] ?? 0)) }
  }

  private func vectors(of document: DocumentRow) throws -> [VersionVector] {
    try rows.documentReplicas(of: document.number).map { try vector($0.vector, of: document) }
  }

  /// A vector of the rows of a document; an empty one where there is none.
  func vector(_ bytes: [UInt8], of document: DocumentRow) throws -> VersionVector {
    guard !bytes.isEmpty else { return VersionVector() }
    do {
      return try VersionVector(decoding: bytes)
    } catch {
      throw StoreFailure(.broken, "a vector of \(document.key) cannot be read: \(error)")
    }
  }

  /// Actors that are gone and of whom every replica that takes part has seen everything.
  ///
  /// The one with the latest time stays: from it a new replica learns how late it is.
  private func departed(_ content: DocumentContent) throws -> Set<ActorID> {
    let known = content.vector.filtered { $0.description != content.document.actor }
    let replicas = try vectors(of: content.document)
    let latest = known.actors.max { (known[$0] ?? 0, $0) < (known[$1] ?? 0, $1) }
    let gone = known.actors.filter { actor in
      actor != latest && replicas.allSatisfy { ($0[actor] ?? -1) >= known[actor] ?? 0 }
    }
    return Set(try gone.filter { try rows.documentClient(id: $0.description) == nil })
  }

  /// Makes a document what it is stored as: without what everybody knows to be deleted.
  ///
  /// - Parameters:
  ///   - content: The document; its row becomes what is to be written with the snapshot.
  ///   - vector: What everybody has seen, where that is known.
  /// - Returns: The whole.
  /// - Throws: What the rows throw.
  func tidy(
    _ content: inout DocumentContent, seenByAll vector: VersionVector? = nil
  ) throws -> DocumentSnapshotRow {
    content.forget(try departed(content))
    let seen = try vector ?? seenByAll(content.document)
    let snapshot = content.snapshot(seenByAll: seen)
    var document = content.document
    document.purgedThrough = max(document.purgedThrough, try latest(seen, of: document))
    document.size = Int64(snapshot.bytes.count)
    let replicas = try rows.documentReplicas(of: document.number)
    // Who lacks as many as this is sent the whole document anyway.
    let asked = max(
      replicas.map(\.serverSequence).min() ?? document.sequence,
      document.sequence - Int64(limits.snapshotThreshold))
    document.trimmedTo = max(
      document.trimmedTo,
      min(asked, snapshot.sequence, document.trimmedTo + Int64(limits.trimmedChanges)))
    content.document = document
    return snapshot
  }

  /// Whether nobody takes part in a document, and it has many changes.
  func isLeft(_ document: DocumentRow) throws -> Bool {
    try document.removedAt == nil
      && document.sequence - document.trimmedTo >= Int64(limits.compactionChanges)
      && rows.documentReplicas(of: document.number).isEmpty
  }

  /// Compacts a document in which nobody takes part, if it has many changes: nothing that was
  /// deleted is remembered.
  ///
  /// A client that comes later starts from a new replica, so nobody can refer to what is gone.
  ///
  /// - Parameters:
  ///   - number: The document's number.
  ///   - limit: Bytes of the longest document that is.
  ///   - writer: The same rows.
  /// - Throws: What the rows throw.
  func compact(_ number: Int64, upTo limit: Int, in writer: any RecordTransaction) throws {
    guard let document = try rows.document(number: number), document.size <= Int64(limit),
      try isLeft(document)
    else { return }
    var content = try DocumentContent(document, in: rows)
    let seen = content.vector
    try tidy(&content, seenByAll: seen).store(content.document, in: writer)
    try writer.update(content.document)
  }

  /// Forgets documents that were removed long ago.
  ///
  /// - Returns: Whether there may be more.
  func deleteRemoved(limit: Int, in writer: any RecordTransaction) throws -> Bool {
    let horizon = rows.now.milliseconds - Int64(limits.removedSeconds) * 1000
    let removed = try rows.documents(removedBefore: horizon, limit: limit)
    for document in removed { try writer.deleteDocument(document.number) }
    return removed.count == limit
  }
}
