import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Tags that are written after somebody else changed them: only what differs is written.
@Suite(.timeLimit(.minutes(20))) struct KnownTagsTests {
  private static let origin = ItemOrigin(name: "Garden", path: "heron.md")

  private func desk() async throws -> (store: LocalStore, id: String) {
    let store = try MarfaSDKTest.makeInMemoryStore()
    let outcome = try await store.createItems([Self.note(["kept", "old"])])
    return (store, outcome[0].id)
  }

  private static func note(_ tags: [String]) -> NewItem {
    NewItem(
      CreateItemInput(
        type: "core.note", properties: ["title": "Heron", "body": "By the water."], tags: tags),
      origin: origin)
  }

  @Test func `an import keeps a tag that came while it read, and one that went stays away`()
    async throws
  {
    let (store, id) = try await desk()
    _ = try await store.setTags(id: id, ["mine", "old"])
    var again = Self.note(["kept", "new"])
    again.knownTags = ["kept", "old"]

    let outcome = try await store.createItems([again])

    #expect(outcome.map(\.id) == [id])
    #expect(try await store.metadata(id: id).tags == ["mine", "new"])
  }

  @Test func `without known tags an item gets those of its description`() async throws {
    let (store, id) = try await desk()
    _ = try await store.addTags(id: id, ["mine"])

    _ = try await store.createItems([Self.note(["new"])])

    #expect(try await store.metadata(id: id).tags == ["new"])
  }

  @Test func `a renamed file's note keeps a tag that came meanwhile`() async throws {
    let (store, id) = try await desk()
    _ = try await store.addTags(id: id, ["mine"])

    try await store.relocate(
      Relocation(
        id: id, origin: ItemOrigin(name: "Garden", path: "stork.md"), properties: [:],
        tags: TagDifference(from: ["old"], to: ["new"]), oldNotebook: nil, notebook: nil,
        revision: nil))

    #expect(try await store.metadata(id: id).tags == ["kept", "mine", "new"])
  }

  @Test(arguments: ["", "a", "b", "ab"], ["", "a", "b", "ab"])
  func `two changes in a row are the first followed by the second`(middle: String, end: String) {
    let (middle, end) = (Set(middle.map(String.init)), Set(end.map(String.init)))
    for start: Set<String> in [[], ["a"], ["b"], ["a", "b"]] {
      let first = TagDifference(from: start, to: middle)
      let second = TagDifference(from: middle, to: end)
      #expect(first.followed(by: second).applied(to: start) == end)
    }
  }
}
