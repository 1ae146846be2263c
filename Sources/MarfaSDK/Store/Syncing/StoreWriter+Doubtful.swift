import Foundation
import GRDB

// MARK: - What may be gone

extension StoreWriter {
  /// Items that are asked about at once, at most.
  private static let doubtfulPage = 200

  /// Asks about items that may be gone.
  func confirmExchange() throws -> Exchange? {
    let count = try doubtfulCountToAsk()
    let ids = try String.fetchAll(
      db,
      // What is there may show that the server was set back, before anything is removed.
      sql: "SELECT id FROM doubtful WHERE needs_person <= 0 ORDER BY needs_person, key LIMIT ?",
      arguments: [count])
    guard let first = ids.first else { return nil }
    let request =
      count > 1
      ? SyncRequest(
        "GET", "/items",
        query: [
          URLQueryItem(name: "ids", value: ids.joined(separator: ",")),
          URLQueryItem(name: "include", value: "metadata,extensions"),
        ])
      : SyncRequest("GET", "/items/" + first)
    return Exchange(
      work: .confirm, subject: .confirm(ids: ids, known: try stamps(of: ids)), request: request)
  }

  /// Asks about the items whose queued changes may be against what somebody did to the trash.
  ///
  /// A trash moves no version, so that no server refuses it after an edit, or an edit after it.
  /// Where the stream does not say how far it goes, only the items themselves show what happened
  /// while this device was away. What somebody does between the answer and the sending is not seen.
  ///
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func askAboutQueue() throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO doubtful(id, needs_person)
        SELECT DISTINCT item.id, \(Self.isQueued) FROM mutation
          JOIN item ON item.key = mutation.item
        WHERE mutation.kind IN ('updateItem', 'deleteItem') AND mutation.attempt = 0
          AND item.server_version IS NOT NULL
        """)
    // What was purged cannot be gone back to, so that nobody has to ask for this.
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO doubtful(id, needs_person)
        SELECT item_id, \(Self.isQueued) FROM mutation
          WHERE kind = 'purgeItem' AND item_id IS NOT NULL AND base IS NOT NULL
        """)
  }

  /// What `needs_person` is for an item that is asked about for the sake of the queue alone.
  private static let isQueued = -2

  /// Asks once more about an item that was asked about for the sake of the queue and is not there:
  /// as one of those that may be gone, so that many removals wait for a person.
  ///
  /// - Returns: Whether it was such an item.
  private func doubtQueued(_ id: String) throws -> Bool {
    try db.cachedStatement(
      sql: "UPDATE doubtful SET needs_person = 0 WHERE id = ? AND needs_person = \(Self.isQueued)"
    ).execute(arguments: [id])
    return db.changesCount > 0
  }

  /// How many items are asked about now: one where the server has no question for several, fewer
  /// after an answer would have been too large.
  private func doubtfulCountToAsk() throws -> Int {
    guard try syncState.readProfile().hasItemsById else { return 1 }
    return try shortenedPage() ?? Self.doubtfulPage
  }

  /// How many items are asked about while that is fewer than usual; nil for as many as usual.
  private func shortenedPage() throws -> Int? {
    try syncState.value(SyncState.doubtfulPage).flatMap { Int($0) }
  }

  private func setDoubtfulPage(_ count: Int) throws {
    let isShortened = count < Self.doubtfulPage
    try syncState.set(SyncState.doubtfulPage, to: isShortened ? String(max(1, count)) : nil)
  }

  /// Removes what the server says it does not have, and takes over what it has.
  ///
  /// - Parameters:
  ///   - ids: The items that were asked about.
  ///   - known: What the server had confirmed of them by then.
  ///   - response: The answer.
  /// - Returns: How it goes on, and what is to be reported.
  /// - Throws: `DatabaseError`; the transaction is then undone.
  func settleConfirmation(
    _ ids: [String], known: [String: ConfirmedStamp], _ response: TransportResponse
  ) throws -> ExchangeOutcome {
    var found: [ConfirmedItem] = []
    switch response.status {
    case 200:
      do {
        found = try SweepPage.confirmed(response.body)
      } catch {
        return ExchangeOutcome(
          progress: .failed(
            .transient(message: "An answer of the server cannot be read.", retryAfter: nil)))
      }
    // The answer or the address may be too long for something on the way, so fewer items are asked
    // about at once; that the list is not found says nothing about the items.
    case let status where ids.count > 1 && [400, 404, 414, 431].contains(status):
      try setDoubtfulPage(ids.count / 2)
      return ExchangeOutcome(progress: .more)
    case 404 where !response.isForeign: break
    default: return ExchangeOutcome(progress: .failed(Self.failure(of: response)))
    }
    if try isSetBack(found, known) {
      try syncState.set(SyncState.cursor, to: nil)
      try beginSweep(isSetBack: true)
      return ExchangeOutcome(progress: .startsOver)
    }
    if let page = try shortenedPage() { try setDoubtfulPage(2 * page) }
    return ExchangeOutcome(progress: .more, events: try take(found, of: ids, known: known))
  }

  /// Whether an answer has an older version of an item than the server had confirmed when it was
  /// asked.
  private func isSetBack(
    _ found: [ConfirmedItem], _ known: [String: ConfirmedStamp]
  ) throws -> Bool {
    // What is asked about because it may be gone may be another item of the same id by now.
    let expected = try idsToAsk()
    return found.contains { item in
      let version = known[item.item.id]?.version
      return expected.contains(item.item.id) && version.map { item.item.version < $0 } ?? false
    }
  }

  /// Takes over what the server has of the items that were asked about, and forgets the others.
  private func take(
    _ found: [ConfirmedItem], of ids: [String], known: [String: ConfirmedStamp]
  ) throws -> [SyncEvent] {
    var events: [SyncEvent] = []
    let heard = try heard()
    let present = try stamps(of: ids)
    var again: Set<String> = []
    for item in found {
      let id = item.item.id
      // Nothing has overtaken an answer that is older than what was known when it was asked for.
      let isOlder = known[id].map { ConfirmedStamp(item.item) < $0 } ?? false
      let acceptsOlder = isOlder && present[id] == known[id]
      if try adopt(item, ofPageBefore: heard, acceptsOlder: acceptsOlder) { again.insert(id) }
      try forgetParted(of: id)
    }
    let there = Set(found.map(\.item.id))
    var mayBeGone = false
    for id in ids where !again.contains(id) {
      if !there.contains(id) {
        let isHere = try record(id: id) != nil
        if try isHere && doubtQueued(id) {
          mayBeGone = true
          continue
        }
        try forget(id: id)
        if try isHere && record(id: id) == nil { events.append(.itemDeleted(id: id)) }
      }
      try db.cachedStatement(sql: "DELETE FROM doubtful WHERE id = ?").execute(arguments: [id])
    }
    if mayBeGone { try guardRemovals() }
    return events
  }
}
