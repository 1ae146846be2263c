import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Every way to write to a store, and the rows of the queue that each must leave.
@Suite(.timeLimit(.minutes(20))) struct RecorderTests {
  typealias Way = RecordedWrite

  private static func input(
    _ title: String, body: String = "", edges: [String: [String]]? = nil
  ) -> CreateItemInput {
    CreateItemInput(
      type: "core.note", properties: ["title": .string(title), "body": .string(body)],
      tags: ["t"], edges: edges)
  }

  static let ways: [Way] = [
    Way("createItem", ["createItem new"]) { desk in
      _ = try await desk.store.createItem(NewItem(input("New", body: "[[Heron]] [[Nobody]]")))
    },
    Way(
      "createItem with edges, a notebook, an extension and an origin",
      [
        "createItem new", "createEdge book new", "setExtension new app.marfa.origin",
        "setExtension new user.a", "setExtension new user.b", "createEdge new pond",
        "createEdge new heron",
      ]
    ) { desk in
      _ = try await desk.store.createItem(
        NewItem(
          input("New", edges: ["references": [desk.heron], "about": [desk.pond]]),
          notebook: desk.book, extensions: ["user.b": ["y": 1], "user.a": ["x": 1]],
          origin: ItemOrigin(name: "Garden", path: "n.md")))
    },
    Way("createItems", ["createItem new", "createItem new"]) { desk in
      _ = try await desk.store.createItems([NewItem(input("One")), NewItem(input("Two"))])
    },
    Way("items.bulk", ["createItem new"]) { desk in
      let result = try await desk.fixture.client.items.bulk(
        [
          input("One"), CreateItemInput(type: "core.note", properties: [:]),
          input("Two", edges: ["about": ["absent"]]),
        ], atomic: false)
      #expect(result.results.map(\.outcome) == [.created, .errored, .errored])
    },
    Way("items.bulk, atomic and refused", []) { desk in
      await #expect(throws: ValidationError.self) {
        try await desk.fixture.client.items.bulk(
          [input("One"), CreateItemInput(type: "core.note", properties: [:])], atomic: true)
      }
    },
    Way("edges.bulk", ["createEdge pond heron"]) { desk in
      _ = try await desk.fixture.client.edges.bulk(
        [
          CreateEdgeInput(sourceId: desk.pond, targetId: desk.heron, edgeType: "about"),
          CreateEdgeInput(sourceId: desk.pond, targetId: "absent", edgeType: "about"),
        ], atomic: false)
    },
    Way("updateItem", ["updateItem heron body title"]) { desk in
      _ = try await desk.store.updateItem(
        id: desk.heron, properties: ["title": "Stork", "body": "x", "notes": "second"])
    },
    Way("updateItem with the same values", []) { desk in
      _ = try await desk.store.updateItem(id: desk.heron, properties: ["title": "Heron"])
    },
    Way("updateItem, refused", []) { desk in
      await #expect(throws: ValidationError.self) {
        try await desk.store.updateItem(id: desk.heron, properties: ["body": 7])
      }
    },
    Way(
      "updateItem of what has no version",
      [
        "updateItem heron +tier +timestamp +source_id",
        "updateItem heron blob +attachments",
      ]
    ) { desk in
      var options = UpdateOptions(
        tier: .feed, timestamp: "2026-01-01T00:00:00.000Z", sourceId: "key")
      options.attachments = [Attachment(blobRef: blob, mimeType: "text/plain")]
      _ = try await desk.store.updateItem(id: desk.heron, properties: [:], options: options)
    },
    Way("updateItem of edges", ["deleteEdge heron pond", "createEdge heron book"]) { desk in
      _ = try await desk.store.updateItem(
        id: desk.heron, properties: [:], options: UpdateOptions(edges: ["about": [desk.book]]))
    },
    Way("saveText", ["updateItem heron body"]) { desk in
      try await desk.store.replaceText(id: desk.heron, body: "[[Pond]] and [[Book]]")
    },
    Way("saveText again and again", ["updateItem heron body"]) { desk in
      for number in 0..<5 {
        try await desk.store.replaceText(id: desk.heron, body: "text \(number)")
      }
    },
    Way("saveText with a title", ["updateItem heron body title"]) { desk in
      try await desk.store.replaceText(id: desk.heron, title: "Stork", body: "x")
    },
    Way(
      "rename, with the links of other notes",
      [
        "updateItem pond title", "updateItem heron body",
      ]
    ) { desk in try await desk.store.rename(id: desk.pond, to: "Lake") },
    Way("rename, with the links left as they are", ["updateItem pond title"]) { desk in
      try await desk.store.rename(id: desk.pond, to: "Lake", links: .keep)
    },
    Way("restoreRevision", ["updateItem heron notes"]) { desk in
      _ = try await desk.store.restoreRevision(1, of: desk.heron)
    },
    Way(
      "transitionItem",
      [
        "transitionItem heron archived", "deleteItem heron trashed", "restoreItem heron active",
      ]
    ) { desk in
      for state in [ItemState.archived, .trashed, .active] {
        _ = try await desk.store.transitionItem(id: desk.heron, to: state)
      }
    },
    Way("transitionItem there and back", ["transitionItem heron active"]) { desk in
      for state in [ItemState.archived, .active] {
        _ = try await desk.store.transitionItem(id: desk.heron, to: state)
      }
    },
    Way("transitionItems", ["deleteItem pond trashed"]) { desk in
      _ = try await desk.store.transitionItem(id: desk.heron, to: .archived)
      _ = try await desk.store.claimMutations(limit: 1)
      let refusals = try await desk.store.transitionItems(
        ids: ["absent", desk.pond], to: .trashed)
      #expect(refusals.map { $0 == nil } == [false, true])
    },
    Way("purgeItem of what the server never had", []) { desk in
      try await desk.store.purgeItem(id: desk.book)
    },
    Way("createEdge", ["createEdge pond heron"]) { desk in
      try await desk.store.createEdge(
        CreateEdgeInput(sourceId: desk.pond, targetId: desk.heron, edgeType: "about"))
    },
    Way("updateEdge", ["updateEdge heron pond"]) { desk in
      _ = try await desk.store.updateEdge(id: desk.edge, properties: ["a": 2])
      _ = try await desk.store.updateEdge(id: desk.edge, properties: ["a": 3])
    },
    Way("updateEdge of one that stands for a link", ["createEdge heron pond"]) { desk in
      let link = try await desk.store.edges(EdgeFilters(sourceId: desk.heron)).data
        .first { $0.edgeType == "references" }
      _ = try await desk.store.updateEdge(id: link?.id ?? "", properties: ["why": "said"])
    },
    Way("deleteEdge", ["deleteEdge heron pond"]) { desk in
      try await desk.store.deleteEdge(id: desk.edge)
    },
    Way("deleteEdge of one that stands for a link", []) { desk in
      let link = try await desk.store.edges(EdgeFilters(sourceId: desk.heron)).data
        .first { $0.edgeType == "references" }
      try await desk.store.deleteEdge(id: link?.id ?? "")
    },
    Way("move", ["deleteEdge book heron"]) { desk in
      try await desk.store.move(id: desk.heron, toNotebook: nil)
    },
    Way("setExtension", ["setExtension heron user.kept"]) { desk in
      _ = try await desk.store.setExtension("user.kept", of: desk.heron, to: ["x": 2])
      _ = try await desk.store.setExtension("user.kept", of: desk.heron, to: ["x": 3])
    },
    Way("setExtension to nothing", ["removeExtension heron user.kept"]) { desk in
      _ = try await desk.store.setExtension("user.kept", of: desk.heron, to: nil)
      _ = try await desk.store.setExtension("user.absent", of: desk.heron, to: nil)
    },
    Way("setTags", ["addTags heron new", "removeTag heron old"]) { desk in
      _ = try await desk.store.setTags(id: desk.heron, ["bird", "new"])
    },
    Way("addTags", ["addTags heron a b"]) { desk in
      _ = try await desk.store.addTags(id: desk.heron, ["b", "bird"])
      _ = try await desk.store.addTags(id: desk.heron, ["a"])
    },
    Way("removeTags", ["removeTag heron bird", "removeTag heron old"]) { desk in
      _ = try await desk.store.removeTags(id: desk.heron, ["old", "bird", "absent"])
    },
    Way(
      "changeTags",
      [
        "addTags heron new", "removeTag heron old", "addTags pond new",
      ]
    ) { desk in
      try await desk.store.changeTags(
        of: [desk.heron, desk.pond, "absent"], adding: ["new"], removing: ["old"])
    },
    Way("renameTag", ["addTags heron fowl", "removeTag heron bird"]) { desk in
      try await desk.store.renameTag("bird", to: "fowl")
    },
    Way(
      "mergeTags",
      [
        "addTags heron both", "removeTag heron bird", "removeTag heron old",
      ]
    ) { desk in try await desk.store.mergeTags(["bird", "old"], into: "both") },
    Way("bulkAction of tags", ["addTags heron x", "removeTag heron old", "addTags pond x"]) {
      desk in
      try await desk.fixture.client.items.bulkAction(
        .updateTags(add: ["x"], remove: ["old"]), filters: ListFilters(type: "core.note"))
    },
    Way("bulkAction of a state", ["deleteItem heron trashed", "deleteItem pond trashed"]) { desk in
      try await desk.fixture.client.items.bulkAction(
        .transition(.trashed), filters: ListFilters(type: "core.note"))
    },
    Way("bulkAction of properties, some refused", []) { desk in
      let result = try await desk.fixture.client.items.bulkAction(
        .updateProperties(["body": 7]), filters: ListFilters(type: "core.note"))
      #expect(result.errored == 2)
    },
    Way("bulkAction of tiers", ["updateItem heron +tier", "updateItem pond +tier"]) { desk in
      try await desk.fixture.client.items.bulkAction(
        .updateTier(.feed), filters: ListFilters(type: "core.note"))
    },
    Way("revert", ["updateItem heron notes", "removeTag heron old"]) { desk in
      let edit = Reversal.edit(id: desk.heron, before: 1, after: 2, addedTags: ["old"])
      let outcomes = try await desk.store.revert([edit], removal: .trash)
      #expect(outcomes == [.restored])
    },
    Way("purgeExpiredTrash", []) { desk in
      _ = try await desk.store.transitionItem(id: desk.pond, to: .trashed)
      _ = try await desk.store.claimMutations(limit: 1)
      desk.fixture.clock.advance(byMilliseconds: 365 * 86_400_000)
      try await desk.store.purgeExpiredTrash()
    },
    Way("what is derived", []) { desk in
      try await desk.store.performIdleWork()
      try await desk.store.rebuildDerivedData()
      _ = try await desk.store.verifySearchIndex()
      _ = try await desk.fixture.client.search(query: "water")
    },
  ]

  private static let blob = "sha256:" + String(repeating: "0", count: 64)

  @Test(arguments: ways + places + rest)
  func `each change of a person leaves these rows`(way: Way) async throws {
    let desk = try await RecorderDesk()

    try await way.write(desk)

    let expected = way.rows.map { $0.replacing(" blob ", with: " new ") }
    // What was sent in between is not of this table.
    let rows = try await desk.rows().filter { !Self.isSent($0, in: way) }
    #expect(rows == expected)
    #expect(try await desk.store.quickCheck() == [])
  }

  private static func isSent(_ row: String, in way: Way) -> Bool {
    switch way.name {
    case "transitionItems": row == "transitionItem heron archived"
    case "purgeExpiredTrash": row == "deleteItem pond trashed"
    default: false
    }
  }

  @Test(arguments: (ways + places + rest).filter { !$0.needsServer })
  func `a store without a server records nothing`(way: Way) async throws {
    let desk = try await RecorderDesk()
    try await desk.store.disconnect()

    try await way.write(desk)

    #expect(try await desk.store.queueRows() == [])
  }
}
