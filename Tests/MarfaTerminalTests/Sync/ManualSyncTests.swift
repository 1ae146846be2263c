import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteFiles
import TerminalUI
import Testing

/// `sync.mode: manual`: nothing is exchanged but what the person asks for.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct ManualSyncTests {
  private func connected(_ mode: String) async throws -> (ApplicationFixture, MockTransport) {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, configuration: "sync:\n  mode: \(mode)\n", sdk: store)
    let transport = MockTransport.emptyServer()
    await fixture.follow(store, transport)
    return (fixture, transport)
  }

  @Test func `nothing is asked before the person asks for it`() async throws {
    let (fixture, transport) = try await connected("manual")
    let sync = fixture.application.context.sync

    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# One"]))
    await fixture.settle()

    #expect(transport.requests.isEmpty)
    #expect(fixture.screen.contains("manual · 1 pending"))
    await fixture.press("space s p")
    #expect(fixture.screen.contains("Nothing is exchanged by itself; r sends and fetches now."))
    #expect(fixture.screen.contains("r sync now"))
    #expect(!fixture.screen.contains("p pause"))
    await sync.stop()
  }

  @Test func `r sends and fetches once, and then nothing is asked again`() async throws {
    let (fixture, transport) = try await connected("manual")
    let sync = fixture.application.context.sync

    await fixture.press("space s r")
    await fixture.waitForFrame(in: {
      _ = fixture.frame
      return sync.status?.isAllOnServer == true
    })
    #expect(fixture.screen.contains("live · all on server"))
    fixture.clock.advance(byMilliseconds: 2_000)
    _ = fixture.frame
    await sync.finishTurning()

    #expect(sync.status?.connection == .manual)
    #expect(fixture.screen.contains("Everything was exchanged."))
    let asked = transport.requests.count
    #expect(asked > 0)
    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# Two"]))
    await fixture.settle()
    #expect(transport.requests.count == asked)
    #expect(fixture.screen.contains("manual · 1 pending"))
    await sync.stop()
  }

  @Test func `an exchange that fails says so and ends`() async throws {
    let store = try ServerByHand().store
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, configuration: "sync:\n  mode: manual\n", sdk: store)
    await fixture.follow(store, MockTransport())
    let sync = fixture.application.context.sync

    await fixture.press("space s r")
    await fixture.waitForFrame(in: {
      fixture.application.context.messages.current?.text.hasPrefix("Not exchanged") == true
    })
    _ = fixture.frame
    await sync.finishTurning()

    #expect(sync.status?.connection == .manual)
    await sync.stop()
  }

  @Test func `with the mode paused nothing is asked, whatever the person presses`() async throws {
    let (fixture, transport) = try await connected("paused")
    let sync = fixture.application.context.sync

    _ = try await fixture.client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "# One"]))
    await fixture.settle()
    #expect(fixture.screen.contains("paused · 1 pending"))
    for key in ["r", "p"] {
      await fixture.press("space s \(key)")
      #expect(fixture.screen.contains("Paused by sync.mode;"))
      await fixture.press("esc")
    }

    #expect(transport.requests.isEmpty)
    #expect(sync.status?.connection == .paused)
    await sync.stop()
  }

  @Test func `the mode of the settings is taken when it changes`() async throws {
    let (fixture, transport) = try await connected("manual")
    let sync = fixture.application.context.sync

    try fixture.folder.write("sync:\n  mode: auto\n", to: "config/config.yaml")
    fixture.application.context.settings.reload()
    await fixture.waitForFrame(in: {
      _ = fixture.frame
      return sync.status?.isAllOnServer == true
    })
    #expect(transport.requests.count > 0)
    try fixture.folder.write("sync:\n  mode: manual\n", to: "config/config.yaml")
    fixture.application.context.settings.reload()
    _ = fixture.frame
    await sync.finishTurning()

    #expect(sync.status?.connection == .manual)
    await sync.stop()
  }
}
