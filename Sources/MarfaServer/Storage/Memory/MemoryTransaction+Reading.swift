import MarfaModel

extension MemoryTransaction {
  func usedTypes() throws -> Set<String> { Set(tables.items.values.map(\.type)) }

  func item(id: String) throws -> ItemRow? { tables.itemKeys[id].flatMap { tables.items[$0] } }

  func item(key: Int64) throws -> ItemRow? { tables.items[key] }

  func items(ids: [String]) throws -> [ItemRow] { try ids.compactMap { try item(id: $0) } }

  func item(source: String, sourceId: String) throws -> ItemRow? {
    tables.items.values.first {
      $0.sourceId == sourceId && $0.source == source && $0.state != .trashed
    }
  }

  func items(
    _ selection: ItemSelection, in order: ItemOrder, after place: ListPlace?, limit: RowLimit
  ) throws -> RowPage<ItemRow> {
    let sign: Int64 = order.isDescending ? -1 : 1
    func rank(_ value: Int64, _ key: Int64) -> (Int64, Int64) { (sign * value, sign * key) }
    let start = place.map { rank($0.value, $0.key) }
    var found = try matching(selection)
      .map { (rank: rank(order.value($0), $0.key), row: $0) }
      .filter { entry in start.map { $0 < entry.rank } ?? true }
      .sorted { $0.rank < $1.rank }[...]
    return RowPage(limit, size: \.size) { found.popFirst()?.row }
  }

  func itemKeys(_ selection: ItemSelection, limit: Int) throws -> [Int64] {
    Array(try matching(selection).map(\.key).sorted().prefix(limit))
  }

  func itemKeys(_ selection: ItemSelection, among keys: [Int64]) throws -> [Int64] {
    let keys = Set(keys)
    return try matching(selection).map(\.key).filter(keys.contains)
  }

  func items(
    ofType type: String?, after key: Int64, limit: RowLimit
  ) throws -> RowPage<ItemRow> {
    var found = tables.items.values.filter { $0.key > key && (type == nil || $0.type == type) }
      .sorted { $0.key < $1.key }[...]
    return RowPage(limit, size: \.size) { found.popFirst() }
  }

  func itemKeys(ofType type: String, after key: Int64, limit: Int) throws -> [Int64] {
    let found = tables.items.values.filter { $0.type == type && $0.key > key }
    return Array(found.map(\.key).sorted().prefix(limit))
  }

  func itemKeys(trashedBy horizon: Int64, limit: Int) throws -> [Int64] {
    let due = tables.items.values.compactMap { row in
      row.trashedAt.flatMap { $0 <= horizon ? (time: $0, key: row.key) : nil }
    }
    return due.sorted { ($0.time, $0.key) < ($1.time, $1.key) }.prefix(limit).map(\.key)
  }

  func record(id: String, ofType type: String) throws -> ItemRow? {
    try records(ofType: type).first { $0.id == id }
  }

  func changedWords(limit: Int) throws -> [ChangedWords] {
    tables.changedWords.map { ChangedWords(key: $0.key, number: $0.value) }
      .sorted { $0.number < $1.number }.prefix(limit).map(\.self)
  }

  func typeCounts() throws -> [TypeCount] {
    var counts: [TypeCount: Int64] = [:]
    for row in tables.items.values {
      counts[TypeCount(type: row.type, state: row.state, count: 0), default: 0] += 1
    }
    return counts.map { TypeCount(type: $0.key.type, state: $0.key.state, count: $0.value) }
  }

  func tagCounts(
    ofTypes types: Set<String>?, after count: Int, limit: RowLimit
  ) throws -> RowPage<TagCount> {
    var counts: [String: Int64] = [:]
    for row in tables.items.values
    where row.state != .trashed && types?.contains(row.type) ?? true {
      for tag in row.tags { counts[tag, default: 0] += 1 }
    }
    var found = counts.map { TagCount(tag: $0.key, count: $0.value) }
      .sorted { ($1.count, $0.tag) < ($0.count, $1.tag) }.dropFirst(count)
    return RowPage(limit, size: \.size) { found.popFirst() }
  }

  // MARK: - Extensions and versions

  func extensionCount(of key: Int64) throws -> Int { tables.extensions[key]?.count ?? 0 }

  func extensionBytes(of key: Int64) throws -> Int {
    (tables.extensions[key] ?? [:]).values.reduce(0) { $0 + $1.utf8.count }
  }

  func extensions(of keys: [Int64]) throws -> [ExtensionRow] {
    keys.sorted().flatMap { key in
      (tables.extensions[key] ?? [:]).sorted { $0.key < $1.key }.map {
        ExtensionRow(item: key, namespace: $0.key, data: $0.value)
      }
    }
  }

  func extensions(ofKeys range: ClosedRange<Int64>) throws -> [ExtensionRow] {
    try extensions(of: tables.extensions.keys.filter(range.contains))
  }

  func `extension`(_ namespace: String, of key: Int64) throws -> String? {
    tables.extensions[key]?[namespace]
  }

  func versions(
    of key: Int64, before place: ListPlace?, limit: RowLimit
  ) throws -> RowPage<VersionRow> {
    let end = (place?.value ?? .max, place?.key ?? .max)
    var found = (tables.versions[key] ?? []).filter { (Int64($0.version), $0.key) < end }
      .sorted { ($0.version, $0.key) > ($1.version, $1.key) }[...]
    return RowPage(limit, size: \.properties.utf8.count) { found.popFirst() }
  }

  func version(_ number: Int, of key: Int64) throws -> VersionRow? {
    tables.versions[key]?.last { $0.version == number }
  }

  func version(key: Int64) throws -> VersionRow? {
    for versions in tables.versions.values {
      if let row = versions.first(where: { $0.key == key }) { return row }
    }
    return nil
  }

  func versionTimes(of key: Int64) throws -> [VersionRow] {
    (tables.versions[key] ?? []).map {
      VersionRow(
        key: $0.key, id: "", version: $0.version, properties: "", isDifference: $0.isDifference,
        createdAt: $0.createdAt, size: $0.size)
    }
  }

  func wholeVersions(in keys: ClosedRange<Int64>, limit: Int) throws -> [WholeVersion] {
    tables.versions.flatMap { item, versions in
      versions.filter { !$0.isDifference && keys.contains($0.key) }
        .map { WholeVersion(key: $0.key, item: item) }
    }.sorted { $0.key < $1.key }.prefix(limit).map(\.self)
  }

  // MARK: - Edges

  func edge(id: String) throws -> EdgeRow? { tables.edgeKeys[id].flatMap { tables.edges[$0] } }

  func edge(
    from source: String, to target: String, ofType type: String
  ) throws -> EdgeRow? {
    edges(tables.outgoing[source]).first { $0.type == type && $0.targetId == target }
  }

  func edges(
    _ selection: EdgeSelection, after key: Int64, limit: RowLimit
  ) throws -> RowPage<EdgeRow> {
    let all: [EdgeRow] =
      switch selection.end {
      case .source(let item): edges(tables.items[item].flatMap { tables.outgoing[$0.id] })
      case .target(let item): edges(tables.items[item].flatMap { tables.incoming[$0.id] })
      case .any: tables.edges.values.sorted { $0.key < $1.key }
      }
    var found = all.filter {
      $0.key > key && (selection.types.isEmpty || selection.types.contains($0.type))
        && selection.visibility.shows($0)
    }[...]
    return RowPage(limit, size: \.size) { found.popFirst() }
  }

  func edges(from keys: [Int64], visibility: Visibility, limit: RowLimit) throws -> [FirstEdges] {
    let found = keys.compactMap { tables.items[$0]?.id }.flatMap { edges(tables.outgoing[$0]) }
    return FirstEdges.first(of: found.filter(visibility.shows), limit)
  }

  func edges(
    of id: String, _ end: EdgeEnd, ofType type: String, limit: Int
  ) throws -> [EdgeRow] {
    let keys = end == .source ? tables.outgoing[id] : tables.incoming[id]
    return Array(edges(keys).filter { $0.type == type }.prefix(limit))
  }

  func hasEdges(ofType type: String) throws -> Bool {
    tables.edges.values.contains { $0.type == type }
  }

  func tombstones(after key: Int64, limit: Int) throws -> RowPage<TombstoneRow> {
    var found = tables.tombstones.filter {
      let isBack = $0.edgeType == nil ? tables.itemKeys[$0.id] : tables.edgeKeys[$0.id]
      return $0.key > key && isBack == nil
    }[...]
    return RowPage(RowLimit(count: limit), size: { _ in 0 }) { found.popFirst() }
  }

  /// Edges of keys, oldest first.
  func edges(_ keys: Set<Int64>?) -> [EdgeRow] {
    (keys ?? []).sorted().compactMap { tables.edges[$0] }
  }
}
