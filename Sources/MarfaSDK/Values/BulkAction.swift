/// One thing to do to many items.
///
/// ```swift
/// let planned = try await client.items.bulkAction(
///   .updateTags(add: ["baking"], remove: []), filters: ListFilters(tags: ["bread"]),
///   isDryRun: true)
/// show(planned.matched)
/// ```
public enum BulkAction: Hashable, Sendable {
  /// Moves them to a state.
  case transition(ItemState)
  /// Removes them permanently; the confirmation must be `PURGE`.
  case purge(confirm: String)
  /// Adds and removes tags.
  case updateTags(add: [String], remove: [String])
  /// Sets the tier.
  case updateTier(ItemTier)
  /// Merges properties.
  case updateProperties([String: JSONValue])
  /// Sets the time that matters, ISO 8601.
  case updateTimestamp(String)
}

/// What a bulk action came to.
public struct BulkActionResult: Hashable, Sendable {
  /// How many items the filters held.
  public var matched: Int
  /// How many of them changed; 0 in a dry run.
  public var changed: Int
  /// How many refused the change, such as a transition that the lifecycle does not have.
  public var errored: Int
  /// Whether nothing was to be done.
  public var isDryRun: Bool

  /// How many items matched, and how many of them were changed or refused.
  public init(matched: Int, changed: Int, errored: Int, isDryRun: Bool) {
    self.matched = matched
    self.changed = changed
    self.errored = errored
    self.isDryRun = isDryRun
  }
}
