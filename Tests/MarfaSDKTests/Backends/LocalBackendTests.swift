import GRDB
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct LocalBackendTests {
  /// A call that only a server can answer.
  struct ServerCall: Sendable, CustomTestStringConvertible {
    let namespace: String
    let name: String
    let run: @Sendable (MarfaClient) async throws -> Void

    var testDescription: String { "\(namespace).\(name)" }

    init(
      _ namespace: String, _ name: String,
      _ run: @escaping @Sendable (MarfaClient) async throws -> Void
    ) {
      self.namespace = namespace
      self.name = name
      self.run = run
    }
  }

  static let serverCalls: [ServerCall] = [
    ServerCall("blobs", "upload") { try await $0.blobs.upload(data: [1, 2], mimeType: "a/b") },
    ServerCall("blobs", "get") { _ = try await $0.blobs.get("sha256:00") },
    ServerCall("blobs", "exists") { _ = try await $0.blobs.exists("sha256:00") },
    ServerCall("blobs", "url") { _ = try await $0.blobs.url("sha256:00") },
    ServerCall("types", "list") { _ = try await $0.types.list() },
    ServerCall("types", "get") { _ = try await $0.types.get(id: "core.note") },
    ServerCall("types", "register") { try await $0.types.register(ItemType(id: "user.recipe")) },
    ServerCall("types", "update") { try await $0.types.update(ItemType(id: "user.recipe")) },
    ServerCall("types", "delete") { try await $0.types.delete(id: "user.recipe") },
    ServerCall("keys", "list") { _ = try await $0.keys.list() },
    ServerCall("keys", "create") {
      _ = try await $0.keys.create(CreateKeyBody(label: "phone", source: "phone"))
    },
    ServerCall("keys", "update") { try await $0.keys.update(id: "k", PatchKeyBody(label: "x")) },
    ServerCall("keys", "delete") { try await $0.keys.delete(id: "k") },
    ServerCall("webhooks", "list") { _ = try await $0.webhooks.list() },
    ServerCall("webhooks", "get") { _ = try await $0.webhooks.get(id: "w") },
    ServerCall("webhooks", "create") {
      try await $0.webhooks.create(CreateWebhookBody(url: "http://a", events: ["item.created"]))
    },
    ServerCall("webhooks", "update") {
      try await $0.webhooks.update(id: "w", PatchWebhookBody(active: false))
    },
    ServerCall("webhooks", "delete") { try await $0.webhooks.delete(id: "w") },
    ServerCall("webhooks", "deliveries") { _ = try await $0.webhooks.deliveries(id: "w") },
  ]

  @Test(arguments: serverCalls)
  func `a local client refuses what only a server can do`(call: ServerCall) async throws {
    let client = try await MarfaClient.inMemory()

    let error = await #expect(throws: LocalModeUnsupportedError.self) { try await call.run(client) }

    #expect(error?.code == "local_mode_unsupported")
    #expect(error?.details == ["namespace": .string(call.namespace)])
  }

  @Test func `a failure of the store is a MarfaError that says which`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let note = try await MarfaClient.local(path: path).items
      .create(CreateItemInput(type: "core.note", properties: ["body": "x"]))
    let client = try await MarfaClient.local(path: path, access: .readOnly)

    var caught: (any MarfaError)?
    do {
      try await client.items.update(id: note.id, properties: ["body": "y"])
    } catch let error as any MarfaError {
      caught = error
    }

    #expect(caught?.code == "storage_error")
    #expect(caught?.details == ["kind": "readOnly"])
    #expect((caught as? LocalStorageError)?.storage.code == .readOnly)
    #expect(try await client.items.get(id: note.id).properties["body"] == "x")
  }

  private typealias Call = @Sendable () async throws -> Void

  /// The code of the `MarfaError` that each call ends with.
  private func codes(of calls: [Call]) async -> [String] {
    var codes: [String] = []
    for call in calls {
      do {
        try await call()
        codes.append("no error")
      } catch let error as any MarfaError {
        codes.append(error.code)
      } catch {
        codes.append("not a MarfaError: \(error)")
      }
    }
    return codes
  }

  @Test func `a failure of the store in a call about files is a MarfaError`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let client = try await MarfaClient.local(path: path)
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "x"]))
    let files = try #require(client.attachments)
    let added = try await files.add(data: Array("a".utf8), to: note.id, title: "a.txt").attachment
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "DROP TABLE upload; DROP TABLE blob")
    }

    let calls: [Call] = [
      { _ = try await files.add(file: path, to: note.id) },
      { _ = try await files.add(data: [0], to: note.id, title: "b") },
      { _ = try await files.list(note.id) },
      { _ = try await files.remove(added, from: note.id) },
      { _ = try await files.remove(added.blobRef, from: note.id) },
      { _ = try await files.get(added.blobRef) },
      { try await files.copy(added.blobRef, to: folder.path("copy")) },
      { _ = try await files.uploads() },
      { try await files.pause(added.blobRef) },
      { try await files.resume(added.blobRef) },
      { try await files.cancel(added.blobRef) },
      { try await files.move(added.blobRef, to: 0) },
    ]

    #expect(await codes(of: calls) == calls.map { _ in "storage_error" })
  }

  @Test func `an item whose JSON is damaged is a MarfaError in each call that reads it`()
    async throws
  {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let client = try await MarfaClient.local(path: path)
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "x", "colour": "red"]))
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "UPDATE item SET properties = '{'")
    }

    let calls: [Call] = [
      { _ = try await client.items.get(id: note.id) },
      { _ = try await client.items.list() },
      { _ = try await client.items.update(id: note.id, properties: ["colour": "blue"]) },
    ]

    #expect(await codes(of: calls) == calls.map { _ in "storage_error" })
    let error = await #expect(throws: LocalStorageError.self) {
      _ = try await client.items.get(id: note.id)
    }
    #expect(error?.details == ["kind": "corrupt"])
    #expect(error?.storage.detail == "JSON that breaks off at byte 1")
  }

  @Test func `a queued change whose JSON is damaged is a MarfaError`() async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")
    let store = try LocalStore.open(path: path)
    try await store.logIn(to: ServerIdentity(url: "https://notes.example"))
    let client = LocalClient(store: store)
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "x"]))
    _ = try await client.metadata.addTags(id: note.id, tags: ["a"])
    try await DatabaseQueue(path: path).write { db in
      try db.execute(sql: "UPDATE mutation SET detail = '['")
    }

    let calls: [Call] = [
      { _ = try await client.metadata.addTags(id: note.id, tags: ["b"]) }
    ]

    #expect(await codes(of: calls) == ["storage_error"])
  }

  @Test func `a file that cannot be read is a MarfaError that says why`() async throws {
    let folder = TemporaryFolder()
    let client = try await MarfaClient.local(path: folder.path("notes.sqlite"))
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["body": "x"]))
    let files = try #require(client.attachments)
    let hash = "sha256:" + String(repeating: "0", count: 64)

    let calls: [Call] = [
      { _ = try await files.add(file: folder.path("absent"), to: note.id) },
      { _ = try await files.get(hash) },
      { try await files.copy(hash, to: folder.path("copy")) },
      { _ = try await files.list("absent") },
    ]

    #expect(
      await codes(of: calls) == ["file_error", "file_error", "file_error", "item_not_found"])
    let missing = await #expect(throws: BlobFileError.self) { _ = try await files.get(hash) }
    #expect(missing?.details == ["kind": "missing", "path": .string(hash)])
    #expect(missing?.status == nil)
  }

  @Test func `the store creates an item from the documented input`() async throws {
    let fixture = try await StoreFixture()

    let item = try await fixture.store.createItem(
      CreateItemInput(
        id: "0199d1e0-0000-7000-8000-000000000001", type: "core.note", properties: ["body": "x"]))

    #expect(item.id == "0199d1e0-0000-7000-8000-000000000001")
    #expect(try await fixture.client.items.get(id: item.id) == item)
  }

  @Test func `the store's documented creation refuses what is wrong, and writes nothing`()
    async throws
  {
    let fixture = try await StoreFixture()

    await #expect(throws: ValidationError.self) {
      try await fixture.store.createItem(CreateItemInput(type: "core.nothing"))
    }
    let foreign = await #expect(throws: ValidationError.self) {
      try await fixture.store.createItem(
        CreateItemInput(id: "note-7", type: "core.note", properties: ["body": "x"]))
    }
    #expect(foreign?.code == ErrorCode.invalidId)

    #expect(try await fixture.client.items.list().data == [])
  }

  @Test @MainActor func `the queries' home of a client follows its store`() async throws {
    let fixture = try await StoreFixture()
    let store = try #require(MarfaStore(client: fixture.client))
    let query = store.query()
    await store.settle()

    try await fixture.note("Rye")
    await store.settle()

    #expect(query.items.map(\.properties["title"]) == ["Rye"])
  }
}
