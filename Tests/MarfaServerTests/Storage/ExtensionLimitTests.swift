import MarfaModel
import MarfaServer
import Testing

/// How many extensions may come with a creation.
@Suite(.timeLimit(.minutes(20))) struct ExtensionLimitTests {
  private static let id = "01890a5d-ac96-774b-bcce-b302099a8057"

  private func extensions(_ count: Int) -> [String: [String: JSONValue]] {
    Dictionary(
      uniqueKeysWithValues: (0..<count).map { ("app.n\($0)", ["n": .integer(Int64($0))]) })
  }

  @Test func `an item is created with as many as it may have, or not at all`() async throws {
    let fixture = try StoreFixture()
    var input = CreateItemInput(
      id: Self.id, type: "core.note", properties: ["body": "x"], extensions: extensions(101))

    let refusal = try await fixture.refusal(.createItem(input))
    let missing = try await fixture.refusal(of: .item(id: Self.id))
    input.extensions = extensions(100)
    try await fixture.write(.createItem(input))

    #expect(refusal == "validation_error")
    #expect(missing == "item_not_found")
    let kept = try await fixture.read(.extensions(id: Self.id))["extensions"]?.objectValue
    #expect(kept?.count == 100)
  }

  @Test func `the extensions of an item have a limit of bytes together`() async throws {
    let fixture = try StoreFixture()
    let id = try await fixture.note("a")
    func set(_ name: String, _ count: Int) async throws -> String? {
      let data: [String: JSONValue] = ["a": .string(String(repeating: "x", count: count))]
      return try await fixture.refusal(.setExtension(id: id, namespace: name, data))
    }
    for number in 0..<20 { #expect(try await set("app.e\(number)", 100_000) == nil) }

    #expect(try await set("app.more", 100_000) == "validation_error")
    #expect(try await set("app.e0", 101_000) == nil)
    #expect(try await set("app.more", 90_000) == nil)
    #expect(try await set("app.e0", 10_000) == nil)
  }

  @Test func `an upsert that brings one too many changes nothing`() async throws {
    let fixture = try StoreFixture()
    var input = CreateItemInput(
      type: "core.note", properties: ["body": "first"], sourceId: "s", extensions: extensions(100))
    let made = try await fixture.write(.createItem(input))
    let id = try #require(made["item"]?["id"]?.stringValue)

    input.properties = ["body": "second"]
    input.extensions = ["app.more": ["n": 1]]
    let refusal = try await fixture.refusal(.createItem(input))

    #expect(refusal == "validation_error")
    let item = try await fixture.read(.item(id: id))["item"]
    #expect(item?["properties"]?["body"] == "first")
    #expect(item?["version"] == 1)
    let kept = try await fixture.read(.extensions(id: id))["extensions"]?.objectValue
    #expect(kept?.count == 100)
  }
}
