import GRDB
import MarfaModel

/// The rows of one job of a write transaction, and the events that it made.
///
/// A class because nested steps add to one list of events; it never leaves the writer's queue.
final class SQLiteTransaction: SQLiteReading, RecordTransaction {
  let db: Database
  let ids: ItemIdGenerator
  let now: Timestamp
  /// The events of this job, in the order of the log.
  private(set) var events: [StoredEvent] = []
  /// What is not written yet of the counts of types and tags.
  var counts = CountChanges()
  private let cache: CatalogueCache
  private let keys: KeyCache
  private var loadedCatalogue: StoreCatalogue?

  init(
    db: Database, ids: ItemIdGenerator, now: Timestamp, cache: CatalogueCache, keys: KeyCache
  ) {
    self.db = db
    self.ids = ids
    self.now = now
    self.cache = cache
    self.keys = keys
  }

  var changeCount: Int { db.totalChangesCount }

  func catalogue() throws -> StoreCatalogue {
    if let loadedCatalogue { return loadedCatalogue }
    let catalogue = try cache.load(db)
    loadedCatalogue = catalogue
    return catalogue
  }

  /// The rows as they are in the tables.
  var written: SQLiteSnapshot { SQLiteSnapshot(db: db, cache: cache, now: now) }

  /// Writes what the job changed of the counts of types and tags.
  ///
  /// To be called at its end, and before they are read.
  func writeCounts() throws { try counts.write(to: db) }

  /// To be called with each change of types, edge types or settings.
  ///
  /// - Parameter change: Makes the same change of a catalogue.
  /// - Throws: What SQLite throws, and what the change throws.
  func catalogueChanged(_ change: (inout StoreCatalogue) throws -> Void) throws {
    var catalogue = try catalogue()
    try change(&catalogue)
    catalogue.revision = Int64(bitPattern: ids.next().low)
    try db.setSpaceValue("catalogue_revision", String(catalogue.revision))
    loadedCatalogue = catalogue
    // Nobody reads it by its revision before it is committed.
    cache.keep(catalogue)
  }

  /// To be called after a change of keys; none is remembered once the change is committed.
  func keysChanged() {
    db.afterNextTransaction { [keys] _ in keys.changed() }
  }

  func attempt<Value>(_ work: () throws -> Value) throws -> Result<Value, any Error> {
    let eventCount = events.count
    let catalogue = loadedCatalogue
    let counts = counts
    try db.execute(sql: "SAVEPOINT entry")
    do {
      let value = try work()
      try db.execute(sql: "RELEASE SAVEPOINT entry")
      return .success(value)
    } catch let error as any MarfaError {
      try db.execute(sql: "ROLLBACK TRANSACTION TO SAVEPOINT entry")
      try db.execute(sql: "RELEASE SAVEPOINT entry")
      events.removeLast(events.count - eventCount)
      loadedCatalogue = catalogue
      self.counts = counts
      return .failure(error)
    }
  }

  func append(_ event: StoredEvent) throws {
    let kept = event.kept
    // The one writer gives ids in the order of its commits.
    try db.run(
      """
      INSERT INTO event(name, data, item_id, item_type, edge_type, target_type, namespace,
        created_at, text_version, text_start, text_count, bytes_until)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,
        COALESCE((SELECT bytes_until FROM event ORDER BY id DESC LIMIT 1), 0) + ?)
      """,
      [
        event.name.rawValue, kept.data, event.itemId, event.itemType, event.edgeType,
        event.targetType, event.namespace, event.createdAt.milliseconds, kept.text?.version,
        kept.text?.start, kept.text?.count, kept.data.utf8.count,
      ])
    var event = event
    event.text = nil
    event.id = db.lastInsertedRowID
    events.append(event)
  }

  func append(_ tombstone: TombstoneRow) throws {
    try db.run(
      """
      INSERT INTO tombstone(id, item_type, edge_type, target_type, deleted_at)
      VALUES (?, ?, ?, ?, ?)
      """,
      [
        tombstone.id, tombstone.itemType, tombstone.edgeType, tombstone.targetType,
        tombstone.deletedAt,
      ])
  }
}
