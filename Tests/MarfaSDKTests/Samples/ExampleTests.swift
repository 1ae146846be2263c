import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import TestSupport
import Testing

/// The examples in the documentation of the module's types.
@Suite(.timeLimit(.minutes(20))) struct ExampleTests {
  @Test func `every example of the documentation is compiled here`() throws {
    let examples = try DocumentedExamples(
      of: "Sources/MarfaSDK", compiledIn: "Tests/MarfaSDKTests/Samples", "Tests/SyncTests/Samples")

    #expect(examples.missing == [])
    #expect(examples.count >= 51)
  }

  @Test func `every example of the test support is compiled here`() throws {
    let examples = try DocumentedExamples(
      of: "Sources/MarfaSDKTestSupport", compiledIn: "Tests/MarfaSDKTests/Samples")

    #expect(examples.missing == [])
    #expect(examples.count >= 3)
  }

  /// A client in memory with a note about a book.
  private func fixture() async throws -> (client: MarfaClient, note: Item, book: Item) {
    let client = try MarfaSDKTest.makeInMemoryClient()
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour, water"]))
    let book = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Breads", "body": ""]))
    try await client.metadata.addTags(id: note.id, tags: ["bread"])
    return (client, note, book)
  }

  @Test @MainActor func `the queries of a store show what its notes hold`() async throws {
    let (client, note, book) = try await fixture()
    let local = try #require(client.store)
    try await client.edges.create(
      CreateEdgeInput(sourceId: note.id, targetId: book.id, edgeType: "about"))
    var shown: [String] = []
    func show<Value>(_ value: Value) { shown.append("\(value)") }

    let store = MarfaStore(store: local)
    let breads = store.query(filters: ListFilters(tags: ["bread"]))
    show(breads.items.count)

    let query = store.query(filters: ListFilters(type: "core.note", tags: ["bread"]))
    if query.isLoading { show("…") }
    show(query.items.count)

    let single = store.queryItem(id: note.id)
    show(single.item?.version ?? 0)

    let notes = store.query(CoreNote.self, filters: ListFilters(tags: ["bread"]))
    show(notes.items.first?.body ?? "none yet")

    let tagged = store.queryItemsWithMetadata(filters: ListFilters(type: "core.note"))
    show(tagged.items.first?.metadata.tags ?? [])

    let outgoing = store.queryEdges(from: note.id, edgeType: "about")
    show(outgoing.edges.map(\.targetId))

    let incoming = store.queryBackrefs(to: [book.id])
    show(incoming.edgesByTarget[book.id]?.count ?? 0)

    #expect(shown == ["0", "…", "0", "0", "none yet", "[]", "[]", "0"])
    await store.settle()
    #expect(breads.items.map(\.id) == [note.id])
    #expect(query.items.map(\.id) == [note.id])
    #expect(single.item?.id == note.id)
    #expect(notes.items.map(\.body) == ["Flour, water"])
    #expect(tagged.items.count == 2)
    #expect(outgoing.edges.map(\.targetId) == [book.id])
    #expect(incoming.edgesByTarget[book.id]?.map(\.sourceId) == [note.id])
  }

  @Test @MainActor func `counts, searches and lists of a store show what its notes hold`()
    async throws
  {
    let (client, note, _) = try await fixture()
    let local = try #require(client.store)
    let store = MarfaStore(store: local)
    func show<Value>(_ value: Value) {}

    let tags = store.queryTags()
    for entry in tags.tags { show("\(entry.tag) \(entry.count)") }

    let notebooks = store.queryNotebooks()
    for notebook in notebooks.notebooks { show("\(notebook.title) \(notebook.totalCount)") }

    let search = store.querySearch()
    search.search("flour -yeast")
    show(search.hits.map(\.summary.title))

    let saved = store.querySearchCounts(["breads": local.query("tag:bread")])
    show(saved.counts["breads"] ?? 0)

    let sources = store.querySourceCounts()
    show("\(sources.counts.inbox) in the inbox, \(sources.counts.trash) in the trash")

    let titles = store.queryTitles()
    let matching = titles.snapshot.matches(for: "rb", limit: 10)
    show(matching.map(\.title))

    let window = store.queryWindow(filters: ListFilters(tags: ["bread"]), length: 20)
    show(window.rows.map(\.title))

    await store.settle()
    #expect(tags.tags.map(\.tag) == ["bread"])
    #expect(notebooks.notebooks.isEmpty)
    #expect(search.hits.map(\.id) == [note.id])
    #expect(saved.counts == ["breads": 1])
    #expect(sources.counts.inbox == 2)
    #expect(titles.snapshot.matches(for: "br", limit: 10).map(\.title) == ["Breads"])
    #expect(window.rows.map(\.id) == [note.id])
  }

  @Test func `titles are matched by the letters of their words`() {
    var shown: [String] = []
    func show(_ value: String) { shown.append(value) }

    let names = ["Rye bread", "Reed beds", "Water"]
    var matcher = FuzzyMatcher(index: FuzzyIndex(titles: names))
    for match in matcher.matches(for: "rb") { show(names[match.index]) }

    #expect(Set(shown) == ["Rye bread", "Reed beds"])
  }

  @Test func `the calls of a client change what they name`() async throws {
    let (client, note, book) = try await fixture()
    let local = try #require(client.store)
    var shown: [String] = []
    func show<Value>(_ value: Value) { shown.append("\(value)") }

    let text = try await local.noteText(id: note.id)
    let result = try await local.saveText(
      id: note.id, body: text.body + "\nSalt", basedOn: text.revision)
    show(result.revision)

    try await client.metadata.addTags(id: note.id, tags: ["bread", "baking"])
    try await client.metadata.removeTag(id: note.id, tag: "baking")
    for entry in try await client.metadata.listTags() { show("\(entry.tag) \(entry.count)") }

    try await client.edges.create(
      CreateEdgeInput(sourceId: note.id, targetId: book.id, edgeType: "about"))
    let about = try await client.edges.backrefs(to: book.id, edgeType: "about")
    show(about.data.map(\.sourceId))

    try await client.extensions.set(
      id: note.id, namespace: "user.reader", data: ["line": 12])
    let position = try await client.extensions.get(id: note.id, namespace: "user.reader")
    show(position?["line"]?.integerValue ?? 0)

    #expect(
      shown == ["\(text.revision + 1)", "bread 1", "[\"\(note.id)\"]", "12"])
    #expect(try await client.items.get(id: note.id).properties["body"] == "Flour, water\nSalt")
  }

  @Test func `items are created, listed, changed and restored`() async throws {
    let (client, note, _) = try await fixture()
    var shown: [String] = []
    func show<Value>(_ value: Value) { shown.append("\(value)") }

    let item = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour, water"]))
    try await client.items.update(id: item.id, properties: ["body": "Flour, water, salt"])
    try await client.items.delete(id: item.id)  // to the trash
    try await client.items.restore(id: item.id)

    let planned = try await client.items.bulkAction(
      .updateTags(add: ["baking"], remove: []), filters: ListFilters(tags: ["bread"]),
      isDryRun: true)
    show(planned.matched)

    let links = try await client.edges.list(
      EdgeFilters(sourceId: note.id, edgeTypes: ["references"], limit: 50))
    show(links.data.count)

    try await client.items.update(
      id: note.id, properties: ["title": "Rye bread"],
      options: UpdateOptions(version: note.version, snapshot: .never))

    let found = try await client.search(query: "flour -yeast")
    show(found.hits.map(\.snippet))

    let kept = try await client.versions.list(id: note.id)
    if let oldest = kept.last {
      try await client.versions.restore(id: note.id, version: oldest.version)
    }

    #expect(shown.prefix(2) == ["1", "0"])
    #expect(found.hits.count == 2)
    #expect(try await client.items.get(id: item.id).properties["body"] == "Flour, water, salt")
  }

  @Test func `blobs, types, keys and webhooks need a server`() async throws {
    let client = try MarfaSDKTest.makeInMemoryClient()
    func show<Value>(_ value: Value) {}

    await #expect(throws: LocalModeUnsupportedError.self) {
      let hash = try await client.blobs.upload(data: [137, 80, 78, 71], mimeType: "image/png")
      let bytes = try await client.blobs.get(hash)
      show(bytes.count)
    }
    await #expect(throws: LocalModeUnsupportedError.self) {
      try await client.types.register(
        ItemType(
          id: "user.recipe", fields: ["name": FieldDefinition(.string)], required: ["name"]))
      show(try await client.types.list().map(\.id))
    }
    await #expect(throws: LocalModeUnsupportedError.self) {
      let phone = try await client.keys.create(CreateKeyBody(label: "Phone", source: "phone"))
      show(phone.key)  // the secret, which the server does not show again
    }
    await #expect(throws: LocalModeUnsupportedError.self) {
      let webhook = try await client.webhooks.create(
        CreateWebhookBody(url: "https://example.org/hook", events: ["item.created"]))
      show(try await client.webhooks.deliveries(id: webhook.id).count)
    }
  }

  @Test func `a client is configured before it is made`() throws {
    let address = try #require(URL(string: "https://notes.example.org"))
    let key = "marfa_k1_secret"

    let transport = CurlTransport(
      url: address, apiKey: key,
      options: ServerConnectionOptions(certificateFile: "/etc/ssl/home.pem"))
    let remote = MarfaClient(transport: transport)

    var patient = ClientConfiguration()
    patient.retry = RetryPolicy(maximumAttempts: 5, cap: .seconds(10))

    var configuration = ClientConfiguration()
    configuration.conflictStrategy = .manual

    #expect(remote.store == nil)
    #expect(patient.retry.maximumAttempts == 5)
    #expect(configuration.conflictStrategy == .manual)
  }

  @Test @MainActor func `a store without a server has nothing to send`() async throws {
    let (client, _, _) = try await fixture()
    let store = MarfaStore(store: try #require(client.store))
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }

    let sync = store.querySyncCounts()
    show("\(sync.counts.pending) to send, \(sync.counts.conflicts) to decide")

    await store.settle()
    let local = try #require(client.store)
    let queue = MutationQueue(store: local)
    for change in try await queue.fetchAll() { show(change.kind.rawValue) }

    #expect(shown == ["0 to send, 0 to decide"])
    #expect(!sync.isLoading && sync.counts == SyncCounts())
  }

  @Test func `a file is attached to a note, listed and opened`() async throws {
    let (client, note, _) = try await fixture()
    let attachments = try #require(client.attachments)
    let folder = try TemporaryDirectory()
    try folder.write("crust", to: "rye.txt")
    let picture = folder.path + "/rye.txt"
    var shown: [String] = []
    func show(_ text: String) { shown.append(text) }

    let added = try await attachments.add(file: picture, to: note.id)
    for one in try await attachments.list(note.id) { show(one.attachment.title ?? "") }
    let path = try await attachments.get(added.attachment.blobRef)

    #expect(shown == ["rye.txt"])
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("crust".utf8))
  }

  /// The example of a client with a server: compiled, never run.
  private func compiledOnly(url: URL, key: String, path: String) async throws {
    let client = try await MarfaClient.synced(
      url: url, apiKey: key, storePath: path, connectionManager: ConnectionStateManager())
    await client.syncEngine?.start()
  }

  /// The examples that write to a home folder or need a version: compiled, never run.
  private func compiledOnly() async throws {
    let client = try await MarfaClient.local(path: "/home/ana/.local/share/marfa/notes.sqlite")
    let note = try await client.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "Rye", "body": "Flour, water"]))
    try await client.items.update(
      id: note.id, properties: ["title": "Rye bread"],
      options: UpdateOptions(version: note.version))
  }
}
