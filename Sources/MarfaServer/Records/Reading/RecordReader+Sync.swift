import MarfaModel

/// What a device needs to be like the server: everything, what changed, or some items by their ids.
///
/// A snapshot and changes are lines of JSON (<https://github.com/ndjson/ndjson-spec>). The first
/// says where it is: `{event_id, server_id, log_epoch, next}`; `next` is what to ask for then,
/// null at the end. The others are `{"item", "metadata"}` with extensions, `{"edge"}`,
/// `{"deleted": {"item_id"}}` or `{"deleted": {"edge_id"}}`, and of changes `{"resync": true}`
/// after changes that no event names: take a snapshot.
extension RecordReader {
  /// How many items a request by ids may name.
  static let idCount = 200

  /// `GET /items?ids=`: the items that are there and may be seen, in the order of the ids.
  func items(ids: [String], including include: Set<ItemInclude>) throws -> StoreAnswer {
    guard (1...Self.idCount).contains(ids.count) else {
      throw StoreErrors.invalid(
        "ids", "A request names 1 to \(Self.idCount) ids.", limit: Self.idCount)
    }
    let found = Dictionary(
      try rows.items(ids: Array(Set(ids))).filter {
        try scope.mayRead(type: $0.type) && !rows.isBeingPurged($0)
      }
      .map { ($0.id, $0) }
    ) { first, _ in first }
    var seen: Set<String> = []
    let wanted = ids.filter { seen.insert($0).inserted }.compactMap { found[$0] }
    let items = try hydrated(wanted, including: include)
    guard items.count == wanted.count else {
      throw StoreErrors.invalid(
        "ids", "These items have more than \(scope.limits.pageBytes) bytes together; name fewer.",
        limit: scope.limits.pageBytes)
    }
    return StoreAnswer(.items(HydratedPage(items: items)))
  }

  /// `GET /snapshot`: items in the order of their keys, then edges, then what was removed as
  /// far back as that is known, a part at a time.
  ///
  /// Each part is one snapshot; what happens after the first is in the log after its event id. The
  /// first line of a part with items says how many items there are in all.
  func snapshot(after place: SnapshotPlace) throws -> StoreAnswer {
    var writer = JSONWriter(capacity: scope.limits.pageBytes / 4)
    var next: SnapshotPlace?
    var items: Int64?
    switch place {
    case .items(let key):
      let page = try rows.items(
        ofType: nil, after: key, limit: RowLimit(count: 5_000, bytes: scope.limits.pageBytes))
      let last = try write(page.rows, to: &writer) ?? key
      items = try readableItems()
      next =
        page.hasMore || last != page.rows.last?.key ?? key
        ? .items(after: last) : .edges(after: 0)
    case .edges(let key):
      let page = try rows.edges(
        EdgeSelection(end: .any, visibility: scope.visibility), after: key,
        limit: RowLimit(count: 5_000, bytes: scope.limits.pageBytes))
      for edge in page.rows { writer.line { $0.writeEdge(edge) } }
      next = page.hasMore ? page.rows.last.map { .edges(after: $0.key) } : .tombstones(after: 0)
    case .tombstones(let key):
      let page = try rows.tombstones(after: key, limit: 5_000)
      for row in page.rows where scope.mayRead(row) { writer.writeDeleted(row) }
      next = page.hasMore ? page.rows.last.map { .tombstones(after: $0.key) } : nil
    }
    let newest = try rows.eventBounds().newest
    return try lines(writer, eventId: newest, next: next?.text, items: items)
  }

  /// The number of items whose extensions are read together.
  private static let itemsAtOnce = 16

  /// Writes items with tags and extensions until the part is full.
  ///
  /// - Returns: The key of the last that was looked at; nil when there is none.
  private func write(_ items: [ItemRow], to writer: inout JSONWriter) throws -> Int64? {
    let pageBytes = scope.limits.pageBytes
    var last: Int64?
    var extensions: ArraySlice<ExtensionRow> = []
    for (index, row) in items.enumerated() {
      // They may weigh more than their items: those of a few at a time are read.
      if index.isMultiple(of: Self.itemsAtOnce) {
        guard last == nil || writer.bytes.count < pageBytes else { break }
        let end = items[min(index + Self.itemsAtOnce, items.count) - 1].key
        extensions = try rows.extensions(ofKeys: row.key...end)[...]
      }
      var own: [ExtensionRow] = []
      while let next = extensions.first, next.item <= row.key {
        extensions.removeFirst()
        if next.item == row.key, scope.access.mayRead(extension: next.namespace) {
          own.append(next)
        }
      }
      guard last == nil || writer.bytes.count < pageBytes else { break }
      last = row.key
      guard scope.mayRead(type: row.type) else { continue }
      let item = HydratedItem(row: row, hasMetadata: true, extensions: own)
      writer.line { AnswerWriter.write(item, to: &$0) }
    }
    return last
  }

  /// `GET /changes`: the state as it is now of each item and edge that events name, once.
  ///
  /// - Throws: `APIError` with `catchup_too_old` when the log does not go back so far.
  func changes(after id: Int64) throws -> StoreAnswer {
    let bounds = try rows.eventBounds()
    guard bounds.canResume(after: id), id <= bounds.newest else {
      throw StoreErrors.tooOld(id, oldest: bounds.oldest ?? bounds.newest)
    }
    let events = try rows.events(
      after: id, limit: RowLimit(count: scope.limits.eventPage, bytes: scope.limits.pageBytes))
    let named = try named(by: events, after: id)
    var writer = JSONWriter(capacity: 64 << 10)
    if named.mustResync { writer.line { $0.raw("{\"resync\":true}") } }
    try writeItems(named.items, named.rows.compactMapValues { $0 }, to: &writer)
    try writeEdges(named.edges, to: &writer)
    return try lines(
      writer, eventId: named.last, next: named.last < bounds.newest ? String(named.last) : nil)
  }

  /// What events name, up to the event whose item is beyond the bytes of a page: it may have grown
  /// since.
  private func named(by events: [StoredEvent], after id: Int64) throws -> NamedThings {
    var named = NamedThings(last: id)
    var bytes = 0
    for event in events {
      let isTold = event.isReadable(for: scope.access, in: scope.catalogue.types)
      let isOfItem = event.name != .resync && event.edgeType == nil
      if isTold, isOfItem, named.rows[event.itemId] == nil {
        let row = try rows.item(id: event.itemId).flatMap {
          scope.mayRead(type: $0.type) ? $0 : nil
        }
        bytes += row?.size ?? 0
        if bytes > scope.limits.pageBytes, !named.rows.isEmpty { break }
        named.rows[event.itemId] = .some(row)
      }
      named.last = event.id
      guard isTold else { continue }
      if isOfItem {
        named.items.append(event.itemId)
      } else if event.name == .resync {
        named.mustResync = true
      } else if let edge = try StoredJSON.object(event.data)["id"]?.stringValue {
        named.edges.append(edge)
      }
    }
    return named
  }

  private func writeItems(
    _ ids: [String], _ rowsById: [String: ItemRow], to writer: inout JSONWriter
  ) throws {
    let unique = Self.unique(ids)
    let found = unique.compactMap { rowsById[$0] }
    let hydrated = try Hydration(rows: rows, scope: scope).hydrated(
      found, including: [.metadata, .extensions])
    let byId = Dictionary(hydrated.map { ($0.row.id, $0) }) { first, _ in first }
    for id in unique {
      writer.line { writer in
        if let item = byId[id] {
          AnswerWriter.write(item, to: &writer)
        } else {
          writer.write(["deleted": ["item_id": .string(id)]] as JSONValue)
        }
      }
    }
  }

  private func writeEdges(_ ids: [String], to writer: inout JSONWriter) throws {
    for id in Self.unique(ids) {
      let edge = try rows.edge(id: id)
      writer.line { writer in
        if let edge, scope.mayRead(edge) {
          writer.writeEdge(edge)
        } else {
          writer.write(["deleted": ["edge_id": .string(id)]] as JSONValue)
        }
      }
    }
  }

  /// The ids without doubles, in the order of their last mention.
  private static func unique(_ ids: [String]) -> [String] {
    var seen: Set<String> = []
    return ids.reversed().filter { seen.insert($0).inserted }.reversed()
  }

  private func lines(
    _ body: JSONWriter, eventId: Int64, next: String?, items: Int64? = nil
  ) throws -> StoreAnswer {
    let identity = try rows.identity()
    var members: [String: JSONValue] = [
      "event_id": .string(String(eventId)), "next": next.map(JSONValue.string) ?? .null,
      "server_id": .string(identity.serverId), "log_epoch": .string(identity.logEpoch),
    ]
    if let items { members["items"] = .integer(items) }
    var head = JSONWriter(order: .sorted, capacity: body.bytes.count + 512)
    head.line { $0.write(.object(members)) }
    head.raw(body.bytes)
    return StoreAnswer(.lines(head.bytes))
  }
}

/// Where the next part of a snapshot starts.
public enum SnapshotPlace: Hashable, Sendable {
  /// Items after a key.
  case items(after: Int64)
  /// Edges after a key.
  case edges(after: Int64)
  /// What was removed, after a key.
  case tombstones(after: Int64)

  /// As it is written in an address.
  var text: String {
    switch self {
    case .items(let key): "items-\(key)"
    case .edges(let key): "edges-\(key)"
    case .tombstones(let key): "tombstones-\(key)"
    }
  }

  /// Reads what an earlier part said; nil when it is none.
  init?(_ text: String) {
    let parts = text.split(separator: "-")
    guard parts.count == 2, let key = Int64(parts[1]), key >= 0 else { return nil }
    switch parts[0] {
    case "items": self = .items(after: key)
    case "edges": self = .edges(after: key)
    case "tombstones": self = .tombstones(after: key)
    default: return nil
    }
  }
}

/// Who a store is.
struct StoreIdentity: Hashable, Sendable {
  /// Drawn when the store was made; the same after a restart.
  var serverId: String
  /// Another one when the log does not go on from what clients have seen: after a restored backup.
  var logEpoch: String
}

extension RecordRows {
  /// Who the store is.
  func identity() throws -> StoreIdentity {
    guard let server = try spaceValue(.serverId), let epoch = try spaceValue(.logEpoch) else {
      throw StoreFailure(.broken, "the store has no identity")
    }
    return StoreIdentity(serverId: server, logEpoch: epoch)
  }
}

extension JSONWriter {
  /// Writes something and ends the line.
  fileprivate mutating func line(_ write: (inout JSONWriter) -> Void) {
    write(&self)
    raw("\n")
  }

  fileprivate mutating func writeDeleted(_ row: TombstoneRow) {
    let name = row.edgeType == nil ? "item_id" : "edge_id"
    line { $0.write(["deleted": [name: .string(row.id)]] as JSONValue) }
  }

  fileprivate mutating func writeEdge(_ edge: EdgeRow) {
    raw("{\"edge\":")
    edge.write(to: &self)
    raw("}")
  }
}

/// What some events of the log are about.
private struct NamedThings {
  /// The last of the events.
  var last: Int64
  /// Ids of items and edges, one for each event.
  var items: [String] = []
  var edges: [String] = []
  /// The items as they are now; nil of one that is gone or may not be seen.
  var rows: [String: ItemRow?] = [:]
  /// Whether something changed that no event names.
  var mustResync = false
}
