import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SearchTests {
  @Test(arguments: [
    ("CAFE", ["Café list"]), ("flou", ["Café list"]), ("\"rye flour\"", ["Café list"]),
    ("\"flour rye\"", []), ("rye -flour", ["Bread"]), ("rye -salt -flour", []),
    ("title:rye", []), ("title:bread", ["Bread"]), ("body:rye", ["Bread", "Café list"]),
    ("bread OR café", ["Bread", "Café list"]), ("#food", ["Café list"]),
    ("(bread | list) rye", ["Bread", "Café list"]), ("-rye", ["日本語のメモ"]),
    ("京都", ["日本語のメモ"]), ("都", ["日本語のメモ"]), ("東京都庁", ["日本語のメモ"]),
    ("lou", ["Café list"]), ("^Café", ["Café list"]), ("=Rye", ["Café list"]), ("=RYE", []),
    ("=flour", ["Café list"]), ("=Flour", []), ("=water rye", ["Café list"]),
    ("/r.e f/", []), ("/r.e f/i", ["Café list"]), ("/R.e f/", ["Café list"]),
    ("size:>18", ["Café list", "日本語のメモ"]), ("has:tag", ["Café list"]),
    ("edited:today rye", ["Bread", "Café list"]), ("created:<2020", []),
  ])
  func `a search finds the notes that its query describes`(query: String, expected: [String])
    async throws
  {
    let fixture = try await StoreFixture()
    try await fixture.note("Café list", "Rye flour and water", tags: ["food"])
    try await fixture.note("Bread", "rye and salt")
    try await fixture.note("日本語のメモ", "東京都庁へ行った。")

    let found = try await fixture.titles(searching: query)

    #expect(found.sorted() == expected.sorted())
  }

  @Test func `an exact search finds the same once the pieces are indexed`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Café list", "Rye flour and water")
    try await fixture.note("Bread", "rye and salt")
    try await fixture.store.performIdleWork()

    #expect(try await fixture.titles(searching: "=flour") == ["Café list"])
    #expect(try await fixture.titles(searching: "=Flour") == [])
    #expect(try await fixture.titles(searching: "ater") == ["Café list"])
  }

  @Test func `a word in the title is more than one in the text`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Heron", "a bird")
    try await fixture.note("Pond", "heron heron heron, a heron and another heron")

    #expect(try await fixture.titles(searching: "heron") == ["Heron", "Pond"])
  }

  @Test(arguments: ["git commit", "Git Commit", "title:git commit"])
  func `the title that is looked for comes first, then those that begin with it`(
    query: String
  ) async throws {
    let fixture = try await StoreFixture()
    let words = String(repeating: "git commit ", count: 20)
    try await fixture.note("git commit", "once")
    try await fixture.note("git commit tree", words, tags: ["git", "commit"])
    try await fixture.note("commit git commit", words, tags: ["git", "commit"])

    let found = try await fixture.titles(searching: query)

    #expect(found == ["git commit", "git commit tree", "commit git commit"])
  }

  @Test func `a title with all of the words comes before texts that have them often`() async throws
  {
    let fixture = try await StoreFixture()
    try await fixture.note("A very long title that says how one may commit with git", "x")
    try await fixture.note("commit", String(repeating: "git commit ", count: 200), tags: ["git"])

    let hits = try await fixture.store.search(fixture.store.query("git commit", lastWord: .whole))
      .hits

    #expect(hits.map(\.summary.title).last == "commit")
    #expect(hits.map(\.score) == hits.map(\.score).sorted(by: >))
  }

  @Test func `a title that begins with a longer word is not what is looked for`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("gitlab", "git")
    try await fixture.note("about git", "git git")

    #expect(
      try await fixture.store.search(
        fixture.store.query("git", lastWord: .whole)
      ).hits.map(\.summary.title) == ["about git", "gitlab"])
  }

  @Test func `the title that is looked for is found among thousands of newer notes`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("word", "x")
    try await fixture.note("word by word", "x")
    _ = try await fixture.store.createItems(
      (0..<2100).map { number in
        NewItem(
          CreateItemInput(
            type: "core.note",
            properties: ["title": .string("A word \(number)"), "body": "y"]))
      })

    #expect(try await fixture.titles(searching: "word").prefix(2) == ["word", "word by word"])
    #expect(try await fixture.titles(searching: "word -x").allSatisfy { $0.hasPrefix("A word") })
  }

  @Test(arguments: [
    ("h", ["(hut)", "Grey heron", "The-heath"]), ("ж", ["Белый журавль"]), ("б", ["Белый журавль"]),
    ("3", ["Path 3"]), ("É", ["Éclair"]), ("q", []), ("а", []),
  ])
  func `one letter finds the titles with a word that begins with it`(
    letter: String, expected: [String]
  ) async throws {
    let fixture = try await StoreFixture()
    for title in ["Grey heron", "The-heath", "(hut)", "Path 3", "Éclair", "Белый журавль", "日本"] {
      try await fixture.note(title, "here")
    }
    let renamed = try await fixture.note("Quay")
    try await fixture.store.rename(id: renamed.id, to: "Path")
    let written = try await fixture.note("")
    try await fixture.store.replaceText(id: written.id, body: "# Quoted")
    try await fixture.store.replaceText(id: written.id, body: "# Path")

    let found = try await fixture.titles(searching: letter)

    #expect(found.sorted() == expected)
  }

  @Test func `one letter finds titles with a word of it`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Grey heron", "a word")
    try await fixture.note("The heath", "word")
    try await fixture.note("Path", "here")

    let found = try await fixture.titles(searching: "h")

    #expect(found.sorted() == ["Grey heron", "The heath"])
  }

  @Test func `a word that thousands of notes have is found with titles first`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Common word", "x")
    _ = try await fixture.store.createItems(
      (0..<2100).map { number in
        NewItem(
          CreateItemInput(
            type: "core.note", properties: ["title": .string("N\(number)"), "body": "word"]))
      })

    let hits = try await fixture.client.search(query: "word").hits

    #expect(hits.first?.summary.title == "Common word")
    #expect(hits.count == 20)
    #expect(hits.last?.snippet == "\u{2}word\u{3}")
  }

  @Test func `a snippet marks the match on one line`() async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("A", "first line\nthe Réed warbler\nsings")

    let hits = try await fixture.client.search(query: "reed").hits
    let piece = try await fixture.client.search(query: "arbl").hits

    #expect(hits.first?.snippet == "the \u{2}Réed\u{3} warbler")
    #expect(piece.first?.snippet == "the Réed w\u{2}arbl\u{3}er")
  }

  @Test(arguments: [
    ("Rush\n\nfirst\u{A0}line\nsecond", "Rush first line second"),
    ("\n\none\n\nthe réed\nthe reed", "the \u{2}réed\u{3}"),
    ("one\r\nthe reed\r\nsings", "one the \u{2}reed\u{3} sings"), ("", ""),
  ])
  func `the snippet is the first line with the word, or the beginning`(
    body: String, snippet: String
  ) async throws {
    let fixture = try await StoreFixture()
    try await fixture.note(body.contains("the") ? "A" : "Reed", body)

    let hits = try await fixture.client.search(query: "reed").hits

    #expect(hits.map(\.snippet) == [snippet])
  }

  @Test(arguments: [
    ("/r[eé]+d w\\w+/i", "the \u{2}Réed warbler\u{3}"),
    ("/^sings$/", "\u{2}sings\u{3}"),
    ("/line\\nthe/", "first \u{2}line\u{3}"),
    ("-/first/ /sing/", ""),
  ])
  func `a pattern marks the line that it finds`(query: String, line: String) async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "first line\nthe Réed warbler\nsings")

    let hits = try await fixture.client.search(query: query).hits
    let texts = try await fixture.store.matchingText(
      of: hits.map(\.id), query: SearchQuery(parsing: query, now: Timestamp(milliseconds: 0)))

    #expect(hits.first?.snippet ?? "" == line)
    #expect(texts[note.id]?.line ?? "" == line)
  }

  @Test(arguments: [
    ("reed", "the \u{2}reed\u{3} bed"), ("bunting", "Sings from a low perch"),
    ("-x perch", "> Sings from a low \u{2}perch\u{3}"),
  ])
  func `the line below a title does not say the title again`(query: String, line: String)
    async throws
  {
    let fixture = try await StoreFixture()
    let note = try await fixture.note(
      "Reed bunting", "# Reed bunting\n\n> Sings from a low perch\nthe reed bed")

    let texts = try await fixture.store.matchingText(
      of: [note.id], query: SearchQuery(parsing: query, now: Timestamp(milliseconds: 0)))

    #expect(texts[note.id]?.line == line)
  }

  @Test func `a change is found, the former text is not`() async throws {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "oldword")

    try await fixture.store.replaceText(id: note.id, body: "newword")

    #expect(try await fixture.titles(searching: "newword") == ["A"])
    #expect(try await fixture.titles(searching: "oldword").isEmpty)
    #expect(try await fixture.titles(searching: "ldwor").isEmpty)
    try await fixture.store.performIdleWork()
    #expect(try await fixture.titles(searching: "ewwor") == ["A"])
    #expect(try await fixture.titles(searching: "ldwor").isEmpty)
  }

  @Test func `trash is found only when asked for, archive counts less`() async throws {
    let fixture = try await StoreFixture()
    let trashed = try await fixture.note("Trashed", "word")
    let archived = try await fixture.note("Archived", "word")
    try await fixture.note("Active", "word")
    try await fixture.client.items.delete(id: trashed.id)
    try await fixture.client.items.transition(id: archived.id, to: .archived)

    #expect(try await fixture.titles(searching: "word") == ["Active", "Archived"])
    #expect(try await fixture.titles(searching: "word is:trashed") == ["Trashed"])
  }

  @Test func `is:pinned finds the notes tagged favorite`() async throws {
    let fixture = try await StoreFixture()
    let heron = try await fixture.note("Heron")
    try await fixture.note("Pond")
    _ = try await fixture.store.addTags(id: heron.id, [TagRules.favorite])

    #expect(try await fixture.titles(searching: "is:pinned") == ["Heron"])
    #expect(try await fixture.titles(searching: "-is:pinned") == ["Pond"])
  }

  @Test func `links, notebooks and boxes can be searched for`() async throws {
    let fixture = try await StoreFixture()
    let birds = try await fixture.notebook("Birds")
    let heron = try await fixture.note("Heron", "- [ ] look")
    try await fixture.note("Pond", "see [[heron]]")
    try await fixture.put(heron, in: birds)

    #expect(try await fixture.titles(searching: "in:birds") == ["Heron"])
    let animals = try await fixture.notebook("Animals")
    try await fixture.put(birds, in: animals)
    let within = try await fixture.titles(searching: "in:animals")
    #expect(Set(within).subtracting(["Birds"]) == ["Heron"])
    #expect(try await fixture.titles(searching: "to:heron") == ["Pond"])
    #expect(try await fixture.titles(searching: "from:pond") == ["Heron"])
    #expect(try await fixture.titles(searching: "is:todo") == ["Heron"])
    #expect(try await fixture.titles(searching: "is:orphan") == [])
    #expect(try await fixture.titles(searching: "has:link") == ["Pond"])
  }

  @Test(arguments: [
    "\"", "-", "AND OR", "(((", "*", "NEAR(a b)", "a\0b", "title:", "^", "=", "💥", "/(/",
    "😀 :x", "\\", "a* OR", "'; DROP TABLE item", "NOT", "{x}:y", "@none", "-\"", "\u{1b}[31m",
  ])
  func `any text is a valid search query`(query: String) async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("A", "text")

    _ = try await fixture.client.search(query: query)
    _ = try await fixture.client.searchFirst(query: query)
  }

  @Test func `pages of results follow each other without gap`() async throws {
    let fixture = try await StoreFixture()
    for number in 1...25 { try await fixture.note("N\(number)", "word") }

    var seen: [String] = []
    for offset in stride(from: 0, to: 30, by: 10) {
      let page = try await fixture.client.search(
        query: "word", filters: ListFilters(limit: 10), offset: offset)
      seen += page.hits.map(\.id)
      #expect(page.hasMore == (offset < 20))
    }

    #expect(Set(seen).count == 25)
    #expect(try await fixture.client.searchFirst(query: "word").hits.count == 25)
  }
}
