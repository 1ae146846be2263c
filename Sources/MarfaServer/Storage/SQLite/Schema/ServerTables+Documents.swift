extension ServerTables {
  /// Documents that several clients edit: the clients, the documents with their changes and
  /// snapshots, what each client's copy has, and the texts of bound properties at versions.
  ///
  /// The bytes are those of the wire. Of a removed document the key may be used again.
  static let documents = """
    CREATE TABLE document_client (
      id TEXT PRIMARY KEY,
      credential TEXT NOT NULL,
      client_key TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      seen_at INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX document_client_by_credential ON document_client(credential);
    CREATE INDEX document_client_by_sight ON document_client(seen_at);
    CREATE TABLE document (
      number INTEGER PRIMARY KEY AUTOINCREMENT,
      key TEXT NOT NULL,
      sequence INTEGER NOT NULL,
      trimmed_to INTEGER NOT NULL,
      size INTEGER NOT NULL,
      actor TEXT NOT NULL,
      actor_sequence INTEGER NOT NULL,
      item TEXT,
      field TEXT,
      created_at INTEGER NOT NULL,
      removed_at INTEGER,
      typed_since INTEGER,
      typed_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX document_by_key ON document(key) WHERE removed_at IS NULL;
    CREATE UNIQUE INDEX document_by_item ON document(item, field)
      WHERE removed_at IS NULL AND item IS NOT NULL;
    CREATE INDEX document_by_edits ON document(typed_since) WHERE typed_since IS NOT NULL;
    CREATE INDEX document_by_removal ON document(removed_at) WHERE removed_at IS NOT NULL;
    CREATE TABLE document_change (
      document INTEGER NOT NULL REFERENCES document(number) ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      actor TEXT NOT NULL,
      client_sequence INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY(document, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE document_snapshot (
      document INTEGER PRIMARY KEY REFERENCES document(number) ON DELETE CASCADE,
      sequence INTEGER NOT NULL,
      bytes BLOB NOT NULL
    ) STRICT;
    CREATE TABLE document_replica (
      document INTEGER NOT NULL REFERENCES document(number) ON DELETE CASCADE,
      client TEXT NOT NULL REFERENCES document_client(id) ON DELETE CASCADE,
      is_attached INTEGER NOT NULL,
      client_sequence INTEGER NOT NULL,
      last_hash BLOB NOT NULL,
      server_sequence INTEGER NOT NULL,
      vector BLOB NOT NULL,
      PRIMARY KEY(document, client)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX document_replica_by_client ON document_replica(client);
    CREATE TABLE document_text (
      document INTEGER NOT NULL REFERENCES document(number) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      text TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY(document, version)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX document_text_by_time ON document_text(created_at);
    """

  /// What a document has seen, texts of versions as differences, and rights of documents as a map
  /// of their own, which were names among the metadata before.
  ///
  /// A key may do what it could.
  static let documentVectors = """
    ALTER TABLE document ADD COLUMN vector BLOB NOT NULL DEFAULT x'';
    ALTER TABLE document_text ADD COLUMN is_difference INTEGER NOT NULL DEFAULT 0;
    UPDATE api_key SET permissions = json_set(permissions,
      '$.documents', (SELECT json_group_object(iif(key = '*', '*', substr(key, 11)), value)
        FROM json_each(permissions, '$.metadata') WHERE key LIKE 'documents._%'
          OR key = '*' AND json_extract(permissions, '$.metadata."documents.*"') IS NULL),
      '$.metadata', (SELECT json_group_object(key, value)
        FROM json_each(permissions, '$.metadata') WHERE key NOT LIKE 'documents._%'))
      WHERE role <> 'admin';
    """

  /// Up to which time replicas of a document may have purged; of what they purged before that is
  /// not known.
  static let documentPurges = """
    ALTER TABLE document ADD COLUMN purged_through INTEGER NOT NULL DEFAULT 0;
    """

  /// What a client sent under each of its numbers; of earlier changes that is not known.
  ///
  /// There is no index by client: it would be one more page for each letter that is typed, and only
  /// what is sent again is looked for, after what its client knows.
  static let documentDigests = """
    ALTER TABLE document_change ADD COLUMN digest BLOB NOT NULL DEFAULT x'';
    """
}
