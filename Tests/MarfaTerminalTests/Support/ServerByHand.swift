import Foundation
import MarfaSDK
import MarfaSDKTestSupport

/// A store that has a server, and that server's part, played step by step.
@MainActor final class ServerByHand {
  static let url = "https://notes.example"
  let store: LocalStore
  let clock = ManualWallClock(MarfaSDKTest.start)
  private(set) var items: [String: Item] = [:]
  private var eventId = 0
  /// What each version of each note was.
  private var history: [String: [Int: PropertiesSnapshot]] = [:]

  private struct NothingWaits: Error {}

  /// A store that belongs to the server, with nothing in either.
  ///
  /// - Parameter willRead: Called before each read of the store.
  /// - Throws: `StorageError` when the schema cannot be made.
  init(willRead: (@Sendable () -> Void)? = nil) throws {
    var environment = MarfaSDKTest.environment(clock: clock)
    environment.willRead = willRead
    store = try LocalStore.inMemory(environment: environment)
    try SynchronousStore(store).logIn(to: ServerIdentity(url: Self.url))
  }

  /// Says who it is to a client that asks the person about conflicts.
  ///
  /// - Parameters:
  ///   - offers: What it offers beyond the documented API.
  ///   - limits: What it takes at most.
  ///   - keyLabel: What the client's key is called; nil where it does not say.
  /// - Throws: What the store throws.
  func identify(
    offering offers: [String] = [], limits: [String: JSONValue] = [:], keyLabel: String? = nil
  ) throws {
    let local = SynchronousStore(store)
    guard let exchange = try local.nextExchange(.identify) else { throw NothingWaits() }
    var offered = Dictionary(uniqueKeysWithValues: offers.map { ($0, JSONValue.bool(true)) })
    if !limits.isEmpty { offered["limits"] = .object(limits) }
    if let keyLabel { offered["key_label"] = .string(keyLabel) }
    let answer =
      offered.isEmpty
      ? TransportResponse(status: 404, body: [])
      : TransportResponse(status: 200, body: JSONWriter.bytes(of: .object(offered)))
    _ = try local.settle(
      exchange, .response(answer),
      SyncPolicy(url: Self.url, conflict: .manual))
  }

  /// Lets a note appear that another device made.
  @discardableResult
  func add(_ title: String, _ body: String, id: String? = nil) throws -> String {
    clock.advance(byMilliseconds: 60_000)
    let id = id ?? store.environment.ids.nextId()
    let time = clock.now.iso8601
    let item = Item(
      id: id, type: "core.note", properties: ["title": .string(title), "body": .string(body)],
      device: "phone", timestamp: time, createdAt: time, updatedAt: time)
    try tell(item, "item.created")
    return id
  }

  /// Changes a note as another device does; the store hears of it at once if it is reported.
  func edit(
    _ id: String, tells: Bool = true, _ change: (inout [String: JSONValue]) -> Void
  ) throws {
    guard var item = items[id] else { throw NothingWaits() }
    clock.advance(byMilliseconds: 1_000)
    change(&item.properties)
    item.version += 1
    item.updatedAt = clock.now.iso8601
    item.device = "phone"
    if tells { try tell(item, "item.updated") } else { keep(item) }
  }

  /// Moves a note to the trash as another device does.
  func trash(_ id: String, by device: String? = nil) throws {
    guard var item = items[id] else { throw NothingWaits() }
    clock.advance(byMilliseconds: 1_000)
    (item.state, item.updatedAt, item.stateDevice) = (.trashed, clock.now.iso8601, device)
    try tell(item, "item.state_changed")
  }

  private func tell(_ item: Item, _ event: String) throws {
    keep(item)
    eventId += 1
    _ = try SynchronousStore(store).apply([
      SSEEvent(
        id: String(eventId), event: event, data: String(decoding: item.jsonBytes(), as: UTF8.self))
    ])
  }

  /// Tells the store of a note's present state.
  func tell(_ id: String) throws {
    guard let item = items[id] else { throw NothingWaits() }
    try tell(item, "item.updated")
  }

  private func keep(_ item: Item) {
    items[item.id] = item
    history[item.id, default: [:]][item.version] = PropertiesSnapshot(
      version: item.version, properties: item.properties)
  }

  // MARK: - Answers

  /// Takes the next change that waits, as the rules say: an update of an older version is refused
  /// with the three sides.
  ///
  /// - Returns: Whether one waited.
  @discardableResult
  func takeNext(conflict: ConflictStrategy = .manual) throws -> Bool {
    try exchange(conflict: conflict) { mutation in
      guard mutation.kind == .updateItem, let id = mutation.itemId, var item = items[id],
        let patch = mutation.request.body?.objectValue?["properties"]?.objectValue
      else { return TransportResponse(status: 204) }
      guard mutation.request.body?.objectValue?["version"]?.integerValue == Int64(item.version)
      else { return contradiction(item, mutation) }
      item.properties.merge(patch) { $1 }
      item.version += 1
      item.updatedAt = clock.now.iso8601
      keep(item)
      return TransportResponse(
        status: 200,
        body: Array("{\"item\":".utf8) + item.jsonBytes() + Array("}".utf8))
    }
  }

  /// Answers the next change that waits with an error.
  func refuseNext(_ status: Int, _ code: String, _ message: String) throws {
    let error = APIError(code: code, message: message, status: status)
    let isThere = try exchange(conflict: .manual) { _ in
      TransportResponse(status: status, body: Self.body(of: error))
    }
    guard isThere else { throw NothingWaits() }
  }

  private func exchange(
    conflict: ConflictStrategy, _ answer: (ClaimedMutation) throws -> TransportResponse
  ) throws -> Bool {
    let local = SynchronousStore(store)
    guard let exchange = try local.nextExchange(.drain),
      case .mutation(let mutation) = exchange.subject
    else { return false }
    _ = try local.settle(
      exchange, .response(answer(mutation)),
      SyncPolicy(
        url: Self.url, conflict: conflict, mergesDisjointTexts: true, fraction: { 0.5 }))
    return true
  }

  private func contradiction(_ item: Item, _ mutation: ClaimedMutation) -> TransportResponse {
    let error = ConflictError(
      current: PropertiesSnapshot(version: item.version, properties: item.properties),
      ancestor: mutation.baseVersion.flatMap { history[item.id]?[$0] }, conflictingFields: [],
      clientPatch: [:], mergePolicy: MergePolicy(fields: ["body": .keepBothCopies]))
    return TransportResponse(status: 409, body: Self.body(of: error))
  }

  private static func body(of error: any MarfaError) -> [UInt8] {
    // An envelope has only what can be encoded.
    (try? JSONEncoder().encode(ErrorEnvelope(error))).map(Array.init) ?? []
  }
}
