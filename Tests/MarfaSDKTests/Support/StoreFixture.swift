import Foundation
import MarfaSDK

/// A client on memory with a clock that stands still and ids from a seed.
struct StoreFixture {
  let clock: ManualWallClock
  let client: MarfaClient
  let store: LocalStore

  init(
    seed: UInt64 = 1, at start: String = "2026-11-21T12:00:00Z", device: String? = nil
  ) async throws {
    clock = ManualWallClock(Timestamp(iso8601: start) ?? Timestamp(milliseconds: 0))
    var configuration = Self.configuration(clock, seed: seed)
    configuration.environment.device = device
    store = try LocalStore.inMemory(environment: configuration.environment)
    client = MarfaClient(store: store, configuration: configuration)
  }

  /// A configuration on a clock, with ids from a seed.
  static func configuration(_ clock: ManualWallClock, seed: UInt64) -> ClientConfiguration {
    ClientConfiguration(
      environment: StoreEnvironment(
        clock: clock, ids: ItemIdGenerator(seed: seed, clock: clock)))
  }

  /// Creates a note and moves the clock on by a second.
  @discardableResult
  func note(
    _ title: String, _ body: String = "", tags: [String] = [],
    properties: [String: JSONValue] = [:], sourceId: String? = nil
  ) async throws -> Item {
    var all = properties
    all["title"] = .string(title)
    all["body"] = .string(body)
    let item = try await client.items.create(
      CreateItemInput(type: "core.note", properties: all, sourceId: sourceId, tags: tags))
    clock.advance(byMilliseconds: 1000)
    return item
  }

  /// Creates a notebook.
  func notebook(_ title: String, in parent: Item? = nil) async throws -> Item {
    let item = try await client.items.create(
      CreateItemInput(type: "core.group", properties: ["title": .string(title)]))
    if let parent { try await put(item, in: parent) }
    return item
  }

  /// Puts an item into a notebook.
  func put(_ item: Item, in notebook: Item) async throws {
    try await client.edges.create(
      CreateEdgeInput(sourceId: notebook.id, targetId: item.id, edgeType: "parent-of"))
  }

  /// The titles that a search finds, best first.
  func titles(searching text: String) async throws -> [String] {
    try await client.search(query: text).hits.map(\.summary.title)
  }

  /// The titles of a list.
  func titles(_ filters: ListFilters) async throws -> [String] {
    try await store.summaries(filters).data.map(\.title)
  }
}
