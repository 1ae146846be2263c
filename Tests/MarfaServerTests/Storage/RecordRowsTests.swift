import MarfaModel
import Testing

@testable import MarfaServer

/// Rows in, rows out: what a store must keep before any rule stands on it.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct RecordRowsTests {
  private static func row(
    _ number: Int, type: String = "core.note", tags: [String] = [], size: Int = 0
  ) -> ItemRow {
    ItemRow(
      key: 0, id: "item \(number)", type: type, state: .active, tier: .library, version: 1,
      schemaVersion: 1, source: "test", sourceId: "s\(number)", device: nil,
      stateDevice: "desk \(number)", latitude: nil, longitude: nil,
      timestamp: Int64(number), createdAt: Int64(number), updatedAt: Int64(number / 2),
      trashedAt: nil, tags: tags, attachments: nil,
      properties: "{\"body\":\"\(String(repeating: "x", count: size))\"}")
  }

  private static func event(_ name: String) -> StoredEvent {
    StoredEvent(
      id: 0, name: .itemCreated, data: "{}", itemId: name, itemType: "core.note",
      createdAt: Timestamp(milliseconds: 0))
  }

  private func add(_ rows: [ItemRow], to fixture: StoreFixture) async throws -> [Int64] {
    try await fixture.store.transact(.allowed) { transaction in
      try rows.map { try transaction.insert($0) }
    }
  }

  @Test func `an item is found by id, key and natural key, as it was written`() async throws {
    let fixture = try StoreFixture()
    let row = Self.row(1, tags: ["a", "b"])

    let key = try #require(try await add([row], to: fixture).first)

    var expected = row
    expected.key = key
    let written = expected
    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.item(id: row.id) == written)
      #expect(try rows.item(key: key) == written)
      #expect(try rows.item(source: "test", sourceId: "s1") == written)
      #expect(try rows.items(ids: [row.id, "none"]) == [written])
      #expect(try rows.item(id: "none") == nil)
      #expect(
        try rows.tagCounts(ofTypes: nil, after: 0, limit: RowLimit(count: 100)).rows == [
          TagCount(tag: "a", count: 1), TagCount(tag: "b", count: 1),
        ])
    }
  }

  @Test func `a key is found by its source, and the lasting ones of a role by that`() async throws {
    let fixture = try StoreFixture()
    let now = fixture.clock.now
    try await fixture.store.transact(.allowed) { rows in
      for (number, end) in [nil, now, nil, nil].enumerated() {
        try rows.insert(
          StoredKey(
            id: "k\(number)", hash: "h\(number)", label: "l", source: "s\(number)",
            role: number == 3 ? "member" : "admin", isPlatform: false, typePermissions: [:],
            extensionPermissions: [:], edgePermissions: [:], metadataPermissions: [:],
            documentPermissions: [:], createdAt: now, expiresAt: end))
      }
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.hasAPIKey(source: "s3") && !rows.hasAPIKey(source: "s4"))
      #expect(try rows.lastingAPIKeys(role: "admin", limit: 2) == ["k0", "k2"])
      #expect(try rows.lastingAPIKeys(role: "admin", limit: 1) == ["k0"])
      #expect(try rows.lastingAPIKeys(role: "member", limit: 2) == ["k3"])
    }
  }

  @Test func `an item is no record of any type`() async throws {
    let fixture = try StoreFixture()
    let row = Self.row(1)
    _ = try await add([row], to: fixture)

    try await fixture.store.snapshot(.scan) { (rows) throws in
      for type in ["system.profile", "system.credential", "system.webhook", "core.note"] {
        #expect(try rows.record(id: row.id, ofType: type) == nil, "\(type)")
      }
    }
  }

  @Test func `a change of tags and state is counted once`() async throws {
    let fixture = try StoreFixture()
    let key = try #require(try await add([Self.row(1, tags: ["a", "b"])], to: fixture).first)

    try await fixture.store.transact(.allowed) { (rows) throws in
      let old = try #require(try rows.item(key: key))
      var new = old
      new.tags = ["b", "c"]
      try rows.update(new, over: old)
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(
        try rows.tagCounts(ofTypes: ["core.note"], after: 0, limit: RowLimit(count: 100)).rows.map(
          \.tag) == ["b", "c"])
      let counts = try rows.typeCounts()
      #expect(counts == [TypeCount(type: "core.note", state: .active, count: 1)])
    }
    #expect(try await fixture.store.check().filter { !$0.contains("search index") } == [])
  }

  @Test func `work that throws leaves no row and no event`() async throws {
    let fixture = try StoreFixture()
    _ = try await add([Self.row(1)], to: fixture)
    struct Failure: Error {}

    await #expect(throws: (any Error).self) {
      try await fixture.store.transact(.forbidden) { rows in
        _ = try rows.insert(Self.row(2))
        try rows.append(Self.event("lost"))
        throw StoreFailure(.broken, "on purpose")
      }
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.item(id: "item 2") == nil)
      #expect(try rows.item(id: "item 1") != nil)
      #expect(try rows.events(after: 0, limit: RowLimit(count: 10)).isEmpty)
    }
    #expect(fixture.toldEvents.isEmpty)
  }

  @Test func `an attempt that is refused undoes itself alone, with its events`() async throws {
    let fixture = try StoreFixture()

    let refused = try await fixture.store.transact(.allowed) { (rows) throws in
      _ = try rows.insert(Self.row(1, tags: ["kept"]))
      try rows.append(Self.event("first"))
      let outcome = try rows.attempt {
        _ = try rows.insert(Self.row(2, tags: ["gone"]))
        try rows.append(Self.event("refused"))
        throw ValidationError(message: "no")
      }
      try rows.append(Self.event("last"))
      if case .failure = outcome { return true }
      return false
    }

    #expect(refused)
    #expect(fixture.toldEvents.map(\.itemId) == ["first", "last"])
    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.item(id: "item 2") == nil)
      #expect(
        try rows.tagCounts(ofTypes: nil, after: 0, limit: RowLimit(count: 100)).rows.map(\.tag) == [
          "kept"
        ])
      #expect(
        try rows.events(after: 0, limit: RowLimit(count: 10)).map(\.itemId) == ["first", "last"])
    }
  }

  @Test(arguments: [true, false])
  func `pages follow each other in every order without a gap or a double`(
    isDescending: Bool
  ) async throws {
    let fixture = try StoreFixture()
    _ = try await add((0..<50).map { Self.row($0) }, to: fixture)
    for field in [ItemOrder.Field.createdAt, .updatedAt, .timestamp] {
      let order = ItemOrder(field: field, isDescending: isDescending)

      let ids = try await fixture.store.snapshot(.scan) { (rows) throws in
        var ids: [String] = []
        var place: ListPlace?
        while true {
          let page = try rows.items(
            ItemSelection(), in: order, after: place, limit: RowLimit(count: 7))
          ids += page.rows.map(\.id)
          guard page.hasMore, let last = page.rows.last else { return ids }
          place = ListPlace(value: order.value(last), key: last.key)
        }
      }

      let expected = (0..<50).map { "item \($0)" }
      #expect(ids == (isDescending ? expected.reversed() : expected))
    }
  }

  @Test func `a page ends at its bytes, but holds one row`() async throws {
    let fixture = try StoreFixture()
    _ = try await add((0..<5).map { Self.row($0, size: 10_000) }, to: fixture)
    let order = ItemOrder(field: .createdAt, isDescending: false)

    let counts = try await fixture.store.snapshot(.scan) { (rows) throws in
      try [1, 15_000, 1_000_000].map { bytes in
        let page = try rows.items(
          ItemSelection(), in: order, after: nil, limit: RowLimit(count: 10, bytes: bytes))
        return [page.rows.count, page.hasMore ? 1 : 0]
      }
    }

    #expect(counts == [[1, 1], [2, 1], [5, 0]])
  }

  @Test func `edges are found from both ends, and of many at once the first of each type`()
    async throws
  {
    let fixture = try StoreFixture()
    let keys = try await add((0..<6).map { Self.row($0) }, to: fixture)
    try await fixture.store.transact(.allowed) { (rows) throws in
      for target in 1..<6 {
        let edge = EdgeRow(
          key: 0, id: "edge \(target)", sourceId: "item 0", targetId: "item \(target)",
          type: target == 5 ? "references" : "about", createdAt: 0, updatedAt: 0,
          properties: "{}", sourceType: "core.note", targetType: "core.note")
        try rows.insert(edge, from: keys[0], to: keys[target])
      }
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      let first = try rows.edges(from: keys, visibility: .all, limit: RowLimit(count: 2))
      #expect(first.map { $0.rows.map(\.id) } == [["edge 1", "edge 2"], ["edge 5"]])
      #expect(first.map(\.hasMore) == [true, false])
      #expect(try rows.edge(from: "item 0", to: "item 3", ofType: "about")?.id == "edge 3")
      #expect(try rows.edges(of: "item 4", .target, ofType: "about", limit: 9).count == 1)
      let page = try rows.edges(
        EdgeSelection(end: .source(keys[0])), after: 0, limit: RowLimit(count: 3))
      #expect(page.rows.count == 3)
      #expect(page.hasMore)
      let hidden = Visibility(itemTypes: nil, edgeTypes: ["references"])
      let seen = try rows.edges(from: keys, visibility: hidden, limit: RowLimit(count: 9))
      #expect(seen.flatMap(\.rows).map(\.id) == ["edge 5"])
    }
  }

  @Test func `ids of the log grow with the commits of every writer`() async throws {
    let fixture = try StoreFixture()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 0..<8 {
        group.addTask {
          for _ in 0..<10 {
            try await fixture.store.transact(.allowed) { (rows) throws in
              try rows.append(Self.event("\(writer)"))
            }
            // A reader that has seen an id never finds a smaller one later.
            let seen = try await fixture.store.eventBounds().newest
            let events = try await fixture.store.events(after: 0, limit: 1_000)
            #expect(events.filter { $0.id <= seen }.count == Int(seen))
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(fixture.toldEvents.map(\.id) == Array(1...80))
    #expect(try await fixture.store.events(after: 0, limit: 1_000).map(\.id) == Array(1...80))
  }

  @Test func `the moment of a transaction never goes back`() async throws {
    let fixture = try StoreFixture()
    let first = try await fixture.store.transact(.allowed) { $0.now }

    fixture.clock.advance(byMilliseconds: -60_000)
    let second = try await fixture.store.transact(.allowed) { $0.now }

    #expect(second >= first)
  }

  @Test func `extensions, versions and first answers come back as they were`() async throws {
    let fixture = try StoreFixture()
    let key = try #require(try await add([Self.row(1)], to: fixture).first)
    let answer = IdempotencyRow(
      credentialId: "c", key: IdempotencyKey(key: "k", fingerprint: "f"), outcome: .created,
      body: Array("{}".utf8), rights: "r")
    try await fixture.store.transact(.allowed) { (rows) throws in
      #expect(try rows.setExtension("app.b", of: key, to: "{\"n\":1}"))
      #expect(try !rows.setExtension("app.b", of: key, to: "{\"n\":1}"))
      #expect(try rows.setExtension("app.a", of: key, to: "{}"))
      for number in 1...3 {
        try rows.insert(
          VersionRow(
            id: "v\(number)", version: number, properties: "{}", createdAt: Int64(number)),
          of: key)
      }
      try rows.insert(answer)
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.extensions(of: [key]).map(\.namespace) == ["app.a", "app.b"])
      #expect(try rows.extension("app.b", of: key) == "{\"n\":1}")
      let versions = try rows.versions(of: key, before: nil, limit: RowLimit(count: 2))
      #expect(versions.rows.map(\.version) == [3, 2])
      #expect(versions.hasMore)
      #expect(try rows.version(2, of: key)?.id == "v2")
      #expect(try rows.versionTimes(of: key).map(\.createdAt) == [1, 2, 3])
      #expect(try rows.idempotency("k", of: "c") == answer)
      #expect(try rows.idempotency("k", of: "other") == nil)
    }
  }
}
