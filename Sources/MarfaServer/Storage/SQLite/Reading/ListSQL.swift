import GRDB
import MarfaModel

extension Conditions {
  /// A tag, a type or a source that more items have is looked at item by item in the list's order;
  /// of rarer ones every item is looked up.
  private static let commonCount = 1000

  /// The conditions of a selection.
  init(_ selection: ItemSelection, order: ItemOrder?, in db: Database) throws {
    self.init()
    try add(selection, order: order, in: db)
  }

  /// Adds the conditions of a selection.
  mutating func add(_ selection: ItemSelection, order: ItemOrder?, in db: Database) throws {
    addState(selection.state)
    try addTypes(selection, order, in: db)
    if let source = selection.source { try addSource(source, in: db) }
    if let tier = selection.tier { add("item.tier = \(tier.code)") }
    for tag in selection.tags { try addTag(tag, in: db) }
    for neighbour in selection.neighbours {
      addEdge(
        from: neighbour.end, ofType: neighbour.type, to: neighbour.other, selection.visibility)
    }
    try addTimes(selection, order, in: db)
    if let since = selection.changedSince { add("item.updated_at >= ?", [since]) }
    if let expression = selection.filter {
      var filter = FilterSQL(selection.visibility)
      let condition = filter.condition(expression)
      add(condition, filter.arguments)
      addCodes(of: expression)
    }
  }

  /// Says once more which state or tier a filter asks for, in the words of the indexes of few
  /// items.
  private mutating func addCodes(of expression: FilterExpression) {
    if case .or = expression { return }
    for case .comparison(.system(let name), .equal, let value) in expression.parts {
      let text = value.stringValue ?? ""
      if name == "state", let state = ItemState(rawValue: text) {
        add("item.state = \(state.code)")
      }
      if name == "tier", let tier = ItemTier(rawValue: text) { add("item.tier = \(tier.code)") }
    }
  }

  /// Adds the state.
  ///
  /// As a number in the text, which lets SQLite use the indexes of archived and of trashed items:
  /// <https://www.sqlite.org/partialindex.html>.
  private mutating func addState(_ state: ItemState?) {
    if let state {
      add("item.state = \(state.code)")
    } else {
      add("item.state <> 2")
    }
  }

  /// Adds which types are listed.
  ///
  /// The plus sign keeps SQLite from an index whose order is not the list's, which would sort
  /// every item of the type. See <https://www.sqlite.org/optoverview.html#uplus>.
  private mutating func addTypes(
    _ selection: ItemSelection, _ order: ItemOrder?, in db: Database
  ) throws {
    guard let types = selection.listedTypes else { return }
    guard !types.isEmpty else { return add("0") }
    var counts = Conditions()
    counts.add("type", in: types)
    // The records of the server are not counted.
    let count =
      selection.recordType == nil
      ? try db.value(
        "SELECT SUM(count) FROM type_count WHERE \(counts.clause)", counts.arguments, as: Int.self)
        ?? 0 : .max
    if count <= Self.commonCount {
      return add(
        "item.key IN (SELECT key FROM item WHERE \(counts.clause))", counts.arguments)
    }
    let isSorted = order?.field == .updatedAt && types.count == 1
    add(isSorted ? "item.type" : "+item.type", in: types)
  }

  /// Adds the span of time.
  ///
  /// Few items are found by their times, whatever the list's order.
  private mutating func addTimes(
    _ selection: ItemSelection, _ order: ItemOrder?, in db: Database
  ) throws {
    var times = Conditions()
    if let since = selection.since { times.add("item.timestamp >= ?", [since]) }
    if let until = selection.until { times.add("item.timestamp <= ?", [until]) }
    guard selection.since != nil || selection.until != nil else { return }
    add(times.clause, times.arguments)
    // The records of the server have no index, and are few.
    guard order?.field != .timestamp, selection.recordType == nil else { return }
    let count =
      try db.value(
        """
        SELECT COUNT(*) FROM (SELECT 1 FROM item WHERE \(times.clause)
          LIMIT \(Self.commonCount + 1))
        """, times.arguments, as: Int.self) ?? 0
    if count <= Self.commonCount {
      add("item.key IN (SELECT key FROM item WHERE \(times.clause))", times.arguments)
    }
  }

  private mutating func addSource(_ source: String, in db: Database) throws {
    let count =
      try db.value(
        """
        SELECT COUNT(*) FROM (SELECT 1 FROM main.item WHERE source = ?
          LIMIT \(Self.commonCount + 1))
        """, [source], as: Int.self) ?? 0
    if count > Self.commonCount {
      add("+item.source = ?", [source])
    } else {
      add("item.source = ?", [source])
    }
  }

  private mutating func addTag(_ tag: String, in db: Database) throws {
    let count = try db.value(
      "SELECT SUM(count) FROM tag_count WHERE tag = ?", [tag], as: Int.self)
    if count ?? 0 > Self.commonCount {
      add("EXISTS (SELECT 1 FROM item_tag WHERE tag = ? AND item = +item.key)", [tag])
    } else {
      add("item.key IN (SELECT item FROM item_tag WHERE tag = ?)", [tag])
    }
  }
}

extension ItemOrder {
  /// The `ORDER BY` terms.
  var terms: String {
    let word = isDescending ? "DESC" : "ASC"
    return "item.\(field.rawValue) \(word), item.key \(word)"
  }

  /// The places after a cursor as ranges to read one after the other.
  ///
  /// One comparison of both columns would make SQLite read every earlier row with the same value.
  func ranges(after place: ListPlace?) -> [(condition: String, arguments: StatementArguments)] {
    guard let place else { return [("1", [])] }
    let sign = isDescending ? "<" : ">"
    return [
      ("item.\(field.rawValue) = ? AND item.key \(sign) ?", [place.value, place.key]),
      ("item.\(field.rawValue) \(sign) ?", [place.value]),
    ]
  }
}
