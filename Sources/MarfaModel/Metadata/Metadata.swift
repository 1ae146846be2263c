/// Tags and extensions of an item, which have no version.
public struct Metadata: Hashable, Sendable {
  /// The item that this belongs to.
  public var itemId: String
  /// Kebab-case tags, without doubles, sorted.
  public var tags: [String]
  /// Namespaced sidecars.
  public var extensions: [String: JSONValue]

  /// Takes each part as it is.
  public init(itemId: String, tags: [String] = [], extensions: [String: JSONValue] = [:]) {
    self.itemId = itemId
    self.tags = tags
    self.extensions = extensions
  }
}

/// An item with its metadata.
public struct ItemWithMetadata: Hashable, Sendable, Identifiable {
  /// The item.
  public var item: Item
  /// Its tags and extensions.
  public var metadata: Metadata
  /// The item's id.
  public var id: String { item.id }

  /// An item and its metadata as they were read together.
  public init(item: Item, metadata: Metadata) {
    self.item = item
    self.metadata = metadata
  }
}

/// How many items carry a tag; trashed ones do not count.
public struct TagWithCount: Codable, Hashable, Sendable, Identifiable {
  /// The tag.
  public var tag: String
  /// How many items carry it, 1 or more.
  public var count: Int
  /// The tag.
  public var id: String { tag }

  /// A tag and the number of items that carry it.
  public init(tag: String, count: Int) {
    self.tag = tag
    self.count = count
  }
}
