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
    #expect(lines.count == 1)
    #expect(lines.first?.contains(#""event":"clock_wrong""#) == true)
    #expect(lines.first?.contains("days ahead of the server's") == true)
  }
}
