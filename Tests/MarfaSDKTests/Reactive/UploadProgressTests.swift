import Dispatch
import MarfaSDK
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct UploadProgressTests {
  @Test func `the documented events are shown as documented`() {
    let query = BlobUploadProgressQuery()

    query.receive(.blobUploadStarted(hash: "a", total: 10))
    #expect(query.uploads["a"]?.state == .uploading(sent: 0, total: 10))
    query.receive(.blobUploadProgress(hash: "a", sent: 4, total: 10))
    #expect(query.uploads["a"]?.state == .uploading(sent: 4, total: 10))
    query.receive(.blobUploadFailed(hash: "a", error: NetworkError(message: "Cut.")))
    #expect(query.uploads["a"]?.state == .failed)
    query.receive(.blobUploadStarted(hash: "a", total: 10))
    #expect(query.uploads["a"]?.state == .uploading(sent: 0, total: 10))
    query.receive(.blobUploadCompleted(hash: "a"))
    #expect(query.uploads.isEmpty)
    query.receive(.itemCreated(id: "a"))
    #expect(query.uploads.isEmpty)
  }

  @Test func `a start shows what the store has, and follows it`() async throws {
    let desk = try await ServerDesk()
    let files = try #require(desk.fixture.client.attachments)
    let note = try await desk.confirmed()
    var hashes: [String] = []
    for name in ["a", "b", "c"] {
      hashes.append(
        try await files.add(data: Array(name.utf8), to: note, title: name).attachment.blobRef)
    }
    try await desk.store.keepUpload(hashes[0], offset: 1, url: "/a")
    try await files.pause(hashes[1])
    try await desk.store.failUpload(hashes[2], words: "Too large.")

    let query = MarfaStore(store: desk.store).queryUploads()
    try await waitUntil { !query.isLoading }

    #expect(query.uploads[hashes[0]]?.state == .uploading(sent: 1, total: 1))
    #expect(query.uploads[hashes[0]]?.acknowledged == 1)
    #expect(query.uploads[hashes[1]]?.phase == .paused)
    #expect(query.uploads[hashes[1]]?.name == "b")
    #expect(query.uploads[hashes[1]]?.place == 1)
    #expect(query.uploads[hashes[2]]?.state == .failed)
    #expect(query.uploads[hashes[2]]?.phase == .failed("Too large."))

    try await desk.store.finishUpload(hashes[0])
    let sent = hashes[0]
    try await waitUntil { query.uploads[sent] == nil }
    #expect(query.uploads.count == 2)
    query.stop()
  }

  @Test func `a file that is attached is shown from its first byte on, until its hash is known`()
    async throws
  {
    let desk = try await ServerDesk()
    let files = try #require(desk.fixture.client.attachments)
    let note = try await desk.confirmed()
    let folder = try TemporaryDirectory()
    try folder.write("Rye", to: "a.txt")
    let query = MarfaStore(store: desk.store).queryUploads()
    try await waitUntil { !query.isLoading }
    let gate = DispatchSemaphore(value: 0)
    defer { gate.signal() }

    let adding = Task {
      // The callback runs on a thread that only reads files.
      try await files.add(file: folder.path + "/a.txt", to: note) { _, _ in gate.wait() }
    }
    try await waitUntil { query.uploads.values.contains { $0.total == 3 } }

    let shown = try #require(query.uploads.values.first)
    #expect(shown.phase == .hashing && shown.state == .pending)
    #expect(shown.name == "a.txt" && shown.acknowledged == 3)

    gate.signal()
    let hash = try await adding.value.attachment.blobRef
    try await waitUntil { query.uploads.keys.map(\.self) == [hash] }
    #expect(query.uploads[hash]?.phase == .queued)
    #expect(query.arrived.isEmpty)
    query.stop()
  }

  @Test func `a blob that arrived is kept with its name, and one that was given up is not`() {
    let query = BlobUploadProgressQuery()
    var upload = BlobUploadProgress(hash: "a", state: .uploading(sent: 3, total: 10))
    (upload.name, upload.total) = ("a.txt", 10)
    query.receive(upload)

    query.receive(.blobUploadCompleted(hash: "a"))
    var cancelled = BlobUploadProgress(hash: "b", state: .completed)
    cancelled.phase = .cancelled
    query.receive(cancelled)

    #expect(query.arrived.map(\.name) == ["a.txt"])
    #expect(query.arrived.first?.acknowledged == 10)
  }

  @Test func `the notes of blobs are found by their hashes`() async throws {
    let desk = try await ServerDesk()
    let files = try #require(desk.fixture.client.attachments)
    let note = try await desk.confirmed()
    let hash = try await files.add(data: [1], to: note, title: "a").attachment.blobRef

    let found = try await desk.store.notes(ofBlobs: [hash, "sha256:none"])

    #expect(found.mapValues(\.id) == [hash: note])
  }

  @Test func `only a client with a server and a store shows uploads`() async throws {
    let fixture = try await StoreFixture()

    #expect(MarfaStore(client: fixture.client)?.queryBlobUploadProgress() == nil)
  }
}
