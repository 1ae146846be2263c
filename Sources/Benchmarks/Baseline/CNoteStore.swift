/// The notes in tables that hold no more than they must, written and read through C.
final class CNoteStore {
  enum Index {
    case none, listOnly, trigger, explicit
  }

  let database: CDatabase
  private let insertNote: CStatement
  private let insertTag: CStatement
  private let insertText: CStatement?

  init(
    path: String, synchronous: String = "NORMAL", index: Index = .none, isNew: Bool = true
  ) throws {
    database = try CDatabase(path: path, synchronous: synchronous)
    if isNew { try Self.addTables(database) }
    if index != .none { try Self.addListIndexes(database) }
    if index == .trigger || index == .explicit { try Self.addFullText(database) }
    if index == .trigger {
      try database.execute(
        """
        CREATE TRIGGER note_fts AFTER INSERT ON note BEGIN
          INSERT INTO fts (rowid, title, body) VALUES (new.rowid, new.title, new.body);
        END
        """)
    }
    insertNote = try database.prepare(
      """
      INSERT INTO note (id, type, created, updated, title, props, body)
      VALUES (?, ?, ?, ?, ?, ?, ?)
      """)
    insertTag = try database.prepare("INSERT OR IGNORE INTO note_tag VALUES (?, ?)")
    insertText =
      index == .explicit
      ? try database.prepare("INSERT INTO fts (rowid, title, body) VALUES (?, ?, ?)") : nil
  }

  private static func addTables(_ database: CDatabase) throws {
    try database.execute(
      """
      CREATE TABLE note (
        rowid INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, type TEXT NOT NULL,
        created INTEGER NOT NULL, updated INTEGER NOT NULL, title TEXT NOT NULL,
        props TEXT NOT NULL, body TEXT NOT NULL);
      CREATE TABLE note_tag (tag TEXT NOT NULL, note INTEGER NOT NULL, PRIMARY KEY (tag, note))
        WITHOUT ROWID;
      """)
  }

  static func addListIndexes(_ database: CDatabase) throws {
    try database.execute(
      """
      CREATE INDEX note_type_updated ON note (type, updated DESC);
      CREATE INDEX note_updated ON note (updated DESC);
      """)
  }

  static func addFullText(_ database: CDatabase) throws {
    try database.execute(
      """
      CREATE VIRTUAL TABLE fts USING fts5(
        title, body, content='note', content_rowid='rowid', tokenize='unicode61')
      """)
  }

  /// Indexes as much text as our store does, in the same way: properties too, and prefixes.
  static func addWideFullText(_ database: CDatabase) throws {
    try database.execute(
      """
      CREATE VIRTUAL TABLE wide USING fts5(
        title, body, props, content='note', content_rowid='rowid', prefix='2 3',
        tokenize='unicode61 remove_diacritics 2');
      INSERT INTO wide(wide) VALUES ('rebuild')
      """)
  }

  /// Inserts one note; the caller opens and commits the transaction.
  func insert(_ note: Corpus.Note) {
    let properties = """
      {"priority":\(note.priority),"summary":"\(note.summary)","url":"https://example.org/1"}
      """
    insertNote.bind(note.id, at: 1).bind(note.type, at: 2).bind(note.updated, at: 3)
      .bind(note.updated, at: 4).bind(note.title, at: 5).bind(properties, at: 6)
      .bind(note.body, at: 7).drain()
    let row = database.lastInsertedRow
    for tag in note.tags { insertTag.bind(tag, at: 1).bind(row, at: 2).drain() }
    insertText?.bind(row, at: 1).bind(note.title, at: 2).bind(note.body, at: 3).drain()
  }

  /// Inserts notes in one transaction.
  func insertAll(_ notes: [Corpus.Note]) throws {
    try database.execute("BEGIN IMMEDIATE")
    for note in notes { insert(note) }
    try database.execute("COMMIT")
  }
}
