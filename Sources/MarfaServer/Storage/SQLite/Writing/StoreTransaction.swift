import GRDB
import MarfaModel

/// The work of one job of a write transaction: the database, its moment, and the events it made.
///
/// A class because nested steps add to one list of events; it never leaves the writer's queue.
final class StoreTransaction {
  let db: Database
  let ids: ItemIDGenerator
  /// The moment, in milliseconds since 1970.
  let now: Int64
  /// What is in the log because of this job, in order.
  private(set) var events: [StoredEvent] = []
  /// Whether changes are told; off for bulk requests that say so.
  var emitsEvents = true
  private let cache: CatalogueCache
  private let keys: KeyCache
  private var loadedCatalogue: StoreCatalogue?

  init(
    db: Database, ids: ItemIDGenerator, now: Timestamp, cache: CatalogueCache, keys: KeyCache
  ) {
    self.db = db
    self.ids = ids
    self.now = now.milliseconds
    self.cache = cache
    self.keys = keys
  }

  /// The moment as the API writes it.
  var timestamp: Timestamp { Timestamp(milliseconds: now) }

  /// The types, edge types and settings as this transaction sees them.
  func catalogue() throws -> StoreCatalogue {
    if let loadedCatalogue { return loadedCatalogue }
    let catalogue = try cache.load(db)
    loadedCatalogue = catalogue
    return catalogue
  }

  /// To be called after a change of types, edge types or settings.
  func catalogueChanged() throws {
    loadedCatalogue = nil
    let revision = Int64(bitPattern: ids.next().low)
    try db.setSpaceValue("catalogue_revision", String(revision))
  }

  /// To be called after a change of keys; none is remembered once the change is committed.
  func keysChanged() {
    db.afterNextTransaction { [keys] _ in keys.changed() }
  }

  /// Puts an event in the log.
  func emit(
    _ name: EventName, data: @autoclosure () -> String, itemID: String, itemType: String,
    edgeType: String? = nil, targetType: String? = nil
  ) throws {
    guard emitsEvents else { return }
    let data = data()
    try db.run(
      """
      INSERT INTO event(name, data, item_id, item_type, edge_type, target_type, created_at)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """, [name.rawValue, data, itemID, itemType, edgeType, targetType, now])
    events.append(
      StoredEvent(
        id: db.lastInsertedRowID, name: name, data: data, itemID: itemID, itemType: itemType,
        edgeType: edgeType, targetType: targetType, createdAt: timestamp))
  }

  /// Runs work that is undone alone when the request is refused.
  ///
  /// A failure of the store is thrown on, for the whole transaction is in doubt then.
  func attempt<Value>(_ work: () throws -> Value) throws -> Result<Value, any Error> {
    let eventCount = events.count
    let catalogue = loadedCatalogue
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
      return .failure(error)
    }
  }
}
