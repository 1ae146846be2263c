import GRDB

extension StoreWriter {
  /// Makes the `references` edges of an item agree with the links in its text.
  ///
  /// A link that no item answers to is remembered, and becomes an edge when one does.
  func linkText(_ body: String, of record: ItemRecord) throws {
    var resolved: Set<Int64> = []
    var unresolved: Set<String> = []
    for link in TextLink.links(in: body) {
      if let target = try LinkResolver(db: db).resolve(link, from: record) {
        if target != record.key { resolved.insert(target) }
      } else {
        unresolved.insert(waitingName(of: link, in: record))
      }
    }
    try replaceTextEdges(of: record.key, with: resolved)
    try replaceUnresolved(of: record.key, with: unresolved)
  }

  /// The name under which a link waits for its target; that of a path is relative to the root.
  private func waitingName(of link: TextLink, in record: ItemRecord) -> String {
    guard link.isPath, let path = record.origin?.path ?? record.sourceId else {
      return link.foldedTarget
    }
    return TextFold.fold(RelativePath.resolve(link.target, from: path))
  }

  /// Turns links that waited for this item's title, aliases or path into edges.
  func adoptUnresolvedLinks(to record: ItemRecord) throws {
    try adoptUnresolvedPaths(to: record)
    let names = try [TextFold.fold(record.title)] + aliases(of: record.key)
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
    for source in try textSources(of: record.key) {
      guard let mentioning = try self.record(key: source) else { continue }
      try linkText(try text(of: source).body, of: mentioning)
    }
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

  private func textSources(of key: Int64) throws -> [Int64] {
    try Int64.fetchAll(
  /// Whether a link in another note says a folded name of an item, alone or at the end of a path.
  func isLinked(_ record: ItemRecord, by name: String) throws -> Bool {
    try textSources(of: record.key).contains { source in
      TextLink.links(in: try text(of: source).body).contains { link in
        guard let last = RelativePath.parts(of: link.target).last else { return false }
        return link.foldedTarget == name || TextFold.fold(RelativePath.stem(of: last)) == name
      }
    }
  }

      db.cachedStatement(
        sql: """
          SELECT source FROM edge
          WHERE target = ? AND type = 'references' AND is_from_text = 1 AND source <> target
          ORDER BY source
          """), arguments: [key])
  }

  private func adoptUnresolvedPaths(to record: ItemRecord) throws {
    guard let path = record.origin?.path ?? record.sourceId else { return }
    let name = TextFold.fold(path)
    let sources = try Int64.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT unresolved_link.item FROM unresolved_link
          JOIN item ON item.key = unresolved_link.item
          WHERE unresolved_link.target = ?1 AND (item.origin = ?2 OR ?2 IS NULL
            AND item.origin IS NULL AND item.source = ?3)
          ORDER BY unresolved_link.item
          """), arguments: [name, record.origin?.name, record.source])
    for source in sources where source != record.key {
      try addTextEdge(from: source, to: record.key)
      try db.cachedStatement(sql: "DELETE FROM unresolved_link WHERE item = ? AND target = ?")
        .execute(arguments: [source, name])
    }
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
