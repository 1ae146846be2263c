import Documents

/// The content of one document within a transaction: its replica, and the rows that it comes from.
struct DocumentContent {
  /// The document's row; the caller writes it after a change.
  var document: DocumentRow
  private(set) var replica: Replica
  /// Whether edits were taken in that the rows do not have yet.
  private(set) var isChanged = false

  /// Reads a document.
  ///
  /// - Parameters:
  ///   - document: The row, as it is now.
  ///   - states: Where it may be in memory; nil to read the rows.
  ///   - rows: The rows.
  /// - Throws: `StoreFailure` when the rows hold no document.
  init(_ document: DocumentRow, _ states: DocumentStates? = nil, in rows: any RecordRows) throws {
    self.document = document
    if let known = states?.take(document) {
      replica = known
    } else {
      replica = try Self.load(document, from: rows)
    }
  }

  private static func load(_ document: DocumentRow, from rows: any RecordRows) throws -> Replica {
    do {
      let actor = ActorID(document.actor) ?? .initial
      let snapshot = try rows.documentSnapshot(of: document.number)
      var replica =
        try snapshot.map { try Replica(key: document.key, actor: actor, stored: $0.bytes) }
        ?? Replica(key: document.key, actor: actor)
      replica.eventDetail = .changes
      // What the server changes goes out in no request.
      replica.changeLimit = nil
      var sequence = snapshot?.sequence ?? 0
      var hasMore = true
      while hasMore {
        let page = try rows.documentChanges(
          of: document.number, after: sequence, limit: RowLimit(count: 1_000, bytes: 4 << 20))
        for row in page.rows {
          for change in try row.changes { _ = try replica.apply(change) }
          sequence = row.sequence
        }
        hasMore = page.hasMore
      }
      replica.resume(after: UInt32(clamping: document.actorSequence))
      return replica
    } catch let error as DocumentsError {
      throw StoreFailure(.broken, "the document \(document.key) cannot be read: \(error)")
    }
  }

  /// The document as JSON.
  var json: String { replica.toJSON() }

  /// The text of a key of the root; nil when there is none.
  func text(_ field: String) -> String? { replica.readingRoot.jsonText(field)?.string }

  /// Whether a key of the root is a text; cheap, unlike the text.
  func hasText(_ field: String) -> Bool { replica.readingRoot.jsonText(field) != nil }

  /// Takes in a change of a client and gives its row.
  ///
  /// - Throws: `DocumentsError`, or `ValidationError` for a time that would leave others none;
  ///   nothing is changed then.
  mutating func take(_ change: Change) throws -> DocumentChangeRow {
    guard change.id.lamport - vector.maximumLamport <= Self.longestLeap else {
      throw DocumentErrors.damaged("a change is of a time that nobody has reached")
    }
    let kept = change.stored(at: document.sequence + 1)
    _ = try replica.apply(kept)
    isChanged = true
    return note(kept)
  }

  /// Makes an edit in the server's name and gives its rows.
  ///
  /// - Throws: What the edit throws; nothing is changed then.
  mutating func edit(_ body: (JSONObject) throws -> Void) throws -> [DocumentChangeRow] {
    try replica.update { root, _ in try body(root) }
    let changes = replica.localChanges
    var rows: [DocumentChangeRow] = []
    for change in changes { rows.append(note(change.stored(at: document.sequence + 1))) }
    replica.acknowledge(through: replica.lastClientSequence)
    document.actorSequence = Int64(replica.lastClientSequence)
    if !rows.isEmpty { isChanged = true }
    return rows
  }

  /// Forgets what all replicas know to be deleted, and gives all that is left.
  mutating func snapshot(seenByAll vector: VersionVector) -> DocumentSnapshotRow {
    replica.purge(seenByAll: vector)
    return DocumentSnapshotRow(sequence: document.sequence, bytes: replica.snapshot())
  }

  /// How far logical time may go forward with one change; an honest one is ahead by as many steps
  /// as its maker has taken alone.
  ///
  /// Half of what a replica allows: one that starts from a snapshot is at an earlier time than the
  /// server, which has counted every change.
  private static let longestLeap: Int64 = 1 << 31

  /// Everything that the document has seen.
  var vector: VersionVector { replica.versionVector }

  /// The document for those who come next.
  var state: DocumentStates.State {
    DocumentStates.State(document: document, replica: replica)
  }

  /// Forgets actors that are gone and of whom everybody has seen everything.
  mutating func forget(_ actors: Set<ActorID>) {
    guard !actors.isEmpty else { return }
    let latest = replica.lastChanges.filtered(actors.contains).maximumLamport
    document.purgedThrough = max(document.purgedThrough, latest)
    replica.forget(actors)
    document.vector = replica.lastChanges.encoded()
  }

  private mutating func note(_ change: Change) -> DocumentChangeRow {
    document.sequence = change.id.serverSequence
    document.vector = replica.lastChanges.encoded()
    let row = DocumentChangeRow(change)
    // The size bounds the memory of a document, and elements take more memory than bytes.
    document.size += Int64(max(row.bytes.count, change.weight))
    return row
  }
}

extension DocumentChangeRow {
  /// The row of a change that has its number.
  init(_ change: Change) {
    var writer = ChangeWriter()
    self.init(
      sequence: change.id.serverSequence, actor: change.id.actor.description,
      clientSequence: Int64(change.id.clientSequence), bytes: writer.encode([change]))
  }

  /// The change of the row, as a list of one.
  var changes: [Change] {
    get throws {
      var reader = ChangeReader()
      return try reader.decode(bytes)
    }
  }
}
