import Documents
import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Changes of others that come with the watch stream, and how soon an editor sees what comes.
@Suite(.timeLimit(.minutes(20))) struct ToldChangesTests {
  @Test func `typing of others comes with the stream, without a request`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two", over: line)
      line.setFault { $0.path.hasSuffix("/sync") ? .lostRequest : nil }

      try await one.update { root, _ in root.a = 1 }
      await two.reaches(#"{"a":1}"#)
      try await one.update { root, _ in root.b = 2 }
      await two.reaches(#"{"a":1,"b":2}"#)

      // Nothing of it is taken twice.
      line.setFault(nil)
      try await two.update { root, _ in root.c = 3 }
      await one.reaches(#"{"a":1,"b":2,"c":3}"#)
      #expect(await two.json == #"{"a":1,"b":2,"c":3}"#)
      #expect(two.heard.types(.remoteChange).count == 2)
    }
  }

  @Test func `a letter and its caret are one request, and none of who reads`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let lines = (DocumentLine(server), DocumentLine(server))
      let one = try await meeting.join("one", over: lines.0)
      let two = try await meeting.join("two", over: lines.1)
      try await one.sync()
      try await two.sync()
      let counts = (lines.0.count(of: "/sync"), lines.1.count(of: "/sync"))
      var copy = await one.document.numberedReplica().replica
      try copy.update { root, _ in root.a = 1 }

      _ = try await one.document.commit(copy.localChanges, showing: ["head": "1"])
      await two.reaches(#"{"a":1}"#)
      for await online in await two.document.company()
      where online[copy.actor] == ["head": "1"] { break }
      // If it had asked for something, that would have gone first.
      try await two.update { root, _ in root.b = 2 }
      await one.reaches(#"{"a":1,"b":2}"#)

      #expect(lines.0.count(of: "/sync") == counts.0 + 1)
      #expect(lines.1.count(of: "/sync") == counts.1 + 1)
    }
  }

  @Test func `a change that came unasked is reported after a while`() async throws {
    try await withLoopbackServer { server in
      var timing = DocumentTiming()
      (timing.gathering, timing.reporting) = (.zero, .zero)
      let line = DocumentLine(server)
      let client = Client(transport: line, key: "one", timing: timing)
      try await client.activate()
      let document = Document(key: "doc-1")
      try await client.attach(document)
      let two = try await DocumentMeeting(server).join("two")
      let gate = AnswerGate()
      line.failNext("/sync", .held(gate))

      try await two.update { root, _ in root.a = 1 }
      await gate.isReached()

      #expect(await document.toJSON() == #"{"a":1}"#)
      gate.open()
    }
  }

  @Test func `a change of many bytes is asked for`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two", over: line)
      let gate = AnswerGate()
      line.failNext("/sync", .held(gate))

      let text = String(repeating: "many ", count: 1_000)
      try await one.update { root, _ in root.a = text }
      await gate.isReached()

      #expect(await two.json == "{}")
      gate.open()
      await two.reaches(#"{"a":"\#(text)"}"#)
    }
  }

  @Test func `a change that others come before is asked for with those`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two", [:], .realtimeSyncOff)
      let three = try await meeting.join("three")
      try await one.update { root, _ in root.a = 1 }
      await three.reaches(#"{"a":1}"#)

      try await two.client.changeSyncMode(two.document, .realtime)
      try await three.update { root, _ in root.b = 2 }

      await two.reaches(#"{"a":1,"b":2}"#)
    }
  }

  @Test func `an editor sees what others typed while it is stored`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let client = try await meeting.client("one")
      let rows = HeldPersistence()
      let document = Document(key: meeting.key, in: rows)
      try await client.attach(document)
      var arrivals = await document.arrivals().makeAsyncIterator()
      let two = try await meeting.join("two")
      let gate = AnswerGate()
      await rows.hold(by: gate)

      try await two.update { root, _ in root.a = 1 }
      await gate.isReached()
      let arrival = await arrivals.next()

      guard case .changes(let changes) = arrival else {
        Issue.record("There came no change.")
        return
      }
      #expect(changes.count == 1)
      #expect(await rows.load()?.replica.toJSON() == "{}")
      gate.open()
      await client.suspend(document)
      #expect(await rows.load()?.replica.toJSON() == #"{"a":1}"#)
    }
  }

  @Test func `a change that does not wait for others needs no timer`() async throws {
    try await withLoopbackServer { server in
      var timing = DocumentTiming()
      (timing.gathering, timing.clock) = (.zero, StoppedClock())
      let client = Client(transport: DocumentLine(server), key: "one", timing: timing)
      try await client.activate()
      let document = Document(key: "doc-1")
      try await client.attach(document)
      let two = try await DocumentMeeting(server).join("two")

      try await document.update { root, _ in root.a = 1 }

      await two.reaches(#"{"a":1}"#)
    }
  }
}

/// A clock on which nobody can wait.
private struct StoppedClock: Clock {
  struct Unwaitable: Error {}

  var now: ContinuousClock.Instant { ContinuousClock.now }
  var minimumResolution: Duration { .zero }

  func sleep(until deadline: ContinuousClock.Instant, tolerance: Duration?) async throws {
    throw Unwaitable()
  }
}
