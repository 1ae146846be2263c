import Foundation
import TestSupport
import Testing

/// Records `marfa demo`; with `MARFA_RECORDING` a whole round, into that file.
@Suite(
  .enabled(if: TmuxSession.hasTmux, "needs tmux"), .timeLimit(.minutes(20)))
struct DemoRecordingTests {
  @Test func `the demo is recorded as text, with what the laptop did`() throws {
    let path = ProcessInfo.processInfo.environment["MARFA_RECORDING"]
    let session = try TmuxSession()
    try session.start(columns: 120, rows: 32, arguments: ["demo"], recordsOutput: true)

    #expect(try session.shows("What the laptop does"))
    // The newest note is the one in which the laptop says what it does.
    #expect(try session.shows("Idea 1"))
    if path != nil { #expect(try session.shows("come back")) }
    try session.type("q")
    #expect(try session.shows("ended=0"))

    let cast = try session.recording()
    #expect(try Asciicast(cast.file) == cast)
    #expect(cast.events.count > 10)
    #expect(cast.text.contains("Idea 1"))
    if let path { try cast.file.write(toFile: path, atomically: true, encoding: .utf8) }
  }

  @Test func `a demo that is killed takes its interface along`() throws {
    let session = try TmuxSession()
    try session.start(columns: 120, rows: 32, arguments: ["demo"])
    #expect(try session.shows("What the laptop does"))

    try session.signal("KILL")

    #expect(try session.hasFile("ended", with: "137"))
    // An interface that goes on would keep its screen.
    #expect(try session.hides("What the laptop does"))
  }
}
