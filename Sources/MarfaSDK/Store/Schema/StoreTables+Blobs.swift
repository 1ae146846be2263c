extension StoreTables {
  /// What is known of blobs, and which of them are to be sent.
  ///
  /// `blob` has a row for each whole file of the blobs' folder; `is_on_server` is 1 once the server
  /// has it, too, and `is_cached` is 1 for one that came from there and may go again. `used_at` is
  /// when somebody wanted it last.
  ///
  /// `upload` replaces the table of `queue`, which held no row; `place` orders it, `state` is
  /// `BlobUpload.State`, `offset` is what the server has acknowledged, `url` where its upload goes
  /// on, `error` the server's words. What the server can do is asked again: the former answer lacks
  /// what it said of uploads. An upload that is to be sent has a row `uploadBlob` in `mutation`.
  static let blobs = """
    DELETE FROM sync_state WHERE name = 'profile';
    DROP TABLE upload;
    CREATE TABLE blob (
      key INTEGER PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      mime_type TEXT NOT NULL,
      size INTEGER NOT NULL,
      is_on_server INTEGER NOT NULL DEFAULT 0,
      is_cached INTEGER NOT NULL DEFAULT 0,
      used_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE upload (
      key INTEGER PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      name TEXT NOT NULL,
      place INTEGER NOT NULL,
      state INTEGER NOT NULL DEFAULT 0,
      offset INTEGER NOT NULL DEFAULT 0,
      url TEXT,
      error TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX item_with_attachments ON item(key) WHERE attachment_count > 0;
    """

  /// The sizes of blobs that are on the server only: as the server once said, or as they were here.
  ///
  /// A blob never changes, so neither does its size.
  static let blobSizes = """
    CREATE TABLE blob_size (
      key INTEGER PRIMARY KEY,
      hash TEXT NOT NULL UNIQUE,
      size INTEGER NOT NULL
    ) STRICT;
    """
}
