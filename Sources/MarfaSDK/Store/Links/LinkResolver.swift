import GRDB

/// Finds the item that a link in a text means.
struct LinkResolver {
  let db: Database

  /// The key of the item, or nil when none answers to the link.
  ///
  /// A path is looked up among the items that were imported from the same folder, or among the source
  /// ids of the same source, relative to the linking item's own; anything else is an id, a title or an alias, folded, the latest change first.
  func resolve(_ link: TextLink, from record: ItemRecord) throws -> Int64? {
    try resolve(
      link, origin: record.origin, source: record.source, sourceId: record.sourceId)
  }

  /// The item that a link leads to from an item with the given origin and natural key.
  func resolve(
    _ link: TextLink, origin: ItemOrigin?, source: String, sourceId: String?
  ) throws -> Int64? {
    if link.isPath {
      if let origin {
        let path = RelativePath.resolve(link.target, from: origin.path)
        return try key(
          """
          SELECT key FROM item WHERE origin = ? AND origin_id = ? AND state <> 2
          ORDER BY key DESC LIMIT 1
          """, [origin.name, path])
      }
      let path = RelativePath.resolve(link.target, from: sourceId ?? "")
      return try key(
        """
        SELECT key FROM item WHERE source = ? AND source_id = ? AND state <> 2
        ORDER BY key DESC LIMIT 1
        """, [source, path])
    }
    let name = TextFold.fold(link.target)
    return try key("SELECT key FROM item WHERE id = ? AND state < 2", [name])
      ?? key(
        """
        SELECT key FROM item WHERE title_sort = ? AND state < 2
        ORDER BY updated_at DESC LIMIT 1
        """, [name])
      ?? key(
        """
        SELECT item.key FROM alias JOIN item ON item.key = alias.item
        WHERE alias.name = ? AND item.state < 2 ORDER BY item.updated_at DESC LIMIT 1
        """, [name])
  }

  private func key(_ sql: String, _ arguments: StatementArguments) throws -> Int64? {
    try Int64.fetchOne(db.cachedStatement(sql: sql), arguments: arguments)
  }
}

/// Paths as links in a folder of notes write them.
enum RelativePath {
  /// The path of a link's target from the root, given the path of the linking file.
  static func resolve(_ target: String, from file: String) -> String {
    var parts = target.hasPrefix("/") ? [] : file.split(separator: "/").dropLast().map(String.init)
    for part in target.split(separator: "/") {
      switch part {
      case ".": continue
      case "..": if !parts.isEmpty { parts.removeLast() }
      default: parts.append(String(part))
      }
    }
    return parts.joined(separator: "/")
  }
}
