import GRDB

/// Finds the item that a link in a text means; following and backlinks both ask it.
struct LinkResolver {
  let db: Database

  /// Where a link is: what is near it is meant first.
  struct Place {
    var origin: ItemOrigin?
    var source = ""
    var sourceId: String?
    var notebook: Int64?

    /// Nowhere: of several items none is near.
    init() {}

    init(_ record: ItemRecord) {
      (origin, source, sourceId) = (record.origin, record.source, record.sourceId)
      notebook = record.notebook
    }
  }

  /// The key of the item, or nil when none answers to the link.
  ///
  /// A path is looked up among the items that were imported from the same folder, among the source
  /// ids of the same source, or in the notebooks, relative to the place. Anything else is an id, a
  /// title, an alias, or the end of a path such as `Projects/Alpha`. Of several items one in the
  /// same folder or notebook is meant, then the one with the latest change.
  func resolve(_ link: TextLink, from place: Place) throws -> Int64? {
    try link.isPath ? item(atPath: link.target, from: place) : item(named: link.target, from: place)
  }

  /// The titles of a notebook and of those around it, outermost first.
  func folders(ofNotebook key: Int64?) throws -> [String] {
    var folders: [String] = []
    var next = key
    // Notebooks are never in themselves; the bound is for a store that was changed by hand.
    while let key = next, folders.count < 64 {
      let row = try Row.fetchOne(
        db.cachedStatement(sql: "SELECT title, notebook FROM item WHERE key = ?"),
        arguments: [key])
      guard let row else { break }
      folders.insert(row[0], at: 0)
      next = row[1]
    }
    return folders
  }

  /// The path of a link's target from the root of the folder or of the notebooks that it is in.
  func rootPath(of target: String, from place: Place) throws -> String {
    if let file = place.origin?.path ?? place.sourceId {
      return RelativePath.resolve(target, from: file)
    }
    let folders = try folders(ofNotebook: place.notebook)
    return RelativePath.resolve(target, from: (folders + [""]).joined(separator: "/") + "x")
  }

  // MARK: - Names

  private func item(named name: String, from place: Place) throws -> Int64? {
    let folded = TextFold.fold(name)
    if let key = try key("SELECT key FROM item WHERE id = ? AND state < 2", [folded]) { return key }
    for isAlias in [false, true] {
      if let found = try candidates(folded, isAlias, from: place, limit: 1).first {
        return found.key
      }
    }
    if let origin = place.origin {
      for base in [origin.path, ""] {
        let path = RelativePath.resolve(name, from: base)
        if let key = try item(in: origin.name, at: path) { return key }
      }
    }
    return try item(endingIn: name, from: place)
  }

  /// An item whose title ends a path and which is in the folders or notebooks before that.
  private func item(endingIn path: String, from place: Place, isPath: Bool = false) throws -> Int64?
  {
    let parts = RelativePath.parts(of: path)
    guard let last = parts.last else { return nil }
    let stem = RelativePath.stem(of: last)
    guard isPath || parts.count > 1 || stem != last else { return nil }
    let folders = parts.dropLast().map(TextFold.fold)
    for isAlias in [false, true] {
      let found = try candidates(TextFold.fold(stem), isAlias, from: place, limit: 100)
        .first { candidate in
          if isPath, candidate.origin?.name != place.origin?.name { return false }
          return try isEnd(folders, of: candidate)
        }
      if let found { return found.key }
    }
    return nil
  }

  private struct Candidate {
    var key: Int64
    var origin: ItemOrigin?
    var notebook: Int64?
  }

  /// The items with a title or an alias, near ones first, then the latest change.
  private func candidates(
    _ folded: String, _ isAlias: Bool, from place: Place, limit: Int
  ) throws -> [Candidate] {
    guard !folded.isEmpty else { return [] }
    let named =
      isAlias
      ? "alias JOIN item ON item.key = alias.item WHERE alias.name = ?1"
      : "item WHERE item.title_sort = ?1"
    let rows = try Row.fetchAll(
      db.cachedStatement(
        sql: """
          SELECT item.key, item.notebook, item.origin, item.origin_id FROM \(named)
            AND item.state < 2
          ORDER BY max(
            ifnull(item.notebook = ?2, 0),
            ifnull(item.origin = ?3 AND substr(item.origin_id, 1, length(?4)) = ?4
              AND instr(substr(item.origin_id, length(?4) + 1), '/') = 0, 0)
          ) DESC, item.updated_at DESC LIMIT ?5
          """),
      arguments: [
        folded, place.notebook, place.origin?.name,
        place.origin.map { RelativePath.folder(of: $0.path) }, limit,
      ])
    return rows.map {
      Candidate(key: $0[0], origin: ItemOrigin(row: $0, at: 2), notebook: $0[1])
    }
  }

  /// Whether the folder that an item came from, or the notebooks that it is in, end in these.
  private func isEnd(_ folders: [String], of candidate: Candidate) throws -> Bool {
    if folders.isEmpty { return true }
    if let path = candidate.origin?.path {
      let own = RelativePath.parts(of: path).dropLast().map(TextFold.fold)
      if own.suffix(folders.count) == folders[...] { return true }
    }
    let own = try self.folders(ofNotebook: candidate.notebook).map(TextFold.fold)
    return own.suffix(folders.count) == folders[...]
  }

  // MARK: - Paths

  private func item(atPath target: String, from place: Place) throws -> Int64? {
    let path = try rootPath(of: target, from: place)
    if let origin = place.origin {
      if let key = try item(in: origin.name, at: path) { return key }
      let fromRoot = RelativePath.resolve(target, from: "")
      if let key = try item(in: origin.name, at: fromRoot) { return key }
    } else {
      let known = try key(
        """
        SELECT key FROM item WHERE source = ? AND source_id = ? AND state <> 2
        ORDER BY key DESC LIMIT 1
        """, [place.source, RelativePath.resolve(target, from: place.sourceId ?? "")])
      if let known { return known }
    }
    return try item(endingIn: path, from: place, isPath: true)
      ?? item(endingIn: target, from: place, isPath: true)
  }

  /// The item that was imported from a path, whose ending need not be written.
  private func item(in origin: String, at path: String) throws -> Int64? {
    for path in RelativePath.isMarkdown(path) ? [path] : [path, path + ".md"] {
      let found = try key(
        """
        SELECT key FROM item WHERE origin = ? AND origin_id = ? AND state <> 2
        ORDER BY key DESC LIMIT 1
        """, [origin, path])
      if let found { return found }
    }
    return nil
  }

  private func key(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
    try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }
}
