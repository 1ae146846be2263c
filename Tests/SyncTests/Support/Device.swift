import Foundation
import MarfaSDK
import MarfaSDKTestSupport

/// What a server has.
enum ServerOffer: CaseIterable {
  case everything
  /// The documented API, and nothing else.
  case documented
}

/// A person's device: a store in memory, and an engine on a line to a server.
struct Device: Sendable {
  let client: MarfaClient
  let store: LocalStore
  let line: InMemoryServer
  let connection = ConnectionStateManager()

  /// A device with its own ids, connected but not started.
  init(
    _ name: String, _ server: InMemoryServer, seed: UInt64,
    conflict: ConflictStrategy = .auto,
    textMerge: ClientConfiguration.TextMerge = .never, store given: LocalStore? = nil,
    permissions: PermissionMaps? = nil, clock: any WallClock = SystemWallClock(),
    lockPath: String? = nil, label: String? = nil, offer: ServerOffer = .everything
  ) async throws {
    line = server.line(name, permissions)
    if offer == .documented { line.hideExtensions() }
    let environment = StoreEnvironment(
      clock: clock,
      ids: ItemIdGenerator(clock: clock, randomness: SeededRandomness(seed: seed)), device: label)
    store = try given ?? LocalStore.inMemory(environment: environment)
    client = try await MarfaClient.synced(
      store: store, transport: line, connectionManager: connection,
      configuration: ClientConfiguration(
        environment: environment, conflictStrategy: conflict, textMerge: textMerge),
      lockPath: lockPath, drainDebounceInterval: .zero)
  }

  /// Starts the engine and waits until everything is where it belongs.
  func start() async throws {
    let events = try events()
    await client.syncEngine?.start()
    try await events.untilSynced()
  }

  /// What the engine reports from now on.
  func events() throws -> SyncEventReader {
    guard let engine = client.syncEngine else { throw SyncEventReader.Ended() }
    return SyncEventReader(engine.events)
  }

  /// Waits until the server has all of some work.
  ///
  /// A `synced` of what was done before may come during the work: it does not count while something
  /// waits.
  func synced(after work: () async throws -> Void) async throws {
    let events = try events()
    try await work()
    repeat { try await events.untilSynced() } while try await !store.pendingMutations().isEmpty
  }

  /// Creates a note.
  @discardableResult
  func note(_ title: String, _ body: String = "", tags: [String]? = nil) async throws -> Item {
    try await client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": .string(title), "body": .string(body)],
        tags: tags))
  }

  /// The body that a note shows.
  func body(_ id: String) async throws -> String? {
    try await client.items.get(id: id).properties["body"]?.stringValue
  }
}

/// Reads the events of an engine one after the other.
actor SyncEventReader {
  /// The events ended.
  struct Ended: Error {}

  private var iterator: AsyncStream<SyncEvent>.Iterator
  private(set) var seen: [String] = []

  init(_ events: AsyncStream<SyncEvent>) { iterator = events.makeAsyncIterator() }

  /// The next event for which a condition holds.
  func next(where condition: @Sendable (SyncEvent) -> Bool) async throws -> SyncEvent {
    var own = iterator
    while let event = await own.next(isolation: self) {
      iterator = own
      seen.append(Self.name(event))
      if condition(event) { return event }
    }
    throw Ended()
  }

  func untilSynced() async throws {
    _ = try await next { if case .synced = $0 { true } else { false } }
  }

  /// Waits for news of an item.
  func until(item id: String) async throws {
    _ = try await next {
      switch $0 {
      case .itemCreated(let other), .itemUpdated(let other), .itemDeleted(let other): other == id
      default: false
      }
    }
  }

  private static func name(_ event: SyncEvent) -> String {
    String(describing: event).prefix { $0 != "(" }.description
  }
}
