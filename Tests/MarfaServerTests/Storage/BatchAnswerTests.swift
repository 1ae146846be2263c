import MarfaModel
import Testing

@testable import MarfaServer

/// How much a batch answers, and how much of that is kept.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct BatchAnswerTests {
  private func entry(_ id: String, _ mutation: StoreMutation) -> BatchEntry {
    BatchEntry(
      idempotency: IdempotencyKey(key: id, fingerprint: id), mutation: .success(mutation))
  }

  private func context(_ fixture: StoreFixture, room: Int) -> WriteContext {
    var context = fixture.context()
    context.limits.batchAnswerBytes = room
    return context
  }

  /// A note with extensions of 50 KB.
  private func extended(_ fixture: StoreFixture, _ count: Int = 3) async throws -> String {
    let id = try await fixture.note("n", body: "text")
    let long = JSONValue.string(String(repeating: "x", count: 50_000))
    for number in 0..<count {
      try await fixture.write(.setExtension(id: id, namespace: "app.e\(number)", ["a": long]))
    }
    return id
  }

  @Test func `the answers of a batch are short once they have as many bytes as the limit`()
    async throws
  {
    let fixture = try StoreFixture()
    let id = try await extended(fixture)
    let batch = (0..<60).map { number -> BatchEntry in
      switch number % 3 {
      case 0: entry("\(number)", .addTags(id: id, ["t\(number)"]))
      case 1:
        entry(
          "\(number)",
          .setExtension(id: id, namespace: "app.k", ["a": .integer(Int64(number))]))
      default:
        entry(
          "\(number)", .patchItem(id: id, PatchItemBody(properties: ["body": .string("\(number)")]))
        )
      }
    }

    let answers = try await fixture.store.write(batch, context(fixture, room: 400_000))

    #expect(answers.allSatisfy { $0.answer.status == 200 })
    let bytes = answers.reduce(0) { $0 + $1.answer.body.count }
    // The short ones come on top.
    #expect(bytes < 400_000 + 60 * 200)
    #expect(try answers[0].answer.json["metadata"]?["extensions"]?.objectValue?.count == 3)
    #expect(try answers[58].answer.json == ["ok": true])
    let last = try #require(try answers[59].answer.json["item"]?.objectValue)
    #expect(Set(last.keys) == ["id", "version", "updated_at"])
    #expect(last["id"] == JSONValue.string(id) && last["version"] == 21)
  }

  @Test func `first answers that come again have no more room`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("n", body: String(repeating: "x", count: 20_000))
    let batch = (0..<9).map { entry("\($0)", .patchItem(id: id, PatchItemBody(tier: .feed))) }
    let room = context(fixture, room: 1 << 20)
    let first = try await fixture.store.write(batch, room)

    let again = try await fixture.store.write(batch, context(fixture, room: 30_000))

    #expect(first.allSatisfy { $0.answer.body.count > 20_000 })
    #expect(again.allSatisfy { $0.answer.isReplay && $0.answer.status == 200 })
    #expect(again[0].answer.body == first[0].answer.body)
    for answer in again.dropFirst() {
      #expect(try answer.answer.json["item"]?["version"] == 1)
      #expect(answer.answer.body.count < 200)
    }
  }

  @Test func `a conflict too long for the answer is reported when its entry is sent again`()
    async throws
  {
    let fixture = try StoreFixture()
    let id = try await fixture.note("n", body: String(repeating: "x", count: 20_000))
    try await fixture.write(.patchItem(id: id, PatchItemBody(properties: ["body": "y"])))
    let stale = PatchItemBody(properties: ["body": "z"], version: 1)
    let batch = [entry("1", .addTags(id: id, ["a"])), entry("2", .patchItem(id: id, stale))]

    let full = try await fixture.store.write(batch, context(fixture, room: 1))
    let again = try await fixture.store.write([batch[1]], context(fixture, room: 1))

    #expect(full.map(\.answer.status) == [200, 503])
    #expect(again.map(\.answer.status) == [409])
  }

  @Test func `a long answer about an item is not kept, and is reported from the item`() async throws
  {
    let fixture = try StoreFixture()
    let id = try await extended(fixture)
    try await fixture.write(.addTags(id: id, ["a"]), key: "t")
    try await fixture.write(.setExtension(id: id, namespace: "app.k", ["a": 1]), key: "e")

    let kept = try await fixture.store.snapshot(.lookup) { rows in
      try ["t", "e"].map { try rows.idempotency($0, of: "credential")?.body.count ?? 0 }
    }
    try await fixture.write(.addTags(id: id, ["b"]))
    let tags = try await fixture.write(.addTags(id: id, ["a"]), key: "t")
    let extensions = try await fixture.write(
      .setExtension(id: id, namespace: "app.k", ["a": 1]), key: "e")

    #expect(kept.allSatisfy { $0 < 100 })
    #expect(tags["metadata"]?["tags"] == ["a", "b"])
    #expect(tags["metadata"]?["extensions"]?.objectValue?.count == 4)
    #expect(extensions["extensions"]?.objectValue?.count == 4)
  }
}
