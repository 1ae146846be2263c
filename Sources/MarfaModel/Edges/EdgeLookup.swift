/// What the edge rules need to see of a store.
///
/// Called within the transaction that will write the edge, so that what is checked still holds
/// when it is written.
public protocol EdgeLookup {
  /// Edges of a type that start from an item.
  ///
  /// - Throws: What the store throws.
  func edges(from sourceId: String, ofType edgeType: String) throws -> [Edge]
  /// Edges of a type that point to an item.
  ///
  /// - Throws: What the store throws.
  func edges(to targetId: String, ofType edgeType: String) throws -> [Edge]
  /// The edge of a type between two items, in this direction; nil when there is none.
  ///
  /// - Throws: What the store throws.
  func edge(from sourceId: String, to targetId: String, ofType edgeType: String) throws -> Edge?
  /// The type of an item, or nil when there is no such item.
  ///
  /// - Throws: What the store throws.
  func itemType(of id: String) throws -> String?
  /// Whether edges of a type lead from one item to another, in any number of steps; yes from an
  /// item to itself.
  ///
  /// - Throws: What the store throws.
  func leads(from originId: String, to id: String, ofType edgeType: String) throws -> Bool
}

extension EdgeLookup {
  /// Looks through all edges that start from the source; a store that has many finds the one.
  ///
  /// - Throws: What `edges(from:ofType:)` throws.
  public func edge(
    from sourceId: String, to targetId: String, ofType edgeType: String
  ) throws -> Edge? {
    try edges(from: sourceId, ofType: edgeType).first { $0.targetId == targetId }
  }

  /// Walks backwards from the second item; a store that is asked about one item again and again
  /// walks once.
  ///
  /// - Throws: What `edges(to:ofType:)` throws.
  public func leads(from originId: String, to id: String, ofType edgeType: String) throws -> Bool {
    var walk = OriginWalk(to: id, ofType: edgeType)
    return try walk.finds(originId, in: self)
  }
}

/// A walk along edges of a type against their direction, which goes on where it stopped.
package struct OriginWalk: Sendable {
  private let edgeType: String
  private var seen: Set<String>
  private var waiting: [String]

  /// Starts at an item.
  package init(to id: String, ofType edgeType: String) {
    self.edgeType = edgeType
    (seen, waiting) = ([id], [id])
  }

  /// Walks until an item is found; all the way where it is not there.
  ///
  /// - Parameters:
  ///   - id: The item.
  ///   - lookup: The edges, which are as they were before.
  /// - Returns: Whether edges lead from the item to the start of the walk.
  /// - Throws: What the lookup throws; the walk goes on there.
  package mutating func finds(_ id: String, in lookup: some EdgeLookup) throws -> Bool {
    while !seen.contains(id), let next = waiting.last {
      let edges = try lookup.edges(to: next, ofType: edgeType)
      waiting.removeLast()
      for edge in edges where seen.insert(edge.sourceId).inserted { waiting.append(edge.sourceId) }
    }
    return seen.contains(id)
  }
}

/// A lookup over a list of edges in memory.
///
/// ```swift
/// let known = EdgeList(itemTypes: ["a": "core.note", "b": "core.note"])
/// try EdgeRules(itemTypes: CoreTypes.registry).validate(
///   CreateEdgeInput(sourceId: "a", targetId: "b", edgeType: "about"), in: known)
/// ```
public struct EdgeList: EdgeLookup, Sendable {
  /// The edges, in any order.
  public var edges: [Edge]
  /// Item types by item id.
  public var itemTypes: [String: String]

  /// Looks among some edges; `itemTypes` has the types of their items by id.
  public init(edges: [Edge] = [], itemTypes: [String: String] = [:]) {
    self.edges = edges
    self.itemTypes = itemTypes
  }

  /// Edges of a type that start from an item; linear in all edges.
  public func edges(from sourceId: String, ofType edgeType: String) -> [Edge] {
    edges.filter { $0.sourceId == sourceId && $0.edgeType == edgeType }
  }

  /// Edges of a type that point to an item; linear in all edges.
  public func edges(to targetId: String, ofType edgeType: String) -> [Edge] {
    edges.filter { $0.targetId == targetId && $0.edgeType == edgeType }
  }

  /// The type of an item, or nil when there is no such item.
  public func itemType(of id: String) -> String? {
    itemTypes[id]
  }
}
