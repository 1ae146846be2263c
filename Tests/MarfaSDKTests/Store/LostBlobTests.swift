import MarfaSDK
import Testing

/// Files that the server had and has no more.
@Suite(.timeLimit(.minutes(20))) struct LostBlobTests {
  private let desk: ServerDesk
  private let files: AttachmentsNamespace

  init() async throws {
    desk = try await ServerDesk()
    files = try #require(desk.fixture.client.attachments)
  }

  /// The hash of a file of a note that is on the server.
  private func sent(_ id: String) async throws -> String {
    let hash = try await files.add(data: [1, 2, 3], to: id, title: "a").attachment.blobRef
    try await desk.store.finishUpload(hash)
    return hash
  }

  @Test func `a file that is attached again is offered to the server again`() async throws {
    let id = try await desk.confirmed()
    _ = try await sent(id)

    let again = try await files.add(data: [1, 2, 3], to: id, title: "a")

    #expect(again.state == .waiting)
    #expect(try await files.uploads().count == 1)
  }

  @Test func `a blob that the server lacks is no longer said to be there`() async throws {
    let id = try await desk.confirmed()
    let hash = try await sent(id)
    #expect(try await files.list(id).map(\.state) == [.stored])

    try await desk.store.serverLacks(hash)

    #expect(try await files.list(id).map(\.state) == [.here])
  }

  @Test(arguments: [false, true])
  func `a note whose file could not be sent is not shown as one on the server`(
    isAttachedAgain: Bool
  ) async throws {
    let store = desk.store
    let taken = try await store.blobs.take(bytes: [1, 2, 3])
    let attachment = Attachment(
      blobRef: taken.hash, mimeType: MediaTypes.ofFile("a"), title: "a")
    var item = ServerDesk.note(ServerDesk.id(1), ["title": "A", "body": "one"], version: 5)
    item.attachments = [attachment]
    try await store.adopt(items: [ConfirmedItem(item)])
    func isUnsent() async throws -> Bool? {
      try await store.summaries(ListFilters(type: "core.note")).data.first?.isUnsent
    }

    try await files.add(data: [1, 2, 3], to: item.id, title: "a")
    try await store.failUpload(taken.hash, words: "Too large.")
    let failed = try await isUnsent()
    if isAttachedAgain {
      try await files.add(data: [1, 2, 3], to: item.id, title: "a")
    } else {
      try await files.resume(taken.hash)
    }

    #expect(failed == true)
    #expect(try await isUnsent() == false)
    #expect(try await files.uploads().map(\.state) == [.queued])
    #expect(try await store.queueRows().map(\.intent.kind) == [.uploadBlob])
  }

  @Test func `a text waits for no file`() async throws {
    let id = try await desk.confirmed()
    try await files.add(data: [1], to: id, title: "slow")
    try await desk.store.replaceText(id: id, body: "two")

    let sent = try await desk.sent()

    #expect(sent.count == 1)
    #expect(sent.first?.contains(#""body":"two""#) == true)
    #expect(sent.first?.contains("attachments") == false)
  }

  @Test func `a file that has arrived waits for no other one of its note`() async throws {
    let id = try await desk.confirmed()
    let slow = try await files.add(data: [1], to: id, title: "slow").attachment.blobRef
    let quick = try await files.add(data: [2], to: id, title: "quick").attachment.blobRef
    try await files.pause(slow)

    try await desk.store.finishUpload(quick)
    let sent = try await desk.sent()

    #expect(sent.count == 1)
    #expect(sent.first?.contains(quick) == true)
    #expect(sent.first?.contains(slow) == false)
  }

  @Test func `one of two files that came together waits for the other no longer once it is paused`()
    async throws
  {
    let fixture = try await StoreFixture(seed: 1)
    let files = try #require(fixture.client.attachments)
    let note = try await fixture.note("New", "x")
    let slow = try await files.add(data: [1], to: note.id, title: "slow").attachment.blobRef
    let quick = try await files.add(data: [2], to: note.id, title: "quick").attachment.blobRef
    try await fixture.store.logIn(to: ServerIdentity(url: "https://notes.example"))
    func awaited() async throws -> [[String]] {
      try await fixture.store.queueRows().filter { $0.intent.kind == .updateItem }
        .map { $0.intent.references.map(\.id) }
    }
    #expect(try await awaited() == [[slow, quick]])

    try await files.pause(slow)

    #expect(try await awaited() == [[quick], [slow]])
  }

  @Test func `one of two names of the same bytes is taken away alone`() async throws {
    let id = try await desk.confirmed()
    let one = try await files.add(data: [1], to: id, title: "a").attachment
    let two = try await files.add(data: [1], to: id, title: "b").attachment

    #expect(try await files.remove(two, from: id))

    #expect(try await files.list(id).map(\.attachment) == [one])
    #expect(try await files.uploads().count == 1)
    #expect(try await !files.remove(two, from: id))
    #expect(try await files.remove(one, from: id))
    #expect(try await files.uploads().isEmpty)
  }
}
