import MarfaModel

/// One record of an export.
public enum ArchiveRecord: Hashable, Sendable {
  /// The settings.
  case settings(SpaceSettings)
  /// The profile.
  case profile(Profile)
  /// A registered type.
  case type(ItemType)
  /// A registered edge type.
  case edgeType(EdgeType)
  /// An item with tags, extensions and snapshots.
  case item(ArchivedItem)
  /// An edge.
  case edge(Edge)
  /// A blob's row; its bytes are the archive's business.
  case blob(StoredBlob)
}

/// An item with everything that goes with it, but for its edges.
public struct ArchivedItem: Codable, Hashable, Sendable {
  /// The item.
  public var item: Item
  /// Its tags and extensions.
  public var metadata: Metadata
  /// Its snapshots, newest first.
  public var versions: [ItemVersion]
  /// When it was trashed, ISO 8601; nil when it is not.
  public var trashedAt: String?

  /// An archived item.
  public init(
    item: Item, metadata: Metadata, versions: [ItemVersion], trashedAt: String? = nil
  ) {
    self.item = item
    self.metadata = metadata
    self.versions = versions
    self.trashedAt = trashedAt
  }

  enum CodingKeys: String, CodingKey {
    case item, metadata, versions
    case trashedAt = "trashed_at"
  }
}

/// What a restore did.
public struct RestoreCounts: Codable, Hashable, Sendable {
  /// Records that are new.
  public var restored = 0
  /// Records that were there.
  public var skipped = 0
  /// Hashes of blobs whose bytes neither the archive nor the server has.
  public var missingBlobs: [String] = []

  /// Counts of nothing.
  public init() {}

  enum CodingKeys: String, CodingKey {
    case restored, skipped
    case missingBlobs = "missing_blobs"
  }
}
