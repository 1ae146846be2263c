import GRDB
import MarfaModel
import Testing

@testable import MarfaServer

/// A database of the build before items said which device moved them to their state.
@Suite(.timeLimit(.minutes(20))) struct StateDeviceUpgradeTests {
  private static let before = "19 vectors and rights of documents"

  @Test func `items in the trash of the former build stay, without a device`() throws {
    let queue = try DatabaseQueue()
    try ServerSchema.migrator.migrate(queue, upTo: Self.before)
    try queue.write {
      try $0.execute(
        sql: """
          INSERT INTO item(id, type, state, version, schema_version, source, device, timestamp,
            created_at, updated_at, trashed_at, tags, properties)
          VALUES ('a', 'core.note', 2, 3, 1, 'key', 'desk', 1, 2, 3, 4, 'x', '{"body":"text"}')
          """)
    }

    try ServerSchema.migrator.migrate(queue)

    let row = try #require(try queue.read { try $0.itemRow(id: "a") })
    #expect((row.state, row.version, row.trashedAt) == (.trashed, 3, 4))
    #expect((row.device, row.stateDevice) == ("desk", nil))
    #expect((row.tags, row.properties) == (["x"], #"{"body":"text"}"#))
  }

  @Test func `a directory of the former build takes devices, also if it was killed meanwhile`()
    async throws
  {
    struct Killed: Error {}
    let former = try FormerStore(notes: 10)
    defer { former.remove() }
    let clock = ManualWallClock(Timestamp(milliseconds: FormerStore.newest + 1_000))
    func open(killedBefore step: String? = nil) throws -> SQLiteServerStore {
      var hooks = StoreHooks()
      hooks.willUpgrade = { if $0 == step { throw Killed() } }
      return try SQLiteServerStore(
        directory: former.directory, clock: clock, ids: ItemIdGenerator(seed: 3, clock: clock),
        hooks: hooks, onEvents: { _ in })
    }
    #expect(throws: Killed.self) { try open(killedBefore: "20 devices of states") }

    let store = try open()

    let id = FormerStore.id(3)
    _ = try await store.write(.trashItem(id: id, device: "laptop"), WriteContext.server)
    let item = try await store.read(.item(id: id), for: FullAccess()).json["item"]
    #expect(item?["state"] == "trashed")
    #expect(item?["state_device"] == "laptop")
    #expect(try await store.check() == [])
    try await store.close()
  }
}
