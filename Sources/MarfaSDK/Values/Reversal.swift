/// One thing to undo.
package enum Reversal: Hashable, Sendable {
  /// An item was made, active, with tags, blobs and in a notebook, or in none: it is removed unless
  /// any of this was changed since, its properties were, it got a file, or it was linked otherwise
  /// than by a text.
  case creation(id: String, tags: [String], notebook: String?, blobs: [String] = [])
  /// A notebook was made: it is removed unless it was edited since, or something outside the trash
  /// is in it.
  case notebook(id: String)
  /// An item was edited: its revision went from `before` to `after`, and tags came and went. It
  /// gets its former properties and tags unless it was edited since; tags that others gave it stay,
  /// and the blobs that the edit added go; the others get the order that they had, if the edit gave
  /// them another one. An edit of tags alone has twice the same revision.
  case edit(
    id: String, before: Int, after: Int, addedTags: [String], removedTags: [String] = [],
    addedBlobs: [String] = [], order: [Attachment]? = nil)
}

/// The result of an undo.
package enum ReversalOutcome: Hashable, Sendable {
  /// A made item was removed.
  case removed
  /// An edited item is as it was.
  case restored
  /// There is nothing to undo any more.
  case absent
  /// It stays: it was edited since.
  case editedSince
  /// It stays: its tags were changed since.
  case taggedSince
  /// It stays: files were attached to it since.
  case attachedSince
  /// It stays: it was put into another state since.
  case stateChangedSince
  /// It stays: it was put into another notebook since.
  case movedSince
  /// It stays: it was linked since, from it or to it.
  case linkedSince
  /// It stays: the version before is not kept any more.
  case versionGone
  /// It stays: the notebook is not empty.
  case inUse
}

/// How items are removed.
package enum ItemRemoval: Hashable, Sendable {
  /// They go into the trash.
  case trash
  /// They go permanently.
  case purge
}
