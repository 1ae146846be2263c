/// The answer `{"item", "metadata"}` of the item routes.
public typealias ItemResponse = ItemWithMetadata

/// The answer `{"metadata"}`.
public struct MetadataResponse: Codable, Hashable, Sendable {
  /// The tags and extensions.
  public var metadata: Metadata

  /// Creates an answer.
  public init(metadata: Metadata) { self.metadata = metadata }
}

/// The answer `{"edge"}`.
public struct EdgeResponse: Codable, Hashable, Sendable {
  /// The edge.
  public var edge: Edge

  /// Creates an answer.
  public init(edge: Edge) { self.edge = edge }
}

/// The answer `{"versions"}`, newest first.
public struct VersionsResponse: Codable, Hashable, Sendable {
  /// The snapshots.
  public var versions: [ItemVersion]

  /// Creates an answer.
  public init(versions: [ItemVersion]) { self.versions = versions }
}

/// The answer `{"tags"}` with counts.
public struct TagCountsResponse: Codable, Hashable, Sendable {
  /// Most frequent first, then by name.
  public var tags: [TagWithCount]

  /// Creates an answer.
  public init(tags: [TagWithCount]) { self.tags = tags }
}

/// The answer `{"type"}` to a registration.
public struct TypeResponse: Codable, Hashable, Sendable {
  /// The type.
  public var type: ItemType

  /// Creates an answer.
  public init(type: ItemType) { self.type = type }
}

/// The answer `{"edge_type"}` to a registration.
public struct EdgeTypeResponse: Codable, Hashable, Sendable {
  /// The edge type.
  public var edgeType: EdgeType

  /// Creates an answer.
  public init(edgeType: EdgeType) { self.edgeType = edgeType }

  enum CodingKeys: String, CodingKey {
    case edgeType = "edge_type"
  }
}

/// The answer `{"edge_types"}`.
public struct EdgeTypesResponse: Codable, Hashable, Sendable {
  /// The edge types.
  public var edgeTypes: [EdgeType]

  /// Creates an answer.
  public init(edgeTypes: [EdgeType]) { self.edgeTypes = edgeTypes }

  enum CodingKeys: String, CodingKey {
    case edgeTypes = "edge_types"
  }
}

/// The answer `{"extensions"}` of the extension routes.
public struct ExtensionsResponse: Codable, Hashable, Sendable {
  /// The sidecars by namespace.
  public var extensions: [String: JSONValue]

  /// Creates an answer.
  public init(extensions: [String: JSONValue]) { self.extensions = extensions }
}

/// The answer `{"ok": true}`.
public struct OkResponse: Codable, Hashable, Sendable {
  /// Always true.
  public var ok: Bool

  /// Creates an answer.
  public init() { ok = true }
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

  /// Creates a result.
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

  /// Creates an answer.
  public init(results: [SearchResult]) { self.results = results }
}
