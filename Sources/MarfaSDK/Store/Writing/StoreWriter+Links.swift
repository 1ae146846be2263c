import GRDB

extension StoreWriter {
  /// Makes the `references` edges of an item agree with the links in its text.
  ///
  /// A link that no item answers to is remembered, and becomes an edge when one does.
  func linkText(_ body: String, of record: ItemRecord) throws {
    var resolved: Set<Int64> = []
    var unresolved: Set<String> = []
    let resolver = LinkResolver(db: db)
    let place = LinkResolver.Place(record)
    for link in TextLink.links(in: body) {
      if let target = try resolver.resolve(link, from: place) {
        if target != record.key { resolved.insert(target) }
      } else {
        unresolved.formUnion(try waitingNames(of: link, at: place))
      }
    }
    try replaceTextEdges(of: record.key, with: resolved)
    try replaceUnresolved(of: record.key, with: unresolved)
  }

  /// The names under which a link waits for its target; a path waits as it is from the root, and as
  /// it is written.
  private func waitingNames(of link: TextLink, at place: LinkResolver.Place) throws -> [String] {
    guard link.isPath else { return [link.foldedTarget] }
    let fromRoot = try LinkResolver(db: db).rootPath(of: link.target, from: place)
    return [fromRoot, RelativePath.resolve(link.target, from: "")].map {
      TextFold.fold(RelativePath.isMarkdown($0) ? $0 : $0 + ".md")
    }
  }

  /// Turns links that waited for this item's title, aliases or path into edges.
  func adoptUnresolvedLinks(to record: ItemRecord) throws {
    // Mostly nothing waits, as while a store is filled.
    guard
      try Int.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM unresolved_link LIMIT 1")) != nil
    else { return try relinkNear(record) }
    let names = try [TextFold.fold(record.title)] + aliases(of: record.key)
    try adoptUnresolvedPaths(to: record, except: names)
    try relinkNear(record)
    for name in names where !name.isEmpty {
      let sources = try Int64.fetchAll(
        db.cachedStatement(sql: "SELECT item FROM unresolved_link WHERE target = ? ORDER BY item"),
        arguments: [name])
      for source in sources where source != record.key {
        try addTextEdge(from: source, to: record.key)
      }
      guard !sources.isEmpty else { continue }
      try db.cachedStatement(sql: "DELETE FROM unresolved_link WHERE target = ?")
        .execute(arguments: [name])
    }
  }

  /// Finds the targets again of all links that meant an item before its title changed.
  func relinkMentions(of record: ItemRecord) throws {
    for source in try textSources(of: record.key) { try relink(source) }
  }

  /// Lets the links to an item that is removed wait for another one of its title.
  func releaseMentions(of record: ItemRecord) throws {
    let name = TextFold.fold(record.title)
    guard !name.isEmpty else { return }
    for source in try textSources(of: record.key) {
      try db.cachedStatement(
        sql: "INSERT OR IGNORE INTO unresolved_link(item, target) VALUES (?, ?)"
      ).execute(arguments: [source, name])
    }
  }

  /// Whether a link in another note says a folded name of an item, alone or at the end of a path.
  func isLinked(_ record: ItemRecord, by name: String) throws -> Bool {
    try textSources(of: record.key).contains { source in
      TextLink.links(in: try text(of: source).body).contains { link in
        guard let last = RelativePath.parts(of: link.target).last else { return false }
        return link.foldedTarget == name || TextFold.fold(RelativePath.stem(of: last)) == name
      }
    }
  }

  private func textSources(of key: Int64) throws -> [Int64] {
    try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT source FROM edge
          WHERE target = ? AND type = 'references' AND is_from_text = 1 AND source <> target
          ORDER BY source
          """), arguments: [key])
  }

  /// Finds the targets again of links that waited for a path that leads to this item.
  private func adoptUnresolvedPaths(to record: ItemRecord, except names: [String]) throws {
    let folders = try LinkResolver(db: db).folders(ofNotebook: record.notebook)
    var ends = RelativePath.ends(of: (folders + [""]).joined(separator: "/") + record.title)
    if let path = record.origin?.path ?? record.sourceId {
      ends.formUnion(RelativePath.ends(of: path))
    }
    let waited = JSONValue.array(ends.subtracting(names).sorted().map(JSONValue.string))
    let sources = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT item FROM unresolved_link
          WHERE target IN (SELECT value FROM json_each(?)) ORDER BY item
          """), arguments: [StoredJSON.text(waited)])
    for source in sources where source != record.key { try relink(source) }
  }

  /// Finds the targets again of links in the item's folder or notebook that mean another item of
  /// the same title so far.
  private func relinkNear(_ record: ItemRecord) throws {
    guard !record.title.isEmpty, record.notebook != nil || record.origin != nil else { return }
    let folder = record.origin.map { RelativePath.folder(of: $0.path) }
    let sources = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT DISTINCT edge.source FROM edge JOIN item ON item.key = edge.source
          WHERE edge.type = 'references' AND edge.is_from_text = 1 AND edge.target IN (
            SELECT key FROM item WHERE title_sort = ?1 AND state < 2 AND key <> ?2 LIMIT 100)
          AND (item.notebook = ?3 OR item.origin = ?4
            AND substr(item.origin_id, 1, length(?5)) = ?5
            AND instr(substr(item.origin_id, length(?5) + 1), '/') = 0)
          ORDER BY edge.source
          """),
      arguments: [
        TextFold.fold(record.title), record.key, record.notebook, record.origin?.name, folder,
      ])
    for source in sources where source != record.key { try relink(source) }
  }

  /// Makes the links agree with the folder or notebook that an item is in now.
  func placeChanged(of record: ItemRecord) throws {
    let body = try text(of: record.key).body
    if !TextLink.links(in: body).isEmpty { try linkText(body, of: record) }
    try adoptUnresolvedPaths(to: record, except: [])
    try relinkNear(record)
  }

  private func relink(_ source: Int64) throws {
    guard let record = try self.record(key: source) else { return }
    try linkText(try text(of: source).body, of: record)
  }

  /// Replaces the other names of an item by those of its property `aliases`.
  func setAliases(_ properties: [String: JSONValue], of key: Int64) throws {
    let property = properties["aliases"]
    let given = (property?.arrayValue ?? [property ?? .null]).compactMap(\.stringValue)
    let new = Set(given.map(TextFold.fold).filter { !$0.isEmpty && !$0.utf8.contains(0) })
    try replace(Set(try aliases(of: key)), by: new, as: "name", in: "alias", of: key)
  }

  /// Makes the texts that a table has of an item others, and writes only those that differ.
  private func replace(
    _ old: Set<String>, by new: Set<String>, as column: String, in table: String, of key: Int64
  ) throws {
    for text in old.subtracting(new).sorted() {
      try db.cachedStatement(sql: "DELETE FROM \(table) WHERE item = ? AND \(column) = ?")
        .execute(arguments: [key, text])
    }
    for text in new.subtracting(old).sorted() {
      try db.cachedStatement(sql: "INSERT INTO \(table)(item, \(column)) VALUES (?, ?)")
        .execute(arguments: [key, text])
    }
  }

  private func aliases(of key: Int64) throws -> [String] {
    try String.fetchAll(
      db.cachedStatement(sql: "SELECT name FROM alias WHERE item = ?"), arguments: [key])
  }

  private func replaceTextEdges(of key: Int64, with targets: Set<Int64>) throws {
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT key, target, is_from_text FROM edge WHERE source = ? AND type = 'references'
          """), arguments: [key])
    var present: Set<Int64> = []
    for row in rows {
      let target: Int64 = row[1]
      let isFromText: Bool = row[2]
      if targets.contains(target) || !isFromText {
        present.insert(target)
      } else {
        try deleteEdgeRow(key: row[0], source: key, target: target, type: Self.references)
      }
    }
    for target in targets.subtracting(present).sorted() {
      try insertTextEdge(from: key, to: target)
    }
  }

  private func addTextEdge(from source: Int64, to target: Int64) throws {
    let existing = try Int64.fetchOne(
      db.cachedStatement(
        sql: "SELECT key FROM edge WHERE source = ? AND type = 'references' AND target = ?"),
      arguments: [source, target])
    if existing == nil { try insertTextEdge(from: source, to: target) }
  }

  private func insertTextEdge(from source: Int64, to target: Int64) throws {
    try insertEdgeRow(
      id: environment.ids.nextId(), source: source, target: target, type: Self.references,
      properties: "{}", isFromText: true)
  }

  private func replaceUnresolved(of key: Int64, with targets: Set<String>) throws {
    let old = Set(
      try String.fetchAll(
        db.cachedStatement(sql: "SELECT target FROM unresolved_link WHERE item = ?"),
        arguments: [key]))
    try replace(old, by: targets, as: "target", in: "unresolved_link", of: key)
  }
}
