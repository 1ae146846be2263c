import Documents
import MarfaSDK
import Testing

// Ways to write that an item's file, its attachments, its documents and its versions have.
extension RecorderTests {
  private static let bytes = Array("a".utf8)

  static let rest: [Way] = [
    Way(
      "relocate",
      [
        "updateItem heron title", "addTags heron new", "removeTag heron bird",
        "setExtension heron app.marfa.origin", "deleteEdge book heron",
      ]
    ) { desk in
      try await desk.store.relocate(
        Relocation(
          id: desk.heron, origin: ItemOrigin(name: "Garden", path: "stork.md"),
          properties: ["title": "Stork"], tags: TagDifference(from: ["bird"], to: ["new"]),
          oldNotebook: desk.book,
          notebook: nil, revision: nil))
    },
    Way("discardItem of what was never sent", []) { desk in
      let new = try await desk.store.createItem(
        NewItem(CreateItemInput(type: "core.note", properties: ["title": "New", "body": ""]))
      ).item
      let isGone = try await desk.store.discardItem(id: new.id)
      #expect(isGone)
    },
    Way("discardItem of what was never sent, at its revision", []) { desk in
      let new = try await desk.store.createItem(
        NewItem(CreateItemInput(type: "core.note", properties: ["title": "New", "body": ""]))
      ).item
      #expect(try await !desk.store.discardItem(id: new.id, ifAt: 2))
      #expect(try await desk.store.item(id: new.id) != nil)
      #expect(try await desk.store.discardItem(id: new.id, ifAt: 1))
      #expect(try await desk.store.item(id: new.id) == nil)
    },
    Way("discardItem of what the server has", ["deleteItem heron trashed"], needsServer: true) {
      desk in
      try await desk.confirmHeron()
      let isGone = try await desk.store.discardItem(id: desk.heron)
      #expect(!isGone)
    },
    // Neither is sent: at their claim both ask for what is there.
    Way(
      "attachments.remove of what was never sent",
      ["updateItem heron blob +attachments", "updateItem heron +attachments"]
    ) { desk in
      let files = try #require(desk.fixture.client.attachments)
      let added = try await files.add(data: bytes, to: desk.heron, title: "a")
      let isGone = try await files.remove(added.attachment, from: desk.heron)
      #expect(isGone)
    },
    Way(
      "the upload of an attachment is cancelled",
      ["updateItem heron blob +attachments", "updateItem heron +attachments"]
    ) { desk in
      let files = try #require(desk.fixture.client.attachments)
      let added = try await files.add(data: bytes, to: desk.heron, title: "a")
      try await files.cancel(added.attachment.blobRef)
    },
    Way("commit of an edit of a document", ["pushDocument heron body"], needsServer: true) { desk in
      try await desk.confirmHeron()
      var server = Replica(key: "note-1", actor: ActorID(number: 100))
      try server.update { root, _ in
        try root.set("body", to: JSONText())
        try root.jsonText("body")?.edit(0, 0, "see [[Pond]]")
      }
      var own = try Replica(
        key: "note-1", actor: ActorID(number: 1), stored: server.snapshot())
      let rows = StoredReplica(
        desk.store, document: "note-1", itemId: desk.heron, field: "body")
      _ = try await rows.replace(with: own, confirmed: nil, over: nil)
      let token = try #require(try await rows.token())
      try own.update { root, _ in try root.jsonText("body")?.edit(0, 0, "We ") }
      _ = try await rows.commit(
        own.localChanges, leadingTo: own, over: token, note: NoteChange())
      let body = try await desk.store.noteText(id: desk.heron).body
      #expect(body == "We see [[Pond]]")
    },
    Way("restoreVersion", ["updateItem heron body"], needsServer: true) { desk in
      try await desk.confirmHeron()
      _ = try await desk.store.updateItem(id: desk.heron, properties: ["body": "other"])
      _ = try await desk.store.restoreVersion(5, of: desk.heron)
    },
    Way("enqueue", ["updateItem heron title"], needsServer: true) { desk in
      let key = try await desk.store.itemKeys(of: [desk.heron])[desk.heron]
      _ = try await desk.store.enqueue(
        MutationIntent(kind: .updateItem, item: key, detail: ["title"]),
        body: ["properties": ["title": "Stork"]])
    },
  ]
}
