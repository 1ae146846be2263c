import MarfaSDK
import MarfaSDKTestSupport
import Testing

// Who writes, and into which file, decides what is queued.
extension RecorderTests {
  @Test func `a store that has a server leaves the purging of its trash to it`() async throws {
    let desk = try await RecorderDesk()
    _ = try await desk.store.transitionItem(id: desk.pond, to: .trashed)
    desk.fixture.clock.advance(byMilliseconds: 365 * 86_400_000)

    #expect(try await desk.store.purgeExpiredTrash() == 0)
    #expect(try await desk.store.item(id: desk.pond)?.state == .trashed)
  }

  @Test(arguments: [WriteOrigin.server, .derived, .document])
  func `a text that no person wrote is not queued, and has a revision of its own`(
    origin: WriteOrigin
  ) async throws {
    let desk = try await RecorderDesk()
    let before = try await desk.store.noteText(id: desk.heron)

    let saved = try await desk.store.saveText(
      id: desk.heron, body: "from elsewhere", basedOn: before.revision, as: origin)

    #expect(saved.revision == before.revision + 1)
    #expect(try await desk.store.queueRows() == [])
  }

  @Test func `another process's change of a connected file is recorded, however it was opened`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let first = try await LocalClient.open(path: path)
    let second = try await LocalClient.open(path: path)
    let note = try await second.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "A", "body": "x"]))
    try await first.store.connect(to: ServerIdentity(url: "https://notes.example"))

    try await second.items.update(id: note.id, properties: ["body": "y"])

    #expect(try await first.store.queueRows().map(\.intent.kind) == [.updateItem])
  }
}
