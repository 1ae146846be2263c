import MarfaModel

/// The rows of one transaction or snapshot of the store in memory.
///
/// Changes are made in place; each leaves a step that undoes it. A class because nested steps add
/// to one list; it is used by one thread, within the store's lock.
final class MemoryTransaction: RecordTransaction {
  var tables: MemoryTables
  let now: Timestamp
  let ids: ItemIdGenerator
  /// The events of this transaction, in the order of the log.
  private(set) var newEvents: [StoredEvent] = []
  private var steps: [(inout MemoryTables) -> Void] = []

  init(_ tables: MemoryTables, now: Timestamp, ids: ItemIdGenerator) {
    self.tables = tables
    self.now = now
    self.ids = ids
  }

  var changeCount: Int { tables.changeCount }

  func attempt<Value>(_ work: () throws -> Value) throws -> Result<Value, any Error> {
    let (stepCount, eventCount) = (steps.count, newEvents.count)
    do {
      return .success(try work())
    } catch let error as any MarfaError {
      undo(to: stepCount)
      newEvents.removeLast(newEvents.count - eventCount)
      return .failure(error)
    }
  }

  /// Undoes every change after a number of them.
  func undo(to count: Int = 0) {
    // Without a change the catalogue is as it was; to read it again costs more than most reads.
    guard steps.count > count else { return }
    while steps.count > count, let step = steps.popLast() { step(&tables) }
    tables.catalogue = nil
  }

  // MARK: - Changes

  /// Sets a value of a table, or removes it.
  func set<Key: Hashable, Value>(
    _ table: WritableKeyPath<MemoryTables, [Key: Value]>, _ key: Key, _ value: Value?
  ) {
    let old = tables[keyPath: table].removeValue(forKey: key)
    tables[keyPath: table][key] = value
    tables.changeCount += 1
    steps.append { $0[keyPath: table][key] = old }
  }

  /// Adds a value to a set of a table, or removes it.
  func change<Key: Hashable, Value: Hashable>(
    _ table: WritableKeyPath<MemoryTables, [Key: Set<Value>]>, _ key: Key, _ value: Value,
    isMember: Bool
  ) {
    var values = tables[keyPath: table].removeValue(forKey: key) ?? []
    if isMember { values.insert(value) } else { values.remove(value) }
    tables[keyPath: table][key] = values.isEmpty ? nil : values
    steps.append { tables in
      var values = tables[keyPath: table][key] ?? []
      if isMember { values.remove(value) } else { values.insert(value) }
      tables[keyPath: table][key] = values.isEmpty ? nil : values
    }
  }

  /// The next number of rows, which is never given out again.
  func nextNumber() -> Int64 {
    tables.lastNumber += 1
    return tables.lastNumber
  }

  func append(_ event: StoredEvent) throws {
    var event = event
    tables.newestEvent += 1
    event.id = tables.newestEvent
    tables.events.append(event.kept)
    event.text = nil
    newEvents.append(event)
    tables.changeCount += 1
    steps.append { tables in
      tables.events.removeLast()
      tables.newestEvent -= 1
    }
  }

  func append(_ tombstone: TombstoneRow) throws {
    var tombstone = tombstone
    tombstone.key = nextNumber()
    tables.tombstones.append(tombstone)
    tables.changeCount += 1
    steps.append { $0.tombstones.removeLast() }
  }
}
