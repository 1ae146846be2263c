import Documents
import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// What becomes of documents when requests fail, come late or are refused.
@Suite(.timeLimit(.minutes(20))) struct DocumentTroubleTests {
  @Test func `DOC-M07 what arrives after the mode has changed is ignored`() async throws {
    // More than the watch stream brings by itself.
    let long = String(repeating: "b", count: 2_000)
    for mode in [SyncMode.realtimePushOnly, .realtimeSyncOff] {
      try await withLoopbackServer { server in
        let meeting = DocumentMeeting(server)
        let line = DocumentLine(server)
        let two = try await meeting.join("two")
        try await two.update { root, _ in
          root.text = JSONText()
          try root.jsonText("text")?.edit(0, 0, "12")
        }
        try await two.sync()
        let one = try await meeting.join("one", over: line)
        let gate = AnswerGate()
        line.failNext("/sync", .held(gate))

        try await two.update { root, _ in try root.jsonText("text")?.edit(1, 1, long) }
        await gate.isReached()
        one.heard.forgetAll()
        try await one.client.changeSyncMode(one.document, mode)
        gate.open()
        await one.heard.until { !one.heard.types(.syncStatusChanged).isEmpty }
        #expect(await one.json == #"{"text":[{"val":"12"}]}"#)

        try await one.update { root, _ in try root.jsonText("text")?.edit(2, 2, "a") }
        try await one.client.changeSyncMode(one.document, .realtime)
        // Each waits for events of its own copy alone: the other's may come after the last of them.
        for each in [one, two] {
          await each.heard.until {
            await each.document.read { $0.jsonText("text")?.string } == "1\(long)2a"
          }
        }
        #expect(await one.json == two.json)
      }
    }
  }

  @Test func `DOC-M09 a line that breaks is tried again, a refusal is not`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let one = try await meeting.join("one", over: line)
      one.heard.forgetAll()

      line.failNext("/sync", .lostRequest)
      try await one.update { root, _ in root.a = 1 }
      await one.heard.until { await !one.document.hasLocalChanges }
      let outcomes = one.heard.all.compactMap { ($0 as? SyncStatusChangedEvent)?.value }
      #expect(outcomes.first == .syncFailed && outcomes.last == .synced)

      one.heard.forgetAll()
      line.setFault { asked in
        asked.path.hasSuffix("/sync") ? .answer(.refusal(403, "forbidden")) : nil
      }
      try await one.update { root, _ in root.b = 2 }
      await one.heard.until { !one.heard.types(.syncStatusChanged).isEmpty }
      let count = line.count(of: "/sync")
      line.setFault(nil)
      try await one.update { root, _ in root.c = 3 }
      #expect(await one.document.hasLocalChanges)
      try await one.sync()

      #expect(line.count(of: "/sync") == count + 1)
      #expect(try await meeting.join("two", [:], .manual).json == #"{"a":1,"b":2,"c":3}"#)
    }
  }

  @Test func `a change whose answer is lost, or that arrives twice, is made once`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let one = try await meeting.join("one", [:], .manual, over: line)
      try await one.update { root, _ in root.n = JSONCounter(value: 0) }
      try await one.sync()

      line.failNext("/sync", .lostAnswer)
      try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      await #expect(throws: NetworkError.self) { try await one.sync() }
      try await one.sync()
      line.failNext("/sync", .doubled)
      try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      try await one.sync()

      #expect(await one.json == #"{"n":2}"#)
      #expect(try await meeting.join("two", [:], .manual).json == #"{"n":2}"#)
    }
  }

  @Test func `a refusal of one document does not matter to another`() async throws {
    try await withLoopbackServer { server in
      let line = DocumentLine(server)
      let one = try await DocumentMeeting(server, key: "doc-1").join("one", over: line)
      let other = Document(key: "doc-2")
      try await one.client.attach(other)
      line.setFault { asked in
        asked.path.contains("doc-1") ? .answer(.refusal(403, "forbidden")) : nil
      }

      try await one.update { root, _ in root.a = 1 }
      await one.heard.until { one.heard.types(.syncStatusChanged) != [] }
      try await other.update { root, _ in root.b = 2 }
      await #expect(throws: ForbiddenError.self) { try await one.client.sync() }

      #expect(await one.client.isActive)
      let two = try await DocumentMeeting(server, key: "doc-2").join("two", [:], .manual)
      #expect(await two.json == #"{"b":2}"#)
      #expect(await one.document.hasLocalChanges)
    }
  }

  @Test func `a stream that fails for one more document is opened again`() async throws {
    try await withLoopbackServer { server in
      let line = DocumentLine(server)
      let one = try await DocumentMeeting(server, key: "doc-1").join("one", over: line)
      line.failNext("/documents/watch", .lostRequest)

      let more = Document(key: "doc-2")
      let heard = await DocumentHearing(more)
      try await one.client.attach(more)

      let two = try await DocumentMeeting(server, key: "doc-2").join("two")
      try await two.update { root, _ in root.a = 1 }
      await heard.until { await more.toJSON() == #"{"a":1}"# }
      #expect(await more.toJSON() == #"{"a":1}"#)
    }
  }

  @Test func `attaching does not wait for a stream that is no longer wanted`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let client = try await meeting.client("one", over: line)
      let document = Document(key: meeting.key)
      let gate = AnswerGate()
      line.failNext("/documents/watch", .held(gate))

      async let attaching: Void = client.attach(document)
      await gate.isReached()
      try await client.changeSyncMode(document, .manual)
      try await attaching
      gate.open()

      #expect(await document.status == .attached)
      #expect(await document.syncMode == .manual)
    }
  }

  @Test func `attaching waits for a silent stream as long as asked, and succeeds later`()
    async throws
  {
    try await withLoopbackServer { server in
      let (line, clock) = (DocumentLine(server), ManualClock())
      var timing = DocumentTiming()
      (timing.gathering, timing.attachTimeout, timing.clock) = (.zero, .seconds(5), clock)
      let client = Client(transport: line, key: "one", timing: timing)
      try await client.activate()
      let document = Document(key: "doc-1")
      try await document.update { root, _ in root.a = 1 }
      let gate = AnswerGate()
      line.failNext("/documents/watch", .held(gate))

      let attaching = Task { try await client.attach(document) }
      await gate.isReached()
      try await clock.waitForSleepers(1)
      clock.advance(by: .seconds(5))
      await #expect(throws: NetworkError.self) { try await attaching.value }

      #expect(await document.status == .detached)
      try await client.attach(document)
      #expect(await document.status == .attached)
      gate.open()
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"a":1}"#)
    }
  }

  @Test func `the key of a document that somebody removed is free`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two")
      try await one.update { root, _ in root.a = 1 }

      try await one.client.remove(one.document)
      await two.heard.until { await two.document.status == .removed }

      #expect(await !two.client.has(meeting.key))
      let next = Document(key: meeting.key)
      try await two.client.attach(next)
      #expect(await next.toJSON() == "{}")
    }
  }

  @Test func `a value that no document takes is refused before anything is attached`()
    async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let client = try await meeting.client("one")
      let document = Document(key: meeting.key)

      await #expect(throws: DocumentsError.self) {
        try await client.attach(document, [:], .manual, initialRoot: ["a.b": 1])
      }
      #expect(await document.status == .detached)
      #expect(await !client.has(meeting.key))
      try await client.attach(document, [:], .manual, initialRoot: ["a": 1])

      #expect(await document.toJSON() == #"{"a":1}"#)
    }
  }

  @Test func `changes too large for one request go out in several, and are there in the end`()
    async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let one = try await meeting.join("one", [:], .manual, over: line)
      try await one.update { root, _ in
        root.n = JSONCounter(value: 0)
        root.text = JSONText()
      }
      for _ in 0..<5_100 {
        try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      }
      let large = String(repeating: "0123456789abcdef", count: 40_000)
      for _ in 0..<3 {
        try await one.update { root, _ in try root.jsonText("text")?.edit(0, 0, large) }
      }

      try await one.sync()

      #expect(await !one.document.hasLocalChanges)
      #expect(line.count(of: "/sync") >= 3)
      let two = try await meeting.join("two", [:], .manual)
      #expect(await two.json == one.json)
      #expect(await two.document.read { $0.jsonText("text")?.count } == 3 * 640_000)
    }
  }

  @Test func `a watch stream that ended waits as the options say, an exchange as its own do`() {
    var timing = DocumentTiming()
    (timing.retry, timing.fraction) = (.seconds(2), { 0 })
    #expect(timing.delay(afterBreaks: 1, wish: nil) == .seconds(1), "as an exchange")

    timing.reconnect = .seconds(8)

    #expect(timing.delay(afterBreaks: 1, wish: nil) == .seconds(4))
    #expect(timing.delay(afterBreaks: 2, wish: nil) == .seconds(8))
    #expect(timing.delay(afterBreaks: 2, wish: .seconds(3)) == .seconds(3), "the server's wish")
    #expect(timing.delay(afterFailures: 2, wish: nil) == .seconds(2))
  }
}
