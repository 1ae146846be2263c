/// A table of the local store that a query may read.
///
/// The full-text tables are not here: whatever is in them comes from `item` and `item_text`.
package enum StoreTable: String, Hashable, Sendable, CaseIterable {
  /// Items as lists show them.
  case item
  /// The long text of items.
  case itemText = "item_text"
  /// Tags and their maintained counts.
  case tag
  /// Which item carries which tag.
  case itemTag = "item_tag"
  /// The maintained counts of the source list.
  case counter
  /// Sidecars of items.
  case itemExtension = "extension"
  /// Links between items.
  case edge
  /// Changes that the server has not accepted yet.
  case mutation
  /// Changes that the server has refused.
  case refused
  /// Conflicts that wait for a person.
  case parkedConflict = "parked_conflict"
  /// Items that the server may have no more.
  case doubtful
  /// Blobs that wait to be sent.
  case upload
  /// Blobs whose bytes are on this machine.
  case blob
  /// Replicas of documents that others edit, too.
  case replica
}
