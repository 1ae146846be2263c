extension StoreTables {
  /// What a sweep needs to find out what a server no longer has.
  ///
  /// `swept` has the ids of items and edges that the present sweep has brought. `doubtful` has the
  /// ids of items that the server is asked about. `needs_person` is 0 for those that may be gone, 1
  /// for those that were too many to remove without asking, -1 for those that are asked about
  /// though they may well be there, -2 for those of queued changes, before these are sent, and -3
  /// for those of which a change was answered again.
  static let syncing = """
    CREATE TABLE swept (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE
    ) STRICT;
    CREATE TABLE doubtful (
      key INTEGER PRIMARY KEY,
      id TEXT NOT NULL UNIQUE,
      needs_person INTEGER NOT NULL DEFAULT 0
    ) STRICT;
    """

  /// `version.is_pinned` is 1 for what a change overruled that contradicted it, see
  /// `UpdateOptions.Snapshot.pinned`.
  static let pins = """
    ALTER TABLE version ADD COLUMN is_pinned INTEGER NOT NULL DEFAULT 0;
    """

  /// `item.state_device` is the device that moved the item to the state that the server has
  /// confirmed.
  static let stateDevices = """
    ALTER TABLE item ADD COLUMN state_device TEXT;
    """

  /// `parted_edge` has the edges that the server removed at items with unsent changes, until it
  /// reports the item: one that it deleted permanently removes its edges first.
  static let partedEdges = """
    CREATE TABLE parted_edge (
      key INTEGER PRIMARY KEY,
      source INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      target INTEGER NOT NULL REFERENCES item(key) ON DELETE CASCADE,
      type TEXT NOT NULL,
      properties TEXT NOT NULL,
      UNIQUE(source, type, target)
    ) STRICT;
    CREATE INDEX parted_edge_by_target ON parted_edge(target);
    """
}
