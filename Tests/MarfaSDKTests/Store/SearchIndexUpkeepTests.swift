import Foundation
import GRDB
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SearchIndexUpkeepTests {
  private let folder = TemporaryFolder()

  @Test func `idle work merges the parts that searches between saves have left`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("level")).item.id
    for number in 0..<20 {
      try await store.replaceText(id: id, body: "word\(number)")
      #expect(try await store.search(store.query("word\(number)")).hits.count == 1)
    }
    let before = try partCount()

    try await store.performIdleWork()

    #expect(before == 20)
    #expect(try partCount() ?? .max < 4)
    #expect(try await store.verifySearchIndex() == [])
    #expect(try await store.search(store.query("word19")).hits.count == 1)
    #expect(try await store.search(store.query("word18")).hits.isEmpty)
  }

  @Test func `a store that began with one note plans for thousands`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    _ = try await store.createItem(note("Welcome"))
    _ = try await store.search(store.query("welcome"))

    try await store.performIdleWork()

    #expect(
      try planOfHits() == [
        "MATERIALIZE hit", "SCAN item_fts VIRTUAL TABLE INDEX 0:M5", "SCAN hit",
        "SEARCH item USING INTEGER PRIMARY KEY (rowid=?)",
      ])
  }

  @Test func `saves leave the word index to the next search, which knows them all`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("first")).item.id
    try await store.replaceText(id: id, body: "second")
    _ = try await store.addTags(id: id, ["birds"])
    #expect(try partCount() == 0)

    #expect(try await store.search(store.query("second")).hits.count == 1)
    #expect(try await store.search(store.query("birds")).hits.count == 1)
    #expect(try await store.search(store.query("first")).hits.isEmpty)
    #expect(try partCount() == 1)
    #expect(try await store.verifySearchIndex() == [])
  }

  @Test func `a save makes the word index catch up when too many items wait`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))

    for _ in 0..<31 { _ = try await store.createItem(note("text")) }
    #expect(try partCount() == 0)
    _ = try await store.createItem(note("text"))
    #expect(try partCount() == 1)

    // Another process, which counts what it finds waiting.
    for _ in 0..<31 { _ = try await store.createItem(note("text")) }
    let other = try LocalStore.open(path: folder.path("notes.sqlite"))
    _ = try await other.createItem(note("text"))
    #expect(try partCount() == 2)
  }

  @Test func `a store that is tidied in pauses makes no save catch up, but the idle work`()
    async throws
  {
    let store = try LocalStore.open(
      path: folder.path("notes.sqlite"), environment: StoreEnvironment(wordUpkeep: .inPauses))
    var ids: [String] = []
    for number in 0..<70 {
      ids.append(try await store.createItem(note("text\(number)")).item.id)
    }
    #expect(try partCount() == 0)
    #expect(try staleCount() == 70)

    try await store.performIdleWork()

    #expect(try staleCount() == 0)
    #expect(try await store.verifySearchIndex() == [])
    for number in [0, 31, 32, 69] {
      let hits = try await store.search(store.query("text\(number)")).hits
      #expect(hits.map(\.id) == [ids[number]])
    }
    #expect(try await store.search(store.query("ext69")).hits.map(\.id) == [ids[69]])
  }

  @Test func `each long text is indexed in a transaction of its own, the former one before`()
    async throws
  {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let text = String(repeating: "long text ", count: 30_000)
    let id = try await store.createItem(note(text + "heron")).item.id
    _ = try await store.createItem(note(text + "kestrel"))

    #expect(try await store.search(store.query("heron")).hits.count == 1)
    #expect(try await store.search(store.query("kestrel")).hits.count == 1)
    #expect(try partCount() == 2)

    try await store.replaceText(id: id, body: text + "bittern")
    #expect(try await store.search(store.query("bittern")).hits.map(\.id) == [id])
    #expect(try await store.search(store.query("heron")).hits.isEmpty)
    #expect(try partCount() == 4)
    #expect(try staleCount() == 0)
    #expect(try await store.verifySearchIndex() == [])
  }

  @Test func `parts of words are found wherever they are in a long text`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let words = (0..<5000).map { "w\($0 % 977)x" }.joined(separator: " ")
    let id = try await store.createItem(
      note(words + " seagrass 漢字道 " + words + " lastword")
    ).item.id

    try await store.performIdleWork()

    for part in ["eagras", "漢字道", "astwor", "976x"] {
      #expect(try await store.search(store.query(part)).hits.map(\.id) == [id], "\(part)")
    }
    for part in ["eagrax", "漢道字", "977x"] {
      #expect(try await store.search(store.query(part)).hits.isEmpty, "\(part)")
    }
  }

  @Test func `a purged item's words go though another item gets its key`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let first = try await store.createItem(note("heron")).item
    #expect(try await store.search(store.query("heron")).hits.count == 1)

    try await store.purgeItem(id: first.id)
    _ = try await store.createItem(note("kestrel"))
    try await store.purgeItem(id: store.createItem(note("never searched")).item.id)
    _ = try await store.createItems([note("bittern")])

    #expect(try await store.search(store.query("heron")).hits.isEmpty)
    #expect(try await store.search(store.query("kestrel")).hits.count == 1)
    #expect(try await store.search(store.query("bittern")).hits.count == 1)
    #expect(try await store.verifySearchIndex() == [])
  }

  @Test func `new items wait for the words of no other item`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("owl")).item.id
    try await store.performIdleWork()
    try await store.replaceText(id: id, body: "heron")

    _ = try await store.createItems([note("wren")])

    #expect(try staleCount() == 1)
    for (word, count) in [("owl", 0), ("heron", 1), ("wren", 1)] {
      #expect(try await store.search(store.query(word)).hits.count == count, "\(word)")
    }
    #expect(try await store.verifySearchIndex() == [])
  }

  @Test func `a store that may only be read answers from the index as it is`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("first")).item.id
    #expect(try await store.search(store.query("first")).hits.count == 1)
    try await store.replaceText(id: id, body: "second")

    let reader = try LocalStore.open(path: folder.path("notes.sqlite"), access: .readOnly)

    #expect(try await reader.search(reader.query("first")).hits.count == 1)
    #expect(try await reader.search(reader.query("econ")).hits.count == 1)
  }

  @Test func `a property that nobody searches leaves the word index alone`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("text")).item.id
    try await store.performIdleWork()

    let item = try await store.updateItem(id: id, properties: ["level": .integer(3)])

    #expect(item.properties["level"] == .integer(3))
    #expect(try staleCount() == 0)
    #expect(try partCount() == 1)
    #expect(try await store.verifySearchIndex() == [])
  }

  @Test func `a property that is searched changes the word index`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("text")).item.id

    _ = try await store.updateItem(id: id, properties: ["place": .string("pondside")])

    #expect(try await store.search(store.query("pondside")).hits.count == 1)
    #expect(try await store.verifySearchIndex() == [])
  }

  /// A change of an item that the word index knows.
  enum Change: String, CaseIterable {
    case text, firstLine, tags, title, notes, purge
  }

  @Test(arguments: Change.allCases, Change.allCases)
  func `the word index takes out what it had, whatever changed first`(
    first: Change, second: Change
  ) async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let properties: [String: JSONValue] = [
      "body": .string("alpha\n\nbeta"), "notes": .string("gamma"), "place": .string("delta"),
    ]
    let id = try await store.createItem(
      NewItem(CreateItemInput(type: "core.note", properties: properties, tags: ["epsilon"]))
    ).item.id
    try await store.performIdleWork()

    for change in [first, second] where try await store.item(id: id) != nil {
      try await make(change, of: id, in: store)
    }

    #expect(try staleCount() == 1)
    #expect(try await store.verifySearchIndex() == [])
    let changes: Set = [first, second]
    let old: [(word: String, goesWith: Set<Change>)] = [
      ("beta", [.text, .firstLine, .purge]), ("gamma", [.notes, .purge]), ("delta", [.purge]),
      ("epsilon", [.tags, .purge]),
    ]
    for (word, goesWith) in old {
      let hits = try await store.search(store.query(word)).hits
      #expect(hits.isEmpty != changes.isDisjoint(with: goesWith), "\(word)")
    }
  }

  private func make(_ change: Change, of id: String, in store: LocalStore) async throws {
    switch change {
    case .text: try await store.replaceText(id: id, body: "alpha\n\nzeta")
    case .firstLine: try await store.replaceText(id: id, body: "eta")
    case .tags: _ = try await store.setTags(id: id, ["theta"])
    case .title: _ = try await store.updateItem(id: id, properties: ["title": .string("iota")])
    case .notes: _ = try await store.updateItem(id: id, properties: ["notes": .string("kappa")])
    case .purge: try await store.purgeItem(id: id)
    }
  }

  @Test func `a tag leaves no copy of the text that it does not change`() async throws {
    let store = try LocalStore.open(path: folder.path("notes.sqlite"))
    let id = try await store.createItem(note("text")).item.id
    try await store.performIdleWork()

    _ = try await store.addTags(id: id, ["birds"])

    let noted = try DatabaseQueue(path: folder.path("notes.sqlite")).read { db in
      try Row.fetchOne(db, sql: "SELECT is_indexed, title, body, tags FROM word_stale")
    }
    #expect(noted == ["is_indexed": 2, "title": "", "body": "", "tags": ""])
  }

  private func note(_ body: String) -> NewItem {
    NewItem(
      CreateItemInput(
        type: "core.note", properties: ["title": .string("A"), "body": .string(body)]))
  }

  /// How many items wait for the word index.
  private func staleCount() throws -> Int? {
    try DatabaseQueue(path: folder.path("notes.sqlite")).read { db in
      try Int.fetchOne(db, sql: "SELECT COUNT(*) FROM word_stale")
    }
  }

  /// How the database, opened again, reads the items behind some hits.
  private func planOfHits() throws -> [String] {
    try DatabaseQueue(path: folder.path("notes.sqlite")).read { db in
      try Row.fetchAll(
        db,
        sql: """
          EXPLAIN QUERY PLAN WITH hit AS MATERIALIZED
            (SELECT rowid AS key FROM item_fts WHERE item_fts MATCH 'welcome')
          SELECT item.id FROM hit JOIN item ON item.key = hit.key
          WHERE item.state < 2 AND item.is_listed = 1 AND item.type IN ('core.note', 'a.note')
          """
      ).map { $0["detail"] }
    }
  }

  /// How many parts the word index consists of.
  private func partCount() throws -> Int? {
    try DatabaseQueue(path: folder.path("notes.sqlite")).read { db in
      try Int.fetchOne(db, sql: "SELECT COUNT(DISTINCT segid) FROM item_fts_idx")
    }
  }
}
