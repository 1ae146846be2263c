import MarfaSDK

/// Clients and stores for tests: in memory, with clocks that do not move and ids that repeat.
///
/// ```swift
/// let client = try MarfaSDKTest.makeInMemoryClient()
/// let note = try await client.items.create(
///   CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour, water"]))
/// ```
public enum MarfaSDKTest {
  /// When the wall clock of ``environment(seed:clock:)`` starts: 2026-01-01T00:00:00Z.
  public static let start = Timestamp(milliseconds: 1_767_225_600_000)

  /// What a store takes from outside, made repeatable.
  ///
  /// - Parameters:
  ///   - seed: Decides the ids; the same seed and times give the same ids.
  ///   - clock: Gives the time that is stamped.
  /// - Returns: The environment.
  public static func environment(
    seed: UInt64 = 1, clock: ManualWallClock = ManualWallClock(start)
  ) -> StoreEnvironment {
    StoreEnvironment(clock: clock, ids: ItemIdGenerator(seed: seed, clock: clock))
  }

  /// An empty store in memory.
  ///
  /// - Parameters:
  ///   - seed: Decides the ids.
  ///   - clock: Gives the time that is stamped.
  /// - Returns: The store, which is gone with its last reference.
  /// - Throws: `StorageError` when the schema cannot be made.
  public static func makeInMemoryStore(
    seed: UInt64 = 1, clock: ManualWallClock = ManualWallClock(start)
  ) throws -> LocalStore {
    try LocalStore.inMemory(environment: environment(seed: seed, clock: clock))
  }

  /// A client on an empty store in memory, without any server.
  ///
  /// - Parameters:
  ///   - seed: Decides the ids.
  ///   - clock: Gives the time that is stamped.
  /// - Returns: The client.
  /// - Throws: `StorageError` when the schema cannot be made.
  public static func makeInMemoryClient(
    seed: UInt64 = 1, clock: ManualWallClock = ManualWallClock(start)
  ) throws -> MarfaClient {
    MarfaClient(store: try makeInMemoryStore(seed: seed, clock: clock))
  }
}
