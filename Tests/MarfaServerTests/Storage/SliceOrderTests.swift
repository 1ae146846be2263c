import Foundation
import MarfaModel
import Testing

@testable import MarfaServer

/// What others send while a batch is written in slices keeps its order.
@Suite(.timeLimit(.minutes(20))) struct SliceOrderTests {
  private static let json = "Content-Type: application/json"
  private static let tus = "Tus-Resumable: 1.0.0"

  @Test func `writes that wait are made in the order in which they came`() async throws {
    let (waiting, waits) = AsyncStream.makeStream(of: Int.self)
    let (begun, begins) = AsyncStream.makeStream(of: Void.self)
    let released = DispatchSemaphore(value: 0)
    var hooks = StoreHooks()
    hooks.onWaiting = { waits.yield($0) }
    let fixture = try StoreFixture(hooks: hooks)
    let (store, context) = (fixture.store, fixture.context())
    let note = try await fixture.note("0")
    let now = fixture.clock.now
    try await store.createUpload(
      StoredUpload(
        id: "u", credentialId: "credential", length: 30, createdAt: now, expiresAt: now))
    let batch = (0..<120).map { number in
      BatchEntry(
        idempotency: IdempotencyKey(key: "b\(number)", fingerprint: "f"),
        mutation: .success(
          .createItem(
            CreateItemInput(
              type: "core.note", properties: ["body": .string("\(number)")],
              sourceId: "\(number)"))))
    }
    let before = fixture.toldEvents.count

    try await withThrowingTaskGroup(of: Void.self) { group in
      var counts = waiting.makeAsyncIterator()
      /// Sends something, and waits until it waits.
      func send(_ work: @escaping @Sendable () async throws -> Void) async {
        group.addTask { try await work() }
        _ = await counts.next()
      }
      // Those of the writes before.
      for _ in 0..<2 { _ = await counts.next() }
      await send {
        try await store.transact(.forbidden) { _ in
          begins.yield()
          released.wait()
        }
      }
      // Until then a slice could go first.
      _ = await begun.first { _ in true }
      await send { _ = try await store.write(batch, context) }
      for number in 1...3 {
        await send {
          _ = try await store.write(
            .patchItem(id: note, PatchItemBody(properties: ["title": .string("\(number)")])),
            context)
        }
        await send {
          let end = Int64(number) * 10
          try await store.advanceUpload(id: "u", from: end - 10, to: end, expiresAt: now)
        }
      }
      released.signal()
      try await group.waitForAll()
    }

    #expect(try await store.upload(id: "u")?.offset == 30)
    let events = fixture.toldEvents.dropFirst(before)
    let titles = try events.filter { $0.name == .itemUpdated }.map {
      try JSONParser.parse($0.data.utf8)["properties"]?["title"]
    }
    #expect(titles == ["1", "2", "3"])
    let made = try events.filter { $0.name == .itemCreated }.map {
      try JSONParser.parse($0.data.utf8)["properties"]?["body"]
    }
    #expect(made == (0..<120).map { .string("\($0)") })
    #expect(fixture.toldEvents.map(\.id) == Array(1...Int64(fixture.toldEvents.count)))
    // The changes waited for one slice, and the rest of the batch for them.
    let last = try #require(events.lastIndex { $0.name == .itemUpdated })
    #expect(last - events.startIndex <= RecordLimits().sliceEntries + 3)
  }

  @Test func `a write waits for one slice of a long pack`() async throws {
    let (waiting, waits) = AsyncStream.makeStream(of: Int.self)
    let (begun, begins) = AsyncStream.makeStream(of: Void.self)
    let released = DispatchSemaphore(value: 0)
    var hooks = StoreHooks()
    hooks.onWaiting = { waits.yield($0) }
    let fixture = try StoreFixture(hooks: hooks)
    let (store, bench) = (fixture.store, ServiceBench(fixture.store))
    var ana = try await bench.client()
    try ana.begin()
    try await bench.send("attach", &ana)
    for _ in 0..<120 { try ana.append("x") }
    let pack = ana.replica.pack()
    let id = ana.id

    let seen = try await withThrowingTaskGroup(of: Int64?.self) { group in
      var counts = waiting.makeAsyncIterator()
      // Those of the two writes before.
      for _ in 0..<2 { _ = await counts.next() }
      group.addTask {
        try await store.transact(.forbidden) { _ in
          begins.yield()
          released.wait()
        }
        return nil
      }
      _ = await counts.next()
      // Until then a slice could go first.
      _ = await begun.first { _ in true }
      group.addTask {
        _ = try await bench.answer("sync", pack, of: id)
        return nil
      }
      _ = await counts.next()
      group.addTask {
        try await store.transact(.allowed) { try $0.document(key: "document")?.sequence }
      }
      _ = await counts.next()
      released.signal()
      return try await group.reduce(into: [Int64]()) { if let found = $1 { $0.append(found) } }
    }

    #expect(seen == [Int64(1 + RecordLimits().sliceEntries)])
    #expect(try await bench.sequence() == 121)
  }

  @Test
  func `frames of a stream, changes of a note and parts of an upload come in order during a batch`()
    async throws
  {
    try await FlowServer.run { server in
      let note = try await server.note("0")
      let made = try await server.send(
        "POST", "/blobs/uploads", headers: [Self.tus, "Upload-Length: 40"])
      let path = try #require(made.headers["location"])
      let content = (0..<40).map(UInt8.init)
      try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "GET", "/events", headers: [server.authorization, "Last-Event-ID: 0"])
        _ = try await connection.receive(until: note)
        try await withThrowingTaskGroup(of: Void.self) { group in
          group.addTask { try await Self.drain(300, to: server) }
          group.addTask {
            for number in 1...20 {
              let answer = try await server.send(
                "PATCH", "/items/\(note)", headers: [Self.json],
                body: Array(#"{"properties":{"body":"change \#(number)"}}"#.utf8))
              #expect(answer.status == 200)
            }
          }
          group.addTask {
            for number in 0..<20 {
              let answer = try await server.send(
                "PATCH", path,
                headers: [
                  Self.tus, "Content-Type: application/offset+octet-stream",
                  "Upload-Offset: \(number * 2)",
                ], body: Array(content[(number * 2)..<(number * 2 + 2)]))
              #expect(answer.status == 204)
            }
          }
          try await group.waitForAll()
        }
        _ = try await server.note("the last one")
        let text = try await connection.receive(until: "the last one")

        let lines = text.split(whereSeparator: \.isNewline)
        let ids = lines.compactMap { line in
          line.hasPrefix("id: ") ? Int64(line.dropFirst(4)) : nil
        }
        #expect(ids == Array(2...322))
        let changes = lines.filter { $0.contains("\"body\":\"change ") }.compactMap { line in
          line.firstRange(of: "change ").map { line[$0.upperBound...].prefix { $0.isNumber } }
        }
        let expected = (1...20).map { "\($0)" }
        #expect(changes.map { String($0) } == expected)
      }
      var hasher = ContentHasher()
      content.withUnsafeBytes { hasher.update($0) }
      let blob = try await server.send("GET", "/blobs/\(hasher.hash)")
      #expect(blob.body == content)
    }
  }

  /// Sends a batch of new notes.
  private static func drain(_ count: Int, to server: FlowServer) async throws {
    let entries = (0..<count).map { number -> JSONValue in
      [
        "id": .string("entry-\(number)"), "method": "POST", "path": "/items",
        "body": ["type": "core.note", "properties": ["body": .string("entry \(number)")]],
      ]
    }
    let answer = try await server.send(
      "POST", "/mutations", headers: [json],
      body: JSONWriter.bytes(of: ["mutations": .array(entries)]))
    #expect(answer.status == 200)
  }
}
