/// The answer `{"item", "metadata"}` of the item routes.
public typealias ItemResponse = ItemWithMetadata

/// The answer `{"metadata"}`.
public struct MetadataResponse: Codable, Hashable, Sendable {
  /// The tags and extensions.
  public var metadata: Metadata

  /// The tags and extensions of an item, under their name.
  public init(metadata: Metadata) { self.metadata = metadata }
}

/// The answer `{"edge"}`.
public struct EdgeResponse: Codable, Hashable, Sendable {
  /// The edge.
  public var edge: Edge

  /// One edge, under its name.
  public init(edge: Edge) { self.edge = edge }
}

/// The answer `{"versions"}`, newest first.
public struct VersionsResponse: Codable, Hashable, Sendable {
  /// The snapshots.
  public var versions: [ItemVersion]

  /// Snapshots, the newest first.
  public init(versions: [ItemVersion]) { self.versions = versions }
}

/// The answer `{"tags"}` with counts.
public struct TagCountsResponse: Codable, Hashable, Sendable {
  /// Most frequent first, then by name.
  public var tags: [TagWithCount]

  /// Tags with the number of their items.
  public init(tags: [TagWithCount]) { self.tags = tags }
}

/// The answer `{"type"}` to a registration.
public struct TypeResponse: Codable, Hashable, Sendable {
  /// The type.
  public var type: ItemType

  /// The type as it is registered now.
  public init(type: ItemType) { self.type = type }
}

/// The answer `{"edge_type"}` to a registration.
public struct EdgeTypeResponse: Codable, Hashable, Sendable {
  /// The edge type.
  public var edgeType: EdgeType

  /// The edge type as it is registered now.
  public init(edgeType: EdgeType) { self.edgeType = edgeType }

  enum CodingKeys: String, CodingKey {
    case edgeType = "edge_type"
  }
}

/// The answer `{"edge_types"}`.
public struct EdgeTypesResponse: Codable, Hashable, Sendable {
  /// The edge types.
  public var edgeTypes: [EdgeType]

  /// All edge types that the server knows.
  public init(edgeTypes: [EdgeType]) { self.edgeTypes = edgeTypes }

  enum CodingKeys: String, CodingKey {
    case edgeTypes = "edge_types"
  }
}

/// The answer `{"extensions"}` of the extension routes.
public struct ExtensionsResponse: Codable, Hashable, Sendable {
  /// The sidecars by namespace.
  public var extensions: [String: JSONValue]

  /// Extensions by their names.
  public init(extensions: [String: JSONValue]) { self.extensions = extensions }
}

/// One item that a search found.
public struct SearchResult: Hashable, Sendable, Identifiable {
  /// The item.
  public var item: Item
  /// Its tags and extensions.
  public var metadata: Metadata
  /// How well it fits; larger is better.
  public var relevanceScore: Double
  /// The place of the hit with marks in HTML.
  public var snippetHTML: String?
  /// The place of the hit as plain text.
  public var snippet: String?
  /// The item's id.
  public var id: String { item.id }

  /// A found item with its score; the higher, the better.
  public init(
    item: Item, metadata: Metadata, relevanceScore: Double, snippetHTML: String? = nil,
    snippet: String? = nil
  ) {
    self.item = item
    self.metadata = metadata
    self.relevanceScore = relevanceScore
    self.snippetHTML = snippetHTML
    self.snippet = snippet
  }
}

/// The answer `{"results"}` of a search.
public struct SearchResponse: Hashable, Sendable {
  /// Best first.
  public var results: [SearchResult]

  /// Found items, the best first.
  public init(results: [SearchResult]) { self.results = results }
}
