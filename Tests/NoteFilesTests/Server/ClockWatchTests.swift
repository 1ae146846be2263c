import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ClockWatchTests {
  @Test func `a wrong clock is in the log once in a run`() async throws {
    let folder = try TemporaryDirectory()
    let directories = ApplicationDirectories(environment: ["HOME": folder.path])
    try ApplicationDirectories.create(directories.state)
    let store = try MarfaSDKTest.makeInMemoryStore()
    let log = ActivityLog(directories: directories)
    let watch = ClockWatch(store: store, log: log)
    await watch.look()
    #expect(log.lines(from: 0).lines.isEmpty)

    let exchange = try #require(try await store.nextExchange(.identify).exchange)
    let answer = TransportResponse(
      status: 200, headers: ["date": "Sun, 06 Nov 1994 08:49:37 GMT"], body: Array("{}".utf8))
    _ = try await store.settle(
      exchange, .response(answer), SyncPolicy(url: "https://notes.example"))
    await watch.look()
    await watch.look()

    let lines = log.lines(from: 0).lines
    try #require(lines.count == 1)
    #expect(lines.first?.contains(#""event":"clock_wrong""#) == true)
    #expect(lines.first?.contains("days ahead of the server's") == true)

    // Any answer shows how the clock is now: it was set right, and is wrong again.
    for date in [HTTPDate.string(store.environment.clock.now), "Sun, 06 Nov 1994 08:49:37 GMT"] {
      let question = try #require(try await store.nextExchange(.identify).exchange)
      _ = try await store.settle(
        question,
        .response(TransportResponse(status: 404, headers: ["date": date], body: [])),
        SyncPolicy(url: "https://notes.example"))
      await watch.look()
    }
    #expect(log.lines(from: 0).lines.count == 2)
  }
}
