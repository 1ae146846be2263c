/// How prominent an item is; it says nothing of how long it is kept.
public enum ItemTier: String, Codable, Hashable, Sendable, CaseIterable {
  /// Curated by the person.
  case library
  /// From a firehose.
  case feed
}
