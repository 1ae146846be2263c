import GRDB

/// What a counter counts; the numbers are in the table and never change.
enum CounterKind: Int64, CaseIterable {
  /// Active listed items.
  case all = 0
  /// Active listed items in no notebook.
  case inbox = 1
  /// Active listed items with the tag `favorite`.
  case favourites = 2
  /// Active listed items without a link in or out.
  case orphans = 3
  /// Listed items in the trash.
  case trash = 4
  /// Active listed items in the notebook that is the counter's subject.
  case notebook = 5
  /// Archived listed items.
  case archived = 6
}

/// One counter: a kind and, for notebooks, the notebook's key.
struct CounterName: Hashable {
  var kind: CounterKind
  var subject: Int64 = 0
}

/// What decides the counters in which an item counts.
struct CountedState: Equatable {
  var state: ItemState
  var isListed: Bool
  var isFavourite: Bool
  var notebook: Int64?
  var linkCount: Int64

  init(_ record: ItemRecord) {
    state = record.state
    isListed = record.isListed
    isFavourite = record.isFavourite
    notebook = record.notebook
    linkCount = record.linkCount
  }

  /// Every counter in which the item counts once.
  var counters: [CounterName] {
    guard isListed else { return [] }
    switch state {
    case .active: break
    case .archived: return [CounterName(kind: .archived)]
    case .trashed: return [CounterName(kind: .trash)]
    case .revoked: return []
    }
    var names = [CounterName(kind: .all)]
    if isFavourite { names.append(CounterName(kind: .favourites)) }
    if linkCount == 0 { names.append(CounterName(kind: .orphans)) }
    names.append(
      notebook.map { CounterName(kind: .notebook, subject: $0) } ?? CounterName(kind: .inbox))
    return names
  }
}

/// The sums of a transaction's changes of counts.
struct CountChanges {
  private var counters: [CounterName: Int64] = [:]
  private var tags: [Int64: Int64] = [:]

  /// Takes an item out of the counters of its old state and into those of its new one.
  mutating func move(from old: CountedState?, to new: CountedState?) {
    if old == new { return }
    for name in old?.counters ?? [] { counters[name, default: 0] -= 1 }
    for name in new?.counters ?? [] { counters[name, default: 0] += 1 }
  }

  /// Drops the changes of a notebook that is removed with its counter.
  mutating func forgetNotebook(_ key: Int64) {
    counters[CounterName(kind: .notebook, subject: key)] = nil
  }

  /// Changes how many items carry a tag.
  mutating func addTag(_ key: Int64, by amount: Int64) {
    tags[key, default: 0] += amount
  }

  /// Writes the sums that are not zero.
  func write(to db: Database) throws {
    // In an order of their own, since new rows get their keys here.
    let sorted = counters.sorted {
      ($0.key.kind.rawValue, $0.key.subject) < ($1.key.kind.rawValue, $1.key.subject)
    }
    for (name, amount) in sorted where amount != 0 {
      let statement = try db.cachedStatement(
        sql: """
          INSERT INTO counter(kind, subject, count) VALUES (?, ?, ?)
          ON CONFLICT(kind, subject) DO UPDATE SET count = count + excluded.count
          """)
      try statement.execute(arguments: [name.kind.rawValue, name.subject, amount])
    }
    for (key, amount) in tags where amount != 0 {
      let statement = try db.cachedStatement(
        sql: "UPDATE tag SET count = count + ? WHERE key = ?")
      try statement.execute(arguments: [amount, key])
    }
  }
}
