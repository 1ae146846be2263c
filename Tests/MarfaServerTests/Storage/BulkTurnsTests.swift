import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct BulkTurnsTests {
  private struct Refusal: Error {}

  /// How many have a turn.
  private actor Crowd {
    private var now = 0
    private(set) var most = 0
    private(set) var done = 0

    func enter() {
      now += 1
      most = max(most, now)
    }

    func leave() {
      now -= 1
      done += 1
    }
  }

  @Test func `no more than the limit have a turn, and each comes to its own`() async throws {
    let turns = BulkTurns(2)
    let crowd = Crowd()

    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await turns.take {
            await crowd.enter()
            for _ in 0..<10 { await Task.yield() }
            await crowd.leave()
          }
        }
      }
      try await group.waitForAll()
    }

    #expect((1...2).contains(await crowd.most))
    #expect(await crowd.done == 20)
  }

  @Test func `a turn that fails is given on`() async throws {
    let turns = BulkTurns(1)

    for _ in 0..<3 {
      await #expect(throws: Refusal.self) { try await turns.take { throw Refusal() } }
    }

    #expect(try await turns.take { 1 } == 1)
  }
}
