import GRDB

extension SyncState {
  /// What the stream reported while a page was read, as ids in JSON.
  static let heard = "heard"
}

/// A page that was read before an event and arrives after it is older than the event. An item's
/// version says so of its properties; tags, extensions and edges have none.
extension StoreWriter {
  /// Whether the server is asked about single items.
  func hasDoubtful() throws -> Bool {
    try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM doubtful LIMIT 1")) != nil
  }

  /// Notes what an event reported, until the next page is asked for.
  func noteHeard(_ change: StreamChange) throws {
    let id: String
    switch change {
    case .metadata(let item, _, _, _): id = item
    case .itemExtension(let item, _, _): id = item
    case .edge(let edge): id = edge.id
    case .edgeDeleted(let edge): id = edge
    default: return
    }
    let ids = try heard().union([id])
    try syncState.set(SyncState.heard, to: StoredJSON.text(of: ids.sorted()))
  }

  /// Forgets what was heard: a page that is asked for now knows it.
  func forgetHeard() throws {
    guard try syncState.value(SyncState.heard) != nil else { return }
    try syncState.set(SyncState.heard, to: nil)
  }

  /// The items and edges that the stream reported since the page was asked for.
  func heard() throws -> Set<String> {
    try syncState.value(SyncState.heard).map { Set(try StoredJSON.value([String].self, $0)) } ?? []
  }

  /// Takes over an item of a page without the tags and extensions that the stream knows better.
  ///
  /// - Returns: Whether the server is to be asked again: the page was too old to say all of the
  ///   item.
  func adopt(
    _ item: ConfirmedItem, ofPageBefore heard: Set<String>, acceptsOlder: Bool = false
  ) throws -> Bool {
    let isHeard = heard.contains(item.item.id)
    let isNew = try isHeard && record(id: item.item.id) == nil
    var known = item
    if isHeard, !isNew { (known.tags, known.extensions) = (nil, nil) }
    let outcome = try adopt(known, acceptsOlder: acceptsOlder)
    return isHeard && isNew || outcome == .known
  }

  /// The items that the server is asked about though it has them for all that is known.
  func idsToAsk() throws -> Set<String> {
    try String.fetchSet(db, sql: "SELECT id FROM doubtful WHERE needs_person < 0")
  }

  /// Whether something here is known to be on the server.
  var hasConfirmed: Bool {
    get throws {
      let sql = """
        SELECT EXISTS (SELECT 1 FROM item WHERE server_version IS NOT NULL)
          OR EXISTS (SELECT 1 FROM edge WHERE is_confirmed = 1)
        """
      return try Bool.fetchOne(db, sql: sql) ?? true
    }
  }

  /// What the server has confirmed of some items, by id; none of those that it has not.
  func stamps(of ids: [String]) throws -> [String: ConfirmedStamp] {
    let statement = try db.cachedStatement(
      sql: """
        SELECT server_version, server_updated_at FROM item
        WHERE id = ? AND server_version IS NOT NULL
        """)
    var stamps: [String: ConfirmedStamp] = [:]
    for id in ids {
      guard let row = try Row.fetchOne(statement, arguments: [id]) else { continue }
      stamps[id] = ConfirmedStamp(version: row[0], updatedAt: row[1] ?? 0)
    }
    return stamps
  }

  /// Asks the server about an item of which an event reported only a part.
  func ask(about id: String) throws { try ask(about: id, as: -1) }

  /// What `needs_person` is for an item of which a change was answered that was sent before.
  static let isAnsweredAgain = -3

  /// Asks the server about an item of which a change was answered that was sent before, between the
  /// changes that follow.
  func askBetweenChanges(about id: String) throws { try ask(about: id, as: Self.isAnsweredAgain) }

  private func ask(about id: String, as reason: Int) throws {
    try db.cachedStatement(
      sql: "INSERT OR IGNORE INTO doubtful(id, needs_person) VALUES (?, ?)"
    ).execute(arguments: [id, reason])
  }
}

/// How new a state of an item is that the server has confirmed.
package struct ConfirmedStamp: Hashable, Comparable, Sendable {
  /// The server's version.
  package var version: Int
  /// The server's time of its last change, in milliseconds since 1970.
  package var updatedAt: Int64

  package init(version: Int, updatedAt: Int64) {
    (self.version, self.updatedAt) = (version, updatedAt)
  }

  /// How new the state is that a server reported.
  init(_ item: Item) {
    self.init(
      version: item.version,
      updatedAt: Timestamp(iso8601: item.updatedAt)?.milliseconds ?? 0)
  }

  package static func < (one: Self, other: Self) -> Bool {
    (one.version, one.updatedAt) < (other.version, other.updatedAt)
  }
}
