import MarfaModel
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

/// What a long request keeps and answers, written out as text.
@Suite(.timeLimit(.minutes(20))) struct LongTextTests {
  @Test func `a list is kept as one text, and one of an older build is read`() throws {
    let keys = LongList<Int64>([1, 22, 333])
    let ids = LongList(["a-1", "b-2"])

    #expect(try StoredJSON.text(encoding: keys) == #""1,22,333""#)
    for text in [#""1,22,333""#, "[1,22,333]"] {
      #expect(try StoredJSON.value(text, as: LongList<Int64>.self) == keys)
    }
    #expect(try StoredJSON.value(StoredJSON.text(encoding: ids), as: LongList<String>.self) == ids)
    let none = LongList<String>([])
    #expect(
      try StoredJSON.value(StoredJSON.text(encoding: none), as: LongList<String>.self) == none)
    #expect(throws: (any Error).self) {
      try StoredJSON.value(#""1,x""#, as: LongList<Int64>.self)
    }
  }

  @Test func `the answer of a bulk request has the members that it is read with`() throws {
    let result = BulkResult(results: [
      BulkResult.Entry(index: 0, outcome: .created, id: "a"),
      BulkResult.Entry(index: 1, outcome: .skipped, id: "b", reason: "a \"word\""),
      BulkResult.Entry(
        index: 2, outcome: .errored,
        error: ErrorEnvelope.Body(
          code: "c", message: "No.", status: 409, details: ["field": "x", "n": 1])),
    ])

    let text = String(decoding: StoreAnswer(result).body, as: UTF8.self)

    #expect(try StoredJSON.value(text, as: BulkResult.self) == result)
    #expect(!text.contains("null"))
  }
}
