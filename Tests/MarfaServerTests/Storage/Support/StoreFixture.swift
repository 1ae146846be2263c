import Foundation
import MarfaModel
import MarfaServer
import Synchronization
import Testing

/// A server store of the kind that the test runs on, with a manual clock and seeded ids; a file is
/// in a folder of its own.
final class StoreFixture: Sendable {
  let directory: String
  let clock = ManualWallClock(Timestamp(milliseconds: 1_760_000_000_000))
  let store: any ServerStore
  private let box: EventBox

  init(hooks: StoreHooks = StoreHooks(), seed: UInt64 = 1) throws {
    directory =
      FileManager.default.temporaryDirectory
      .appending(path: "marfa-server-store-\(UUID().uuidString)").path
    let box = EventBox()
    let ids = ItemIdGenerator(seed: seed, clock: clock)
    var hooks = hooks
    // A search waits for its index, and never for a clock.
    hooks.searchPatience = nil
    // A slow machine ends no query; a test of deadlines names its own.
    if hooks.queryTime == StoreHooks().queryTime { hooks.queryTime = .seconds(60) }
    store =
      switch StoreKind.current {
      case .sqlite:
        try SQLiteServerStore(
          directory: directory, clock: clock, ids: ids, hooks: hooks,
          onEvents: { box.add($0.events) })
      case .memory: MemoryServerStore(clock: clock, ids: ids, onEvents: { box.add($0.events) })
      }
    self.box = box
  }

  deinit {
    // A folder that stays behind fails no test.
    try? FileManager.default.removeItem(atPath: directory)
  }

  /// Events that the store reported, in order.
  var toldEvents: [StoredEvent] { box.events }

  /// How many events each commit told of, in order.
  var toldCommits: [Int] { box.commits }

  /// Ids that no item has.
  func ids(_ count: Int) -> [String] {
    let ids = ItemIdGenerator(seed: 99, clock: clock)
    return (0..<count).map { _ in ids.nextId() }
  }

  /// The context of an administrator's write, whose slices end by what they hold: how long a busy
  /// machine takes for one decides nothing in a test.
  func context(
    key: String? = nil, fingerprint: String = "f", access: any StoreAccess = FullAccess()
  ) -> WriteContext {
    var context = WriteContext(
      access: access, credentialId: "credential", source: "test",
      idempotency: key.map { IdempotencyKey(key: $0, fingerprint: fingerprint) })
    context.limits.sliceTime = .seconds(600)
    return context
  }

  /// Writes a millisecond later than the write before.
  @discardableResult
  func write(
    _ mutation: StoreMutation, key: String? = nil, access: any StoreAccess = FullAccess()
  ) async throws -> JSONValue {
    clock.advance(byMilliseconds: 1)
    return try await store.write(mutation, context(key: key, access: access)).json
  }

  /// Reads.
  func read(
    _ query: StoreQuery, as access: any StoreAccess = FullAccess()
  ) async throws -> JSONValue {
    try await store.read(query, for: access).json
  }

  /// Creates a note and gives its id.
  func note(
    _ title: String, body: String = "text", tags: [String]? = nil, sourceId: String? = nil,
    edges: [String: [String]]? = nil
  ) async throws -> String {
    let answer = try await write(
      .createItem(
        CreateItemInput(
          type: "core.note", properties: ["title": .string(title), "body": .string(body)],
          sourceId: sourceId, tags: tags, edges: edges)))
    return try #require(answer["item"]?["id"]?.stringValue)
  }

  /// The code of the error that a write is refused with; nil when it is not.
  func refusal(_ mutation: StoreMutation, as access: any StoreAccess = FullAccess()) async throws
    -> String?
  {
    do {
      try await write(mutation, access: access)
      return nil
    } catch let error as any MarfaError {
      return error.code
    }
  }

  /// The code of the error that a read is refused with; nil when it is not.
  func refusal(of query: StoreQuery, as access: any StoreAccess = FullAccess()) async throws
    -> String?
  {
    do {
      _ = try await read(query, as: access)
      return nil
    } catch let error as any MarfaError {
      return error.code
    }
  }
}

/// Collects what a store tells.
final class EventBox: Sendable {
  private let stored = Mutex<[[StoredEvent]]>([])

  var events: [StoredEvent] { stored.withLock { $0.flatMap(\.self) } }

  /// How many came at once.
  var commits: [Int] { stored.withLock { $0.map(\.count) } }

  func add(_ events: [StoredEvent]) { stored.withLock { $0.append(events) } }
}

extension StoreAnswer {
  /// The body as a value.
  var json: JSONValue {
    get throws { try JSONParser.parse(body) }
  }
}

extension JSONValue {
  /// A member of an object.
  subscript(_ name: String) -> JSONValue? { objectValue?[name] }

  /// An element of a list.
  subscript(_ index: Int) -> JSONValue? {
    arrayValue.flatMap { $0.indices.contains(index) ? $0[index] : nil }
  }

  /// The ids of the items of a page.
  var ids: [String] {
    (self["data"]?.arrayValue ?? []).compactMap {
      $0["id"]?.stringValue ?? $0["item"]?["id"]?.stringValue
    }
  }
}

/// What a member with some permissions may do.
struct SomeAccess: StoreAccess {
  var readable: Set<String> = []
  var writable: Set<String> = []
  var readableEdges: Set<String> = []
  var writableEdges: Set<String> = []
  var readableExtensions: Set<String> = []
  var writableExtensions: Set<String> = []
  var mayChangeTypes = false
  var mayChangeProfile = false
  var isAdministrator = false
  var isUnrestricted: Bool { false }

  func mayRead(type: String, in types: TypeRegistry) -> Bool {
    readable.contains { types.isType(type, kindOf: $0) }
  }
  func mayWrite(type: String, in types: TypeRegistry) -> Bool { writable.contains(type) }
  func mayRead(edgeType: String) -> Bool { readableEdges.contains(edgeType) }
  func mayWrite(edgeType: String) -> Bool { writableEdges.contains(edgeType) }
  func mayRead(extension namespace: String) -> Bool { readableExtensions.contains(namespace) }
  func mayWrite(extension namespace: String) -> Bool { writableExtensions.contains(namespace) }
}
