import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct BodyTurnsTests {
  private struct Refusal: Error {}

  /// How many bytes are worked on.
  private actor Load {
    private var now = 0
    private(set) var most = 0
    private(set) var done = 0

    func enter(_ bytes: Int) {
      now += bytes
      most = max(most, now)
    }

    func leave(_ bytes: Int) {
      now -= bytes
      done += 1
    }
  }

  @Test func `long bodies are worked on within the limit, and each in its turn`() async throws {
    let megabyte = 1 << 20
    let turns = BodyTurns(10 * megabyte)
    let load = Load()

    try await withThrowingTaskGroup(of: Void.self) { group in
      for size in [4, 7, 1, 10, 3, 3, 5, 9, 2, 6] {
        let bytes = size * megabyte
        group.addTask {
          try await turns.take(bytes) {
            await load.enter(bytes)
            for _ in 0..<10 { await Task.yield() }
            await load.leave(bytes)
          }
        }
      }
      try await group.waitForAll()
    }

    #expect(await load.most <= 10 * megabyte)
    #expect(await load.done == 10)
  }

  @Test func `a short body waits for nobody, and one that is too long for a moment alone`()
    async throws
  {
    let turns = BodyTurns(2 << 20)

    let value = try await turns.take(64 << 20) {
      try await turns.take(100) { 7 }
    }

    #expect(value == 7)
  }

  @Test func `a turn that fails is given on`() async throws {
    let turns = BodyTurns(2 << 20)

    for _ in 0..<3 {
      await #expect(throws: Refusal.self) { try await turns.take(2 << 20) { throw Refusal() } }
    }

    #expect(try await turns.take(2 << 20) { 1 } == 1)
  }
}
