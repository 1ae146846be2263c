import Dispatch
import Foundation
import Glibc
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteFiles
import Settings
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SyncLaunchTests {
  /// Nothing listens there, so that each request fails at once.
  private static let url = "http://127.0.0.1:1"

  /// The application over notes of a server that is away; `key` is that of the server.
  private func launched(
    key: String?, before: (LocalStore, ApplicationDirectories) async throws -> Void = { _, _ in }
  ) async throws -> (ApplicationFixture, SyncLaunch, ServerCredentials) {
    let store = try MarfaSDKTest.makeInMemoryStore(clock: ManualWallClock(MarfaSDKTest.start))
    try await store.logIn(to: ServerIdentity(url: Self.url))
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, configuration: "server:\n  url: \"\(Self.url)\"\n", sdk: store)
    let context = fixture.application.context
    let credentials = ServerCredentials(
      directories: context.settings.directories, environment: [:])
    if let key { try await credentials.keep(key, for: Self.url) }
    try FileManager.default.createDirectory(
      atPath: fixture.folder.path + "/data", withIntermediateDirectories: true)
    try await before(store, context.settings.directories)
    let launch = SyncLaunch(context: context, queue: .global())
    launch.begin()
    await fixture.settle()
    await context.sync.finishConnecting()
    return (fixture, launch, credentials)
  }

  @Test func `notes without a server are not connected, and no folder is made for keys`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# One"])
    let context = fixture.application.context

    SyncLaunch(context: context, queue: .global()).begin()
    await fixture.settle()
    await context.sync.finishConnecting()

    #expect(context.sync.status == nil)
    #expect(!context.sync.hasEngine)
    #expect(!FileManager.default.fileExists(atPath: fixture.folder.path + "/state/credentials"))
  }

  @Test func `without a key nothing is asked, and a key that comes is taken`() async throws {
    let (fixture, launch, credentials) = try await launched(key: nil)
    let sync = fixture.application.context.sync
    #expect(sync.status?.connection == .signedOut)
    #expect(!sync.hasEngine)

    try await credentials.keep("marfa_k1_new", for: Self.url)
    await fixture.waitForFrame(in: {
      sync.status?.connection == .offline && sync.status?.reconnectsAt != nil
    })

    #expect(sync.hasEngine)
    await sync.stop()
    withExtendedLifetime(launch) {}
  }

  @Test func `signing out elsewhere ends the connection`() async throws {
    let (fixture, launch, credentials) = try await launched(key: "marfa_k1_old")
    let sync = fixture.application.context.sync
    await fixture.waitForFrame(in: { sync.status?.connection == .offline })

    try await credentials.forget(Self.url)
    await fixture.waitForFrame(in: { sync.status?.connection == .signedOut })

    #expect(!sync.hasEngine)
    #expect(sync.status?.reconnectsAt == nil)
    withExtendedLifetime(launch) {}
  }

  /// Takes over the first page of what a server has, as a program does that works with it.
  private func beginSweep(_ store: LocalStore) async throws {
    let time = MarfaSDKTest.start.iso8601
    let item = Item(
      id: "01900000-0000-7000-8000-000000000001", type: "core.note", properties: ["body": "x"],
      timestamp: time, createdAt: time, updatedAt: time)
    let page = ListPage(
      data: [ItemWithMetadata(item: item, metadata: Metadata(itemId: item.id))], cursor: "2",
      hasMore: true)
    let answers: [(SyncWork, TransportResponse)] = [
      (.identify, TransportResponse(status: 404, body: [])),
      (.sweep, TransportResponse(status: 200, body: page.jsonBytes())),
    ]
    for (work, answer) in answers {
      let exchange = try #require(try await store.nextExchange(work).exchange)
      let outcome = try await store.settle(
        exchange, .response(answer), SyncPolicy(url: Self.url))
      if case .failed(let failure) = outcome.progress { Issue.record("\(work): \(failure)") }
    }
  }

  @Test(.timeLimit(.minutes(5)))
  func `another program's work with the server is shown as that reports it`() async throws {
    var program: OtherProgram?
    let (fixture, launch, _) = try await launched(key: "marfa_k1_key") { store, directories in
      try await beginSweep(store)
      program = try OtherProgram(EngineReport.lockPath(ofStore: NotesFile.path(in: directories)))
      try program?.report("syncing")
    }
    let sync = fixture.application.context.sync
    let engine = try #require(sync.engine)
    #expect(sync.connection == .elsewhere(.catchingUp))
    #expect(try await fixture.client.store.sweptItems()?.count == 1)
    _ = fixture.frame
    fixture.host.fireAll()
    await fixture.waitForFrame(in: { sync.received != nil })
    #expect(fixture.screen.contains("another marfa syncs 1"))

    for word in [ConnectionWord.offline, .connecting] {
      try program?.report(word.rawValue)
      await sync.read(engine)
      #expect(sync.connection == .elsewhere(word))
      #expect(!sync.connection.sendsAtOnce)
    }
    #expect(fixture.screen.contains("another marfa: connecting"))
    #expect(sync.received == nil)

    program?.end()
    await fixture.waitForFrame(in: {
      sync.status?.connection == .offline && sync.status?.reconnectsAt != nil
    })
    await sync.stop()
    withExtendedLifetime(launch) {}
  }
}

/// Another program that works with the server, as far as its lock shows.
private struct OtherProgram {
  private let path: String
  private let descriptor: Int32

  /// Takes the lock.
  init(_ path: String) throws {
    self.path = path
    descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    try #require(flock(descriptor, LOCK_EX | LOCK_NB) == 0)
  }

  /// Says how it stands.
  func report(_ state: String) throws {
    let text = "{\"state\":\"\(state)\"}"
    let file = try FileHandle(forWritingTo: URL(filePath: path))
    try file.write(contentsOf: Data((text + String(repeating: " ", count: 256 - text.count)).utf8))
    try file.close()
  }

  /// Ends: the kernel gives its lock up.
  func end() {
    flock(descriptor, LOCK_UN)
    close(descriptor)
  }
}
