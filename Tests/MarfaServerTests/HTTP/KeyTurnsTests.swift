import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct KeyTurnsTests {
  private struct Refusal: Error {}

  /// How much is done at a time, by key.
  private actor Load {
    private var now: [String: Int] = [:]
    private(set) var most: [String: Int] = [:]
    private(set) var done = 0

    func enter(_ key: String) {
      now[key, default: 0] += 1
      most[key] = max(most[key, default: 0], now[key, default: 0])
    }

    func leave(_ key: String) {
      now[key, default: 0] -= 1
      done += 1
    }
  }

  @Test func `a key does so much at a time, and everything in the end`() async throws {
    let turns = KeyTurns(3)
    let load = Load()

    await withTaskGroup(of: Void.self) { group in
      for number in 0..<40 {
        let key = number.isMultiple(of: 4) ? "few" : "many"
        group.addTask {
          // One of them fails, and gives its turn on.
          try? await turns.take(key) {
            await load.enter(key)
            for _ in 0..<10 { await Task.yield() }
            await load.leave(key)
            if number == 5 { throw Refusal() }
          }
        }
      }
    }

    #expect(await load.most["many"] == 3)
    #expect(await load.most["few", default: 0] <= 3)
    #expect(await load.done == 40)
  }

  @Test func `who waits in vain gives the turn on`() async throws {
    let turns = KeyTurns(1)
    let (first, release) = AsyncStream<Void>.makeStream()
    let (entered, enter) = AsyncStream<Void>.makeStream()
    async let one: Void = turns.take("a") {
      enter.yield()
      for await _ in first { break }
    }
    for await _ in entered { break }
    let given = Task { try await turns.take("a") { Issue.record("It ran.") } }
    given.cancel()

    release.yield()

    try await one
    await #expect(throws: CancellationError.self) { try await given.value }
    #expect(try await turns.take("a") { 7 } == 7)
  }
}
