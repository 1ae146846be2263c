/// The first edges of one type that start from an item, oldest first.
public struct FirstEdges: Sendable {
  var sourceId: String
  var type: String
  var rows: [EdgeRow]
  /// Whether the item has more of them.
  var hasMore = false
}

extension FirstEdges {
  /// Takes away the last edges until the rest has no more than a number of bytes.
  ///
  /// - Returns: The bytes of the rest.
  mutating func shorten(to bytes: Int) -> Int {
    var size = rows.reduce(0) { $0 + $1.size }
    while size > bytes, let last = rows.popLast() {
      size -= last.size
      hasMore = true
    }
    return size
  }

  /// The first edges of each source and type.
  ///
  /// - Parameters:
  ///   - edges: All of them, in any order.
  ///   - limit: How many of each type, and how many bytes of each source.
  /// - Returns: Them by source and type. A type whose edges have no room is there without any.
  static func first(of edges: [EdgeRow], _ limit: RowLimit) -> [FirstEdges] {
    let edges = edges.sorted {
      ($0.sourceId, $0.type, $0.key) < ($1.sourceId, $1.type, $1.key)
    }
    var result: [FirstEdges] = []
    var room = limit.bytes
    for edge in edges {
      if result.last?.sourceId != edge.sourceId { room = limit.bytes }
      if result.last?.sourceId != edge.sourceId || result.last?.type != edge.type {
        result.append(FirstEdges(sourceId: edge.sourceId, type: edge.type, rows: []))
      }
      let index = result.count - 1
      guard !result[index].hasMore else { continue }
      if result[index].rows.count < limit.count, edge.size <= room {
        room -= edge.size
        result[index].rows.append(edge)
      } else {
        result[index].hasMore = true
      }
    }
    return result
  }
}
