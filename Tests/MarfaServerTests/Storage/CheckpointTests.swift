import Foundation
import MarfaModel
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct CheckpointPlanTests {
  @Test func `most of the log is copied next to the writer, which copies the rest`() {
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
    // Whether the writer finishes one depends on speed; the tests of the plan cover that.
    #expect(store.checkpoints.counts.beside > 0)
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

@Suite(.timeLimit(.minutes(20))) struct WrittenPagesTests {
  private static func change(_ sequence: Int64) -> DocumentChangeRow {
    DocumentChangeRow(
      sequence: sequence, actor: "a", clientSequence: sequence, bytes: [UInt8(sequence)])
  }

  private static func replica(_ sequence: Int64, of document: Int64) -> DocumentReplicaRow {
    DocumentReplicaRow(
      document: document, client: "a", isAttached: true, clientSequence: sequence,
      lastHash: [UInt8(sequence)], serverSequence: sequence, vector: [UInt8(sequence)])
  }

  @Test func `a letter of a document writes a page of each of three tables`() async throws {
    let fixture = try StoreFixture()
    var document = DocumentRow(
      key: "note", actor: "server", itemId: "item", field: "body", createdAt: 3)
    (document.sequence, document.typedSince, document.typedAt) = (1, 5, 5)
    document.number = try await fixture.store.transact(.allowed) { [document] rows in
      try rows.put(
        DocumentClientRow(
          id: "a", credentialId: "credential", clientKey: "laptop", createdAt: 1, seenAt: 1))
      let number = try rows.insert(document)
      try rows.put(Self.replica(1, of: number))
      try rows.append(Self.change(1), to: number)
      return number
    }
    let log = fixture.directory + "/marfa-server.sqlite-wal"
    func size() throws -> Int {
      let attributes = try FileManager.default.attributesOfItem(atPath: log)
      return attributes[.size] as? Int ?? 0
    }
    let before = try size()

    (document.sequence, document.typedAt, document.vector) = (2, 6, [1])
    try await fixture.store.transact(.slice) { [document] rows in
      try rows.append(Self.change(2), to: document.number)
      try rows.put(Self.replica(2, of: document.number))
      try rows.update(document)
    }

    // A page of 4,096 bytes has a head of 24 in the log.
    let written = try size() - before
    #expect((1...3 * (4_096 + 24)).contains(written))
    try await fixture.store.close()
  }
}
