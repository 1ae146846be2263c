import Documents
import MarfaSDK
import TestSupport
import Testing

/// A document of a file that two processes have open.
@Suite(.timeLimit(.minutes(20))) struct SharedFileTests {
  /// Two processes with the document, of which the first has edited since the second has read it.
  private func withTwoProcesses(
    _ body:
      @escaping @Sendable (_ one: Participant, _ two: Participant, LoopbackServer) async throws
      -> Void
  ) async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { first in
        try await first.update { root, _ in root.n = JSONCounter(value: 0) }
        try await first.sync()
      }
      let (one, two) = (try await desk.open(), try await desk.open())
      try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      two.heard.forgetAll()
      try await body(one, two, server)
    }
  }

  @Test func `the second process edits what the first has stored`() async throws {
    try await withTwoProcesses { one, two, server in
      try await two.update { root, presence in
        try root.jsonCounter("n")?.increase(value: 10)
        presence.set(["name": "Ana"])
      }

      #expect(await two.json == #"{"n":11}"#)
      let heard = two.heard.types(.snapshot, .localChange, .presenceChanged)
      #expect(heard == [.snapshot, .localChange, .presenceChanged])
      try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 100) }
      #expect(await one.json == #"{"n":111}"#)
      try await one.sync()
      try await two.sync()
      #expect(await two.json == #"{"n":111}"#)
      #expect(try await DocumentMeeting(server).join("bo", [:], .manual).json == #"{"n":111}"#)
    }
  }

  @Test func `an updater that throws on what is newer changes nothing of it`() async throws {
    struct Refused: Error {}
    try await withTwoProcesses { _, two, _ in
      await #expect(throws: Refused.self) {
        try await two.update { root, presence in
          presence.set(["name": "Ana"])
          root.a = 1
          if root.jsonCounter("n")?.value != 0 { throw Refused() }
        }
      }

      #expect(await two.json == #"{"n":1}"#)
      #expect(await two.document.getMyPresence().isEmpty)
      #expect(two.heard.types(.localChange, .presenceChanged).isEmpty)
    }
  }

  @Test func `undo after another process has edited reverses the last edit of both`() async throws {
    try await withTwoProcesses { _, two, _ in
      try await two.document.undo()

      #expect(await two.json == #"{"n":0}"#)
    }
  }
}
