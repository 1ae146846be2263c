import Foundation
import TestSupport
import Testing

@Suite(
  .enabled(if: TmuxSession.hasTmux, "needs tmux"), .timeLimit(.minutes(20)))
struct TwoDevicesTests {
  /// A device that is signed in, with its window open.
  private func device(
    _ server: ServedNotes, _ key: String, columns: Int, rows: Int
  ) throws -> TmuxSession {
    let session = try TmuxSession()
    let file = session.folder.path + "/key"
    try session.folder.write(key, to: "key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    try session.command("login", "--server", server.url, "--token-file", file)
    try session.start(columns: columns, rows: rows)
    #expect(try session.shows("live · all on server"))
    return session
  }

  @Test func `two devices edit one note, apart and together, and nothing is lost`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let laptop = try device(server, key, columns: 120, rows: 30)
    let phone = try device(server, key, columns: 80, rows: 24)

    // What is written on one appears on the other.
    try laptop.command("new", "--title", "Rings", "reed warblers: three")
    #expect(try phone.shows("reed warblers: three"))
    #expect(try laptop.shows("reed warblers: three"))
    try laptop.type("i")
    #expect(try laptop.shows("INSERT"))
    try laptop.press("End")
    try laptop.type(" or")
    #expect(try phone.shows("reed warblers: three or"))

    // Without the server both go on, and say what waits.
    await server.kill()
    #expect(try laptop.shows("offline"))
    #expect(try phone.shows("offline"))
    try laptop.type(" four")
    try phone.type("i")
    #expect(try phone.shows("INSERT"))
    try phone.press("End")
    try phone.type(" five")
    try phone.press("Escape")
    for session in [laptop, phone] { #expect(try session.shows("offline · 1 pending")) }
    #expect(try phone.shows("NORMAL"))
    try phone.type(" s")
    #expect(try phone.shows("p pause"))
    try phone.type("p")
    #expect(try phone.shows("paused · 1 pending"))

    // With it both have both, and nobody is asked.
    try await server.restart()
    #expect(try laptop.shows("live · all on server"))
    try phone.type("p")
    for session in [laptop, phone] { #expect(try session.shows("live · all on server")) }
    try phone.press("Escape")
    for session in [laptop, phone] {
      #expect(try session.shows("reed warblers: three or"))
      #expect(try session.shows(" four"))
      #expect(try session.shows(" five"))
    }
    #expect(try laptop.command("show", "Rings") == phone.command("show", "Rings"))
  }
}
