import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// What somebody else wrote and a save overruled stays in the history until a person decides.
@Suite(.timeLimit(.minutes(20))) struct PinnedVersionTests {
  private let fixture: StoreFixture
  private let id: String

  /// A note of two sides: `base` is kept, `theirs` was overruled by `mine`.
  init() async throws {
    fixture = try await StoreFixture()
    id = try await fixture.note("A", "base").id
    try await fixture.client.items.update(id: id, properties: ["body": "theirs"])
    let theirs = try await fixture.store.noteText(id: id)
    try await fixture.store.saveText(
      id: id, body: "mine", basedOn: theirs.revision, snapshot: .pinned)
  }

  /// A change a day for more than a year, of which thinning keeps a few dozen.
  private func longAfter() async throws {
    for day in 0..<450 {
      fixture.clock.advance(byMilliseconds: 86_400_000)
      try await fixture.client.items.update(id: id, properties: ["body": .string("day \(day)")])
    }
  }

  private func bodies() async throws -> [JSONValue?] {
    try await fixture.store.versions(of: id).map { $0.properties["body"] }
  }

  @Test func `thinning leaves both sides, of which theirs can be restored`() async throws {
    try await longAfter()

    let kept = try await bodies()
    #expect(kept.count < 100)
    #expect(kept.suffix(2) == ["theirs", "base"])

    let theirs = try #require(
      try await fixture.store.versions(of: id).first { $0.properties["body"] == "theirs" })
    let item = try await fixture.store.restoreRevision(#require(theirs.revision), of: id)
    #expect(item.properties["body"] == "theirs")
  }

  @Test func `once a side is restored both are thinned like others`() async throws {
    let theirs = try #require(try await fixture.store.versions(of: id).first)
    _ = try await fixture.store.restoreRevision(#require(theirs.revision), of: id)

    try await longAfter()

    let kept = try await bodies()
    #expect(!kept.contains("theirs"))
    #expect(!kept.contains("base"))
  }

  @Test func `without a pin the same history loses them`() async throws {
    let other = try await fixture.note("B", "base").id
    for body in ["theirs", "mine"] {
      try await fixture.client.items.update(id: other, properties: ["body": .string(body)])
    }
    for day in 0..<450 {
      fixture.clock.advance(byMilliseconds: 86_400_000)
      try await fixture.client.items.update(
        id: other, properties: ["body": .string("day \(day)")])
    }
    let kept = try await fixture.store.versions(of: other).map { $0.properties["body"] }
    #expect(!kept.contains("theirs"))
  }

  @Test func `a store of the build before pins opens with its history`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let note: Item = try await {
      let store = try LocalStore.open(path: path)
      let input = CreateItemInput(type: "core.note", properties: ["body": "one"])
      let note = try await store.createItem(NewItem(input)).item
      _ = try await store.updateItem(id: note.id, properties: ["body": "two"])
      return note
    }()
    try FormerStore.change(path, FormerStore.beforePins)

    let store = try LocalStore.open(path: path)

    #expect(try await store.versions(of: note.id).map { $0.properties["body"] } == ["one"])
  }
}
