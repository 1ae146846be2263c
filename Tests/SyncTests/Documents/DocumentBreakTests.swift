import Documents
import Foundation
import MarfaSDK
import TestSupport
import Testing

/// Stores that fail in the middle, and work that is cancelled.
@Suite(.timeLimit(.minutes(20))) struct DocumentBreakTests {
  // MARK: - A store that fails

  @Test func `an edit that cannot be stored is not made, and the next one is`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      try await desk.process { one in
        try await one.update { root, _ in root.a = 1 }
        try desk.set(isFull: true)
        await #expect(throws: (any Error).self) { try await one.update { root, _ in root.b = 2 } }
        #expect(await one.json == #"{"a":1}"#)
        #expect(await one.document.canUndo)
        try await one.sync()
        try desk.set(isFull: false)
        try await one.update { root, _ in root.c = 3 }
        try await one.sync()
        try await one.document.undo()
        #expect(await one.json == #"{"a":1}"#)
      }

      try await desk.process { one in
        #expect(await one.json == #"{"a":1}"#)
        try await one.sync()
      }
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"a":1}"#)
    }
  }

  @Test func `changes of others that cannot be stored are asked for again, in order`() async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let one = try await desk.open()
      try await one.update { root, _ in root.list = ["a"] }
      try await one.sync()
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      try await two.update { root, _ in try root.jsonArray("list")?.append("b") }
      try await two.sync()

      try desk.set(isFull: true)
      await #expect(throws: (any Error).self) { try await one.sync() }
      #expect(await one.json == #"{"list":["a"]}"#)
      try await two.update { root, _ in try root.jsonArray("list")?.append("c") }
      try await two.sync()
      try desk.set(isFull: false)
      try await one.sync()
      await one.client.suspend(one.document)

      #expect(await one.json == #"{"list":["a","b","c"]}"#)
      try await desk.process { one in #expect(await one.json == #"{"list":["a","b","c"]}"#) }
    }
  }

  @Test func `a document whose first answer cannot be stored is not attached, and can be later`()
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      // Makes the file.
      try await desk.client().activate()
      try desk.set(isFull: true)
      let client = desk.client()
      try await client.activate()
      let document = Document(key: "doc-1")
      try await document.update { root, _ in root.a = 1 }

      await #expect(throws: (any Error).self) { try await client.attach(document, [:], .manual) }
      #expect(await document.status == .detached)
      #expect(await document.toJSON() == #"{"a":1}"#)
      try desk.set(isFull: false)
      try await client.attach(document, [:], .manual)
      try await document.update { root, _ in root.b = 2 }
      try await client.sync(document)

      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"a":1,"b":2}"#)
    }
  }

  @Test func `resuming a suspended document has what it was storing`() async throws {
    try await withLoopbackServer { server in
      let meeting = DocumentMeeting(server)
      let client = try await meeting.client("one")
      let rows = HeldPersistence()
      let document = Document(key: meeting.key, in: rows)
      try await client.attach(document, [:], .manual)
      let two = try await meeting.join("two", [:], .manual)
      try await two.update { root, _ in root.a = 1 }
      try await two.sync()
      let gate = AnswerGate()
      await rows.hold(by: gate)

      let syncing = Task { try await client.sync(document) }
      await gate.isReached()
      let suspending = Task { await client.suspend(document) }
      await #expect(throws: DocumentSyncError.self) { try await syncing.value }
      gate.open()
      await suspending.value

      #expect(await rows.load()?.replica.toJSON() == #"{"a":1}"#)
    }
  }

  // MARK: - Cancellation

  @Test(arguments: [false, true])
  func `an attachment that is cancelled leaves a document that can be attached`(isStored: Bool)
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let client =
        isStored
        ? desk.client()
        : Client(transport: desk.line, ClientOptions(key: "ana", syncLoopDuration: .zero))
      try await client.activate()
      let document = Document(key: "doc-1")
      try await document.update { root, _ in root.n = JSONCounter(value: 1) }
      let gate = AnswerGate()
      desk.line.failNext("/attach", .held(gate))

      let attaching = Task { try await client.attach(document, [:], .manual) }
      await gate.isReached()
      attaching.cancel()
      gate.open()
      let outcome = await attaching.result

      // It was cut, or it was done before anybody looked; never something between.
      if case .failure = outcome {
        #expect(await document.status == .detached)
        #expect(await !client.has("doc-1"))
        try await client.attach(document, [:], .manual)
      }
      try await document.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      try await client.sync(document)
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"n":2}"#)
      #expect(await document.toJSON() == #"{"n":2}"#)
    }
  }

  @Test func `an attach cancelled while the watch stream is silent succeeds later`() async throws {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let client = Client(transport: desk.line, ClientOptions(key: "ana", syncLoopDuration: .zero))
      try await client.activate()
      let document = Document(key: "doc-1")
      try await document.update { root, _ in root.a = 1 }
      let gate = AnswerGate()
      desk.line.failNext("/documents/watch", .held(gate))

      let attaching = Task { try await client.attach(document) }
      await gate.isReached()
      attaching.cancel()
      await #expect(throws: CancellationError.self) { try await attaching.value }

      #expect(await document.status == .detached)
      #expect(await !client.has("doc-1"))
      try await client.attach(document)
      try await document.update { root, _ in root.b = 2 }
      try await client.sync(document)
      gate.open()
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"a":1,"b":2}"#)
    }
  }

  @Test func `a cancelled call waits for no exchange, which goes on and sends each change once`()
    async throws
  {
    try await withLoopbackServer { server in
      let desk = try ClientDesk(server)
      let one = try await desk.open()
      try await one.update { root, _ in root.n = JSONCounter(value: 0) }
      try await one.sync()
      let gate = AnswerGate()
      desk.line.failNext("/sync", .held(gate))
      try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }

      let syncing = Task { try await one.sync() }
      await gate.isReached()
      syncing.cancel()
      await #expect(throws: CancellationError.self) { try await syncing.value }
      try await one.update { root, _ in try root.jsonCounter("n")?.increase(value: 1) }
      async let later: Void = one.sync()
      gate.open()
      try await later

      #expect(await one.json == #"{"n":2}"#)
      #expect(await !one.document.hasLocalChanges)
      let two = try await DocumentMeeting(server).join("two", [:], .manual)
      #expect(await two.json == #"{"n":2}"#)
    }
  }
}
