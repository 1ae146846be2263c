import GRDB

/// Reads the rows of a window on a search.
///
/// What the word index answers is ranked: the newest hits at once and the order after. All others
/// follow those that are ranked, the newest first, with a read of their own once the ranked ones
/// can be shown. Everything else is a list by time, read by key like any other.
struct SearchWindowReader {
  let db: Database
  let query: SearchQuery
  let filters: ListFilters
  let scope: ListScope
  let now: Int64
  let includesExcerpt: Bool
  /// Outlives this value: the next read of the window goes on from what this one leaves in it.
  let ranking: SearchRanking

  /// At most this many hits are ranked before anything is shown; more would be felt.
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
    let isFirst = ranking.state != .list
    ranking.state = .list
    return try SearchReader(db: db, now: now, filters: filters).withFunctions(of: compiler) {
      let reader = try reader(compiler)
      guard isFirst else { return try reader.read(request, for: change) }
      guard request.selection != nil else {
        return .content(try reader.readBeginning(request))
      }
      var request = request
      (request.target, request.content) = (.top, nil)
      return try reader.read(request, for: change)
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
    if let reading = try readKnown(pattern, list, request, for: change) { return reading }
    var keys: [Int64] = []
    var (isProvisional, isWhole) = (false, true)
    if ranking.state == .none {
      keys = try newest(pattern, list, limit: Self.directCount)
      isProvisional = keys.count == Self.directCount
    }
    if !isProvisional {
      (keys, isWhole) = try ranked(pattern, list)
    }
    // A view of the unranked hits must stay on them.
    if !isWhole, request.content?.count ?? 0 > keys.count {
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

  /// What the order that is known answers; nil when the hits must be ranked again.
  private func readKnown(
    _ pattern: String, _ list: ListDefinition, _ request: WindowRequest, for change: StoreChange?
  ) throws -> WindowReading? {
    guard case .ranked(var keys, let isWhole) = ranking.state, request.content != nil else {
      return nil
    }
    if let change {
      switch try verdict(on: change, keys, pattern, list) {
      case .unaffected where request.target == .stay: return .unaffected
      case .rows where isWhole: return try content(of: keys, request).map(WindowReading.content)
      case .unaffected, .rows, .membership: return nil
      }
    }
    guard request.target != .stay || !isWhole else { return nil }
    if !isWhole { keys = try whole(keys, pattern, list) }
    guard let content = try content(of: keys, request) else { return nil }
    ranking.state = .ranked(keys, isWhole: true)
    return .content(content)
  }

  private func conditions(_ compiler: SearchCompiler) throws -> ListDefinition {
    try ListDefinition(
      filters: filters, scope: scope, search: compiler, isPatternJoined: true, in: db)
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
    // SQLite may have given a removed row's key to a new one: the id counts.
    guard let key = try key(selection.id) else { return }
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
      row: ListedItem(summary: ItemSummary(row: row), excerpt: excerpt))
  }

  private func key(_ id: String) throws -> Int64? {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT key FROM item WHERE id = ?"), arguments: [id])
  }
}
