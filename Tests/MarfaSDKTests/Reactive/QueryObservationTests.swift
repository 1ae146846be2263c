import MarfaSDK
import MarfaSDKTestSupport
import Observation
import Synchronization
import Testing

/// What those who draw rely on: a query tells them that what they read has changed.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct QueryObservationTests {
  private let fixture: ReactiveFixture

  init() throws { fixture = try ReactiveFixture() }

  /// Reads something, then makes a change; whether the reader was told of one.
  private func isTold(
    of read: @MainActor () -> Void, by change: @MainActor () async throws -> Void
  ) async throws -> Bool {
    let told = Told()
    withObservationTracking {
      read()
    } onChange: {
      told.count.withLock { $0 += 1 }
    }
    try await change()
    await fixture.settle()
    return told.count.withLock { $0 } == 1
  }

  private final class Told: Sendable {
    let count = Mutex(0)
  }

  @Test func `a reader of a value hears of the next one, and of its first reading`() async throws {
    let tags = fixture.store.queryTags()

    let isToldOfReading = try await isTold(of: { _ = tags.isLoading }, by: {})
    let isToldOfTag = try await isTold(of: { _ = tags.tags }) {
      try await fixture.note("bread", tags: ["food"])
    }

    #expect(isToldOfReading)
    #expect(isToldOfTag)
    #expect(tags.tags.map(\.tag) == ["food"])
  }

  @Test func `a reader of a value hears nothing of changes that leave it as it is`() async throws {
    let tags = fixture.store.queryTags()
    await fixture.settle()

    let isTold = try await isTold(of: { _ = tags.tags }) {
      try await fixture.note("without tags")
    }

    #expect(!isTold)
  }

  @Test(arguments: [0, 1, 2, 3])
  func `a reader of a window hears of its rows, its number and its selection`(
    part: Int
  ) async throws {
    let first = try await fixture.note("first")
    let window = fixture.store.queryWindow(length: 5)
    await fixture.settle()
    let read: @MainActor () -> Void = {
      switch part {
      case 0: _ = window.count
      case 1: _ = window[0]
      case 2: _ = window.selection
      default: _ = window.range
      }
    }

    let isToldOfRow = try await isTold(of: read) { try await fixture.note("second") }
    let isToldOfSelection = try await isTold(of: read) { window.select(first) }

    #expect(isToldOfRow)
    #expect(isToldOfSelection)
    #expect(window.selection == first)
    #expect(window.selectedIndex == 1)
  }

  /// A note that counts how often one was made of an item.
  private struct CountedNote: MarfaItem {
    static let typeIdentifier = "core.note"
    static let made = Mutex(0)
    let item: Item

    init?(from item: Item) {
      Self.made.withLock { $0 += 1 }
      self.item = item
    }

    func toProperties() -> [String: JSONValue] { item.properties }
  }

  @Test func `typed items are made once for each value, and followed`() async throws {
    let id = try await fixture.note("one")
    let notes = fixture.store.query(CountedNote.self)
    await fixture.settle()

    #expect(notes.items.map(\.id) == [id] && notes.items.count == 1)
    #expect(CountedNote.made.withLock { $0 } == 1)

    let isTold = try await isTold(of: { _ = notes.items }) {
      try await fixture.setTitle(id, "another")
    }
    #expect(isTold)
    #expect(notes.items.first?.item.properties["title"] == .string("another"))
    #expect(CountedNote.made.withLock { $0 } == 2)
  }

  @Test func `a query of references to an item hears of another edge`() async throws {
    let target = try await fixture.note("target")
    let source = try await fixture.note("source")
    let incoming = fixture.store.queryBackrefs(to: [target])
    await fixture.settle()
    #expect(incoming.edgesByTarget == [target: []])

    let isTold = try await isTold(of: { _ = incoming.edgesByTarget }) {
      try await fixture.connect(source, target, "about")
    }

    #expect(isTold)
    #expect(incoming.edgesByTarget[target]?.map(\.sourceId) == [source])
  }
}
