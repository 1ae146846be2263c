import Foundation
import MarfaSDK
import MarfaTerminal
import TerminalUI
import Testing

/// The keys on the rows of the uploads.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct UploadsKeysTests {
  private struct Waiting {
    var fixture: ApplicationFixture
    var note: String
    var hashes: [String]
    var query: BlobUploadProgressQuery

    @MainActor func uploads() async throws -> [BlobUpload] {
      try await fixture.client.attachments.uploads()
    }

    /// Shows the uploads as the store has them.
    @MainActor func show() async throws {
      for (place, upload) in try await uploads().enumerated() {
        var progress = BlobUploadProgress(upload)
        progress.place = place
        query.receive(progress)
      }
      fixture.clock.advance(byMilliseconds: 1_000)
      await fixture.settle()
    }
  }

  /// Two files that wait to be sent, in the view.
  private func waiting() async throws -> Waiting {
    let server = try ServerByHand()
    let note = try server.add("Rye sourdough", "Flour")
    let client = LocalClient(store: server.store)
    var hashes: [String] = []
    for name in ["crumb.jpg", "crust.jpg"] {
      hashes.append(
        try await client.attachments.add(data: Array(name.utf8), to: note, title: name)
          .attachment.blobRef)
    }
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    let query = await fixture.showUploads()
    let waiting = Waiting(fixture: fixture, note: note, hashes: hashes, query: query)
    try await waiting.show()
    await fixture.press("U")
    return waiting
  }

  @Test func `Space pauses the selected file`() async throws {
    let waiting = try await waiting()

    await waiting.fixture.press("j space")

    #expect(try await waiting.uploads().map(\.state) == [.queued, .paused])
  }

  @Test func `Space lets a paused file go on, and r one that failed`() async throws {
    let waiting = try await waiting()
    await waiting.fixture.press("space")
    try await waiting.show()
    #expect(waiting.fixture.screen.contains("1 queued, 1 paused"))
    await waiting.fixture.press("space")
    #expect(try await waiting.uploads().map(\.state) == [.queued, .queued])

    try await waiting.fixture.client.store.failUpload(waiting.hashes[0], words: "413 Too large.")
    try await waiting.show()
    #expect(waiting.fixture.screen.contains("413 Too large."))
    await waiting.fixture.press("r")

    #expect(try await waiting.uploads().map(\.state) == [.queued, .queued])
    #expect(try await waiting.uploads().map(\.error) == [nil, nil])
  }

  @Test func `y copies the name of the selected file`() async throws {
    let waiting = try await waiting()

    await waiting.fixture.press("j y")

    #expect(waiting.fixture.host.copied.last == "crust.jpg")
  }

  @Test func `J and K change the order`() async throws {
    let waiting = try await waiting()

    await waiting.fixture.press("J")
    #expect(try await waiting.uploads().map(\.name) == ["crust.jpg", "crumb.jpg"])
    await waiting.fixture.press("G K")
    #expect(try await waiting.uploads().map(\.name) == ["crust.jpg", "crumb.jpg"])
  }

  @Test func `a file is given up after a question that says what goes`() async throws {
    let waiting = try await waiting()

    await waiting.fixture.press("x")
    #expect(waiting.fixture.screen.contains("Give up sending “crumb.jpg”? It is taken away from"))
    #expect(waiting.fixture.screen.contains("“Rye sourdough”"))
    await waiting.fixture.press("enter")
    #expect(try await waiting.uploads().count == 2)

    await waiting.fixture.press("x g")
    #expect(try await waiting.uploads().map(\.name) == ["crust.jpg"])
    #expect(try await waiting.fixture.client.attachments.list(waiting.note).count == 1)
  }

  @Test func `a file that arrives while the question is read is not given up`() async throws {
    let waiting = try await waiting()
    await waiting.fixture.press("x")
    try await waiting.fixture.client.store.finishUpload(waiting.hashes[0])

    await waiting.fixture.press("g")

    #expect(waiting.fixture.screen.contains("Too late: “crumb.jpg” is on the server."))
    #expect(try await waiting.fixture.client.attachments.list(waiting.note).count == 2)
  }

  @Test func `Enter opens the note of the file`() async throws {
    let waiting = try await waiting()
    #expect(waiting.fixture.screen.contains("In “Rye sourdough”."))

    await waiting.fixture.press("enter")

    #expect(waiting.fixture.application.compositor.layers.isEmpty)
    #expect(waiting.fixture.application.workspace.note.id == waiting.note)
  }

  @Test func `the sync drawer names the files`() async throws {
    let waiting = try await waiting()

    await waiting.fixture.press("esc space s")
    #expect(waiting.fixture.screen.contains("Uploads 2"))
    #expect(waiting.fixture.screen.contains("upload    crumb.jpg"))

    await waiting.fixture.press("G d g")
    #expect(try await waiting.uploads().map(\.name) == ["crumb.jpg"])
  }
}
