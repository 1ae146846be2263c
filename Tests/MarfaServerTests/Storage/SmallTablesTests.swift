import Foundation
import GRDB
import MarfaModel
import Testing

@testable import MarfaServer

/// Keys, blobs, uploads, settings and profile.
@Suite(.timeLimit(.minutes(20))) struct SmallTablesTests {
  private func key(_ id: String, hash: String = "h") -> StoredKey {
    StoredKey(
      id: id, hash: hash, label: "laptop", source: "me", role: "member", defaultTier: .feed,
      typePermissions: ["core.*": "write"], extensionPermissions: ["app.x": "read"],
      edgePermissions: ["*": "write"], metadataPermissions: ["types": "write"],
      documentPermissions: ["plan.*": "read"], createdAt: Timestamp(milliseconds: 5))
  }

  @Test func `a key comes back by id and hash as it was kept`() async throws {
    let fixture = try StoreFixture()

    try await fixture.store.createKey(key("k1"), .first)

    #expect(try await fixture.store.key(hash: "h") == key("k1"))
    #expect(try await fixture.store.key(id: "k1") == key("k1"))
    #expect(try await fixture.store.key(hash: "H") == nil)
  }

  @Test func `only the first key is the first`() async throws {
    let fixture = try StoreFixture()
    try await fixture.store.createKey(key("k1"), .first)

    await #expect(throws: UnauthorizedError.self) {
      try await fixture.store.createKey(key("k2", hash: "i"), .first)
    }
    await #expect(throws: APIError.self) { try await fixture.store.createKey(key("k2"), .always) }
    try await fixture.store.createKey(key("k2", hash: "i"), .always)
    #expect(try await fixture.store.keys().map(\.id) == ["k1", "k2"])
  }

  @Test func `a key can change, be used and be revoked`() async throws {
    let fixture = try StoreFixture()
    let store = fixture.store
    try await store.createKey(key("k1"), .always)
    let change = StoreMutation.patchKey(
      id: "k1", PatchKeyBody(label: "desk", typePermissions: [:]))

    try await fixture.write(change)
    try await store.touchKeys([
      "k1": Timestamp(milliseconds: 9), "none": Timestamp(milliseconds: 9),
    ])
    try await store.touchKeys(["k1": Timestamp(milliseconds: 7)])

    let stored = try await store.key(id: "k1")
    #expect(stored?.label == "desk")
    #expect(stored?.typePermissions == [:])
    #expect(stored?.source == "me")
    #expect(stored?.lastUsedAt == Timestamp(milliseconds: 9))
    try await fixture.write(.deleteKey(id: "k1"))
    #expect(try await store.key(hash: "h") == nil)
    #expect(try await fixture.refusal(.deleteKey(id: "k1")) == "not_found")
    #expect(try await fixture.refusal(change) == "not_found")
    #expect(try await fixture.refusal(change, as: SomeAccess()) == "forbidden")
  }

  @Test func `the last administrator's key stays`() async throws {
    let fixture = try StoreFixture()
    var first = key("a")
    first.role = "admin"
    var second = key("b", hash: "i")
    second.role = "admin"
    for key in [first, second, key("c", hash: "j")] {
      try await fixture.store.createKey(key, .always)
    }

    try await fixture.write(.deleteKey(id: "a"))

    #expect(try await fixture.refusal(.deleteKey(id: "b")) == "conflict")
    #expect(try await fixture.store.keys().map(\.id) == ["b", "c"])
  }

  private func blob(_ digit: Character, at time: Int64 = 1) -> StoredBlob {
    StoredBlob(
      hash: "sha256:" + String(repeating: digit, count: 64), mimeType: "image/png", size: 3,
      createdAt: Timestamp(milliseconds: time))
  }

  @Test func `a blob is noted once and stays while an item refers to it`() async throws {
    let fixture = try StoreFixture()
    let store = fixture.store
    var again = blob("a")
    again.mimeType = "text/plain"

    #expect(try await store.putBlob(blob("a")) == blob("a"))
    #expect(try await store.putBlob(again) == blob("a"))
    _ = try await store.putBlob(blob("b"))
    _ = try await store.putBlob(blob("c", at: 99))
    let made = try await fixture.write(
      .createItem(
        CreateItemInput(
          type: "core.file.image", properties: ["blob_ref": .string(blob("a").hash)],
          attachments: [Attachment(blobRef: blob("c").hash, mimeType: "a/b")])))
    let id = try #require(made["item"]?["id"]?.stringValue)

    #expect(try await store.blobs(after: blob("a").hash, limit: 1) == [blob("b")])
    #expect(
      try await store.unreferencedBlobs(before: Timestamp(milliseconds: 100), limit: 9)
        == [blob("b")])
    #expect(!(try await store.deleteUnreferencedBlob(hash: blob("a").hash)))
    #expect(try await store.deleteUnreferencedBlob(hash: blob("b").hash))
    try await fixture.write(.purgeItem(id: id))
    #expect(
      try await store.unreferencedBlobs(before: Timestamp(milliseconds: 50), limit: 9)
        == [blob("a")])
    await #expect(throws: ValidationError.self) {
      try await store.putBlob(
        StoredBlob(hash: "../x", mimeType: "a/b", size: 1, createdAt: fixture.clock.now))
    }
  }

  @Test func `an upload goes on only from its own offset and ends as a blob`() async throws {
    let fixture = try StoreFixture()
    let upload = StoredUpload(
      id: "u", credentialId: "c", length: 10, metadata: ["sha256": "x"],
      createdAt: Timestamp(milliseconds: 1), expiresAt: Timestamp(milliseconds: 5))
    let later = Timestamp(milliseconds: 9)
    try await fixture.store.createUpload(upload)

    #expect(try await fixture.store.upload(id: "u") == upload)
    try await fixture.store.advanceUpload(id: "u", from: 0, to: 4, expiresAt: later)
    await #expect(throws: APIError.self) {
      try await fixture.store.advanceUpload(id: "u", from: 0, to: 4, expiresAt: later)
    }
    await #expect(throws: APIError.self) {
      try await fixture.store.advanceUpload(id: "u", from: 4, to: 11, expiresAt: later)
    }
    #expect(try await fixture.store.expiredUploads(at: Timestamp(milliseconds: 8), limit: 9) == [])
    #expect(try await fixture.store.expiredUploads(at: later, limit: 9).map(\.offset) == [4])
    #expect(try await fixture.store.finishUpload(id: "u", as: blob("a")) == blob("a"))
    #expect(try await fixture.store.upload(id: "u")?.hash == blob("a").hash)
    await #expect(throws: NotFoundError.self) {
      try await fixture.store.finishUpload(id: "none", as: blob("b"))
    }
    #expect(try await fixture.store.blob(hash: blob("b").hash) == nil)
    try await fixture.store.deleteUpload(id: "u")
  }

  @Test func `a profile from before it was an item has an id afterwards`() throws {
    let queue = try DatabaseQueue()
    try ServerSchema.migrator.migrate(queue, upTo: "4 cursor secret")
    try queue.write {
      try $0.execute(
        sql: #"INSERT INTO space VALUES ('profile', '{"email_verified":true,"username":"heron"}')"#)
    }

    try ServerSchema.migrator.migrate(queue)

    let text = try queue.read {
      try String.fetchOne($0, sql: "SELECT value FROM space WHERE name = 'profile'")
    }
    let profile = try JSONDecoder().decode(Profile.self, from: Data(try #require(text).utf8))
    #expect(profile.username == "heron")
    #expect(profile.emailVerified)
    #expect(profile.id.map(UUIDv7.isValid) == true)
  }

  @Test func `a profile without times is no item yet`() async throws {
    let fixture = try StoreFixture()
    let file = try DatabaseQueue(path: fixture.directory + "/marfa-server.sqlite")
    try await file.write {
      let id = "01890a5d-ac96-774b-bcce-b302099a8057"
      try $0.execute(
        sql: "INSERT INTO space VALUES ('profile', ?)",
        arguments: [#"{"email_verified":false,"id":"\#(id)","username":"heron"}"#])
    }
    let list = ItemListRequest(ListFilters(type: "system.profile"))

    #expect(try await fixture.read(.items(list)).ids == [])
    _ = try await fixture.write(.patchProfile(PatchProfileBody(username: "egret")))
    #expect(
      try await fixture.read(.items(list)).ids == ["01890a5d-ac96-774b-bcce-b302099a8057"])
  }

  @Test func `settings and profile are kept`() async throws {
    let fixture = try StoreFixture()
    let settings = SpaceSettings(trashRetentionDays: 3, refusesUnknownProperties: true)

    try await fixture.store.setSettings(settings)
    let change = StoreMutation.patchProfile(PatchProfileBody(username: "heron"))
    let answer = try await fixture.write(change)

    let profile = try await fixture.store.profile()
    #expect(try await fixture.store.settings() == settings)
    #expect(profile.username == "heron")
    #expect(profile.updatedAt == fixture.clock.now.iso8601)
    #expect(answer["username"] == "heron")
    #expect(try await fixture.refusal(change, as: SomeAccess()) == "forbidden")
  }
}
