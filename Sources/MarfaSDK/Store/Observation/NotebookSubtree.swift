import GRDB

/// A notebook and all notebooks below it, as a list's condition.
struct NotebookSubtree {
  /// The keys of the notebooks, the topmost first; empty when there is no such notebook.
  let keys: [Int64]
  /// How many notes are directly in one of them.
  let noteCount: Int

  /// Finds the notebooks below one; notebooks that contain each other are found once.
  ///
  /// It costs a look at each notebook of the store, and none at notes.
  init(of id: String, in db: Database) throws {
    let top = try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT key FROM item WHERE id = ?"), arguments: [id])
    guard let top else {
      (keys, noteCount) = ([], 0)
      return
    }
    var children: [Int64: [Int64]] = [:]
    let books = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT key, notebook FROM item
          WHERE state < 2 AND type = ? AND notebook IS NOT NULL
          """), arguments: [NotebookFetch.type])
    while let book = try books.next() { children[book[1], default: []].append(book[0]) }
    var found = [top]
    var known: Set<Int64> = [top]
    var next = 0
    while next < found.count {
      found += (children[found[next]] ?? []).filter { known.insert($0).inserted }
      next += 1
    }
    keys = found
    let counts = TagReader(db: db)
    noteCount = try found.reduce(0) { try $0 + counts.count(.notebook, subject: $1) }
  }

  /// The condition that an item is in one of the notebooks, with question marks for the keys.
  ///
  /// Where there are many notes the plus keeps SQLite from looking up and sorting all of them: the
  /// indexes of the orders have what this asks for.
  var condition: String {
    let column = noteCount > TagConditions.walkedCount ? "+item.notebook" : "item.notebook"
    return switch keys.count {
    case 0: "0"
    case 1: "\(column) = ?"
    default: "\(column) IN (\(keys.map { _ in "?" }.joined(separator: ", ")))"
    }
  }
}
