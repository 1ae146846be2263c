import Documents
import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Attaching, detaching, removing, and what a client refuses.
@Suite(.timeLimit(.minutes(20))) struct DocumentLifecycleTests {
  /// The reason of the error that some work throws; nil for none of documents.
  private func reason(
    _ work: () async throws -> Void
  ) async -> DocumentSyncError.Reason? {
    do {
      try await work()
      return nil
    } catch {
      return (error as? DocumentSyncError)?.reason
    }
  }

  @Test func `DOC-M06 what the server acknowledged is sent once`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      try await one.update { root, _ in root.counter = JSONCounter(value: 0) }
      try await one.sync()

      try await one.client.changeSyncMode(one.document, .realtimePushOnly)
      try await one.update { root, _ in try root.jsonCounter("counter")?.increase(value: 1) }
      await one.heard.until { await !one.document.hasLocalChanges }
      try await one.client.changeSyncMode(one.document, .manual)
      try await one.update { root, _ in try root.jsonCounter("counter")?.increase(value: 1) }
      try await one.sync()

      #expect(await one.json == #"{"counter":2}"#)
      #expect(await one.document.checkpoint.clientSequence == 3)
      let two = try await meeting.join("two", [:], .manual)
      #expect(await two.json == #"{"counter":2}"#)
    }
  }

  @Test func `DOC-M14 a document is detached while an exchange is in flight`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let line = DocumentLine(server)
      let one = try await meeting.join("one", over: line)
      let gate = AnswerGate()
      line.failNext("/sync", .held(gate))
      try await one.update { root, _ in root.a = 1 }
      await gate.isReached()

      async let detaching: Void = one.client.detach(one.document)
      gate.open()
      try await detaching

      #expect(await one.document.status == .detached)
      #expect(await !one.document.hasLocalChanges)
      #expect(try await meeting.join("two", [:], .manual).json == #"{"a":1}"#)
    }
  }

  @Test func `DOC-M15 a document is attached and detached ten times`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let client = try await meeting.client("one")

      for round in 0..<10 {
        let document = Document(key: meeting.key)
        try await client.attach(document)
        try await document.update { root, _ in root.round = round }
        try await client.detach(document)
        #expect(await !client.has(meeting.key))
      }

      #expect(try await meeting.join("two", [:], .manual).json == #"{"round":9}"#)
    }
  }

  @Test func `DOC-M19 a removed document is known as removed, and its key is free`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      let two = try await meeting.join("two", [:], .manual)
      let three = try await meeting.join("three", [:], .manual)
      try await one.update { root, _ in root.a = 1 }
      try await one.sync()

      try await one.client.remove(one.document)
      #expect(await one.document.status == .removed)
      try await two.sync()
      #expect(await two.document.status == .removed)
      try await three.client.detach(three.document)
      #expect(await three.document.status == .removed)

      #expect(await reason { try await two.update { root, _ in root.b = 1 } } == .removed)
      #expect(try await meeting.join("four", [:], .manual).json == "{}")
    }
  }

  @Test func `in real time the removal arrives by itself`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one")
      let two = try await meeting.join("two")

      try await one.client.remove(one.document)

      await two.heard.until { await two.document.status == .removed }
      #expect(two.heard.types(.statusChanged) == [.statusChanged, .statusChanged])
    }
  }

  @Test func `DOC-M20 an edit beyond the limit is refused, others' edits are taken`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual, sizeLimit: 100)
      try await one.update { root, _ in root.text = JSONText() }
      #expect(await one.bytes == [0, 72])
      await #expect(throws: DocumentsError.self) {
        try await one.update { root, _ in try root.jsonText("text")?.edit(0, 0, "helloworld") }
      }
      try await one.sync()
      let two = try await meeting.join("two", [:], .manual, sizeLimit: 100)

      try await one.update { root, _ in try root.jsonText("text")?.edit(0, 0, "aa") }
      #expect(await one.bytes == [4, 96])
      try await two.update { root, _ in try root.jsonText("text")?.edit(0, 0, "a") }
      try await one.sync()
      try await two.sync()
      try await one.sync()

      for each in [one, two] {
        #expect(await each.bytes == [6, 120])
        await #expect(throws: DocumentsError.self) {
          try await each.update { root, _ in try root.jsonText("text")?.edit(0, 0, "a") }
        }
      }
      #expect(await one.json == two.json)
    }
  }

  @Test func `DOC-M10 M12 a copy far behind gets a snapshot and keeps its own change`() async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      try await one.update { root, _ in root.text = JSONText() }
      try await one.sync()
      let two = try await meeting.join("two", [:], .manual)
      for _ in 0..<600 {
        try await one.update { root, _ in try root.jsonText("text")?.edit(0, 0, "x") }
      }
      try await one.sync()

      try await two.update { root, _ in try root.jsonText("text")?.edit(0, 0, "o") }
      try await two.sync()
      try await one.sync()

      #expect(two.heard.types(.snapshot) == [.snapshot])
      #expect(await one.json == two.json)
      let text = await one.document.read { $0.jsonText("text")?.string ?? "" }
      #expect(text.count == 601 && text.contains("o"))
    }
  }

  @Test func `DOC-M11 a snapshot neither loses nor doubles a waiting increment`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      try await one.update { root, _ in root.n = JSONCounter(value: 0) }
      try await one.sync()
      let two = try await meeting.join("two", [:], .manual)
      for _ in 0..<600 {
        try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      }
      try await one.sync()

      try await two.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      try await two.sync()
      try await one.sync()

      #expect(two.heard.types(.snapshot) == [.snapshot])
      #expect(await one.json == #"{"n":601}"#)
      #expect(await two.json == #"{"n":601}"#)
    }
  }

  @Test func `DOC-M13 very many styles of one character arrive as a snapshot`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      try await one.update { root, _ in
        root.text = JSONText()
        try root.jsonText("text")?.edit(0, 0, "a")
      }
      try await one.sync()
      let two = try await meeting.join("two", [:], .manual)
      for number in 1...600 {
        try await one.update { root, _ in
          try root.jsonText("text")?.setStyle(0, 1, ["n": "\(number)"])
        }
      }
      try await one.sync()

      try await two.sync()

      #expect(two.heard.types(.snapshot) == [.snapshot])
      #expect(await two.json == one.json)
      #expect(await two.json == #"{"text":[{"attrs":{"n":"600"},"val":"a"}]}"#)
    }
  }

  @Test func `a call that a client cannot make is refused with its reason`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let idle = Client(server.url.absoluteString, ClientOptions(apiKey: server.key))
      #expect(await reason { try await idle.attach(Document(key: "doc-1")) } == .clientNotActive)
      #expect(await reason { try await idle.sync() } == .clientNotActive)

      let client = try await meeting.client("one")
      let document = Document(key: "doc-1")
      #expect(await reason { try await client.sync(document) } == .notAttached)
      try await client.attach(document, [:], .manual)
      #expect(
        await reason { try await client.attach(Document(key: "doc-1")) } == .alreadyAttached)
      try await client.detach(document)
      #expect(await reason { try await client.attach(document) } == .alreadyAttached)
      #expect(await reason { try await client.detach(document) } == .notAttached)
      let wrong = Client(server.url.absoluteString, ClientOptions(apiKey: "marfa_wrong"))
      let refusal = await #expect(throws: (any Error).self) { try await wrong.activate() }
      #expect((refusal as? any MarfaError)?.status == 401)
    }
  }

  @Test func `edits made before a document is attached go out with it`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let client = try await meeting.client("one")
      let document = Document(key: meeting.key)
      try await document.update { root, _ in root.a = 1 }

      try await client.attach(document, [:], .manual, initialRoot: ["a": 5, "b": [1, "x"]])
      try await client.sync()

      #expect(
        try await meeting.join("two", [:], .manual).json == #"{"a":1,"b":[1,"x"]}"#)
    }
  }

  @Test func `a client that is deactivated sends what is left and detaches everything`()
    async throws
  {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let one = try await meeting.join("one", [:], .manual)
      try await one.update { root, _ in root.a = 1 }

      try await one.client.deactivate()

      #expect(await one.document.status == .detached)
      #expect(await !one.client.isActive)
      #expect(try await meeting.join("two", [:], .manual).json == #"{"a":1}"#)
    }
  }
}
