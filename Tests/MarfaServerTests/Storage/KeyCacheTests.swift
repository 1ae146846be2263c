import MarfaModel
import MarfaServer
import Testing

/// Keys are remembered for a moment, and never beyond their end.
@Suite(.timeLimit(.minutes(20))) struct KeyCacheTests {
  private static func stored(_ fixture: StoreFixture) async throws -> StoredKey {
    let key = StoredKey(
      id: "key", hash: "hash", label: "label", source: "Source", role: "member",
      typePermissions: ["core.*": "read"], edgePermissions: ["about": "write"],
      createdAt: fixture.clock.now)
    try await fixture.store.createKey(key, .always)
    return key
  }

  @Test func `a key is the same when it is asked for again`() async throws {
    let fixture = try StoreFixture()
    let key = try await Self.stored(fixture)

    for _ in 0..<2 {
      let found = try await fixture.store.key(hash: "hash")
      #expect(found == key)
    }
    #expect(try await fixture.store.key(hash: "other") == nil)
  }

  @Test func `a change counts for the next request`() async throws {
    let fixture = try StoreFixture()
    _ = try await Self.stored(fixture)
    #expect(try await fixture.store.key(hash: "hash") != nil)

    try await fixture.write(.patchKey(id: "key", PatchKeyBody(label: "new")))
    #expect(try await fixture.store.key(hash: "hash")?.label == "new")

    try await fixture.write(.deleteKey(id: "key"))
    #expect(try await fixture.store.key(hash: "hash") == nil)
  }

  @Test func `a key that a tool next to the server revokes is refused at once`() async throws {
    let fixture = try StoreFixture()
    _ = try await Self.stored(fixture)
    #expect(try await fixture.store.key(hash: "hash") != nil)
    let tool = try SQLiteServerStore(
      besideServerIn: fixture.directory, ids: ItemIdGenerator(seed: 2, clock: fixture.clock))

    let context = WriteContext(access: FullAccess(), credentialId: "", source: "")
    _ = try await tool.write(.deleteKey(id: "key"), context)
    try await tool.close()

    #expect(try await fixture.store.key(hash: "hash") == nil)
  }
}
