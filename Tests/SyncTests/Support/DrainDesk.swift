import Foundation
import MarfaSDK
import TestSupport

/// A connected store of which a test makes each half of an exchange itself, on a clock that it
/// sets.
struct DrainDesk {
  let clock = ManualWallClock(Timestamp(milliseconds: 1_800_000_000_000))
  let folder: TemporaryDirectory
  private(set) var store: LocalStore
  let policy = SyncPolicy(url: "https://notes.example", fraction: { 0.5 })

  init() async throws {
    folder = try TemporaryDirectory()
    store = try Self.open(folder, clock)
    try await store.logIn(to: ServerIdentity(url: "https://notes.example"))
  }

  private static func open(_ folder: TemporaryDirectory, _ clock: ManualWallClock) throws
    -> LocalStore
  {
    try LocalStore.open(
      path: folder.path + "/notes.sqlite",
      environment: StoreEnvironment(clock: clock, ids: ItemIdGenerator(seed: 3, clock: clock)))
  }

  /// Opens the file again, as another process does.
  mutating func reopen() throws { store = try Self.open(folder, clock) }

  /// Changes something that is to be sent.
  @discardableResult
  func note(_ title: String) async throws -> String {
    try await MarfaClient(store: store).items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": .string(title), "body": ""])
    ).id
  }

  /// The next request of the queue.
  func next() async throws -> Exchange? { try await store.nextExchange(.drain).exchange }

  /// Takes an answer.
  @discardableResult
  func settle(
    _ exchange: Exchange?, status: Int, headers: [String: String] = [:], body: String = ""
  ) async throws -> ExchangeOutcome {
    guard let exchange else { throw Missing() }
    return try await store.settle(
      exchange,
      .response(TransportResponse(status: status, headers: headers, body: Array(body.utf8))),
      policy)
  }

  /// There was nothing to send.
  struct Missing: Error {}
}
