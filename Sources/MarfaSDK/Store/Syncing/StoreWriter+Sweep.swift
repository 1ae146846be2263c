import Foundation
import GRDB

extension StoreWriter {
  /// More items than this, and more than one in ten, are never removed without asking.
  static let unaskedRemovals = 20
  private static let itemPage = 200
  private static let edgePage = 500

  /// Starts to take over everything that the server has.
  ///
  /// After a sweep of a server that was set back began, each one is of that until one has ended.
  func beginSweep(isSetBack isNews: Bool = false) throws {
    let isSetBack = try isNews || syncState.readSweep()?.isSetBack == true
    // What was asked of the server's former state would be answered by what it lacks now.
    if isSetBack { try db.execute(sql: "DELETE FROM doubtful") }
    let hasSnapshot = try syncState.readProfile().hasSnapshot
    var place = SweepPlace(part: hasSnapshot ? .snapshot : .active, isSetBack: isSetBack)
    if hasSnapshot, !isSetBack { place.isFirst = try !hasConfirmed }
    try db.execute(sql: "DELETE FROM swept")
    try syncState.set(SyncState.sweep, to: StoredJSON.text(of: place))
  }

  /// What is asked for at a place of a sweep.
  static func sweepExchange(_ place: SweepPlace) -> Exchange {
    var query: [URLQueryItem] = []
    let path: String
    switch place.part {
    case .snapshot:
      path = "/snapshot"
      query.add("after", place.page)
    case .active, .archived, .trashed:
      path = "/items"
      query.add("state", place.part.rawValue)
      query.add("include", "metadata,extensions")
      query.add("sort", "created_at")
      query.add("direction", "asc")
      query.add("limit", String(itemPage))
      query.add("cursor", place.page)
    case .edges:
      path = "/edges"
      query.add("limit", String(edgePage))
      query.add("cursor", place.page)
    }
    return Exchange(
      work: .sweep, subject: .sweep(place), request: SyncRequest("GET", path, query: query))
  }

  /// Takes over one page of a sweep, which may have been read before.
  func settleSweep(
    _ place: SweepPlace, _ response: TransportResponse, _ read: SweepPage?
  ) throws -> ExchangeOutcome {
    // Somebody began another sweep meanwhile.
    guard try syncState.readSweep() == place else { return ExchangeOutcome(progress: .more) }
    guard response.status == 200 else {
      if place.page != nil, [400, 410].contains(response.status), !response.isForeign {
        // The place is too old for the server. A server that takes no place is asked later.
        try beginSweep(isSetBack: place.isSetBack)
        let words = response.error()?.message ?? ""
        return ExchangeOutcome(
          progress: .failed(
            .transient(message: "The server's list begins again: \(words)", retryAfter: nil)))
      }
      return ExchangeOutcome(progress: .failed(Self.failure(of: response)))
    }
    let page: SweepPage
    do {
      page = try read ?? SweepPage(response.body, of: place.part)
    } catch {
      return ExchangeOutcome(
        progress: .failed(
          .transient(message: "A page of the server cannot be read.", retryAfter: nil)))
    }
    try take(page, at: place)
    var next = place
    next.count += page.items.count
    next.total = page.total ?? place.total
    next.cursor = place.cursor ?? page.eventId
    next.page = page.next
    if page.next == nil {
      guard let part = place.part.next else {
        try finishSweep(next)
        return ExchangeOutcome(progress: .done)
      }
      next.part = part
    }
    try syncState.set(SyncState.sweep, to: StoredJSON.text(of: next))
    return ExchangeOutcome(progress: .more)
  }

  private func take(_ page: SweepPage, at place: SweepPlace) throws {
    try putOffIndexing()
    let heard = try heard()
    for item in page.items {
      if place.isFirst != true { try markSwept(item.item.id) }
      if place.isSetBack, try takeSetBack(item, heard) { continue }
      if try adopt(item, ofPageBefore: heard, acceptsOlder: place.isSetBack) {
        try ask(about: item.item.id)
      }
    }
    for edge in page.edges {
      if place.isFirst != true { try markSwept(edge.id) }
      if !heard.contains(edge.id) { _ = try adopt(edge) }
    }
  }

  /// Takes over an item of a server that was set back.
  ///
  /// - Returns: Whether it is done: the item is no newer than what is known.
  private func takeSetBack(_ item: ConfirmedItem, _ heard: Set<String>) throws -> Bool {
    let age = try age(of: item.item)
    guard age != .newer else {
      try leaveOlderDocument(of: item.item.id)
      try forgetVersions(ofUpdatesOf: item.item.id)
      return false
    }
    var item = item
    // The stream has reported newer ones.
    if heard.contains(item.item.id) { (item.tags, item.extensions) = (nil, nil) }
    try holdBack(item, age)
    return true
  }

  /// Notes that the present sweep has brought something.
  func markSwept(_ id: String) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO swept(id) VALUES (?)")
      .execute(arguments: [id])
  }

  // MARK: - The end

  /// Finds out what the sweep did not bring, and ends it.
  private func finishSweep(_ place: SweepPlace) throws {
    if place.isSetBack {
      try holdBackMissing()
    } else if place.isFirst != true {
      try doubtMissing()
    }
    if place.part == .snapshot {
      try syncState.set(SyncState.cursor, to: place.cursor)
    }
    try syncState.set(SyncState.sweep, to: nil)
    try db.execute(sql: "DELETE FROM swept")
  }

  /// Notes the confirmed items that a sweep did not bring; the server is asked about each.
  private func doubtMissing() throws {
    let missing = try String.fetchAll(
      db,
      sql: """
        SELECT id FROM item WHERE server_version IS NOT NULL
          AND NOT EXISTS (SELECT 1 FROM swept WHERE swept.id = item.id) ORDER BY key
        """)
    let isMany = try isMany(missing.count)
    for id in missing { try doubt(id, needsPerson: isMany) }
    // Those of items that wait for a person wait with them.
    let edges = try String.fetchAll(
      db,
      sql: """
        SELECT edge.id FROM edge
          JOIN item AS source ON source.key = edge.source
          JOIN item AS target ON target.key = edge.target
        WHERE edge.is_confirmed = 1 AND edge.id NOT IN (SELECT id FROM swept)
          AND (? OR (source.id IN (SELECT id FROM swept) AND target.id IN (SELECT id FROM swept)))
        """, arguments: [!isMany])
    for id in edges { try forgetEdgeWithItem(id: id) }
  }

  /// Whether this many removals need a person's consent.
  private func isMany(_ count: Int) throws -> Bool {
    guard count > Self.unaskedRemovals else { return false }
    let all = try Int.fetchOne(
      db, sql: "SELECT count(*) FROM item WHERE server_version IS NOT NULL")
    return count * 10 > (all ?? 0)
  }

  /// Lets the removals that the stream reported wait for a person, when they are too many.
  func guardRemovals() throws {
    let count = try Int.fetchOne(
      db,
      sql: """
        SELECT count(*) FROM doubtful JOIN item ON item.id = doubtful.id WHERE needs_person = 0
        """)
    guard try isMany(count ?? 0) else { return }
    try db.execute(sql: "UPDATE doubtful SET needs_person = 1 WHERE needs_person = 0")
  }

  /// Notes that an item may be gone.
  func doubt(_ id: String, needsPerson: Bool = false) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO doubtful(id, needs_person) VALUES (?, ?)
        ON CONFLICT(id) DO UPDATE SET
          needs_person = iif(needs_person < 0, needs_person, excluded.needs_person)
        """
    ).execute(arguments: [id, needsPerson])
  }

  /// What an answer means that is none of the expected ones; a page of a proxy says nothing of the
  /// server.
  static func failure(of response: TransportResponse) -> SyncFailure {
    if response.isForeign {
      return .transient(message: response.foreignWords, retryAfter: nil)
    }
    return .refused(response.error()?.message ?? "The server answered \(response.status).")
  }
}
