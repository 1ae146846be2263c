import GRDB

/// The tables of the local store, in the order in which they came to be.
///
/// Every table is STRICT and has an integer key that no `VACUUM` renumbers; ids are looked up
/// once and everything inside the file refers by key. Times are milliseconds since 1970 in UTC.
/// What lists show is in `item`; long text is in `item_text`, so that a list page never
/// reads it. No table is `WITHOUT ROWID`, because observation does not see those.
enum StoreSchema {
  /// The steps' names and bodies, oldest first; a name that has shipped never changes.
  static let steps: [(id: String, body: @Sendable (Database) throws -> Void)] = [
    ("2026-11-items", createItems),
    ("2026-11-links", createLinks),
    ("2026-11-search", createSearchIndex),
    ("2026-11-sync", createSync),
    ("2026-11-letters", foldLetters),
    ("2026-11-forms", foldForms),
    ("2026-11-active-counts", countActive),
    ("2026-11-notebook-walks", walkToNotebooks),
    ("2026-11-queue", createQueue),
    ("2026-11-syncing", createSyncing),
    ("2026-11-pins", pinVersions),
    ("2026-11-blobs", keepBlobs),
    ("2026-11-documents", keepDocuments),
    ("2026-11-state-devices", nameStateDevices),
    ("2026-11-document-history", keepDocumentHistory),
    ("2026-11-blob-sizes", keepBlobSizes),
    ("2026-11-queue-counts", countQueue),
    ("2026-11-parted-edges", keepPartedEdges),
  ]

  @Sendable private static func createItems(_ db: Database) throws {
    try db.execute(sql: StoreTables.items)
    try db.execute(sql: StoreTables.tags)
    try db.execute(sql: StoreTables.sidecars)
  }

  @Sendable private static func createLinks(_ db: Database) throws {
    try db.execute(sql: StoreTables.links)
  }

  @Sendable private static func createSearchIndex(_ db: Database) throws {
    try db.execute(sql: StoreTables.search)
  }

  @Sendable private static func createSync(_ db: Database) throws {
    try db.execute(sql: StoreTables.sync)
  }

  /// Brings what was folded without `LetterFold` up to date, where that makes a difference.
  @Sendable private static func foldLetters(_ db: Database) throws {
    try StoreShape.check(db, is: StoreShape.beforeLetters)
    try fold(db, with: "marfa_letters", searching: StoreTables.searchedLetters)
  }

  /// The same for what was folded without `FormFold`.
  @Sendable private static func foldForms(_ db: Database) throws {
    try StoreShape.check(db, is: StoreShape.beforeForms)
    try fold(db, with: "marfa_forms", searching: StoreTables.searchedForms)
  }

  /// Folds with another function from now on.
  private static func fold(
    _ db: Database, with function: String, searching view: String
  ) throws {
    if try Int.fetchOne(db, sql: "SELECT 1 FROM item LIMIT 1") != nil {
      let columns = ["title", "body", "notes", "other", "tags"]
      let differs = columns.map { "\(function)(\($0)) <> \($0)" }.joined(separator: " OR ")
      // An entry is taken out of the word index with the text that it was made of, so this comes
      // before the view says otherwise.
      try StoreWriter.keepWholeTexts(db)
      try db.execute(
        sql: """
          INSERT OR IGNORE INTO word_stale(item, is_indexed, title, body, notes, other, tags)
          SELECT key, 1, title, body, notes, other, tags FROM search_document WHERE \(differs)
          """)
      try foldNames(db, with: function)
    }
    try db.execute(sql: view)
  }

  /// Takes archived items out of the counters of the places that no longer show them.
  @Sendable private static func countActive(_ db: Database) throws {
    var counts = CountChanges()
    let rows = try Row.fetchCursor(db, sql: "SELECT \(CountedState.columns) FROM item")
    while let row = try rows.next() { counts.move(from: nil, to: CountedState(row: row)) }
    try db.execute(sql: "DELETE FROM counter")
    try counts.write(to: db)
  }

  /// Lets a save leave the index of notebooks alone.
  @Sendable private static func walkToNotebooks(_ db: Database) throws {
    try db.execute(sql: StoreTables.notebookWalks)
  }

  /// Gives revision and version a column each, and makes the queue's tables.
  ///
  /// Rewrites each item that was ever changed: about a second for 100,000.
  @Sendable private static func createQueue(_ db: Database) throws {
    try StoreShape.check(db, is: StoreShape.beforeQueue)
    try db.execute(sql: StoreTables.queueColumns)
    try db.execute(sql: StoreTables.queueColumnValues)
    try db.execute(sql: StoreTables.queue)
  }

  /// Makes the tables of a sweep.
  @Sendable private static func createSyncing(_ db: Database) throws {
    try db.execute(sql: StoreTables.syncing)
  }

  /// Lets history keep what a contradiction overruled.
  @Sendable private static func pinVersions(_ db: Database) throws {
    try db.execute(sql: StoreTables.pins)
  }

  /// Makes the tables of blobs and of their uploads.
  @Sendable private static func keepBlobs(_ db: Database) throws {
    try db.execute(sql: StoreTables.blobs)
  }

  /// Makes the tables of documents' replicas.
  @Sendable private static func keepDocuments(_ db: Database) throws {
    try db.execute(sql: StoreTables.documents)
  }

  /// Lets an item say which device moved it to the trash.
  @Sendable private static func nameStateDevices(_ db: Database) throws {
    try db.execute(sql: StoreTables.stateDevices)
  }

  /// Lets undo in a document survive a restart.
  @Sendable private static func keepDocumentHistory(_ db: Database) throws {
    try db.execute(sql: StoreTables.documentHistory)
  }

  /// Lets the size of a file be known that is on the server only.
  @Sendable private static func keepBlobSizes(_ db: Database) throws {
    try db.execute(sql: StoreTables.blobSizes)
  }

  /// Lets the length of the queue be known without a walk over it.
  @Sendable private static func countQueue(_ db: Database) throws {
    try db.execute(sql: StoreTables.queueCounts)
  }

  /// Lets an item that stays have its edges again.
  @Sendable private static func keepPartedEdges(_ db: Database) throws {
    try db.execute(sql: StoreTables.partedEdges)
  }

  private static func foldNames(_ db: Database, with function: String) throws {
    let titled = try Row.fetchAll(
      db, sql: "SELECT key, title FROM item WHERE \(function)(title) <> title")
    for row in titled {
      let sorting = TextFold.fold(row[1])
      try db.execute(
        sql: "UPDATE item SET title_sort = ?, initials = ? WHERE key = ?",
        arguments: [sorting, TitleInitials.bits(of: sorting), row[0] as Int64])
    }
    // A name that the plain letters make equal to another one of the item is there already.
    try db.execute(
      sql: """
        UPDATE OR REPLACE alias SET name = \(function)(name) WHERE \(function)(name) <> name;
        UPDATE OR REPLACE unresolved_link SET target = \(function)(target)
          WHERE \(function)(target) <> target;
        """)
  }
}
