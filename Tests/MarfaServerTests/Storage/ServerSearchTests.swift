import GRDB
import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct ServerSearchTests {
  private func titles(_ answer: JSONValue) -> [String] {
    (answer["results"]?.arrayValue ?? []).compactMap {
      $0["item"]?["properties"]?["title"]?.stringValue
    }
  }

  @Test func `a title counts more than a body, a new item more than an old one`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.note("old", body: "heron heron")
    fixture.clock.advance(byMilliseconds: 400 * Timestamp.millisecondsPerDay)
    _ = try await fixture.note("new", body: "heron heron")
    _ = try await fixture.note("heron", body: "text")

    let answer = try await fixture.read(.search(SearchRequest(text: "heron")))

    #expect(titles(answer) == ["heron", "new", "old"])
    let scores = (answer["results"]?.arrayValue ?? []).compactMap {
      $0["relevance_score"]?.doubleValue
    }
    #expect(scores == scores.sorted(by: >))
    #expect(scores.allSatisfy { $0 > 0 })
  }

  @Test func `archived items are found lower, trashed ones never`() async throws {
    let fixture = try StoreFixture()
    let archived = try await fixture.note("archived", body: "heron")
    let trashed = try await fixture.note("trashed", body: "heron")
    _ = try await fixture.note("active", body: "heron")
    try await fixture.write(.transitionItem(id: archived, .archived))
    try await fixture.write(.trashItem(id: trashed))

    let answer = try await fixture.read(.search(SearchRequest(text: "heron")))
    let asked = try await fixture.read(
      .search(SearchRequest(text: "heron", filters: ListFilters(state: .trashed))))

    #expect(titles(answer) == ["active", "archived"])
    #expect(asked["results"] == [])
    try await fixture.write(.restoreItem(id: trashed))
    let restored = try await fixture.read(.search(SearchRequest(text: "heron")))
    #expect(titles(restored).contains("trashed"))
  }

  @Test func `a snippet marks the words and is safe to show`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.note("a", body: "<b>grey</b> Heron & \u{3}\"egret\"")

    let hit = try await fixture.read(.search(SearchRequest(text: "heron")))["results"]?[0]

    #expect(hit?["snippet"] == "<b>grey</b> Heron &  \"egret\"")
    #expect(
      hit?["snippet_html"]
        == "&lt;b&gt;grey&lt;/b&gt; <mark>Heron</mark> &amp;  &quot;egret&quot;")
  }

  @Test(arguments: [
    ("heron", true), ("her*", true), ("grey heron", true), ("\"grey heron\"", true),
    ("\"heron grey\"", false), ("héron", true), ("HERON", true), ("bird-tag", true),
    ("heron AND", false), ("NEAR(heron grey)", false), ("title:heron", false), ("*", false),
    ("\"", false), ("'; DROP TABLE item", false), ("(((", false), ("heron\0", true),
    ("\u{9DFA}", true), ("\u{1F600}", false), ("secretword", false),
    // Any part of a run without spaces; 鷺鷺鳥 is in the text.
    ("\u{9CE5}", true), ("\u{9DFA}\u{9CE5}", true), ("\u{9CE5}\u{9DFA}", false),
    ("\"\u{9DFA}\u{9CE5}\"", true), ("\u{9DFA} heron", true), ("\u{9CE5}20", true),
    ("\u{9CE5}26", false), ("x\u{9CE5}", false), ("*\u{9CE5}*", true),
  ])
  func `any text is accepted as a search`(text: String, isFound: Bool) async throws {
    let fixture = try StoreFixture()
    try await fixture.write(
      .createItem(
        CreateItemInput(
          type: "core.bookmark",
          properties: [
            "title": "grey heron", "body": "\u{9DFA}\u{9DFA}\u{9CE5}2026",
            "url": "https://example.org/secretword",
          ], tags: ["bird-tag"])))

    let answer = try await fixture.read(.search(SearchRequest(text: text)))

    #expect((answer["results"] != []) == isFound)
  }

  @Test func `a snippet is short, however long a word is`() throws {
    let long = String(repeating: "x", count: 100_000)

    let inside = Snippet(marked: "\(long) a \u{2}heron\u{3} \(long)")
    let whole = Snippet(marked: "\u{2}\(long)\u{3} a")

    #expect(inside.plain.hasPrefix("\u{2026}x"))
    #expect(inside.plain.contains("x a heron x"))
    #expect(inside.plain.hasSuffix("x\u{2026}"))
    #expect(inside.html.contains(" a <mark>heron</mark> x"))
    #expect(whole.html.hasPrefix("<mark>xxx"))
    #expect(whole.html.hasSuffix("x\u{2026}</mark>"))
    #expect([inside.plain, whole.plain].allSatisfy { $0.count <= 1_002 })
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["rye ", "ryé\n", "rye\u{2003}"])
  func `a text that has a word often has its snippet at once`(word: String) async throws {
    let fixture = try StoreFixture()
    let body = "begin " + String(repeating: "x ", count: 5_000)
    _ = try await fixture.note("a", body: body + String(repeating: word, count: 100_000))

    let answer = try await fixture.read(.search(SearchRequest(text: "rye")))

    let html = answer["results"]?[0]?["snippet_html"]?.stringValue ?? ""
    #expect(html.split(separator: "<mark>").count > 10, "\(html)")
  }

  @Test func `a snippet shows a run without spaces as it is`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.note("a", body: "白\u{9DFA}\u{9CE5}が")

    let answer = try await fixture.read(.search(SearchRequest(text: "\u{9DFA}\u{9CE5}")))

    let hit = answer["results"]?[0]
    #expect(hit?["snippet"] == "白\u{9DFA}\u{9CE5}が")
    #expect(hit?["snippet_html"] == "白<mark>\u{9DFA}\u{9CE5}</mark>が")
  }

  @Test(arguments: [
    // Thai "good", "see" and a letter of both; Hindi "in", "Hindi" and a part of it.
    ("ดี", true), ("ดู", false), ("ด", true), ("में", true), ("हिन्दी", true), ("हन्दी", false),
    ("हि*", true), ("cafe", true), ("cafe\u{301}", true),
  ])
  func `words that differ in a vowel mark are different`(text: String, isFound: Bool) async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.note("a", body: "วันดี हिन्दी में café")

    let answer = try await fixture.read(.search(SearchRequest(text: text)))

    #expect((answer["results"] != []) == isFound)
  }

  @Test func `a search index from before marks were words keeps what it has`() throws {
    let queue = try DatabaseQueue()
    try ServerSchema.migrator.migrate(queue, upTo: "2 finished uploads")
    try queue.write {
      try $0.execute(sql: "INSERT INTO item_fts(rowid, title, text, tags) VALUES (7, 'ดี', 'b', '')")
    }

    try ServerSchema.migrator.migrate(queue, upTo: "3 marks in words")

    func rows(_ word: String) throws -> [Int64] {
      try queue.read {
        try Int64.fetchAll(
          $0, sql: "SELECT rowid FROM item_fts WHERE item_fts MATCH ?", arguments: [word])
      }
    }
    #expect(try rows("\"ดี\"") == [7])
    #expect(try rows("\"ดู\"") == [])
  }

  @Test func `a type that changes what is searched is indexed again, and its subtypes`()
    async throws
  {
    let fixture = try StoreFixture()
    func type(_ id: String, version: Int, searchable: Bool, parent: String? = nil) -> ItemType {
      ItemType(
        id: id, parent: parent,
        fields: parent == nil
          ? ["call": FieldDefinition(.string, searchable: searchable)] : [:],
        version: version)
    }
    func found() async throws -> Int? {
      try await fixture.read(.search(SearchRequest(text: "kraak")))["results"]?.arrayValue?.count
    }
    try await fixture.write(.registerType(type("user.bird", version: 1, searchable: false)))
    try await fixture.write(
      .registerType(type("user.heron", version: 1, searchable: false, parent: "user.bird")))
    for name in ["user.bird", "user.heron"] {
      try await fixture.write(
        .createItem(CreateItemInput(type: name, properties: ["call": "kraak"])))
    }
    let trashed = try await fixture.write(
      .createItem(CreateItemInput(type: "user.bird", properties: ["call": "kraak"])))
    try await fixture.write(.trashItem(id: trashed["item"]?["id"]?.stringValue ?? ""))

    #expect(try await found() == 0)
    try await fixture.write(.updateType(type("user.bird", version: 2, searchable: true)))
    #expect(try await found() == 2)
    try await fixture.write(.updateType(type("user.bird", version: 3, searchable: false)))
    #expect(try await found() == 0)
    // Of a type that nobody knows every text is searched.
    try await fixture.write(.deleteType(id: "user.heron", .forced))
    #expect(try await found() == 1)
    try await fixture.write(
      .registerType(type("user.heron", version: 1, searchable: false, parent: "user.bird")))
    #expect(try await found() == 0)
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a search is narrowed by filters, and pages do not overlap`() async throws {
    let fixture = try StoreFixture()
    for number in 0..<9 {
      _ = try await fixture.note(
        "\(number)", body: "heron", tags: number % 3 == 0 ? ["x"] : nil)
    }

    let tagged = try await fixture.read(
      .search(SearchRequest(text: "heron", filters: ListFilters(tags: ["x"]))))
    let first = try await fixture.read(.search(SearchRequest(text: "heron", limit: 5)))
    let second = try await fixture.read(
      .search(SearchRequest(text: "heron", limit: 5, offset: 5)))

    #expect(Set(titles(tagged)) == ["0", "3", "6"])
    #expect(titles(first).count == 5)
    #expect(Set(titles(first)).union(titles(second)).count == 9)
  }

  @Test func `a word that very many items have is still answered`() async throws {
    let fixture = try StoreFixture()
    let entries = (0..<2100).map { number in
      CreateItemInput(
        type: "core.note",
        properties: ["body": "common", "title": .string(number == 7 ? "common" : "t")])
    }
    try await fixture.write(.bulkItems(BulkBody(entries: entries, atomic: false)))

    let answer = try await fixture.read(.search(SearchRequest(text: "common", limit: 3)))

    #expect(titles(answer) == ["common", "t", "t"])
  }

  @Test(arguments: [
    SearchRequest(text: ""), SearchRequest(text: "a", limit: 0),
    SearchRequest(text: "a", limit: 101), SearchRequest(text: "a", offset: -1),
    SearchRequest(text: "a", offset: 10_001),
    SearchRequest(text: "a", filters: ListFilters(filter: "nonsense")),
  ])
  func `a search out of range is refused`(request: SearchRequest) async throws {
    let fixture = try StoreFixture()

    #expect(try await fixture.refusal(of: .search(request)) == "validation_error")
  }

  @Test func `items that may not be seen do not change the score of those that may`() async throws {
    let fixture = try StoreFixture()
    _ = try await fixture.note("mine", body: "heron")
    let search = StoreQuery.search(SearchRequest(text: "heron"))
    let access = SomeAccess(readable: ["core.note"])
    let before = try await fixture.read(search, as: access)

    for _ in 0..<20 {
      _ = try await fixture.store.write(
        .createItem(CreateItemInput(type: "core.task", properties: ["title": "heron"])),
        fixture.context())
    }

    #expect(titles(before) == ["mine"])
    #expect(try await fixture.read(search, as: access) == before)
  }

  @Test func `a common word is found where a filter narrows the search to old items`()
    async throws
  {
    let fixture = try StoreFixture()
    _ = try await fixture.note("old", body: "heron")
    let file = try DatabaseQueue(path: fixture.directory + "/marfa-server.sqlite")
    try await file.write { try $0.execute(sql: Self.tasks) }
    let words = try DatabaseQueue(path: fixture.directory + "/marfa-server-words.sqlite")
    try await words.write { try $0.execute(sql: Self.wordsOfTasks) }

    let narrowed = try await fixture.read(
      .search(SearchRequest(text: "heron", filters: ListFilters(type: "core.note"))))
    let member = try await fixture.read(
      .search(SearchRequest(text: "heron")), as: SomeAccess(readable: ["core.note"]))
    let all = try await fixture.read(.search(SearchRequest(text: "heron", limit: 100)))

    #expect(titles(narrowed) == ["old"])
    #expect(titles(member) == ["old"])
    #expect(titles(all).count == 100)
    try await fixture.store.close()
  }

  /// 2,500 tasks, which are more than a search weighs.
  private static let tasks = """
    WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 2499)
    INSERT INTO item(id, type, state, tier, version, schema_version, source, timestamp,
      created_at, updated_at, properties)
    SELECT 'id' || n, 'core.task', 0, 0, 1, 1, 'test', n, n, n, '{"title":"heron"}' FROM number;
    INSERT INTO type_count(type, state, count) VALUES ('core.task', 0, 2500);
    """

  /// Their words; the first key is that of a note.
  private static let wordsOfTasks = """
    WITH RECURSIVE number(n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM number WHERE n < 2499)
    INSERT INTO item_fts(rowid, title, text, tags) SELECT n + 2, 'heron', '', '' FROM number;
    """
}
