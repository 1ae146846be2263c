import Dispatch
import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteFiles
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct SyncLaunchTests {
  /// Nothing listens there, so that each request fails at once.
  private static let url = "http://127.0.0.1:1"

  /// The application over notes of a server that is away; `key` is that of the server.
  private func launched(key: String?) async throws -> (
    ApplicationFixture, SyncLaunch, ServerCredentials
  ) {
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
}
