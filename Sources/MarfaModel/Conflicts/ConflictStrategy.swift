/// Who settles a version conflict.
public enum ConflictStrategy: String, Codable, Hashable, Sendable, CaseIterable {
  /// The merge policy of the type.
  case auto
  /// The caller, who gets a `ConflictError`.
  case manual
  /// A function of the caller; when the change is replayed from the queue, the policy.
  case callback
}

/// What the settling of a conflict came to.
public enum ConflictResolutionOutcome: String, Codable, Hashable, Sendable, CaseIterable {
  /// Every field took the server's value.
  case lastWriterWins
  /// Every field kept both, in a copy or merged into one text.
  case keepBothCopies
  /// Some of each.
  case mixed
}

/// The report of a conflict that was settled without asking.
public struct ConflictAutoMergedPayload: Codable, Hashable, Sendable {
  /// The item that was in conflict.
  public var itemId: String
  /// The item that holds the merged values: the same.
  public var mergedItemId: String
  /// The sibling with the client's values, when one was made.
  public var conflictedCopyId: String?
  /// The fields that were in conflict, sorted.
  public var fields: [String]
  /// What it came to.
  public var strategy: ConflictResolutionOutcome

  /// What an application hears of a conflict that settled itself.
  public init(
    itemId: String, mergedItemId: String, conflictedCopyId: String?, fields: [String],
    strategy: ConflictResolutionOutcome
  ) {
    self.itemId = itemId
    self.mergedItemId = mergedItemId
    self.conflictedCopyId = conflictedCopyId
    self.fields = fields
    self.strategy = strategy
  }

  enum CodingKeys: String, CodingKey {
    case itemId = "item_id"
    case mergedItemId = "merged_item_id"
    case conflictedCopyId = "conflicted_copy_id"
    case fields, strategy
  }
}
