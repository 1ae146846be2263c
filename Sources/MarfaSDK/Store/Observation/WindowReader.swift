import GRDB

/// Reads the rows of a window by key, in both directions, from one snapshot.
struct WindowReader {
  let db: Database
  let list: ListDefinition
  let includesExcerpt: Bool

  /// Reads what a request wants.
  func read(_ request: WindowRequest, isRecounting: Bool) throws -> WindowContent {
    var content = WindowContent()
    content.count =
      if let known = request.content, !isRecounting, !known.isCutOff { known.count } else {
        try count()
      }
    content.selectionId = request.selection?.id
    if let selection = request.selection { try locate(selection, in: &content) }
    let (view, pivot) = try place(request, content: &content)
    let wanted = max(0, view.lowerBound - request.margin)..<view.upperBound + request.margin
    let rows = try self.rows(wanted.clamped(to: 0..<content.count), from: pivot, content.count)
    content.first = wanted.lowerBound
    content.rows = rows
    if let topMark = request.topMark, view.lowerBound > 0 {
      content.newAbove = try countBefore(topMark)
    }
    return content
  }

  /// Reads the first rows of a list that nothing is known of, and leaves counting the others to the
  /// next read: for what is found by looking at each row, that takes longer than the rows do.
  func readBeginning(_ request: WindowRequest) throws -> WindowContent {
    let wanted = max(request.visible.count, 1) + request.margin
    var content = WindowContent()
    content.rows = try page(nil, .fromHere, skipping: 0, limit: wanted)
    content.count = content.rows.count
    content.isCutOff = content.count == wanted
    content.target = Self.view(at: 0, max(request.visible.count, 1), content.count)
    return content
  }

  /// How many rows the list has.
  ///
  /// One look at maintained counters for the places of the source list; else it costs a walk over
  /// an index.
  func count() throws -> Int {
    switch list.counted {
    case .counter(let name): try TagReader(db: db).count(name.kind, subject: name.subject)
    case .rows(let count): count
    case nil: try number("SELECT count(*) FROM item WHERE \(list.whereClause)", [])
    }
  }

  /// The ids of all rows, in their order.
  func ids() throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT item.id FROM item WHERE \(list.whereClause) ORDER BY \(list.order.terms())"),
      arguments: list.arguments)
  }

  /// How many rows are before a place; costs a walk over them.
  func countBefore(_ position: ListPosition) throws -> Int {
    try number(
      "SELECT count(*) FROM item WHERE \(list.whereClause) AND \(list.order.before)",
      position.arguments)
  }

  /// How many rows are before a place, counted from the end of the list that is nearer to a
  /// place where it is expected.
  func countBefore(_ position: ListPosition, near index: Int, of count: Int) throws -> Int {
    guard index > count / 2 else { return try countBefore(position) }
    return try count
      - number(
        "SELECT count(*) FROM item WHERE \(list.whereClause) AND \(list.order.fromHere)",
        position.arguments)
  }

  /// The place of an item, if it is in the list.
  func position(ofId id: String) throws -> ListPosition? {
    try position("item.id = ?", [id])
  }

  /// The place of a row, if it is in the list.
  func position(ofKey key: Int64) throws -> ListPosition? {
    try position("item.key = ?", [key])
  }
}

// MARK: - Placing the view

extension WindowReader {
  /// A place whose row number is known, from which rows are read.
  private enum Pivot {
    case top
    case bottom
    case row(index: Int, position: ListPosition)
  }

  private func locate(_ selection: WindowSelection, in content: inout WindowContent) throws {
    if let position = try position(ofId: selection.id) {
      content.selectionIndex = try countBefore(
        position, near: selection.index ?? 0, of: content.count)
    } else if let last = selection.row, var row = try row(key: last.position.key),
      // SQLite may have given a removed row's key to a new one.
      row.row.id == selection.id
    {
      row.row.marks.insert(.hasLeft)
      content.departed = WindowContent.Departed(
        row: row, index: try countBefore(last.position))
    }
  }

  private func place(
    _ request: WindowRequest, content: inout WindowContent
  ) throws -> (view: Range<Int>, pivot: Pivot) {
    let length = max(request.visible.count, 1)
    switch request.target {
    case .top:
      content.target = Self.view(at: 0, length, content.count)
      return (content.target ?? 0..<0, .top)
    case .bottom:
      content.target = Self.view(at: content.count - length, length, content.count)
      return (content.target ?? 0..<0, .bottom)
    case .item(let id):
      guard let position = try position(ofId: id) else { return try stay(request, &content) }
      let index = try countBefore(position)
      let start =
        request.visible.contains(index) && request.content != nil
        ? request.visible.lowerBound : index - length / 2
      content.target = Self.view(at: start, length, content.count)
      return (content.target ?? 0..<0, .row(index: index, position: position))
    case .range(let range):
      let view = Self.view(at: range.lowerBound, range.count, content.count)
      return (view, nearestPivot(to: view, request, content.count))
    case .stay:
      return try stay(request, &content)
    }
  }

  /// Keeps the selected row where it is on the screen, or else the first row in view.
  private func stay(
    _ request: WindowRequest, _ content: inout WindowContent
  ) throws -> (view: Range<Int>, pivot: Pivot) {
    let (visible, old) = (request.visible, request.content)
    var anchor: (old: Int, new: Int, position: ListPosition)?
    if let index = old?.selectionIndex, visible.contains(index), let new = content.selectionIndex,
      let id = request.selection?.id, let position = try position(ofId: id)
    {
      anchor = (index, new, position)
    } else if let first = old?[visible.lowerBound] {
      let place = try countBefore(first.position, near: visible.lowerBound, of: content.count)
      anchor = (visible.lowerBound, place, first.position)
    }
    guard let anchor else {
      let view = Self.view(at: visible.lowerBound, visible.count, content.count)
      return (view, .top)
    }
    let view = Self.view(
      at: visible.lowerBound + anchor.new - anchor.old, visible.count, content.count)
    content.shift = view.lowerBound - visible.lowerBound
    return (view, .row(index: anchor.new, position: anchor.position))
  }

  private func nearestPivot(
    to view: Range<Int>, _ request: WindowRequest, _ count: Int
  ) -> Pivot {
    var best = (distance: view.lowerBound, pivot: Pivot.top)
    if count - view.upperBound < best.distance {
      best = (count - view.upperBound, .bottom)
    }
    guard let content = request.content, let first = content.rows.first,
      let last = content.rows.last
    else { return best.pivot }
    for (index, row) in [(content.first, first), (content.loaded.upperBound - 1, last)]
    where abs(index - view.lowerBound) < best.distance {
      best = (abs(index - view.lowerBound), .row(index: index, position: row.position))
    }
    return best.pivot
  }

  static func view(at start: Int, _ length: Int, _ count: Int) -> Range<Int> {
    let start = max(0, min(start, count - 1))
    return start..<min(start + length, max(count, start))
  }
}

// MARK: - Rows

extension WindowReader {
  private func rows(_ wanted: Range<Int>, from pivot: Pivot, _ count: Int) throws -> [WindowRow] {
    guard !wanted.isEmpty else { return [] }
    switch pivot {
    case .top:
      return try page(nil, .fromHere, skipping: wanted.lowerBound, limit: wanted.count)
    case .bottom:
      return try page(
        nil, .before, skipping: count - wanted.upperBound, limit: wanted.count)
    case .row(let index, let position):
      if index <= wanted.lowerBound {
        return try page(
          position, .fromHere, skipping: wanted.lowerBound - index, limit: wanted.count)
      }
      if index >= wanted.upperBound {
        return try page(
          position, .before, skipping: index - wanted.upperBound, limit: wanted.count)
      }
      return try page(
        position, .before, skipping: 0, limit: index - wanted.lowerBound)
        + page(position, .fromHere, skipping: 0, limit: wanted.upperBound - index)
    }
  }

  /// Reads rows from a place on, or from the list's end; backward, they end before the place.
  private func page(
    _ position: ListPosition?, _ stretch: ListStretch, skipping: Int, limit: Int
  ) throws -> [WindowRow] {
    // Rows that are skipped are walked over too, which only few are worth.
    let clause = skipping > 200 ? list.whereClause : list.pageClause
    var rows: [WindowRow] = []
    for range in ranges(position, stretch, isSkipping: skipping > 0) where rows.count < limit {
      let sql = """
        SELECT \(columns) FROM \(tables) WHERE \(clause) AND \(range.condition)
        ORDER BY \(list.order.terms(reversed: stretch == .before)) LIMIT ? OFFSET ?
        """
      rows += try fetch(
        sql, list.arguments + range.arguments + [limit - rows.count, skipping])
    }
    return stretch == .before ? rows.reversed() : rows
  }

  private func ranges(
    _ position: ListPosition?, _ stretch: ListStretch, isSkipping: Bool
  ) -> [ListRange] {
    guard let position else { return [.everything] }
    // Nobody knows how many rows of the first range were stepped over.
    guard isSkipping else {
      return list.order.ranges(stretch, value: position.databaseValue, key: position.key)
    }
    let condition = stretch == .before ? list.order.before : list.order.fromHere
    return [ListRange(condition: condition, arguments: position.arguments)]
  }

  func row(key: Int64) throws -> WindowRow? {
    try fetch("SELECT \(columns) FROM \(tables) WHERE item.key = ?", [key]).first
  }

  private func fetch(_ sql: String, _ arguments: StatementArguments) throws -> [WindowRow] {
    let statement = try db.cachedStatement(sql: sql)
    var rows: [WindowRow] = []
    let place = ordered.place
    let cursor = try StatementRows(statement, arguments: arguments)
    while let row = try cursor.next() {
      let summary = ItemSummary(row: row)
      let excerpt = includesExcerpt ? row.text(statement.columnCount - 1) : nil
      rows.append(
        WindowRow(
          position: ListPosition(value: list.order.value(row, at: place), key: summary.key),
          row: ListedItem(summary: summary, excerpt: excerpt)))
    }
    return rows
  }

  private var columns: String {
    let excerpt = includesExcerpt ? ", substr(item_text.body, 1, 160)" : ""
    return ordered.sql + excerpt
  }

  private var ordered: (sql: String, place: Int) {
    list.order.adding(
      to: ItemSummary.storedColumns, ItemSummary.storedColumnCount, ItemSummary.orderPlaces)
  }

  private var tables: String {
    includesExcerpt ? "item JOIN item_text ON item_text.item = item.key" : "item"
  }

  private func position(_ condition: String, _ value: StatementArguments) throws -> ListPosition? {
    let statement = try db.cachedStatement(
      sql:
        "SELECT item.\(list.order.column), item.key FROM item WHERE \(condition) AND \(list.whereClause)"
    )
    let row = try Row.fetchOne(statement, arguments: value + list.arguments)
    return row.map { ListPosition(value: list.order.value($0, at: 0), key: $0[1]) }
  }

  private func number(_ sql: String, _ more: StatementArguments) throws -> Int {
    try Int.fetchOne(
      db.cachedStatement(sql: sql), arguments: list.arguments + more) ?? 0
  }
}
