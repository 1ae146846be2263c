/// Which rows a request may see, by the names of their types; nil means every one.
public struct Visibility: Hashable, Sendable {
  /// The types of items.
  var itemTypes: Set<String>?
  /// The types of edges.
  var edgeTypes: Set<String>?

  /// Everything.
  static let all = Visibility(itemTypes: nil, edgeTypes: nil)

  /// Whether items of a type may be seen.
  func shows(itemType: String) -> Bool { itemTypes?.contains(itemType) ?? true }

  /// Whether an edge may be seen: its type, and the items at both its ends.
  func shows(_ edge: EdgeRow) -> Bool {
    edgeTypes?.contains(edge.type) ?? true && shows(itemType: edge.sourceType)
      && shows(itemType: edge.targetType)
  }
}
