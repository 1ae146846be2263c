import GRDB
import MarfaModel

extension Conditions {
  /// Adds that an edge may be seen: its type and the items at its ends.
  ///
  /// Lists, hydration and filters all ask this, so that an edge that a key cannot list changes
  /// nothing of what the key is shown.
  ///
  /// - Parameters:
  ///   - visibility: What the request may see.
  ///   - ends: The columns with the types of the ends that are not known to be readable.
  mutating func addReadableEdge(_ visibility: Visibility, ends: [String]) {
    add("edge.type", in: visibility.edgeTypes)
    for end in ends { add(end, in: visibility.itemTypes) }
  }

  /// Adds that an item has an edge of a type that may be seen, with a certain item at the other
  /// end or with any.
  ///
  /// The plus sign keeps SQLite from beginning with every item of a type.
  /// See <https://www.sqlite.org/optoverview.html#uplus>.
  mutating func addEdge(
    from end: EdgeEnd, ofType type: String, to other: String?,
    _ visibility: Visibility
  ) {
    let (own, others) = end == .source ? ("source", "target") : ("target", "source")
    var edge = Conditions()
    edge.add("edge.type = ?", [type])
    if let other { edge.add("other.id = ?", [other]) }
    edge.addReadableEdge(visibility, ends: ["+other.type"])
    let tables = "edge JOIN main.item AS other ON other.key = edge.\(others)"
    if other == nil {
      add(
        """
        EXISTS (SELECT 1 FROM \(tables) WHERE edge.\(own) = item.key AND \(edge.clause))
        """, edge.arguments)
    } else {
      add(
        "item.key IN (SELECT edge.\(own) FROM \(tables) WHERE \(edge.clause))", edge.arguments)
    }
  }
}
