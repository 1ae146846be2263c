import GRDB
import MarfaModel

extension Conditions {
  /// A tag that more items have is looked up item by item in the list's order.
  private static let commonTagCount = 1000

  /// How many tags and ends of edges a list may name together: each makes the statement one
  /// expression deeper, of which SQLite takes 1,000
  /// (<https://www.sqlite.org/limits.html#max_expr_depth>).
  private static let maximumNames = 100

  /// The conditions of a list's filters and of what may be seen.
  ///
  /// - Throws: `ValidationError` for a bad time or filter expression, or too many names.
  init(
    _ filters: ListFilters, _ scope: ReadScope, order: ListOrder?, in db: Database
  ) throws {
    self.init()
    addState(filters.state)
    addTypes(filters.type, scope, order)
    if let source = filters.source { add("item.source = ?", [source]) }
    if let tier = filters.tier { add("item.tier = ?", [tier.code]) }
    let tags = Set(filters.tags.map { TagRules.normalize($0) ?? $0 }).sorted()
    guard tags.count + filters.edge.count + filters.backref.count <= Self.maximumNames else {
      throw StoreErrors.invalid(
        filters.edge.isEmpty && filters.backref.isEmpty ? "tags" : "edge",
        "A list names at most \(Self.maximumNames) tags and ends of edges.")
    }
    for tag in tags { try addTag(tag, in: db) }
    for (type, target) in filters.edge.sorted(by: { $0.key < $1.key }) {
      addEdge(from: .source, ofType: type, to: target, scope)
    }
    for (type, source) in filters.backref.sorted(by: { $0.key < $1.key }) {
      addEdge(from: .target, ofType: type, to: source, scope)
    }
    try addTimes(filters)
    if let text = filters.filter {
      var filter = FilterSQL(scope)
      let condition = try filter.condition(FilterExpression(parsing: text))
      add(condition, filter.arguments)
    }
  }

  private mutating func addState(_ state: ItemState?) {
    if let state {
      add("item.state = ?", [state.code])
    } else {
      add("item.state <> 2")
    }
  }

  /// Adds which types are listed.
  ///
  /// The plus sign keeps SQLite from an index whose order is not the list's, which would sort
  /// every item of the type. See <https://www.sqlite.org/optoverview.html#uplus>.
  private mutating func addTypes(_ type: String?, _ scope: ReadScope, _ order: ListOrder?) {
    let types = type.map { type in
      Set(scope.catalogue.types.withSubtypes(of: type)).filter(scope.mayRead(type:))
    }
    guard let wanted = types ?? scope.readableTypes else { return }
    let isSorted = order?.column == "updated_at" && wanted.count == 1
    add(isSorted ? "item.type" : "+item.type", in: wanted)
  }

  private mutating func addTag(_ tag: String, in db: Database) throws {
    let count = try db.value(
      "SELECT SUM(count) FROM tag_count WHERE tag = ?", [tag], as: Int.self)
    if count ?? 0 > Self.commonTagCount {
      add("EXISTS (SELECT 1 FROM item_tag WHERE tag = ? AND item = +item.key)", [tag])
    } else {
      add("item.key IN (SELECT item FROM item_tag WHERE tag = ?)", [tag])
    }
  }

  private mutating func addTimes(_ filters: ListFilters) throws {
    if let since = filters.since {
      add("item.timestamp >= ?", [try ItemRules.timestamp(since, field: "since").milliseconds])
    }
    if let until = filters.until {
      add("item.timestamp <= ?", [try ItemRules.timestamp(until, field: "until").milliseconds])
    }
    if let after = filters.updatedAfter {
      add(
        "item.updated_at > ?",
        [try ItemRules.timestamp(after, field: "updated_after").milliseconds])
    }
  }
}

/// The order of a list: a column, then the key, both in one direction.
struct ListOrder: Hashable {
  let column: String
  let isDescending: Bool

  /// - Throws: `ValidationError` for an order that the API does not have.
  init(_ filters: ListFilters) throws {
    if filters.updatedAfter != nil {
      column = "updated_at"
      isDescending = false
      return
    }
    guard filters.sort != .title else {
      throw StoreErrors.invalid("sort", "A list is sorted by created_at, updated_at or timestamp.")
    }
    column = filters.sort.rawValue
    isDescending = filters.direction == .descending
  }

  /// The `ORDER BY` terms.
  var terms: String {
    let word = isDescending ? "DESC" : "ASC"
    return "item.\(column) \(word), item.key \(word)"
  }

  /// The places after a cursor as ranges to read one after the other.
  ///
  /// One comparison of both columns would make SQLite read every earlier row with the same value.
  func ranges(after cursor: PageCursor?) -> [(condition: String, arguments: StatementArguments)] {
    guard let cursor else { return [("1", [])] }
    let sign = isDescending ? "<" : ">"
    return [
      ("item.\(column) = ? AND item.key \(sign) ?", [cursor.value, cursor.key]),
      ("item.\(column) \(sign) ?", [cursor.value]),
    ]
  }

  /// The value of a row in the column.
  func value(_ row: ItemRow) -> Int64 {
    switch column {
    case "created_at": row.createdAt
    case "updated_at": row.updatedAt
    default: row.timestamp
    }
  }
}
