import MarfaSDK
import MarfaSDKTestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SearchWindowTests {
  @Test func `a search shows its hits and follows the store`() async throws {
    let fixture = try ReactiveFixture()
    let rye = try await fixture.note("Rye sourdough", body: "flour and water")
    let bread = try await fixture.note("Bread", body: "rye flour")
    try await fixture.note("Letter", body: "nothing of it")
    let window = fixture.store.queryWindow(search: "rye", length: 5)
    await fixture.settle()
    #expect(Set(window.rows.map(\.id)) == [rye, bread])
    #expect(window.rows.first?.id == rye)
    #expect(window.isRanked)

    let other = try await fixture.note("More rye", body: "text")
    await fixture.settle()
    #expect(Set(window.rows.map(\.id)) == [rye, bread, other])

    try await fixture.trash(bread)
    await fixture.settle()
    #expect(Set(window.rows.map(\.id)) == [rye, other])
    #expect(window.count == 2)
  }

  @Test func `a list that is narrowed shows the title that is typed first`() async throws {
    let fixture = try ReactiveFixture()
    let commit = try await fixture.note("git commit", body: "once")
    let tree = try await fixture.note("git commit tree", body: "git commit git commit")
    let other = try await fixture.note("commit git", body: "git commit git commit git commit")
    let window = fixture.store.queryWindow(search: "git commit", length: 5)

    await fixture.settle()

    #expect(window.rows.map(\.id) == [commit, tree, other])
  }

  @Test func `a change of what a search does not find reads nothing`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.note("Rye", body: "text")
    let letter = try await fixture.note("Letter", body: "text")
    let window = fixture.store.queryWindow(search: "rye")
    await fixture.settle()

    try await fixture.setBody(letter, "other words")
    await fixture.settle()

    #expect(window.reads == ReadCounts(fetches: 1, unaffected: 1))
  }

  @Test func `a selection that moves while hits are read stays where it went`() async throws {
    let fixture = try ReactiveFixture()
    for number in 0..<60 { try await fixture.note("note \(number)", body: "rye and \(number)") }
    let window = fixture.store.queryWindow(search: "rye", length: 5, margin: 10)
    await fixture.settle()
    window.select(at: 9)

    window.setVisible(8..<13)
    window.select(at: 10)
    await fixture.settle()

    #expect(window.loadedRange == 0..<23)
    #expect(window.selectedIndex == 10)
    #expect(window[10]?.id == window.selection)
  }

  @Test func `many hits are shown newest first and ranked after`() async throws {
    let fixture = try ReactiveFixture()
    let best = try await fixture.note("rye rye", body: "rye rye rye")
    for number in 0..<150 { try await fixture.note("note \(number)", body: "rye and \(number)") }
    let window = fixture.store.queryWindow(search: "rye", length: 5, margin: 10)
    window.select(nil)

    await fixture.settle()

    #expect(window.reads.fetches == 2)
    #expect(window.isRanked)
    #expect(window.count == 151)
    #expect(window.rows.first?.id == best)
    #expect(window.loadedRange == 0..<15)

    window.jump(to: .bottom)
    await fixture.settle()
    #expect(window.range == 146..<151)
    #expect(window.reads.fetches == 3)
  }

  @Test func `hits too many to weigh are those in titles, then the newest, and all are there`()
    async throws
  {
    let fixture = try ReactiveFixture()
    let titled = try await fixture.note("rye", body: "text")
    _ = try await fixture.local.createItems(
      (0..<2100).map { number in
        NewItem(
          CreateItemInput(
            type: "core.note",
            properties: ["title": .string("note \(number)"), "body": "rye rye rye"]))
      })
    let window = fixture.store.queryWindow(search: "rye", length: 5, margin: 5)
    await fixture.settle()

    #expect(window.isRanked)
    #expect(window.count == 2101)
    #expect(!window.isCutOff)
    // The newest, the best, and all of them.
    #expect(window.reads.fetches == 3)
    #expect(window.rows.first?.id == titled)
    #expect(window.rows.dropFirst().first?.title == "note 2099")
    let ids = try await window.ids()
    #expect(Set(ids).count == 2101)

    window.jump(to: .bottom)
    await fixture.settle()
    #expect(window.range == 2096..<2101)
    #expect(window.rows.last?.title == "note 0")
    #expect(window.loadedRange.count == 10)
    #expect(try await window.index(of: #require(ids.last)) == 2100)

    // A change of a hit orders them again, and who looks at the last ones stays there.
    window.select(at: 2098)
    try await fixture.note("fresh", body: "rye")
    await fixture.settle()
    #expect(window.count == 2102)
    #expect(window.rows.last?.title == "note 0")
  }

  @Test func `every hit of a word that thousands of notes have comes once, page by page`()
    async throws
  {
    let fixture = try ReactiveFixture()
    _ = try await fixture.local.createItems(
      (0..<2600).map { number in
        NewItem(
          CreateItemInput(
            type: "core.note",
            properties: ["title": .string("note \(number)"), "body": "rye rye rye"]))
      })
    let query = fixture.local.query("rye", lastWord: .whole)

    let all = try await fixture.local.search(query, limit: 1 << 40)
    #expect(all.hits.count == 2600)
    #expect(!all.hasMore)
    #expect(all.hits.map(\.score) == all.hits.map(\.score).sorted(by: >))

    var pages: [String] = []
    while pages.count < 3000 {
      let page = try await fixture.local.search(query, limit: 700, offset: pages.count)
      pages += page.hits.map(\.id)
      if !page.hasMore { break }
    }
    #expect(pages == all.hits.map(\.id))
  }

  @Test func `a word that thousands of newer notes have is found in a place of old ones`()
    async throws
  {
    let fixture = try ReactiveFixture()
    let old = try await fixture.note("old", body: "rye", tags: ["bread"])
    _ = try await fixture.local.createItems(
      (0..<2100).map { number in
        NewItem(
          CreateItemInput(
            type: "core.note", properties: ["title": .string("note \(number)"), "body": "rye"]))
      })
    let window = fixture.store.queryWindow(
      search: "rye", filters: ListFilters(tags: ["bread"]), length: 5, margin: 5)
    await fixture.settle()

    #expect(window.rows.map(\.id) == [old])
    #expect(!window.isCutOff)
    let hits = try await fixture.local.search(
      fixture.local.query("rye", lastWord: .whole), filters: ListFilters(tags: ["bread"])
    ).hits
    #expect(hits.map(\.id) == [old])
  }

  @Test func `a search without words is a list of any length by change`() async throws {
    let fixture = try ReactiveFixture()
    for number in 0..<40 {
      try await fixture.note("note \(number)", tags: number % 2 == 0 ? ["birds"] : [])
    }
    let window = fixture.store.queryWindow(search: "tag:birds ", length: 5, margin: 5)
    await fixture.settle()
    #expect(window.count == 20)
    #expect(!window.isCutOff)
    #expect(window.rows.first?.title == "note 38")
    // The first rows, and how many there are.
    #expect(window.reads.fetches == 2)

    fixture.store.show(search: "tag:birds ", in: window)
    window.jump(to: .bottom)
    await fixture.settle()
    #expect(window.range == 15..<20)

    window.setVisible(15..<20)
    await fixture.settle()
    #expect(window.rows.last?.title == "note 0")

    try await fixture.note("fresh", tags: ["birds"])
    await fixture.settle()
    #expect(window.count == 21)
    #expect(window.rows.last?.title == "note 0")
  }

  @Test func `a window shows another search from its top`() async throws {
    let fixture = try ReactiveFixture()
    try await fixture.note("Rye", body: "text")
    try await fixture.note("Letter", body: "text")
    let window = fixture.store.queryWindow(search: "rye")
    await fixture.settle()

    fixture.store.show(search: "letter", in: window)
    await fixture.settle()
    #expect(window.rows.map(\.title) == ["Letter"])

    fixture.store.show(ListFilters(), in: window)
    await fixture.settle()
    #expect(window.rows.map(\.title) == ["Letter", "Rye"])
  }

  @Test func `a search as it is typed gives hits with the line that matches`() async throws {
    let fixture = try ReactiveFixture()
    let rye = try await fixture.note("Bread", body: "mix the rye flour with water")
    try await fixture.note("Letter", body: "nothing of it")
    let model = fixture.store.querySearch()

    for length in 1...3 { model.search(String("rye".prefix(length))) }
    #expect(model.isLoading)
    await fixture.settle()

    #expect(model.hits.map(\.id) == [rye])
    #expect(model.isRanked)
    #expect(!model.isLoading)
    #expect(model.hits.first?.snippet.contains("\u{2}rye\u{3}") == true)

    let other = try await fixture.note("Other", body: "rye")
    await fixture.settle()
    #expect(Set(model.hits.map(\.id)) == [rye, other])

    model.search("")
    await fixture.settle()
    #expect(model.hits.isEmpty)
  }

  @Test func `saved searches are counted`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("Rye", tags: ["birds"])
    try await fixture.note("Letter", tags: ["birds"])
    let counts = fixture.store.querySearchCounts([
      "birds": fixture.local.query("tag:birds "), "rye": fixture.local.query("rye "),
    ])
    await fixture.settle()
    #expect(counts.counts == ["birds": 2, "rye": 1])

    try await fixture.trash(id)
    await fixture.settle()
    #expect(counts.counts == ["birds": 1, "rye": 0])
  }

  @Test func `titles are read again only when one differs`() async throws {
    let fixture = try ReactiveFixture()
    let id = try await fixture.note("Rye")
    let titles = fixture.store.queryTitles()
    await fixture.settle()
    #expect(titles.snapshot.matches(for: "ry").map(\.id) == [id])

    try await fixture.setBody(id, "new text")
    try await fixture.addTags(id, ["birds"])
    await fixture.settle()
    #expect(titles.reads.fetches == 1)

    try await fixture.setTitle(id, "Wheat")
    await fixture.settle()
    #expect(titles.reads.fetches == 2)
    #expect(titles.snapshot.matches(for: "wh").map(\.id) == [id])
    #expect(titles.snapshot.matches(for: "ry").isEmpty)

    let notebook = try await fixture.local.createItem(
      NewItem(CreateItemInput(type: "core.group", properties: ["title": "Fields"]))
    ).item
    await fixture.settle()
    #expect(titles.reads.fetches == 3)
    try await fixture.local.move(id: id, toNotebook: notebook.id)
    await fixture.settle()
    #expect(titles.reads.fetches == 4)
    #expect(titles.snapshot.matches(for: "wh").map(\.notebook) == ["Fields"])
  }
}
