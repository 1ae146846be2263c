import GRDB

extension SearchCompiler {
  /// The notebooks that a title, a path or a short id means and all below them; notebooks are the
  /// items that no list shows.
  ///
  /// Of a path each notebook of the store is looked at, and none otherwise.
  mutating func notebooks(named written: String) throws -> String {
    var start = named(written)
    let short = TextFold.fold(written)
    if ShortId.isPossible(short), short.count == ShortId.length {
      start += """
         UNION SELECT key FROM item WHERE type = \(bind(CoreGroup.typeIdentifier)) AND state < 2
          AND substr(id, -\(ShortId.length)) = \(bind(short))
        """
    }
    if written.contains("/"), let path = NotebookPath(written) {
      let meant = try NotebookFetch().fetch(db).roots.paths.filter { path.means($0.path) }
      let ids = meant.map { bind($0.notebook.id) }.joined(separator: ", ")
      start += " UNION SELECT key FROM item WHERE id IN (\(ids)) UNION \(named(path.name))"
    }
    return """
      WITH RECURSIVE book(key) AS (
        \(start)
        UNION SELECT child.key FROM book JOIN item AS child
          ON child.notebook = book.key AND child.is_listed = 0 AND child.state < 2)
      SELECT key FROM book
      """
  }

  /// Whether a search for what is in a notebook of the name has one to look in.
  static func hasNotebook(named name: String, in db: Database) throws -> Bool {
    var compiler = try SearchCompiler(nil, in: db)
    let notebooks = try compiler.notebooks(named: name)
    return try Bool.fetchOne(
      db, sql: "SELECT EXISTS (\(notebooks))", arguments: compiler.arguments) ?? false
  }
}
