import GRDB

/// Reads the rows of a window on a search.
///
/// What the word index answers is ranked: the newest hits at once and the order after. Behind those
/// that are ranked come all others, the newest first, with a read of their own once the ranked ones
/// can be shown. Everything else is a list by time, read by key like any other.
struct SearchWindowReader {
  let db: Database
  let query: SearchQuery
  let filters: ListFilters
  let scope: ListScope
  let now: Int64
  let includesExcerpt: Bool
  let ranking: SearchRanking

  /// So many hits are ranked before anything is shown; more would be felt.
  private static let directCount = 100

  /// Reads what a request wants unless a change does not matter to it.
  func read(_ request: WindowRequest, for change: StoreChange?) throws -> WindowReading {
    let compiler = try SearchCompiler(query.expression, in: db)
    guard let pattern = compiler.pattern else {
      return try readList(compiler, request, for: change)
    }
    return try SearchReader(db: db, now: now, filters: filters).withFunctions(of: compiler) {
      try readRanked(pattern, compiler, request, for: change)
    }
  }

  /// Finds an item's place among the hits.
  func index(of id: String) throws -> Int? {
    let compiler = try SearchCompiler(query.expression, in: db)
    return try SearchReader(db: db, now: now, filters: filters).withFunctions(of: compiler) {
      if let keys = try wholeOrder(compiler) {
        return try key(id).flatMap { keys.firstIndex(of: $0) }
      }
      let reader = try reader(compiler)
      return try reader.position(ofId: id).map(reader.countBefore)
    }
  }

  /// The ids of all hits, in their order.
  func ids() throws -> [String] {
    let compiler = try SearchCompiler(query.expression, in: db)
    return try SearchReader(db: db, now: now, filters: filters).withFunctions(of: compiler) {
      guard let keys = try wholeOrder(compiler) else { return try reader(compiler).ids() }
      return try ids(of: keys)
    }
  }

  /// The order with all hits in it; nil when they are a list by time.
  private func wholeOrder(_ compiler: SearchCompiler) throws -> [Int64]? {
    guard case .ranked(let keys, let isWhole) = ranking.state else { return nil }
    guard !isWhole, let pattern = compiler.pattern else { return keys }
    return try whole(keys, pattern, conditions(compiler))
  }

  private func ids(of keys: [Int64]) throws -> [String] {
    let statement = try db.cachedStatement(sql: "SELECT id FROM item WHERE key = ?")
    return try keys.compactMap { try String.fetchOne(statement, arguments: [$0]) }
  }

  // MARK: - By time

  private func readList(
    _ compiler: SearchCompiler, _ request: WindowRequest, for change: StoreChange?
  ) throws -> WindowReading {
    var request = request
    if ranking.state != .list { (request.target, request.content) = (.top, nil) }
    ranking.state = .list
    return try SearchReader(db: db, now: now, filters: filters).withFunctions(of: compiler) {
      try reader(compiler).read(request, for: change)
    }
  }

  private func reader(_ compiler: SearchCompiler) throws -> WindowReader {
    WindowReader(
      db: db,
      list: try ListDefinition(filters: filters, scope: scope, search: compiler, in: db),
      includesExcerpt: includesExcerpt)
  }

  // MARK: - Ranked

  private func readRanked(
    _ pattern: String, _ compiler: SearchCompiler, _ request: WindowRequest,
    for change: StoreChange?
  ) throws -> WindowReading {
    let list = try conditions(compiler)
    if case .ranked(var keys, let isWhole) = ranking.state, request.content != nil {
      if let change {
        switch try verdict(on: change, keys, pattern, list) {
        case .unaffected where request.target == .stay: return .unaffected
        case .rows where isWhole:
          if let content = try content(of: keys, request) { return .content(content) }
        case .unaffected, .rows, .membership: break
        }
      } else if request.target != .stay || !isWhole {
        if !isWhole { keys = try whole(keys, pattern, list) }
        if let content = try content(of: keys, request) {
          ranking.state = .ranked(keys, isWhole: true)
          return .content(content)
        }
      }
    }
    var (isProvisional, isWhole) = (false, true)
    var keys: [Int64]
    if ranking.state == .none {
      keys = try newest(pattern, list, limit: Self.directCount)
      isProvisional = keys.count == Self.directCount
    } else {
      keys = []
    }
    if !isProvisional {
      keys = try ranked(pattern, list)
      isWhole = keys.count < SearchReader.rankedCount
    }
    // A view of the unranked hits must stay on them.
    if !isWhole, request.content?.count ?? 0 > SearchReader.rankedCount {
      keys = try whole(keys, pattern, list)
      isWhole = true
    }
    if keys.isEmpty {
      let substring = try SearchCompiler(query.expression, in: db, isSubstring: true)
      return try readList(substring, request, for: change)
    }
    ranking.state = isProvisional ? .newest(keys) : .ranked(keys, isWhole: isWhole)
    var content =
      try content(of: keys, request) ?? WindowContent(selectionId: request.selection?.id)
    content.isProvisional = isProvisional
    content.isCutOff = !isWhole
    return .content(content)
  }

  private func conditions(_ compiler: SearchCompiler) throws -> ListDefinition {
    try ListDefinition(
      filters: filters, scope: scope, search: compiler, isPatternJoined: true, in: db)
  }

  /// Some keys, followed by those of all other hits, the newest first.
  private func whole(_ keys: [Int64], _ pattern: String, _ list: ListDefinition) throws -> [Int64] {
    let known = Set(keys)
    return try keys + newest(pattern, list, limit: -1).filter { !known.contains($0) }
  }

  /// The keys of the newest hits; of all with the limit -1.
  private func newest(_ pattern: String, _ list: ListDefinition, limit: Int) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT item_fts.rowid FROM item_fts JOIN item ON item.key = item_fts.rowid
          WHERE item_fts MATCH ? AND \(list.whereClause)
          ORDER BY item_fts.rowid DESC LIMIT ?
          """), arguments: [pattern] + list.arguments + [limit])
  }

  private func ranked(_ pattern: String, _ list: ListDefinition) throws -> [Int64] {
    let reader = SearchReader(db: db, now: now, filters: filters)
    let title = SoughtTitle(query.expression)
    let matches = try reader.matches(of: pattern, title, list.whereClause, list.arguments)
    return try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          \(matches.table)
          SELECT item.key, \(SearchReader.score) AS total
          FROM match JOIN item ON item.key = match.key
          WHERE \(list.whereClause) ORDER BY total DESC, item.key DESC
          LIMIT \(SearchReader.rankedCount)
          """), arguments: matches.arguments + list.arguments)
  }

  /// What a change means for the hits; as `.rows` their order and number stay.
  private func verdict(
    on change: StoreChange, _ keys: [Int64], _ pattern: String, _ list: ListDefinition
  ) throws -> WindowRelevance.Verdict {
    guard let changed = change.rows(of: .item) else { return .membership }
    for table in list.otherTables where change.rows(of: table)?.isEmpty != true {
      return .membership
    }
    let hits = Set(keys)
    let placed = changed.filter { $0.value.touches(list.conditionColumns) }
    if placed.keys.contains(where: hits.contains) { return .membership }
    let statement = try db.cachedStatement(
      sql: """
        SELECT 1 FROM item_fts JOIN item ON item.key = item_fts.rowid
        WHERE item_fts MATCH ? AND item_fts.rowid = ? AND \(list.whereClause)
        """)
    for key in placed.keys
    where try Int.fetchOne(statement, arguments: [pattern, key] + list.arguments) != nil {
      return .membership
    }
    let shown = changed.filter { $0.value.touches(WindowRelevance.shownColumns) }
    return shown.keys.contains(where: hits.contains) ? .rows : .unaffected
  }

  // MARK: - Rows

  /// What the window shows of the hits; nil when one of them is gone, which an order that is older
  /// than this snapshot may not know.
  private func content(of keys: [Int64], _ request: WindowRequest) throws -> WindowContent? {
    var content = WindowContent()
    content.count = keys.count
    content.selectionId = request.selection?.id
    if let selection = request.selection {
      try locate(selection, among: keys, request, in: &content)
    }
    let view = try place(request, among: keys, in: &content)
    let wanted = max(0, view.lowerBound - request.margin)..<view.upperBound + request.margin
    let range = wanted.clamped(to: 0..<keys.count)
    content.first = range.lowerBound
    for index in range {
      guard let row = try row(key: keys[index], at: index) else { return nil }
      content.rows.append(row)
    }
    return content
  }

  private func locate(
    _ selection: WindowSelection, among keys: [Int64], _ request: WindowRequest,
    in content: inout WindowContent
  ) throws {
    let key = try selection.row?.position.key ?? key(selection.id)
    guard let key else { return }
    if let index = keys.firstIndex(of: key) {
      content.selectionIndex = index
    } else if let last = selection.row, var row = try row(key: key, at: 0) {
      row.row.marks.insert(.hasLeft)
      row.position = last.position
      let old = request.content?.departed?.index ?? request.content?.selectionIndex ?? 0
      content.departed = WindowContent.Departed(row: row, index: min(old, keys.count))
    }
  }

  private func place(
    _ request: WindowRequest, among keys: [Int64], in content: inout WindowContent
  ) throws -> Range<Int> {
    let length = max(request.visible.count, 1)
    var start = request.visible.lowerBound
    switch request.target {
    case .top: start = 0
    case .bottom: start = keys.count - length
    case .range(let range): start = range.lowerBound
    case .item(let id):
      if let index = try key(id).flatMap({ keys.firstIndex(of: $0) }),
        !request.visible.contains(index) || request.content == nil
      {
        start = index - length / 2
      }
    case .stay:
      start += Self.shift(request, content, among: keys)
      content.shift = max(0, min(start, keys.count - 1)) - request.visible.lowerBound
    }
    let view = WindowReader.view(at: start, length, keys.count)
    switch request.target {
    case .top, .bottom, .item: content.target = view
    case .range, .stay: break
    }
    return view
  }

  /// How far the selected row, or else the first one in view, has moved; a view at the top stays
  /// there, since the best hits are what is looked for.
  private static func shift(
    _ request: WindowRequest, _ content: WindowContent, among keys: [Int64]
  ) -> Int {
    guard let old = request.content, !old.isProvisional else { return 0 }
    if let index = old.selectionIndex, request.visible.contains(index) {
      return (content.selectionIndex ?? index) - index
    }
    let first = request.visible.lowerBound
    guard first > 0, let key = old[first]?.position.key, let new = keys.firstIndex(of: key) else {
      return 0
    }
    return new - first
  }

  private func row(key: Int64, at index: Int) throws -> WindowRow? {
    let columns = ItemSummary.storedColumns
    let sql =
      includesExcerpt
      ? """
      SELECT \(columns), substr(item_text.body, 1, 160)
      FROM item JOIN item_text ON item_text.item = item.key WHERE item.key = ?
      """
      : "SELECT \(columns) FROM item WHERE item.key = ?"
    guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [key]) else {
      return nil
    }
    let excerpt: String? = includesExcerpt ? row[ItemSummary.storedColumnCount] : nil
    return WindowRow(
      position: ListPosition(value: .rank(index), key: key),
      row: ItemRow(summary: ItemSummary(row: row), excerpt: excerpt))
  }

  private func key(_ id: String) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT key FROM item WHERE id = ?"), arguments: [id])
  }
}
