import Documents
import Foundation
import MarfaSDK
import MarfaServer
import Synchronization
import TestSupport
import Testing

/// Notes as documents where the server refuses, fails, or has no documents any more.
@Suite(.timeLimit(.minutes(20))) struct NoteTroubleTests {
  /// Runs two devices that have one note; the first one's documents go over a line.
  func withTwo(
    _ body: String, firstKey: CreateKeyBody? = nil,
    _ work: @escaping @Sendable (Scene) async throws -> Void
  ) async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      var own = server
      var keyId = ""
      if let firstKey {
        let made = try await KeyRing(server.server.environment).create(firstKey)
        own = LoopbackServer(url: server.url, key: made.key, server: server.server)
        keyId = made.description.id
      }
      let line = DocumentLine(own)
      let two = try await NoteDevice(server, folder.path + "/two/notes.sqlite")
      let id = try await two.create(body)
      let one = try await NoteDevice(own, folder.path + "/one/notes.sqlite", over: line)
      try await one.sync()
      try await work(
        Scene(server: server, keyId: keyId, line: line, one: one, two: two, note: id))
    }
  }

  struct Scene: Sendable {
    var server: LoopbackServer
    /// The first device's key, where it is its own.
    var keyId: String
    var line: DocumentLine
    var one: NoteDevice
    var two: NoteDevice
    var note: String
  }

  private let writer = CreateKeyBody(
    label: "Phone", source: "phone",
    typePermissions: ["core.note": .write, "core.bookmark": .write])

  // MARK: - Rights

  @Test func `a key that may not write opens no document`() async throws {
    let reader = CreateKeyBody(
      label: "Phone", source: "phone", typePermissions: ["core.note": .read])
    try await withTwo("hello", firstKey: reader) { scene in
      let note = await scene.one.notes.note(id: scene.note)
      let replicas = try await scene.one.store.knownReplicas()

      #expect(note == nil)
      #expect(scene.line.asked.isEmpty)
      #expect(replicas == [])
    }
  }

  @Test func `a change that a key may no longer write is among the refused ones`() async throws {
    try await withTwo("hello", firstKey: writer) { scene in
      let one = scene.one
      let ana = try await one.open(scene.note)
      await one.notes.suspendAll()
      try ana.type("A ", at: 0)
      try await ana.save()
      await ana.note.close()
      _ = try await scene.server.client().keys.update(
        id: scene.keyId,
        PatchKeyBody(typePermissions: ["core.note": .read, "core.bookmark": .write]))

      #expect(await one.notes.settleWaiting().didSettle)
      #expect(try await one.waiting() == [.updateItem])
      try await one.sync()

      #expect(try await one.waiting() == [])
      let refused = try await one.store.refusedChanges()
      #expect(refused.map(\.kind) == [.updateItem])
      #expect(refused.first?.body.objectValue?["properties"] == ["body": "A hello"])
      #expect(try await one.body(scene.note) == "A hello")
      #expect(await one.notes.note(id: scene.note) == nil)
    }
  }

  // MARK: - Failures

  @Test(arguments: [503, 429])
  func `a server that is busy is asked again when it wishes`(status: Int) async throws {
    try await withTwo("hello") { scene in
      let one = scene.one
      try await one.open(scene.note).note.close()
      try await one.store.mergeText(id: scene.note, from: "hello", to: "hello!")
      var busy = TransportResponse.refusal(status, "busy")
      busy.headers["retry-after"] = "7"
      scene.line.failNext("/sync", .answer(busy))
      let waits = Mutex<[Duration]>([])
      let (settled, continuation) = AsyncStream<Void>.makeStream()
      let (reachable, standing) = AsyncStream<Bool>.makeStream()
      standing.yield(true)

      let running = Task {
        await one.notes.run(reachable) { wait in
          waits.withLock { $0.append(wait) }
        } onSettled: {
          continuation.yield()
        }
      }
      defer { running.cancel() }
      for await _ in settled where try await one.waiting() == [] { break }

      #expect(waits.withLock { $0.contains(.seconds(7)) })
      #expect(try await scene.two.open(scene.note).text == "hello!")
    }
  }

  @Test func `opening a note does not wait for its exchange in the background`() async throws {
    try await withTwo("hello") { scene in
      let one = scene.one
      try await one.open(scene.note).note.close()
      try await one.store.mergeText(id: scene.note, from: "hello", to: "hello!")
      let gate = AnswerGate()
      scene.line.failNext("/sync", .held(gate))
      async let round = one.notes.settleWaiting()
      await gate.isReached()

      let ana = try await one.open(scene.note)

      #expect(ana.text == "hello!")
      try ana.type("A ", at: 0)
      try await ana.save()
      gate.open()
      _ = await round
      let bo = try await scene.two.open(scene.note)
      try await bo.until { $0 == "A hello!" }
      await ana.note.close()
    }
  }

  // MARK: - One of several

  @Test func `an answer about a note says that the server is there`() async throws {
    try await withTwoDevices("text") { one, _, id in
      let (states, state) = AsyncStream.makeStream(of: Bool.self)
      let told = Counter()
      let run = Task {
        await one.notes.run(
          states, sleep: { _ in throw CancellationError() }, onAnswer: { told.add() },
          onSettled: {})
      }
      defer { run.cancel() }
      let editor = try await one.open(id)
      // Opening is answered with JSON, typing with the bytes of changes.
      for time in 1...2 {
        while told.count < time {
          try editor.type("x", at: 0)
          try await editor.save()
        }
        #expect(told.count == time)
        state.yield(true)
        state.yield(false)
      }
      await editor.note.close()
    }
  }

  /// How often something happened.
  private final class Counter: Sendable {
    private let value = Mutex(0)
    var count: Int { value.withLock { $0 } }
    func add() { value.withLock { $0 += 1 } }
  }

  @Test func `one refused document does not keep the people of others away`() async throws {
    try await withTwo("hello") { scene in
      let (one, two) = (scene.one, scene.two)
      let other = try await one.create("other")
      try await one.open(other).note.close()
      let gone = try #require(try await one.store.knownReplicas().first { $0.itemId == other })
      try await one.open(scene.note).note.close()
      let bo = try await two.open(scene.note)
      await bo.note.show(["name": "Bo"])
      for await people in one.notes.peopleChanges()
      where people[scene.note]?.map(\.presence) == [["name": "Bo"]] { break }
      try await one.notes.endpoints.remove(gone.document)

      let people = try await one.notes.people()

      #expect(people[scene.note]?.map(\.presence) == [["name": "Bo"]])
      #expect(people[other] == nil)
    }
  }

  @Test func `an arriving item leaves the mark and the time of unsent edits of its text`()
    async throws
  {
    try await withTwo("hello") { scene in
      let (one, two) = (scene.one, scene.two)
      try await one.open(scene.note).note.close()
      let item = try await two.client.items.update(
        id: scene.note, properties: ["title": "Other"])
      try await two.sync()
      let said = try await scene.server.client().items.get(id: item.id)
      try await one.store.mergeText(id: scene.note, from: "hello", to: "hello!")
      let before = try #require(try await one.store.summaries(ids: [scene.note]).first)
      #expect(before.isUnsent)

      try await one.store.adopt(items: [ConfirmedItem(said)])

      let after = try #require(try await one.store.summaries(ids: [scene.note]).first)
      #expect(after.isUnsent)
      #expect(after.title == "Other")
      #expect(after.updatedAt >= before.updatedAt)
      #expect(try await one.body(scene.note) == "hello!")
      #expect(try await one.waiting() == [.pushDocument])
    }
  }
}
