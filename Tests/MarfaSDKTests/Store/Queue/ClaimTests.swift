import Foundation
import GRDB
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ClaimTests {
  @Test func `a row is bound to the values of the moment in which it is claimed`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "two")
    try await desk.store.replaceText(id: id, body: "three")

    let row = try #require(try await desk.store.queueRows().first)
    #expect(row.request == nil)
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"three"},"version":5}"#
      ])
    let frozen = try #require(try await desk.store.queueRows().first)
    #expect(frozen.request == #"{"properties":{"body":"three"},"version":5}"#)
    #expect(frozen.isInFlight)
    #expect(frozen.attempt == 1)
  }

  @Test func `a row once attempted keeps its values, and later edits go into a new one`()
    async throws
  {
    let desk = try await ServerDesk()
    let (_, first) = try await desk.editedTwice()
    try await desk.store.postponeMutation(
      id: first.id, error: "timed out", until: Timestamp(milliseconds: 0))

    let again = try await desk.store.claimMutations(limit: 10)

    #expect(again.map(\.id) == [first.id])
    #expect(again.map(\.request) == [first.request])
    #expect(again.map(\.attempt) == [2])
    let rows = try await desk.store.queueRows()
    #expect(rows.count == 2)
    #expect(rows[1].id != rows[0].id)
    #expect(rows[1].baseVersion == nil)
  }

  @Test func `a row that asks for what the server has is removed and not sent`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "two")
    _ = try await desk.store.addTags(id: id, ["new"])
    _ = try await desk.store.removeTags(id: id, ["new"])
    _ = try await desk.store.transitionItem(id: id, to: .archived)
    _ = try await desk.store.transitionItem(id: id, to: .active)
    _ = try await desk.store.setExtension("user.a", of: id, to: ["x": 2])
    _ = try await desk.store.setExtension("user.a", of: id, to: ["x": 1])
    try await desk.store.replaceText(id: id, body: "one")

    #expect(try await desk.sent() == [])
    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.fixture.titles(searching: "is:unsynced") == [])
  }

  @Test func `of several fields only those that differ are sent`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    _ = try await desk.store.updateItem(
      id: id, properties: ["title": "B", "notes": "n", "body": "two"])
    _ = try await desk.store.updateItem(id: id, properties: ["title": "A", "notes": nil])
    _ = try await desk.store.updateItem(id: id, properties: ["body": "2", "language": "en"])

    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"2","language":"en"},"version":5}"#
      ])
  }

  @Test func `a property that was taken away is sent as null`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    _ = try await desk.store.updateItem(id: id, properties: ["title": .null])

    #expect(
      try await desk.sent() == [#"PATCH /items/\#(id) {"properties":{"title":null},"version":5}"#])
  }

  @Test func `a creation carries everything, its id and its time, and no source id`() async throws {
    let desk = try await ServerDesk()
    let item = try await desk.store.createItem(
      NewItem(
        CreateItemInput(
          id: ServerDesk.id(7), type: "core.note", properties: ["title": "A", "body": "b"],
          source: "import:Garden", sourceId: "key", tags: ["t"]),
        createdAt: Timestamp(iso8601: "2020-02-03T04:05:06Z"))
    ).item

    let sent = try await desk.store.claimMutations(limit: 1)
    let body = try #require(sent.first?.request.body?.objectValue)
    #expect(sent.first?.request.path == "/items")
    #expect(body["id"] == .string(item.id))
    #expect(body["timestamp"] == "2020-02-03T04:05:06.000Z")
    #expect(body["tags"] == ["t"])
    #expect(body["source_id"] == nil)
    #expect(body["source"] == nil)
  }

  @Test(arguments: [true, false])
  func `two files of one path in two folders stay two notes, and say where they come from`(
    createsWithExtensions: Bool
  ) async throws {
    let desk = try await ServerDesk()
    func imported(_ folder: String) -> NewItem {
      NewItem(
        CreateItemInput(
          type: "core.note", properties: ["title": .string(folder), "body": "b"],
          source: "import:\(folder)"), origin: ItemOrigin(name: folder, path: "README.md"))
    }
    let outcomes = try await desk.store.createItems([imported("One"), imported("Two")])
    #expect(Set(outcomes.map(\.id)).count == 2)
    #expect(outcomes.map(\.action) == [.created, .created])

    let options = BindingOptions(createsWithExtensions: createsWithExtensions)
    let creations = try await desk.store.claimMutations(limit: 10, options: options)
    for creation in creations {
      let said = creation.request.body?.objectValue?["extensions"]
      let folder = creation.request.body?.objectValue?["properties"]?.objectValue?["title"]
      let origin: JSONValue = ["name": folder ?? .null, "path": "README.md"]
      #expect(said == (createsWithExtensions ? ["app.marfa.origin": origin] : nil))
      let item = try #require(try await desk.store.item(id: creation.itemId ?? ""))
      try await desk.store.acknowledgeMutation(
        id: creation.id,
        .item(
          ConfirmedItem(
            ServerDesk.note(item.id, item.properties), tags: [],
            extensions: createsWithExtensions ? ["app.marfa.origin": origin] : [:])))
    }

    let later = try await desk.store.claimMutations(limit: 10, options: options)
    #expect(later.map(\.kind) == (createsWithExtensions ? [] : [.setExtension, .setExtension]))
    for folder in ["One", "Two"] {
      let again = try await desk.store.createItem(imported(folder))
      #expect(again.outcome.action == .unchanged)
    }
  }

  @Test func `an edge waits for the creation of its ends, and names them as they are called then`()
    async throws
  {
    let desk = try await ServerDesk()
    let confirmed = try await desk.confirmed()
    let note = try await desk.fixture.note("New")
    try await desk.store.createEdge(
      CreateEdgeInput(sourceId: note.id, targetId: confirmed, edgeType: "about"))

    let first = try await desk.store.claimMutations(limit: 10)
    #expect(first.map(\.kind) == [.createItem])
    try await desk.store.acknowledgeMutation(
      id: first[0].id,
      .item(ConfirmedItem(ServerDesk.note(ServerDesk.id(9), note.properties), tags: [])))

    #expect(
      try await desk.sent() == [
        #"POST /edges {"edge_type":"about","properties":{},"source_id":"\#(ServerDesk.id(9))","#
          + #""target_id":"\#(confirmed)"}"#
      ])
  }

  @Test func `an edge that was deleted before it was sent leaves nothing`() async throws {
    let desk = try await ServerDesk()
    let one = try await desk.confirmed()
    let note = try await desk.fixture.note("New")
    let edge = try await desk.store.createEdge(
      CreateEdgeInput(sourceId: note.id, targetId: one, edgeType: "about"))
    try await desk.store.deleteEdge(id: edge.id)

    let creation = try await desk.store.claimMutations(limit: 10)
    try await desk.store.acknowledgeMutation(
      id: creation[0].id, .item(ConfirmedItem(ServerDesk.note(note.id, note.properties), tags: [])))

    #expect(try await desk.sent() == [])
    #expect(try await desk.store.queueRows() == [])
  }

  @Test func `waiting changes of a purged item have its values, and the purge comes last`()
    async throws
  {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    try await desk.store.replaceText(id: id, body: "two")
    _ = try await desk.store.transitionItem(id: id, to: .trashed)
    try await desk.store.purgeItem(id: id)

    let rows = try await desk.store.queueRows()
    #expect(rows.map(\.intent.kind) == [.updateItem, .deleteItem, .purgeItem])
    #expect(rows[0].request == #"{"properties":{"body":"two"},"version":5}"#)
    #expect(rows.allSatisfy { $0.intent.itemId == id && $0.intent.item == nil })
    #expect(rows[2].intent.base?.contains("one") == true)
    for line in [
      #"PATCH /items/\#(id) {"properties":{"body":"two"},"version":5}"#, "DELETE /items/\(id)",
      "DELETE /items/\(id)/purge",
    ] {
      let sent = try await desk.store.claimMutations(limit: 10)
      #expect(sent.map(ServerDesk.line) == [line])
      try await desk.store.acknowledgeMutation(id: sent[0].id, .done)
    }
    #expect(try await desk.store.queueRows() == [])
  }

  @Test func `notes that stay are taken out of a notebook before its purge is sent`() async throws {
    let desk = try await ServerDesk()
    let (book, note) = (try await desk.confirmed(), ServerDesk.id(2))
    try await desk.store.adopt(items: [ConfirmedItem(ServerDesk.note(note, ["body": "stays"]))])
    let edge = try await desk.store.createEdge(
      CreateEdgeInput(sourceId: book, targetId: note, edgeType: "parent-of"))
    for mutation in try await desk.store.claimMutations(limit: 10) {
      try await desk.store.acknowledgeMutation(id: mutation.id, .edge(edge))
    }

    #expect(try await desk.store.purgeItem(id: book) == [book])

    #expect(try await desk.store.item(id: note)?.state == .active)
    for line in ["DELETE /edges/\(edge.id)", "DELETE /items/\(book)/purge"] {
      let sent = try await desk.store.claimMutations(limit: 10)
      #expect(sent.map(ServerDesk.line) == [line])
      try await desk.store.acknowledgeMutation(id: sent[0].id, .done)
    }
  }

  @Test func `an item of which nothing was sent leaves the queue without a trace`() async throws {
    let desk = try await ServerDesk()
    let note = try await desk.fixture.note("New", tags: ["t"])
    let other = try await desk.fixture.note("Other")
    try await desk.store.createEdge(
      CreateEdgeInput(sourceId: note.id, targetId: other.id, edgeType: "about"))
    try await desk.store.replaceText(id: note.id, body: "x")
    try await desk.store.purgeItem(id: note.id)

    #expect(try await desk.store.queueRows().map(\.intent.kind) == [.createItem])
  }

  @Test func `a caller's own values are sent as they are`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let key = try #require(try await desk.store.itemKeys(of: [id])[id])
    _ = try await desk.store.enqueue(
      MutationIntent(kind: .updateItem, item: key, detail: ["notes"]),
      body: ["properties": ["notes": "mine"]])
    _ = try await desk.store.updateItem(id: id, properties: ["notes": "other"])

    let rows = try await desk.store.queueRows()
    #expect(rows.map(\.isFrozen) == [true, false])
    #expect(
      try await desk.sent() == [#"PATCH /items/\#(id) {"properties":{"notes":"mine"}}"#])
  }

  @Test func `a path of a tag has no letter of another meaning`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed(tags: ["übung"])
    _ = try await desk.store.removeTags(id: id, ["übung"])

    #expect(try await desk.sent() == ["DELETE /items/\(id)/tags/%C3%BCbung"])
  }

  @Test func `an autosave after another writes no page of the queue`() async throws {
    let folder = TemporaryFolder()
    let store = try LocalStore.open(
      path: folder.path("notes.sqlite"), environment: StoreEnvironment(wordUpkeep: .inPauses))
    func pages() throws -> Int {
      let log = folder.path("notes.sqlite-wal")
      let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
      return (size ?? 0) / (24 + 4096)
    }
    func pagesOfSaves(_ id: String) async throws -> Int {
      try await store.replaceText(id: id, body: "text first")
      let before = try pages()
      for number in 10..<20 { try await store.replaceText(id: id, body: "text of \(number)") }
      return try pages() - before
    }
    let local = try await store.createItem(
      NewItem(CreateItemInput(type: "core.note", properties: ["title": "A", "body": "one"]))
    ).item.id
    let without = try await pagesOfSaves(local)
    try await store.connect(to: ServerIdentity(url: "https://notes.example"))
    let id = ServerDesk.id(1)
    try await store.adopt(items: [
      ConfirmedItem(ServerDesk.note(id, ["title": "B", "body": "one"]), tags: [])
    ])

    let with = try await pagesOfSaves(id)

    #expect(with == without)
    #expect(try await store.queueRows().map(\.intent.detail) == [["body"]])
  }
}
