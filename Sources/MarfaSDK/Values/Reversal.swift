/// One thing to take back.
package enum Reversal: Hashable, Sendable {
  /// An item was made: it is removed unless it was edited since.
  case creation(id: String)
  /// A notebook was made: it is removed unless something outside the trash is in it.
  case notebook(id: String)
  /// An item was edited, which made `after` of the version `before` and added tags: it gets its
  /// properties of then and loses those tags unless it was edited since. Tags that others gave it
  /// stay. Of an edit of tags alone both versions are the same.
  case edit(id: String, before: Int, after: Int, addedTags: [String])
}

/// What became of something to take back.
package enum ReversalOutcome: Hashable, Sendable {
  /// A made item was removed.
  case removed
  /// An edited item is as it was.
  case restored
  /// There is nothing to take back any more.
  case absent
  /// It stays: it was edited since.
  case editedSince
  /// It stays: the version before is not kept any more.
  case versionGone
  /// It stays: the notebook is not empty.
  case inUse
}

/// How items are removed.
package enum ItemRemoval: Hashable, Sendable {
  /// They go into the trash.
  case trash
  /// They go for good.
  case purge
}
