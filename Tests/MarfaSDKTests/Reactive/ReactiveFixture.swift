import MarfaSDK
import MarfaSDKTestSupport

/// A store in memory with a reactive layer on a clock that stands still.
@MainActor
struct ReactiveFixture {
  let wall = ManualWallClock(MarfaSDKTest.start)
  let clock = ManualClock()
  let local: LocalStore
  let store: MarfaStore

  init(seed: UInt64 = 1) throws {
    local = try MarfaSDKTest.makeInMemoryStore(seed: seed, clock: wall)
    store = MarfaStore(store: local, clock: clock)
  }

  /// Makes a note one second after the last change; gives its id.
  @discardableResult
  func note(_ title: String, body: String = "text", tags: [String] = []) async throws -> String {
    wall.advance(byMilliseconds: 1000)
    let input = CreateItemInput(
      type: "core.note", properties: ["title": .string(title), "body": .string(body)], tags: tags)
    return try await local.createItem(NewItem(input)).item.id
  }

  /// Makes `note 0`, `note 1` and so on, each newer than the last; gives their ids in that order.
  @discardableResult
  func notes(_ count: Int) async throws -> [String] {
    var ids: [String] = []
    for number in 0..<count { ids.append(try await note("note \(number)")) }
    return ids
  }

  /// Makes notebooks side by side; gives their ids.
  func notebooks(_ titles: [String]) async throws -> [String] {
    var ids: [String] = []
    for title in titles {
      let input = CreateItemInput(type: "core.group", properties: ["title": .string(title)])
      ids.append(try await local.createItem(NewItem(input)).item.id)
    }
    return ids
  }

  func setBody(_ id: String, _ body: String) async throws {
    wall.advance(byMilliseconds: 1000)
    _ = try await local.updateItem(id: id, properties: ["body": .string(body)])
  }

  func setTitle(_ id: String, _ title: String) async throws {
    wall.advance(byMilliseconds: 1000)
    _ = try await local.updateItem(id: id, properties: ["title": .string(title)])
  }

  func addTags(_ id: String, _ tags: [String]) async throws {
    wall.advance(byMilliseconds: 1000)
    _ = try await local.addTags(id: id, tags)
  }

  func trash(_ id: String) async throws {
    wall.advance(byMilliseconds: 1000)
    _ = try await local.transitionItem(id: id, to: .trashed)
  }

  /// Makes a notebook; gives its id.
  func notebook(_ title: String) async throws -> String {
    let input = CreateItemInput(type: "core.group", properties: ["title": .string(title)])
    return try await local.createItem(NewItem(input)).item.id
  }

  /// Makes an edge.
  func connect(_ source: String, _ target: String, _ type: String) async throws {
    wall.advance(byMilliseconds: 1000)
    _ = try await local.createEdge(
      CreateEdgeInput(sourceId: source, targetId: target, edgeType: type))
  }

  /// Makes a note's body link to another note by its title, as `references`.
  func link(_ source: String, _ target: String) async throws {
    guard let title = try await local.item(id: target)?.properties["title"]?.stringValue else {
      return
    }
    try await setBody(source, "see [[\(title)]]")
  }

  /// Lets 50 ms pass and waits until every query shows what is committed.
  func settle() async {
    await store.settle()
    clock.advance(by: .milliseconds(50))
    await store.settle()
  }
}
