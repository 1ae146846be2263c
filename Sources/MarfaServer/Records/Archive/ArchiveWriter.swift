import MarfaModel

extension RecordStore {
  /// Gives every record of one moment to a function: settings and profile, types with parents
  /// first, edge types, items by key, edges, blobs.
  ///
  /// - Parameter body: Runs on a thread of the store, in order; what it throws ends the export.
  /// - Throws: `StoreFailure`, or what the function threw.
  public func export(_ body: @escaping @Sendable (ArchiveRecord) throws -> Void) async throws {
    try await snapshot(.export) { try ArchiveWriter(rows: $0).write(body) }
  }
}

/// Gives out every record of one snapshot.
private struct ArchiveWriter {
  /// How much is read at once.
  private static let page = RowLimit(count: 500, bytes: 4 << 20)

  let rows: any RecordRows

  func write(_ body: (ArchiveRecord) throws -> Void) throws {
    try body(.settings(rows.catalogue().settings))
    try body(.profile(rows.profile()))
    for type in try rows.registeredTypes() { try body(.type(type)) }
    for type in try rows.registeredEdgeTypes() { try body(.edgeType(type)) }
    try pages(key: \ItemRow.key) {
      try rows.items(ofType: nil, after: $0, limit: Self.page)
    } body: { items in
      let extensions = Dictionary(
        grouping: try rows.extensions(of: items.map(\.key)), by: \.item)
      for row in items { try body(.item(archived(row, extensions[row.key] ?? []))) }
    }
    try pages(key: \EdgeRow.key) {
      try rows.edges(EdgeSelection(end: .any), after: $0, limit: Self.page)
    } body: { edges in
      for edge in edges { try body(.edge(edge.edge())) }
    }
    var last = ""
    while true {
      let blobs = try rows.blobs(after: last, limit: Self.page.count)
      for blob in blobs { try body(.blob(blob)) }
      guard blobs.count == Self.page.count, let end = blobs.last else { return }
      last = end.hash
    }
  }

  private func pages<Row>(
    key: KeyPath<Row, Int64>, _ page: (Int64) throws -> RowPage<Row>,
    body: ([Row]) throws -> Void
  ) throws {
    var last: Int64 = 0
    while true {
      let page = try page(last)
      try body(page.rows)
      guard page.hasMore, let end = page.rows.last else { return }
      last = end[keyPath: key]
    }
  }

  private func archived(_ row: ItemRow, _ extensions: [ExtensionRow]) throws -> ArchivedItem {
    let versions = try versions(of: row)
    return ArchivedItem(
      item: try row.item(),
      metadata: Metadata(
        itemId: row.id, tags: row.tags,
        extensions: try Dictionary(
          uniqueKeysWithValues: extensions.map {
            ($0.namespace, .object(try StoredJSON.object($0.data)))
          })),
      versions: try versions.map { version in
        ItemVersion(
          id: version.id, itemId: row.id, version: version.version,
          properties: try StoredJSON.object(version.properties),
          createdAt: Timestamp(milliseconds: version.createdAt).iso8601, device: version.device)
      },
      trashedAt: row.trashedAt.map { Timestamp(milliseconds: $0).iso8601 })
  }

  /// The newest versions with their whole properties, newest first: as many as a history without
  /// differences would keep.
  private func versions(of row: ItemRow) throws -> [VersionRow] {
    let kept = try rows.versions(of: row.key, before: nil, limit: RowLimit(count: .max)).rows
    var texts = try VersionTexts(of: row.key, present: row.properties, in: rows)
    var whole: [VersionRow] = []
    var (bytes, largest) = (0, row.properties.utf8.count)
    for version in kept {
      let version = try texts.whole(version)
      largest = max(largest, version.properties.utf8.count)
      bytes += version.properties.utf8.count
      if bytes > RecordLimits().historyBytes(largest: largest), !whole.isEmpty { break }
      whole.append(version)
    }
    return whole
  }
}
