import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(5))) struct SyncMonitorTests {
  /// A server with the documented API and nothing in it, whose stream stays open.
  private func emptyServer() -> MockTransport {
    let transport = MockTransport()
    transport.enqueue(status: 404, json: ["error": ["code": "not_found", "message": "No."]])
    for _ in 0..<4 { transport.enqueue(json: ["data": [], "has_more": false]) }
    transport.enqueueStream([
      .event(SSEEvent(id: "1", event: "stream_cursor", data: "{\"id\":\"1\"}")), .silence,
    ])
    return transport
  }

  private func start(
    _ fixture: ApplicationFixture, _ store: LocalStore, _ transport: MockTransport
  ) async {
    let manager = ConnectionStateManager()
    let engine = SyncEngine(
      store: store, transport: transport, connectionManager: manager, url: ServerByHand.url)
    let sync = fixture.application.context.sync
    sync.begin(
      in: fixture.store, connect: { [weak sync] in await sync?.follow(engine, manager) })
    await fixture.settle()
    await sync.finishConnecting()
  }

  @Test func `all is on the server once the engine said so, and paused is told at once`()
    async throws
  {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, sdk: store)
    let sync = fixture.application.context.sync
    await start(fixture, store, emptyServer())

    await fixture.host.waitForFrame(in: { sync.status?.isAllOnServer == true })
    #expect(fixture.screen.contains("live · all on server"))
    #expect(sync.log.entries.last?.text == "Everything is on the server")

    await sync.togglePause()
    #expect(sync.status?.connection == .paused)
    #expect(!fixture.screen.contains("all on server"))
    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# One"]))
    await fixture.settle()
    #expect(fixture.screen.contains("paused · 1 pending"))

    await sync.stop()
  }

  @Test func `without a key nothing is asked, and the bar says signed out`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, sdk: try ServerByHand().store)
    let sync = fixture.application.context.sync
    sync.begin(
      in: fixture.store,
      connect: { [weak sync] in sync?.cannotConnect(.signedOut, because: "There is no key.") })
    await fixture.settle()
    await sync.finishConnecting()

    #expect(fixture.screen.contains("signed out"))
    #expect(!sync.hasEngine)
    await fixture.press("space s r")
    #expect(sync.log.entries.map(\.text) == ["There is no key."])
  }
}
