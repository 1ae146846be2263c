import MarfaModel

/// A purge that takes more rows than one transaction may: what it takes with it goes first, a slice
/// at a time, and the item itself last.
///
/// The item is marked before. From then on nobody finds it by its id, changes it or links to it,
/// and it is in the trash. The mark is a row, so that the next process goes on when one dies. What
/// is purged is decided with the mark: an edge that is added meanwhile goes with its item, and what
/// was taken out of the trash meanwhile stays.
struct LongPurge: Codable, Hashable, Sendable {
  /// Who asked for it.
  enum Origin: String, Codable, Sendable {
    /// A request for this item.
    case request
    /// A bulk action.
    case action
    /// Nobody: its time in the trash is over.
    case trash
    /// The purge of another item, with which it goes.
    case other
  }

  var origin: Origin
  /// The ids of what goes with the item; the last goes first.
  var others = LongList<String>([])
  /// Whether changes are reported.
  var emitsEvents = true
  /// Who is to be named by the audit.
  var credentialId = ""
  var source = ""
  /// The key of the request, whose answer is kept also when another process finishes it.
  var key: String?
  var fingerprint: String?

  /// A purge in somebody's name.
  init(_ origin: Origin, by context: WriteContext, emitsEvents: Bool = true) {
    self.origin = origin
    self.emitsEvents = emitsEvents
    credentialId = context.credentialId
    source = context.source
    key = context.idempotency?.key
    fingerprint = context.idempotency?.fingerprint
  }

  /// The server's, which may do everything, in the name of who asked.
  var context: WriteContext {
    var context = WriteContext.server
    context.credentialId = credentialId
    context.source = source
    if let key, let fingerprint {
      context.idempotency = IdempotencyKey(key: key, fingerprint: fingerprint)
    }
    return context
  }
}

/// A part of the record of a long purge: the mark in the first, then how far it is.
struct LongPurgePart: Codable, Sendable {
  var mark: LongPurge?
  /// How many of the others are done.
  var done = 0
}

/// Where marks are among the records of unfinished requests: those of the server itself.
private enum MarkPlace {
  static let credentialId = WriteContext.server.credentialId
  static let prefix = "purge "

  static func key(of id: String) -> IdempotencyKey {
    IdempotencyKey(key: prefix + id, fingerprint: "")
  }
}

extension RecordRows {
  /// Whether an item is being purged, a slice at a time.
  func isBeingPurged(_ row: ItemRow) throws -> Bool {
    // Which only items in the trash are.
    guard row.state == .trashed else { return false }
    let name = MarkPlace.key(of: row.id).key
    return try progressCount(name, of: MarkPlace.credentialId) > 0
  }

  /// Whether the item of an id is in the trash.
  func isTrashed(_ id: String) throws -> Bool { try item(id: id)?.state == .trashed }

  /// The item of an id, unless it is being purged; nil when there is none.
  func presentItem(id: String) throws -> ItemRow? {
    guard let row = try item(id: id), try !isBeingPurged(row) else { return nil }
    return row
  }

  /// What is known of a purge that is under way: the names of everything that goes with the item,
  /// which may be many, and how far it is.
  func longPurgeParts(of id: String) throws -> [LongPurgePart] {
    try progress(MarkPlace.key(of: id).key, of: MarkPlace.credentialId)
      .map { try StoredJSON.value($0.body, as: LongPurgePart.self) }
  }

  /// The ids of items whose purge is not finished; with those that go with another.
  func unfinishedPurges() throws -> [String] {
    try progressNames(of: MarkPlace.credentialId)
      .filter { $0.hasPrefix(MarkPlace.prefix) }.map {
        String($0.dropFirst(MarkPlace.prefix.count))
      }
  }

  /// What was marked of an item; nil when it is not.
  func longPurge(of id: String) throws -> LongPurge? {
    try progress(MarkPlace.key(of: id).key, of: MarkPlace.credentialId).first
      .flatMap { try StoredJSON.value($0.body, as: LongPurgePart.self).mark }
  }
}

extension RecordRows {
  /// Whether something is left that goes before a marked item.
  func isLongPurgeUnderWay(of id: String) throws -> Bool {
    let parts = try longPurgeParts(of: id)
    guard let others = parts.first?.mark?.others, let last = parts.last else { return false }
    return last.done < others.elements.count
  }
}

extension RecordTransaction {
  /// Marks an item, which nobody finds from now on.
  func mark(_ row: ItemRow, _ purge: LongPurge) throws {
    let records = IdempotencyRecords(rows: self, credentialId: MarkPlace.credentialId)
    try records.keep([LongPurgePart(mark: purge)], of: MarkPlace.key(of: row.id))
    guard row.state != .trashed else { return }
    var item = try row.item()
    item.state = .trashed
    _ = try RecordWriter(rows: self, context: .server).save(item, tags: row.tags, over: row)
  }

  /// Forgets the mark of an item that is gone.
  func removeMark(of id: String) throws {
    try deleteProgress(MarkPlace.key(of: id).key, of: MarkPlace.credentialId)
  }
}

/// How many rows a purge takes away.
struct PurgeWeight {
  let rows: any RecordRows
  /// Up to how many it counts.
  let limit: Int

  /// Whether a purge takes more rows than the limit, with all that goes with the item.
  func isOver(purging id: String) throws -> Bool {
    let cascading = try rows.catalogue().edgeRules.edgeTypes.values
      .filter { $0.cascadeOnDelete == .cascade }
    var (ids, seen, next, weight) = ([id], Set([id]), 0, 0)
    while next < ids.count {
      defer { next += 1 }
      guard let row = try rows.item(id: ids[next]), next == 0 || row.state == .trashed else {
        continue
      }
      weight += try self.weight(of: row)
      guard weight <= limit else { return true }
      for type in cascading {
        for edge in try rows.edges(of: row.id, .source, ofType: type.id, limit: limit)
        where seen.insert(edge.targetId).inserted {
          ids.append(edge.targetId)
        }
      }
    }
    return false
  }

  /// How much an item weighs with its edges and versions.
  ///
  /// An edge leaves a tombstone and an event, a version leaves nothing.
  func weight(of row: ItemRow) throws -> Int {
    let versions = try rows.versionTimes(of: row.key)
    let bytes = versions.reduce(0) { $0 + ($1.size ?? 0) }
    var weight = 1 + versions.count / 5 + bytes / (256 << 10)
    for end in [EdgeSelection.End.source(row.key), .target(row.key)] where weight <= limit {
      weight += try rows.edges(EdgeSelection(end: end), after: 0, limit: RowLimit(count: limit))
        .rows.count
    }
    return weight
  }
}

/// Takes away the next rows of a long purge, as many as one transaction may.
struct LongPurgeSlice {
  private let rows: any RecordTransaction
  private let writer: RecordWriter
  private let id: String
  private let mark: LongPurge
  private let weight: PurgeWeight
  private let budget: SliceBudget
  private var taken = 0
  /// What is known of the purge, to be handed to the next slice.
  private(set) var parts: [LongPurgePart]

  /// Goes on with a purge; nil when the item is not marked.
  ///
  /// `known`: What the slice before knew. The mark is read again, in the writer's turn, only when
  /// somebody else has gone on with the purge.
  init?(
    of id: String, _ limits: RecordLimits, knowing known: [LongPurgePart],
    in rows: any RecordTransaction
  ) throws {
    let key = MarkPlace.key(of: id)
    guard try rows.progressCount(key.key, of: MarkPlace.credentialId) > 0 else { return nil }
    let records = IdempotencyRecords(rows: rows, credentialId: MarkPlace.credentialId)
    parts = try records.parts(of: key, knowing: known)
    guard let mark = parts.first?.mark else { return nil }
    self.rows = rows
    self.id = id
    self.mark = mark
    weight = PurgeWeight(rows: rows, limit: limits.sliceEntries)
    budget = SliceBudget(limits)
    var writer = RecordWriter(rows: rows, context: mark.context)
    writer.emitsEvents = mark.emitsEvents
    self.writer = writer
  }

  /// Takes away rows.
  ///
  /// - Returns: Whether there are more than the last transaction may take, which removes the item.
  mutating func run() throws -> Bool {
    let changes = rows.changeCount
    let begin = parts.last?.done ?? 0
    var done = begin
    let others = mark.others.elements
    while done < others.count {
      guard try take(others[others.count - 1 - done]) else { break }
      done += 1
    }
    if done != begin {
      parts.append(LongPurgePart(done: done))
      try IdempotencyRecords(rows: rows, credentialId: MarkPlace.credentialId)
        .keep(parts, of: MarkPlace.key(of: id))
    }
    var isMore = done < others.count
    if !isMore, let row = try rows.item(id: id) { isMore = try !thin(row) }
    try writer.emitResync(since: changes, isLast: false)
    return isMore
  }

  /// Removes an item that goes with the other.
  ///
  /// - Returns: Whether that is done.
  private mutating func take(_ other: String) throws -> Bool {
    guard let row = try rows.item(id: other) else { return true }
    if row.state != .trashed { return true }
    let own = try weight.weight(of: row)
    if own > weight.limit {
      // It takes several slices itself, in which nobody changes it.
      if try !rows.isBeingPurged(row) {
        try rows.mark(row, LongPurge(.other, by: mark.context))
      }
      _ = try thin(row)
      return false
    }
    guard taken == 0 || taken + own <= weight.limit, !budget.isSpent(after: taken) else {
      return false
    }
    try writer.remove(row)
    taken += own
    return true
  }

  /// Takes away edges and versions of an item, the oldest first: a version may be told by the one
  /// after it.
  ///
  /// - Returns: Whether it has no more of them than a transaction may take.
  private mutating func thin(_ row: ItemRow) throws -> Bool {
    for end in [EdgeSelection.End.source(row.key), .target(row.key)] {
      let page = try rows.edges(
        EdgeSelection(end: end), after: 0, limit: RowLimit(count: weight.limit))
      for edge in page.rows {
        if budget.isSpent(after: taken) { return false }
        try writer.remove(edge)
        taken += 1
      }
    }
    for (count, version) in try rows.versionTimes(of: row.key).enumerated() {
      if budget.isSpent(after: taken) { return false }
      try rows.deleteVersions([version.key])
      if count % 5 == 4 { taken += 1 }
    }
    return try weight.weight(of: row) <= weight.limit && taken <= weight.limit
  }
}
