/// Where an item is in its life.
public enum ItemState: String, Codable, Hashable, Sendable, CaseIterable {
  /// In use.
  case active
  /// Put away: out of the default view, still found at lower relevance.
  case archived
  /// Deleted but kept for a while; never found by search.
  case trashed
  /// Withdrawn; only for `system.*` items.
  case revoked
}
