import GRDB

/// A list's filters as SQL conditions on `item`, with their arguments.
struct ListConditions {
  private var sql: [String] = []
  private(set) var arguments: StatementArguments = []

  /// Adds a condition that holds together with the others.
  ///
  /// - Parameters:
  ///   - condition: The condition.
  ///   - values: The values of its question marks.
  mutating func add(_ condition: String, _ values: StatementArguments = []) {
    sql.append(condition)
    arguments += values
  }

  /// Puts a condition before all others.
  mutating func prepend(_ condition: String, _ values: StatementArguments) {
    sql.insert(condition, at: 0)
    arguments = values + arguments
  }

  /// The conditions joined, or `1` when there are none.
  var clause: String { sql.isEmpty ? "1" : sql.joined(separator: " AND ") }

  /// Compiles filters, but for order, limit and cursor.
  ///
  /// With `includesTrash` the state is left to another condition.
  ///
  /// - Throws: `ValidationError` for a bad time or filter expression.
  init(_ filters: ListFilters, in db: Database, includesTrash: Bool = false) throws {
    if !includesTrash { addState(filters.state) }
    if let type = filters.type {
      let types = try StoredTypes.registry(in: db).withSubtypes(of: type)
      let marks = types.map { _ in "?" }.joined(separator: ", ")
      // The plus keeps SQLite from collecting and sorting all items of the types: the indexes of
      // the orders have what this asks for.
      add("+item.type IN (\(marks))", StatementArguments(types))
      // Implied by the types, and what the indexes of the standing lists ask for.
      if ListedTypes.isListed(type, ancestors: []) { add("item.is_listed = 1") }
    }
    if let source = filters.source { add("item.source = ?", [source]) }
    if let tier = filters.tier { add("item.tier = ?", [tier.code]) }
    for tag in filters.tags {
      add(
        """
        item.key IN (SELECT item FROM item_tag
          WHERE tag = (SELECT key FROM tag WHERE name = ?))
        """, [TagRules.normalize(tag) ?? tag])
    }
    addEdges(filters)
    try addTimes(filters)
    if let text = filters.filter {
      var compiler = FilterCompiler()
      let condition = compiler.condition(try FilterExpression(parsing: text))
      add(condition, compiler.arguments)
    }
  }

  /// The literal `state < 2` lets SQLite use the partial index of each list order.
  private mutating func addState(_ state: ItemState?) {
    switch state {
    case nil: add("item.state < 2")
    case .active: add("item.state < 2 AND item.state = 0")
    case .archived: add("item.state < 2 AND item.state = 1")
    case .trashed: add("item.state = 2")
    case .revoked: add("item.state = 3")
    }
  }

  private mutating func addEdges(_ filters: ListFilters) {
    for (type, target) in filters.edge.sorted(by: { $0.key < $1.key }) {
      add(
        """
        item.key IN (SELECT source FROM edge
          WHERE type = ? AND target = (SELECT key FROM item WHERE id = ?))
        """, [type, target])
    }
    for (type, source) in filters.backref.sorted(by: { $0.key < $1.key }) {
      if type == "parent-of" {
        add("item.notebook = (SELECT key FROM item WHERE id = ?)", [source])
        continue
      }
      add(
        """
        item.key IN (SELECT target FROM edge
          WHERE type = ? AND source = (SELECT key FROM item WHERE id = ?))
        """, [type, source])
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
  var column: String
  var isDescending: Bool

  init(_ filters: ListFilters) {
    if filters.updatedAfter != nil {
      column = "updated_at"
      isDescending = false
      return
    }
    switch filters.sort {
    case .createdAt: column = "created_at"
    case .updatedAt: column = "updated_at"
    case .editedAt: column = "edited_at"
    case .timestamp: column = "timestamp"
    case .title: column = "title_sort"
    }
    isDescending = filters.direction == .descending
  }

  /// Whether the column holds texts, and not numbers.
  var isText: Bool { column == "title_sort" }

  /// Columns of `item` together with the order's, and its place among them.
  ///
  /// A column that is there is not added again: each one more makes a page about 2 % slower.
  ///
  /// - Parameters:
  ///   - columns: The columns.
  ///   - count: How many they are.
  ///   - places: Where among them those are that lists are ordered by.
  /// - Returns: The columns as SQL, and where the order's is.
  func adding(
    to columns: String, _ count: Int, _ places: [String: Int]
  ) -> (sql: String, place: Int) {
    if let place = places[column] { return (columns, place) }
    return ("\(columns), item.\(column)", count)
  }

  /// The `ORDER BY` terms, or those of the same order backwards.
  func terms(reversed: Bool = false) -> String {
    let word = isDescending != reversed ? "DESC" : "ASC"
    return "item.\(column) \(word), item.key \(word)"
  }

  /// The condition for rows before a place, to count them or to step over some; takes value and
  /// key.
  var before: String { "(item.\(column), item.key) \(isDescending ? ">" : "<") (?, ?)" }

  /// The condition for the row at a place and those after it, to the same ends.
  var fromHere: String { "(item.\(column), item.key) \(isDescending ? "<=" : ">=") (?, ?)" }
}

/// Which rows of a list are read from a place on.
enum ListStretch {
  /// The row at the place and those after it.
  case fromHere
  /// The rows after the place.
  case after
  /// The rows before the place, the last one first.
  case before
}

/// Rows of a list that lie side by side in the index of its order.
struct ListRange {
  var condition: String
  var arguments: StatementArguments

  /// All rows.
  static let everything = ListRange(condition: "1", arguments: [])
}

extension ListOrder {
  /// The rows from a place on, as two ranges to be read one after the other: those with the place's
  /// value, and those beyond.
  ///
  /// One comparison of pairs says the same, but SQLite 3.40 finds only the first value of a pair in
  /// an index whose next column is the table's key, and then walks over every row with that value:
  /// 4 times as long in a store that was filled by an import.
  func ranges(
    _ stretch: ListStretch, value: any DatabaseValueConvertible, key: Int64
  ) -> [ListRange] {
    let sign = isDescending == (stretch == .before) ? ">" : "<"
    let keySign = stretch == .fromHere ? sign + "=" : sign
    return [
      ListRange(
        condition: "item.\(column) = ? AND item.key \(keySign) ?", arguments: [value, key]),
      ListRange(condition: "item.\(column) \(sign) ?", arguments: [value]),
    ]
  }
}
