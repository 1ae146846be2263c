import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import TerminalUI
import Testing

/// Where each of a note's files is, as their list says it.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct AttachmentPlaceTests {
  private static let hash =
    "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"

  /// A store with one note, which has the file of the hash; its bytes are not here.
  private func serverWithFile() async throws -> ServerByHand {
    let server = try ServerByHand()
    _ = try await LocalClient(store: server.store).items.create(
      CreateItemInput(
        type: "core.note", properties: ["body": "# Alphabet"],
        attachments: [Attachment(blobRef: Self.hash, mimeType: "text/plain", title: "abc.txt")]))
    return server
  }

  @Test func `a file that is only on the server is listed so, and Enter fetches it`() async throws {
    let server = try await serverWithFile()
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, environment: ["SSH_TTY": "1"], sdk: server.store)
    let sync = fixture.application.context.sync
    sync.begin(in: fixture.store)
    await fixture.settle()
    #expect(fixture.screen.contains("▣ abc.txt  on server, Enter to fetch"))

    await fixture.press("4 enter")
    #expect(
      fixture.application.context.messages.current?.text
        == "“abc.txt” cannot be opened: it is not on this machine, and there is no connection to the server."
    )

    let transport = MockTransport()
    transport.enqueue(
      TransportResponse(status: 200, headers: ["etag": "\"\(Self.hash)\"", "content-length": "3"]))
    sync.attachments = AttachmentsNamespace(
      store: server.store,
      downloader: BlobDownloader(store: server.store, transport: transport, quota: 100))
    await fixture.settle()
    #expect(fixture.screen.contains("▣ abc.txt      3 B  on server, Enter to fetch"))

    transport.enqueue(
      TransportResponse(status: 200, headers: ["content-length": "3"], body: Array("abc".utf8)))
    await fixture.press("enter")

    #expect(fixture.host.copied.last?.hasSuffix("/abc.txt") == true)
    #expect(fixture.screen.contains("▣ abc.txt      3 B  here and on server"))
  }

  @Test(arguments: [
    ("", "▣ abc.txt  ⠸ opening 3s"), ("reduced_motion: true\n", "▣ abc.txt  opening"),
  ])
  func `while nothing comes of a file it is said for how long`(
    configuration: String, row: String
  ) async throws {
    let server = try await serverWithFile()
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, environment: ["SSH_TTY": "1"], configuration: configuration,
      sdk: server.store)
    let sync = fixture.application.context.sync
    sync.begin(in: fixture.store)
    let transport = MockTransport()
    // The size is asked for first, and not known.
    transport.enqueue(TransportResponse(status: 200, headers: [:]))
    let (waits, waiting) = AsyncStream<Void>.makeStream()
    let (ends, ending) = AsyncStream<Void>.makeStream()
    sync.attachments = AttachmentsNamespace(
      store: server.store,
      downloader: BlobDownloader(
        store: server.store, transport: transport, quota: 100,
        sleep: { _ in
          waiting.yield()
          for await _ in ends { return }
        }))
    await fixture.settle()
    await fixture.press("4")

    fixture.application.handle(.key(KeyEvent(.enter)))
    for await _ in waits { break }
    fixture.clock.advance(byMilliseconds: 3_500)

    #expect(fixture.screen.contains(row), "\(fixture.screen)")
    transport.enqueue(
      TransportResponse(status: 200, headers: ["content-length": "3"], body: Array("abc".utf8)))
    ending.yield()
    await fixture.settle()
    #expect(fixture.screen.contains("▣ abc.txt      3 B  here and on server"))
  }

  @Test func `a file that the server has lost is listed as neither here nor there`() async throws {
    let server = try await serverWithFile()
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    let sync = fixture.application.context.sync
    sync.begin(in: fixture.store)
    let transport = MockTransport()
    // The server is asked for the size, then for the bytes.
    for _ in 0..<2 {
      transport.enqueue(
        TransportResponse(
          status: 404, headers: [:],
          body: Array(#"{"error":{"code":"blob_not_found","message":"No blob."}}"#.utf8)))
    }
    sync.attachments = AttachmentsNamespace(
      store: server.store,
      downloader: BlobDownloader(store: server.store, transport: transport, quota: 100))
    await fixture.settle()

    await fixture.press("4 enter")

    #expect(
      fixture.application.context.messages.current?.text
        == "“abc.txt” is not on the server any more. Attach it again where it still is.")
    #expect(fixture.screen.contains("▣ abc.txt  neither here nor on server"))
  }

  @Test func `a file on its way says how far it is, and why it failed`() async throws {
    let server = try ServerByHand()
    let client = LocalClient(store: server.store)
    let note = try server.add("Rye", "x")
    let hash = try await client.attachments.add(data: [1, 2, 3], to: note, title: "a.bin")
      .attachment.blobRef
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: server.store)
    let query = await fixture.showUploads()
    var upload = BlobUploadProgress(hash: hash, state: .uploading(sent: 2, total: 3))
    (upload.name, upload.acknowledged, upload.total) = ("a.bin", 2, 3)
    query.receive(upload)
    await fixture.settle()
    #expect(fixture.screen.contains("▣ a.bin      3 B  uploading 66%"))

    upload.phase = .failed("413 Too large.")
    upload.state = .failed
    query.receive(upload)
    try await client.store.failUpload(hash, words: "413 Too large.")
    fixture.clock.advance(byMilliseconds: 1_000)
    await fixture.settle()
    #expect(fixture.screen.contains("failed: 413 Too large."))
  }

  @Test func `places that nobody waits for any more are no failure`() async throws {
    let fixture = try await ApplicationFixture(columns: 80, rows: 24, notes: ["# Rye"])
    let note = try #require(fixture.application.workspace.selectedNote?.id)
    let file = try await fixture.client.attachments.add(data: [1], to: note, title: "a").attachment
    let drawer = AttachmentsDrawer(context: fixture.application.context, id: note)

    drawer.follow([file])
    drawer.follow([])
    await drawer.finishLoading()

    #expect(fixture.application.context.messages.history.isEmpty)
  }
}
