import GRDB
import StorageKit
import Testing

@Suite(.timeLimit(.minutes(20))) struct FullTextIndexTests {
  private func makeStore(
    upkeep: FullTextIndex.Upkeep = .triggers, tokenizer: String = "unicode61 remove_diacritics 2"
  ) throws -> (pool: any DatabaseWriter, index: FullTextIndex) {
    let index = try FullTextIndex(
      table: "doc", columns: ["title", "body"], tokenizer: tokenizer, upkeep: upkeep)
    let ctx = try StorageKit.startInMemory { schema in
      schema.add(id: "doc") { db in
        try db.execute(sql: "CREATE TABLE doc (key INTEGER PRIMARY KEY, title TEXT, body TEXT)")
      }
      schema.addFullTextIndex(index)
    }
    return (ctx.storage.pool, index)
  }

  private func insert(_ pool: any DatabaseWriter, _ title: String, _ body: String = "") throws {
    try pool.write {
      try $0.execute(sql: "INSERT INTO doc (title, body) VALUES (?, ?)", arguments: [title, body])
    }
  }

  /// This is why ten thousand rows take less than two seconds.
  ///
  /// The time itself is a benchmark of the area `fulltext`.
  /// The number of statements that a write runs, with those of triggers and without FTS5's own.
  private func statements(
    of pool: any DatabaseWriter, in write: (Database) throws -> Void
  ) throws -> Int {
    try pool.write { db in
      var count = 0
      // The tables beside an index are written by FTS5 itself.
      let shadows = ["_data'", "_idx'", "_docsize'"]
      db.trace { event in
        if !shadows.contains(where: event.description.contains) { count += 1 }
      }
      try write(db)
      db.trace(nil)
      return count
    }
  }

  @Test func `SK-G18 ten thousand rows are indexed without a statement for each`() throws {
    let (pool, index) = try makeStore(upkeep: .manual)
    try pool.write { db in
      try db.execute(
        sql: """
          WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
          INSERT INTO doc (title, body)
          SELECT 'note ' || i, hex(randomblob(40)) || ' word' || (i % 100) FROM n
          """)
    }

    let statements = try statements(of: pool) { try index.rebuild(in: $0) }

    #expect((1..<10).contains(statements), "\(statements) statements")
    let matches = try pool.read {
      try index.search(FullTextPattern("word7", matching: .allWords), limit: 1000, in: $0)
    }
    #expect(matches.count == 100)
  }

  @Test(arguments: [
    "\"", "-x", "AND", "", "AND OR", "a\"b", "(", "*", "title:x", "NEAR(a b)", "^a", "\0", "a\0b",
    "{a} : b", "é-è", "   ", "'", "😀", "x AND", "-", "\"\"\"", "日本語",
  ])
  func `SK-G19 whatever is typed never is an error`(text: String) throws {
    let (pool, index) = try makeStore()
    try insert(pool, "x AND y")

    for matching in [
      FullTextPattern.Matching.allWords, .allPrefixes, .lastPrefix, .anyWord, .phrase,
    ] {
      for columns in [[], ["title"]] {
        let pattern = FullTextPattern(text, matching: matching, columns: columns)
        _ = try pool.read { try index.search(pattern, in: $0) }
      }
    }
  }

  @Test(arguments: ["", "   ", "\"", "-", "( * )", "\0"])
  func `SK-G19 text without a word makes no search`(text: String) throws {
    let (pool, index) = try makeStore()
    try insert(pool, "anything")

    #expect(FullTextPattern(text) == nil)
    #expect(try pool.read { try index.search(FullTextPattern(text), in: $0) }.isEmpty)
  }

  @Test(arguments: [
    (FullTextPattern.Matching.allWords, "swift notes", [1]),
    (.allWords, "swi notes", []),
    (.allPrefixes, "swi no", [1, 2]),
    (.lastPrefix, "swift no", [1]),
    (.lastPrefix, "swi no", []),
    (.anyWord, "swift cafe", [1, 3]),
    (.phrase, "notes about swift", [1]),
    (.phrase, "about notes", []),
    (.allWords, "-swift", [1]),
    (.allWords, "CAFE", [3]),
  ])
  func `words match as asked, without case and accents`(
    matching: FullTextPattern.Matching, text: String, rows: [Int64]
  ) throws {
    let (pool, index) = try makeStore()
    try insert(pool, "Notes about Swift")
    try insert(pool, "Swimming in November")
    try insert(pool, "Café")

    let found = try pool.read {
      try index.search(FullTextPattern(text, matching: matching), order: .found, in: $0)
    }

    #expect(found.map(\.rowId) == rows)
  }

  @Test func `a pattern may be held to columns`() throws {
    let (pool, index) = try makeStore()
    try insert(pool, "apple", "pear")

    let inTitle = FullTextPattern("pear", columns: ["title"])
    let inBody = FullTextPattern("pear", columns: ["title", "body"])

    #expect(try pool.read { try index.search(inTitle, in: $0) }.isEmpty)
    #expect(try pool.read { try index.search(inBody, in: $0) }.count == 1)
  }

  @Test(arguments: [("本語", 1), ("日本", 0), ("本語の", 1), ("ab", 0), ("語のノ", 1)])
  func `trigrams find any substring of three characters`(text: String, count: Int) throws {
    let (pool, index) = try makeStore(tokenizer: "trigram")
    try insert(pool, "日本語のノート")

    let pattern = FullTextPattern(text, tokens: .trigrams)
    let found = try pool.read { try index.search(pattern, in: $0) }

    #expect(found.count == (text.count >= 3 ? count : 0))
  }

  @Test func `the best match comes first`() throws {
    let (pool, index) = try makeStore()
    try insert(pool, "long", "tea " + String(repeating: "filler ", count: 50))
    try insert(pool, "tea tea", "tea")

    let found = try pool.read { try index.search(FullTextPattern("tea"), in: $0) }

    #expect(found.map(\.rowId) == [2, 1])
    #expect(found[0].rank < found[1].rank)
  }

  @Test func `triggers follow updates and deletions`() throws {
    let (pool, index) = try makeStore()
    try insert(pool, "first")
    try insert(pool, "second")
    try pool.write { db in
      try db.execute(sql: "UPDATE doc SET title = 'renamed' WHERE key = 1")
      try db.execute(sql: "DELETE FROM doc WHERE key = 2")
    }

    for (text, count) in [("first", 0), ("renamed", 1), ("second", 0)] {
      #expect(try pool.read { try index.search(FullTextPattern(text), in: $0) }.count == count)
    }
    try pool.write { try index.optimize(in: $0) }
  }

  @Test func `a snippet marks its matches with control characters`() throws {
    let (pool, index) = try makeStore()
    try insert(pool, "", "Some <b>bold</b> words about tea, and more tea")

    let found = try pool.read { try index.search(FullTextPattern("tea bold"), in: $0) }

    let snippet = try #require(found.first?.snippet)
    #expect(snippet.text == "Some <b>bold</b> words about tea, and more tea")
    #expect(snippet.pieces.filter(\.isMatch).map(\.text) == ["bold", "tea", "tea"])
  }

  @Test(arguments: [
    ("", []), ("\u{3}a\u{3}", [("a", false)]), ("\u{2}a", [("a", true)]),
    ("\u{2}a\u{2}b\u{3}c", [("a", true), ("b", true), ("c", false)]),
    ("x\u{2}\u{301}y\u{3}", [("x", false), ("\u{301}y", true)]),
  ])
  func `unbalanced marks are read without harm`(
    marked: String, expected: [(String, Bool)]
  ) {
    let pieces = FullTextSnippet(marked: marked).pieces

    #expect(pieces == expected.map { FullTextSnippet.Piece(text: $0.0, isMatch: $0.1) })
  }

  @Test func `a table without an integer key is refused`() throws {
    let index = try FullTextIndex(table: "doc", columns: ["title"])

    #expect {
      try StorageKit.startInMemory { schema in
        schema.add(id: "doc") {
          try $0.execute(sql: "CREATE TABLE doc (id TEXT PRIMARY KEY, title TEXT)")
        }
        schema.addFullTextIndex(index)
      }
    } throws: { ($0 as? StorageError)?.detail == "doc has no INTEGER PRIMARY KEY" }
  }
}
