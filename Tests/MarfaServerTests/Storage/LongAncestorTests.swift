import MarfaModel
import Testing

@testable import MarfaServer

/// What a stale change of a long text started from is put together on a reader.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct LongAncestorTests {
  private let stale = PatchItemBody(properties: ["body": "mine"], version: 1)

  /// A note of 100 kB in its sixth version.
  private func note(_ fixture: StoreFixture) async throws -> String {
    let text = String(repeating: "word ", count: 20_000)
    let id = try await fixture.note("n", body: text)
    for number in 0..<5 {
      try await fixture.write(
        .patchItem(id: id, PatchItemBody(properties: ["body": .string(text + "\(number)")])))
    }
    return id
  }

  @Test func `the writer leaves it to a reader, and knows it then`() async throws {
    let fixture = try StoreFixture()
    let (id, context) = (try await note(fixture), fixture.context())
    let mutation = StoreMutation.patchItem(id: id, stale)

    await #expect(throws: LongAncestor.self) {
      try await fixture.store.transact(.forbidden) { rows in
        var writer = RecordWriter(rows: rows, context: context)
        writer.leavesLongWork = true
        _ = try writer.answer(mutation)
      }
    }
    let error = await #expect(throws: ConflictError.self) {
      try await fixture.store.write(mutation, context)
    }

    #expect(error?.ancestor?.version == 1)
    #expect(error?.ancestor?.properties["body"]?.stringValue?.count == 100_000)
  }

  @Test func `entries of a batch before and after it are written`() async throws {
    let fixture = try StoreFixture()
    let (id, other) = (try await note(fixture), try await fixture.note("other"))
    let batch = [
      StoreMutation.addTags(id: other, ["a"]), .patchItem(id: id, stale),
      .patchItem(id: id, stale), .addTags(id: other, ["b"]),
    ].enumerated().map { number, mutation in
      BatchEntry(
        idempotency: IdempotencyKey(key: "\(number)", fingerprint: "f"),
        mutation: .success(mutation))
    }

    let answers = try await fixture.store.write(batch, fixture.context())

    #expect(answers.map(\.answer.status) == [200, 409, 424, 200])
    #expect(try await fixture.read(.metadata(id: other))["metadata"]?["tags"] == ["a", "b"])
  }
}
