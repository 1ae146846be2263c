import MarfaSDK
import Testing

// Where notes are, and what is attached to them.
extension RecorderTests {
  static let places: [Way] = [
    Way("removeNotebook, its notes kept", ["deleteEdge book heron", "deleteItem book trashed"]) {
      desk in
      try await desk.store.removeNotebook(id: desk.book, contents: .kept)
    },
    Way(
      "removeNotebook with its notes", ["deleteItem heron trashed", "deleteItem book trashed"]
    ) { desk in
      try await desk.store.removeNotebook(id: desk.book, contents: .trashed)
    },
    Way(
      "change of properties and tags",
      ["updateItem heron title", "addTags heron new", "removeTag heron old"]
    ) { desk in
      try await desk.store.change(
        id: desk.heron, properties: ["title": "Stork"],
        tags: TagDifference(from: ["old"], to: ["new"]), basedOn: nil)
    },
    Way("attachments.add", ["uploadBlob", "updateItem heron blob +attachments"]) { desk in
      let files = try #require(desk.fixture.client.attachments)
      _ = try await files.add(data: Array("a".utf8), to: desk.heron, title: "a")
    },
    Way("addFiles of an import", ["uploadBlob", "updateItem heron blob +attachments"]) { desk in
      let attachment = Attachment(
        blobRef: "sha256:" + String(repeating: "a", count: 64), mimeType: "text/plain", title: "a")
      try await desk.store.addFiles([NewFile(attachment, size: 1)], to: desk.heron)
    },
    Way(
      "attachments.add, its upload paused, moved and resumed",
      ["uploadBlob", "updateItem heron blob +attachments"]
    ) { desk in
      let files = try #require(desk.fixture.client.attachments)
      let hash = try await files.add(data: Array("a".utf8), to: desk.heron, title: "a")
        .attachment.blobRef
      try await files.pause(hash)
      try await files.move(hash, to: 0)
      try await files.resume(hash)
    },
  ]
}
