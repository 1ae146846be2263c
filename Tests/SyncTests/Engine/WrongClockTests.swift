import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct WrongClockTests {
  @Test(arguments: [-365, 365])
  func `changes arrive in order from a device whose clock is wrong by a year`(
    days: Int64
  ) async throws {
    let clock = ManualWallClock(SystemWallClock().now)
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1, clock: clock)
    let two = try await Device("two", server, seed: 2)
    try await one.start()
    try await two.start()
    let events = try one.events()
    let note = try await one.note("A", "first")
    try await events.untilSynced()

    clock.advance(byMilliseconds: days * 86_400_000)
    try await one.synced {
      try await one.client.items.update(id: note.id, properties: ["body": "second"])
    }
    clock.advance(byMilliseconds: -2 * days * 86_400_000)
    let other = try await one.note("B")
    try await one.synced {
      try await one.client.items.update(id: note.id, properties: ["body": "third"])
    }
    try await two.synced {
      try await two.client.items.update(id: note.id, properties: ["title": "C"])
    }
    let fresh = try await Device("three", server, seed: 3)
    try await fresh.start()

    #expect(try await fresh.body(note.id) == "third")
    #expect(try await fresh.client.items.get(id: note.id).version == 4)
    #expect(try await fresh.client.items.get(id: other.id).version == 1)
    for device in [one, two, fresh] { await device.client.syncEngine?.stop() }
  }

  @Test func `a change that failed before the clock was set back is sent`() async throws {
    let clock = ManualWallClock(SystemWallClock().now)
    let one = try await Device("one", InMemoryServer(), seed: 1, clock: clock)
    try await one.start()
    let lost = LossCounter()
    one.line.setFault { $0.method != "GET" && lost.takes() ? .lostRequest : nil }
    let events = try one.events()
    let note = try await one.note("A")
    _ = try await events.next { if case .failed = $0 { true } else { false } }

    clock.advance(byMilliseconds: -365 * 86_400_000)
    try await events.untilSynced()

    #expect(one.line.ask("GET", "/items/" + note.id).status == 200)
    await one.client.syncEngine?.stop()
  }
}
