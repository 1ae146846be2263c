/// A notebook with the notebooks in it.
public struct Notebook: Hashable, Sendable, Identifiable {
  /// The id of the item that is the notebook.
  public var id: String
  /// Its title.
  public var title: String
  /// How many notes are directly in it.
  public var count: Int
  /// The notebooks in it, by title.
  public var children: [Notebook]

  /// How many notes are in it and in all notebooks below it.
  public var totalCount: Int {
    children.reduce(count) { $0 + $1.totalCount }
  }

  /// A notebook as its row has it.
  struct Flat {
    var key: Int64
    var id: String
    var title: String
    var parent: Int64?
    var count: Int
  }

  /// Makes a tree of rows, whose order is kept among siblings.
  ///
  /// A notebook whose parent is not among the rows, or that is its own ancestor, is at the
  /// top, so that none is ever hidden.
  static func tree(of rows: [Flat]) -> [Notebook] {
    let known = Set(rows.map(\.key))
    var children: [Int64: [Flat]] = [:]
    var roots: [Flat] = []
    for row in rows {
      if let parent = row.parent, known.contains(parent), parent != row.key {
        children[parent, default: []].append(row)
      } else {
        roots.append(row)
      }
    }
    var placed: Set<Int64> = []
    func make(_ row: Flat) -> Notebook? {
      guard placed.insert(row.key).inserted else { return nil }
      return Notebook(
        id: row.id, title: row.title, count: row.count,
        children: (children[row.key] ?? []).compactMap(make))
    }
    let reached = roots.compactMap(make)
    return reached + rows.filter { !placed.contains($0.key) }.compactMap(make)
  }
}
