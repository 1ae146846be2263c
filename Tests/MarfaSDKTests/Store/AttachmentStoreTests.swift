import Foundation
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct AttachmentStoreTests {
  private func attachments(_ fixture: StoreFixture) throws -> AttachmentsNamespace {
    try #require(fixture.client.attachments)
  }

  private func connect(_ store: LocalStore) async throws {
    try await store.logIn(to: ServerIdentity(url: "https://notes.example"))
  }

  /// The queue as words: kind, and blob or title.
  private func queue(_ store: LocalStore) async throws -> [String] {
    try await store.queueRows().map { "\($0.intent.kind.rawValue) \($0.intent.side.rawValue)" }
  }

  /// What may be sent now, as kinds.
  private func claimed(_ store: LocalStore) async throws -> [MutationKind] {
    let claimed = try await store.claimMutations(limit: 10)
    try await store.releaseClaims()
    return claimed.map(\.kind)
  }

  @Test func `in a store without a server a file is attached, listed, opened and removed`()
    async throws
  {
    let fixture = try await StoreFixture()
    let files = try attachments(fixture)
    let note = try await fixture.note("Rye")

    let added = try await files.add(data: [1, 2, 3], to: note.id, title: "crumb.JPG")
    let other = try await files.add(data: [4], to: note.id, title: "x")

    #expect(added.state == .here)
    #expect(added.size == 3)
    #expect(added.attachment.mimeType == "image/jpeg")
    #expect(try await files.list(note.id) == [added, other])
    #expect(
      try await fixture.client.items.get(id: note.id).attachments
        == [added.attachment, other.attachment])
    let path = try await files.get(added.attachment.blobRef)
    #expect(try Data(contentsOf: URL(filePath: path)) == Data([1, 2, 3]))
    #expect(try await files.remove(added.attachment.blobRef, from: note.id) == [added.attachment])
    #expect(try await files.list(note.id) == [other])
    #expect(try await files.uploads().isEmpty)
    await #expect(throws: LocalModeUnsupportedError.self) {
      try await fixture.client.blobs.get(added.attachment.blobRef)
    }
  }

  @Test func `a file is not attached to what is not there`() async throws {
    let fixture = try await StoreFixture()
    let files = try attachments(fixture)

    await #expect(throws: NotFoundError.self) {
      try await files.add(file: "/nothing", to: "01900000-0000-7000-8000-000000000000")
    }
    await #expect(throws: NotFoundError.self) {
      try await files.list("01900000-0000-7000-8000-000000000000")
    }
  }

  @Test func `the same file twice is one attachment, under two names it is two`() async throws {
    let fixture = try await StoreFixture()
    let files = try attachments(fixture)
    let note = try await fixture.note("Rye")

    for title in ["a", "a", "b"] { try await files.add(data: [1], to: note.id, title: title) }

    #expect(try await files.list(note.id).map(\.attachment.title) == ["a", "b"])
  }

  @Test func `giving up the change that attached a file gives up its upload, too`() async throws {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let files = try attachments(desk.fixture)
    try await files.add(data: [1, 2, 3], to: id, title: "a")
    #expect(try await files.uploads().count == 1)

    for row in try await desk.store.queueRows() where row.intent.kind == .updateItem {
      try await desk.store.discardMutation(id: row.id)
    }

    #expect(try await files.uploads().isEmpty)
    #expect(try await desk.store.queueRows().isEmpty)
    #expect(try await files.list(id).isEmpty)
  }

  @Test func `in a connected store the note waits for the bytes, others do not`() async throws {
    let fixture = try await StoreFixture()
    try await connect(fixture.store)
    let files = try attachments(fixture)
    let note = try await fixture.note("Rye")

    let added = try await files.add(data: [1, 2, 3], to: note.id, title: "a")
    try await fixture.note("Spelt")

    #expect(added.state == .waiting)
    #expect(
      try await queue(fixture.store)
        == ["createItem 0", "uploadBlob 0", "updateItem 8", "createItem 0"])
    #expect(try await claimed(fixture.store) == [.createItem, .createItem])
    #expect(try await files.uploads().map(\.size) == [3])
    #expect(try await fixture.store.syncCounts().pending == 3)
    #expect(try await fixture.store.syncCounts().uploads == 1)
  }

  @Test func `a note that was never sent goes first, without the file that is still to be sent`()
    async throws
  {
    let fixture = try await StoreFixture()
    try await connect(fixture.store)
    let note = try await fixture.note("Rye")
    try await attachments(fixture).add(data: [1, 2, 3], to: note.id, title: "a")

    let creation = try #require(await fixture.store.claimMutations(limit: 1).first)

    #expect(creation.kind == .createItem)
    #expect(creation.request.body?.objectValue?["attachments"] == nil)
  }

  @Test func `when the server has the bytes, the note's change goes with them`() async throws {
    let desk = try await ServerDesk()
    let store = desk.store
    let note = try await desk.confirmed()
    let files = try attachments(desk.fixture)
    let added = try await files.add(data: [1, 2, 3], to: note, title: "a")
    let hash = added.attachment.blobRef
    #expect(try await claimed(store) == [])

    try await store.finishUpload(hash)

    let claimed = try await store.claimMutations(limit: 10)
    #expect(claimed.map(\.kind) == [.updateItem])
    #expect(
      claimed.first?.request.body?.objectValue?["attachments"]
        == .array([added.attachment.json]))
    #expect(try await files.list(note).map(\.state) == [.stored])
    #expect(try await files.uploads().isEmpty)
    #expect(try await store.syncCounts().uploads == 0)
  }

  @Test func `two notes with the same file send it once, and both wait`() async throws {
    let fixture = try await StoreFixture()
    let store = fixture.store
    let notes = [try await fixture.note("A"), try await fixture.note("B")]
    try await connect(store)
    for note in notes { try await attachments(fixture).add(data: [1], to: note.id, title: "a") }

    #expect(try await attachments(fixture).uploads().count == 1)
    let kinds = try await store.queueRows().map(\.intent.kind)
    #expect(kinds.filter { $0 == .uploadBlob }.count == 1)
    #expect(kinds.filter { $0 == .updateItem }.count == 2)
  }

  @Test func `a file that is taken away before it was sent is sent no more`() async throws {
    let fixture = try await StoreFixture()
    try await connect(fixture.store)
    let files = try attachments(fixture)
    let (a, b) = (try await fixture.note("A"), try await fixture.note("B"))
    let hash = try await files.add(data: [1], to: a.id, title: "a").attachment.blobRef
    try await files.add(data: [1], to: b.id, title: "a")

    try await files.remove(hash, from: a.id)
    let still = try await files.uploads().count
    try await files.remove(hash, from: b.id)

    #expect(still == 1)
    #expect(try await files.uploads().isEmpty)
    #expect(try await !fixture.store.queueRows().contains { $0.intent.kind == .uploadBlob })
  }

  @Test func `a file of a note that is purged is sent no more`() async throws {
    let fixture = try await StoreFixture()
    try await connect(fixture.store)
    let files = try attachments(fixture)
    let note = try await fixture.note("A")
    try await files.add(data: [1], to: note.id, title: "a")

    try await fixture.store.purgeItem(id: note.id)

    #expect(try await files.uploads().isEmpty)
    #expect(try await fixture.store.queueRows().isEmpty)
  }

  @Test func `an upload that fails lets the note go, and is queued again by a retry`() async throws
  {
    let fixture = try await StoreFixture()
    try await connect(fixture.store)
    let files = try attachments(fixture)
    let note = try await fixture.note("A")
    let hash = try await files.add(data: [1], to: note.id, title: "a").attachment.blobRef

    try await fixture.store.failUpload(hash, words: "Too large.")
    let failed = try await files.list(note.id).map(\.state)
    let kinds = try await fixture.store.queueRows().map(\.intent.kind)
    try await files.resume(hash)

    #expect(failed == [.failed("Too large.")])
    #expect(kinds == [.createItem, .updateItem])
    #expect(try await files.list(note.id).map(\.state) == [.waiting])
    #expect(try await fixture.store.queueRows().last?.intent.kind == .uploadBlob)
  }

  @Test func `an upload is paused, resumed, moved and cancelled`() async throws {
    let fixture = try await StoreFixture()
    try await connect(fixture.store)
    let files = try attachments(fixture)
    let note = try await fixture.note("A")
    var hashes: [String] = []
    for byte in UInt8(1)...3 {
      hashes.append(
        try await files.add(data: [byte], to: note.id, title: "\(byte)").attachment.blobRef)
    }

    try await files.pause(hashes[0])
    #expect(try await files.uploads().map(\.state) == [.paused, .queued, .queued])
    try await files.resume(hashes[0])
    try await files.move(hashes[2], to: 0)
    #expect(try await files.uploads().map(\.name) == ["3", "1", "2"])
    try await files.cancel(hashes[1])
    #expect(try await files.uploads().map(\.name) == ["3", "1"])
    #expect(try await files.list(note.id).map(\.attachment.title) == ["1", "3"])
  }

  @Test func `the first connection queues texts before files, and each file once`() async throws {
    let fixture = try await StoreFixture()
    let files = try attachments(fixture)
    for title in ["A", "B"] {
      let note = try await fixture.note(title)
      try await files.add(data: [1], to: note.id, title: "a")
    }

    try await connect(fixture.store)

    #expect(
      try await queue(fixture.store) == [
        "createItem 0", "createItem 0", "uploadBlob 0", "updateItem 8", "updateItem 8",
      ])
    #expect(try await claimed(fixture.store) == [.createItem, .createItem])
    #expect(try await files.uploads().map(\.name) == ["a"])
  }

  @Test func `a store of the build before blobs opens, and attaches`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let note: Item = try await {
      let store = try LocalStore.open(path: path)
      return try await store.createItem(
        NewItem(CreateItemInput(type: "core.note", properties: ["body": "one"]))
      ).item
    }()
    try FormerStore.change(
      path,
      FormerStore.beforeBlobs + "INSERT INTO sync_state(name, value) VALUES ('profile', '{}');")

    let store = try LocalStore.open(path: path)
    let files = try #require(MarfaClient(store: store).attachments)
    let added = try await files.add(data: [1, 2], to: note.id, title: "a")

    #expect(try await files.list(note.id) == [added])
    #expect(try await store.serverProfile() == ServerProfile())
    #expect(FileManager.default.fileExists(atPath: folder.path("blobs")))
    #expect(try await store.quickCheck().isEmpty)
  }
}
