import MarfaSDK
import Testing

/// A store that cannot be written for a while, as on a full disk.
@Suite(.timeLimit(.minutes(20))) struct FullDiskTests {
  private func failure(_ events: SyncEventReader) async throws {
    _ = try await events.next { if case .failed = $0 { true } else { false } }
  }

  @Test func `a change whose answer could not be written is sent again, and is there once`()
    async throws
  {
    let device = try await Device("one", InMemoryServer(), seed: 1)
    try await device.start()
    let (broken, store) = (LossCounter(), SynchronousStore(device.store))
    device.line.setFault { request in
      if request.method == "POST", broken.takes() {
        // Cannot fail; if it did, the test would wait for a failure in vain.
        try? store.execute(
          """
          CREATE TRIGGER full BEFORE DELETE ON mutation
          BEGIN SELECT RAISE(ABORT, 'the disk is full'); END
          """)
      }
      return nil
    }
    let events = try device.events()
    let note = try await device.note("A")
    try await failure(events)
    #expect(try await device.queue.fetchAll().count == 1)

    try store.execute("DROP TRIGGER full")
    await device.client.syncEngine?.retry()
    try await events.untilSynced()

    #expect(try await device.queue.fetchAll().isEmpty)
    #expect(device.line.ask("GET", "/items/" + note.id).status == 200)
    #expect(device.line.requests.count { $0.method == "POST" } == 2)
    await device.client.syncEngine?.stop()
  }

  @Test func `a first sync goes on when there is room again`() async throws {
    let server = InMemoryServer()
    let text = String(repeating: "word ", count: 20_000)
    for number in 0..<3 {
      let note: JSONValue = [
        "type": "core.note", "properties": ["title": .string("\(number)"), "body": .string(text)],
      ]
      #expect(server.ask("POST", "/items", note).status == 201)
    }
    let device = try await Device("one", server, seed: 1)
    let (events, store) = (try device.events(), SynchronousStore(device.store))
    // The limit is never below the size of now.
    try store.execute("PRAGMA max_page_count = 1")

    await device.client.syncEngine?.start()
    try await failure(events)
    #expect(try await device.store.statistics().itemCount == 0)
    try store.execute("PRAGMA max_page_count = 1073741823")
    await device.client.syncEngine?.retry()
    try await events.untilSynced()

    #expect(try await device.store.statistics().itemCount == 3)
    #expect(try await device.store.quickCheck() == [])
    await device.client.syncEngine?.stop()
  }
}
