import MarfaModel

/// What is left of an item that was purged, or of an edge that was removed.
public struct TombstoneRow: Hashable, Sendable {
  /// Its place in the order of removals; 0 before it is written.
  public var key: Int64 = 0
  /// The id of what is gone.
  public var id: String
  /// The item's type, or that of the edge's source.
  public var itemType: String
  /// The edge's type; nil of an item.
  public var edgeType: String?
  /// The type of the edge's target; nil of an item.
  public var targetType: String?
  /// Milliseconds since 1970.
  public var deletedAt: Int64

  /// Takes each part as it is.
  public init(
    key: Int64 = 0, id: String, itemType: String, edgeType: String? = nil,
    targetType: String? = nil, deletedAt: Int64
  ) {
    self.key = key
    self.id = id
    self.itemType = itemType
    self.edgeType = edgeType
    self.targetType = targetType
    self.deletedAt = deletedAt
  }
}
