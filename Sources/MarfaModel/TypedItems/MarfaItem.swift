/// A typed view of an item.
public protocol MarfaItem: Sendable, Identifiable {
  /// The dotted name of the type.
  static var typeIdentifier: String { get }
  /// The item that this is a view of.
  var item: Item { get }
  /// The view, or nil when the item is of another type or lacks a required field.
  init?(from item: Item)
  /// The properties as the view now has them.
  func toProperties() -> [String: JSONValue]
}

extension MarfaItem {
  /// The item's id.
  public var id: String { item.id }
  /// The dotted name of the item's own type, which may be a subtype.
  public var type: String { item.type }
  /// Where the item is in its life.
  public var state: ItemState { item.state }
  /// When it was made, ISO 8601.
  public var createdAt: String { item.createdAt }
  /// When it last changed, ISO 8601.
  public var updatedAt: String { item.updatedAt }
  /// The time that matters to the person, ISO 8601.
  public var timestamp: String { item.timestamp }
  /// The version of the properties.
  public var version: Int { item.version }
  /// Who made it.
  public var source: String { item.source }
  /// The stable id at the source.
  public var sourceId: String? { item.sourceId }
  /// Whether it is in use.
  public var isActive: Bool { item.state == .active }
  /// Whether it is put away.
  public var isArchived: Bool { item.state == .archived }
  /// Whether it is deleted but kept.
  public var isTrashed: Bool { item.state == .trashed }

  /// Whether items of a type can be viewed: the type itself, or one below it in name.
  public static func accepts(_ type: String) -> Bool {
    type == typeIdentifier
      || (type.hasPrefix(typeIdentifier) && type.dropFirst(typeIdentifier.count).first == ".")
  }
}
