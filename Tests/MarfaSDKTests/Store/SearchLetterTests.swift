import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SearchLetterTests {
  @Test(arguments: [
    ("lodz", "Łódź"), ("ŁÓDŹ", "Łódź"), ("łódź", "Łódź"), ("lod", "Łódź"),
    ("title:lodz", "Łódź"), ("aleja", "Łódź"), ("\"dluga aleja\"", "Łódź"), ("odz", "Łódź"),
    ("luga", "Łódź"), ("^lodz", "Łódź"), ("=Łódź", "Łódź"),
    ("strasse", "Straße"), ("stras", "Straße"), ("oeuvre", "Straße"), ("thor", "Straße"),
    ("aere", "Straße"), ("ilik", "Straße"), ("hal", "Straße"),
  ])
  func `letters with strokes and joined ones are found by plain letters`(
    query: String, title: String
  ) async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Łódź", "Długa aleja", tags: ["żółw"])
    try await fixture.note("Straße", "œuvre Þór ære ılık Ħal")

    try await expectOnly(title, searching: query, in: fixture)
  }

  @Test(arguments: [
    ("file", "ﬁle"), ("FILE", "ﬁle"), ("ﬁle", "ﬁle"), ("fil", "ﬁle"), ("title:file", "ﬁle"),
    ("^file", "ﬁle"), ("ile", "ﬁle"), ("flow", "ﬁle"), ("m2", "ﬁle"), ("m²", "ﬁle"),
    ("width", "ﬁle"), ("ｗｉｄｔｈ", "ﬁle"), ("tagfi", "ﬁle"),
  ])
  func `letters and digits in another form are found by plain ones, and find them`(
    query: String, title: String
  ) async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("ﬁle", "overﬂow ﬂow 3 m² ｗｉｄｔｈ", tags: ["tagﬁ"])
    try await fixture.note("Plain", "nothing")

    try await expectOnly(title, searching: query, in: fixture)
  }

  @Test func `text with such letters leaves the index when it changes, alone or with the tags`()
    async throws
  {
    let fixture = try await StoreFixture()
    let note = try await fixture.note("A", "Łódź", tags: ["żółw"])
    try await fixture.store.performIdleWork()

    try await fixture.store.replaceText(id: note.id, body: "Straße")
    try await fixture.store.performIdleWork()
    #expect(try await fixture.titles(searching: "lodz") == [])
    #expect(try await fixture.titles(searching: "strasse") == ["A"])
    #expect(try await fixture.store.verifySearchIndex() == [])

    try await fixture.client.metadata.set(id: note.id, tags: ["łoś"])
    try await fixture.store.performIdleWork()
    #expect(try await fixture.titles(searching: "zolw") == [])
    #expect(try await fixture.titles(searching: "los") == ["A"])
    #expect(try await fixture.store.verifySearchIndex() == [])

    try await fixture.store.replaceText(id: note.id, body: "Œuvre")
    try await fixture.client.metadata.set(id: note.id, tags: ["æon"])
    try await fixture.store.performIdleWork()
    #expect(try await fixture.titles(searching: "los") == [])
    #expect(try await fixture.titles(searching: "oeuvre aeon") == ["A"])
    #expect(try await fixture.store.verifySearchIndex() == [])
  }

  @Test(arguments: [
    ("lodz", "in \u{2}Łódź\u{3}, a Straße, ægir"), ("STRAS", "in Łódź, a \u{2}Straß\u{3}e, ægir"),
    ("strasse", "in Łódź, a \u{2}Straße\u{3}, ægir"),
    ("aegir", "in Łódź, a Straße, \u{2}ægir\u{3}"),
    ("łodz", "in \u{2}Łódź\u{3}, a Straße, ægir"),
  ])
  func `a snippet marks whole letters where plain ones were found`(
    query: String, snippet: String
  ) async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("A journey", "First line.\nin Łódź, a Straße, ægir")

    #expect(try await fixture.client.search(query: query).hits.first?.snippet == snippet)
  }

  @Test(arguments: [("l", ["Łódź"]), ("ł", ["Łódź"]), ("ß", []), ("s", ["Straße"]), ("th", [])])
  func `one typed letter finds the titles with a word of its plain letter`(
    typed: String, titles: [String]
  ) async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Łódź")
    try await fixture.note("Straße")
    let query = SearchQuery(parsing: typed, now: fixture.clock.now, lastWord: .beingTyped)

    let hits = try await fixture.store.searchFirst(query).hits

    #expect(hits.map(\.summary.title) == titles)
  }

  @Test func `a changed and a purged text leave no words of their letters behind`() async throws {
    let fixture = try await StoreFixture()
    let item = try await fixture.note("Łódź", "Długa")
    let other = try await fixture.note("Ærø", "Łukasz")
    try await fixture.store.performIdleWork()

    _ = try await fixture.store.replaceText(id: item.id, title: "Radom", body: "Krótka")
    try await fixture.client.items.delete(id: other.id)
    try await fixture.client.items.purge(id: other.id)

    #expect(try await fixture.titles(searching: "lodz") == [])
    #expect(try await fixture.titles(searching: "lukasz") == [])
    #expect(try await fixture.titles(searching: "krotka") == ["Radom"])
    #expect(try await fixture.store.verifySearchIndex() == [])
  }

  /// The same before the words are indexed and after.
  private func expectOnly(
    _ title: String, searching query: String, in fixture: StoreFixture
  ) async throws {
    #expect(try await fixture.titles(searching: query) == [title])
    try await fixture.store.performIdleWork()
    #expect(try await fixture.titles(searching: query) == [title])
    #expect(try await fixture.store.verifySearchIndex() == [])
  }
}
