import Foundation
import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct CheckpointPlanTests {
  @Test func `most of the log is copied beside the writer, which copies the rest`() {
    var plan = CheckpointPlan()

    #expect(plan.committed(pages: 999) == .nothing)
    #expect(plan.committed(pages: 1_020) == .beside)
    #expect(plan.committed(pages: 1_300) == .nothing)
    #expect(plan.copied(1_020, pages: 1_300) == .beside)
    #expect(plan.committed(pages: 1_390) == .nothing)
    #expect(plan.copied(1_300, pages: 1_390) == .nothing)
    #expect(plan.committed(pages: 1_400) == .byWriter)
    plan.finished(pages: 1_400)
    #expect(plan.committed(pages: 20) == .nothing)
    #expect(plan.committed(pages: 1_001) == .beside)
  }

  @Test func `a writer that is faster than the copies copies what they leave`() {
    var plan = CheckpointPlan()
    var (pages, copies) = (1_000, 0)

    var step = plan.committed(pages: pages)
    while step == .beside {
      copies += 1
      pages += 400
      step = plan.copied(pages - 400, pages: pages)
    }

    #expect(copies == CheckpointPlan.attempts)
    #expect(plan.committed(pages: pages) == .byWriter)
  }

  @Test func `a log that grows too long while it is copied is copied by the writer`() {
    var plan = CheckpointPlan()

    #expect(plan.committed(pages: 1_000) == .beside)
    #expect(plan.committed(pages: 2_900) == .nothing)
    #expect(plan.copied(1_000, pages: 3_000) == .nothing)
    #expect(plan.committed(pages: 3_010) == .byWriter)
  }

  @Test func `a log that somebody reads at its end is copied after each commit, for a while`() {
    var plan = CheckpointPlan()
    #expect(plan.committed(pages: 1_000) == .beside)
    #expect(plan.copied(1_000, pages: 1_000) == .nothing)

    for number in 1...CheckpointPlan.endings {
      #expect(plan.committed(pages: 1_000 + number) == .byWriter)
      plan.finished(pages: 1_000 + number)
    }

    #expect(plan.committed(pages: 1_020) == .nothing)
    #expect(plan.committed(pages: 1_300) == .beside)
  }

  @Test func `a log that started over while nobody wrote is not copied again`() {
    var plan = CheckpointPlan()

    #expect(plan.committed(pages: 1_500) == .beside)
    #expect(plan.copied(1_500, pages: 1_500) == .nothing)
    #expect(plan.committed(pages: 12) == .nothing)
    #expect(plan.committed(pages: 1_000) == .beside)
  }

  @Test func `a copy that fails or is held up is tried again when the log has grown`() {
    var plan = CheckpointPlan()

    #expect(plan.committed(pages: 1_000) == .beside)
    #expect(plan.copied(nil, pages: 1_100) == .nothing)
    #expect(plan.committed(pages: 1_349) == .nothing)
    #expect(plan.committed(pages: 1_350) == .beside)
    // A reader holds on to an old page: the log goes on growing.
    #expect(plan.copied(1_300, pages: 1_350) == .nothing)
    #expect(plan.committed(pages: 1_360) == .byWriter)
    plan.finished(pages: 1_360)
    #expect(plan.committed(pages: 1_400) == .byWriter)
  }
}

@Suite(.timeLimit(.minutes(20))) struct CheckpointTests {
  @Test func `the log stays small while much is written, and no commit copies it`() async throws {
    let fixture = try StoreFixture()
    let store = try #require(fixture.store as? SQLiteServerStore)
    let text = String(repeating: "heron ", count: 5_000)
    var largest = 0

    // A hundred megabytes.
    for number in 0..<1_500 {
      _ = try await fixture.note("\(number)", body: text)
      let file = try FileManager.default.attributesOfItem(
        atPath: fixture.directory + "/marfa-server.sqlite-wal")
      largest = max(largest, file[.size] as? Int ?? 0)
    }

    #expect(largest < 48 << 20)
    #expect(store.checkpoints.counts.beside > 0)
    #expect(store.checkpoints.counts.byWriter > 0)
    try await store.close()
  }

  @Test func `the log's file is small again after a large transaction`() async throws {
    let fixture = try StoreFixture()
    let store = try #require(fixture.store as? SQLiteServerStore)
    func size() throws -> Int {
      let path = fixture.directory + "/marfa-server.sqlite-wal"
      return try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int ?? 0
    }
    try await store.pool.write {
      try $0.execute(
        sql: "CREATE TABLE large(bytes); INSERT INTO large VALUES (zeroblob(50000000))")
    }
    let before = try size()

    for number in 0..<300 {
      _ = try await fixture.note("\(number)", body: String(repeating: "heron ", count: 5_000))
    }

    #expect(before > 48 << 20)
    #expect(try size() <= ServerSchema.largestLog)
    try await store.close()
  }
}
