import GRDB
import MarfaModel

/// One page of readable items.
struct ItemPage {
  let rows: [ItemRow]
  let hasMore: Bool
  /// Where the next page starts; nil on the last.
  let cursor: String?

  init(_ filters: ListFilters, _ scope: ReadScope, in db: Database) throws {
    let limit = filters.limit ?? 50
    guard (1...200).contains(limit) else {
      throw StoreErrors.invalid("limit", "A page has 1 to 200 items.")
    }
    let order = try ListOrder(filters)
    let list = try filters.pagedList()
    let conditions = try Conditions(filters, scope, order: order, in: db)
    let start = try filters.cursor.map { try PageCursor($0, of: list, in: db) }
    let records = SystemItems.prefix(type: filters.type, scope)
    var found: [ItemRow] = []
    for range in order.ranges(after: start) where found.count <= limit {
      let cursor = try Row.fetchCursor(
        db.statement(
          """
          \(records)SELECT \(ItemRow.columns) FROM item
          WHERE \(range.condition) AND \(conditions.clause)
          ORDER BY \(order.terms) LIMIT ?
          """, for: filters),
        arguments: range.arguments + conditions.arguments + [limit + 1 - found.count])
      while let row = try cursor.next() { found.append(try ItemRow(row)) }
    }
    hasMore = found.count > limit
    rows = Array(found.prefix(limit))
    cursor =
      try hasMore
      ? rows.last.map {
        try PageCursor(value: order.value($0), key: $0.key).text(of: list, in: db)
      } : nil
  }
}

extension ListFilters {
  /// What a cursor belongs to: everything that decides which items a list has, and their order.
  ///
  /// - Returns: One text for equal lists and another for every other.
  /// - Throws: `ValidationError` for an order that the API does not have.
  package func pagedList() throws -> String {
    let order = try ListOrder(self)
    func text(_ value: String?) -> JSONValue { value.map(JSONValue.string) ?? .null }
    return StoredJSON.text([
      "order": .string(order.column), "descending": .bool(order.isDescending),
      "type": text(type), "state": text(state?.rawValue), "source": text(source),
      "tier": text(tier?.rawValue), "tags": .array(Set(tags).sorted().map(JSONValue.string)),
      "filter": text(filter), "edge": .object(edge.mapValues(JSONValue.string)),
      "backref": .object(backref.mapValues(JSONValue.string)), "since": text(since),
      "until": text(until), "updated_after": text(updatedAfter),
    ])
  }
}
