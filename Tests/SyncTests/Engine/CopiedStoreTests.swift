import MarfaSDK
import TestSupport
import Testing

/// A connected store of which there are two: one restored from its backup, one copied to another
/// machine.
@Suite(.timeLimit(.minutes(20))) struct CopiedStoreTests {
  private struct Scene {
    let folder: TemporaryDirectory
    let server = InMemoryServer()

    init() throws { folder = try TemporaryDirectory() }

    /// A device on a file; the name is that of its key.
    func device(_ file: String, key: String = "one", seed: UInt64) async throws -> Device {
      let environment = StoreEnvironment(
        ids: ItemIdGenerator(
          clock: SystemWallClock(), randomness: SeededRandomness(seed: seed)))
      return try await Device(
        key, server, seed: seed,
        store: LocalStore.open(path: folder.path + "/\(file)", environment: environment))
    }

    /// What the server has, as lines.
    func notes() -> [String] {
      let items =
        server.ask("GET", "/items", query: [("include", "metadata"), ("limit", "200")])
        .body.objectValue?["data"]?.arrayValue ?? []
      return items.map { pair in
        let members = pair.objectValue ?? [:]
        let item = members["item"]?.objectValue ?? [:]
        let properties = item["properties"]?.objectValue ?? [:]
        let tags = members["metadata"]?.objectValue?["tags"]?.arrayValue ?? []
        return [properties["title"], properties["body"], item["state"]]
          .map { $0?.stringValue ?? "" }.joined(separator: "|") + "|"
          + tags.compactMap(\.stringValue).sorted().joined(separator: ",")
      }.sorted()
    }

    func edgeCount() -> Int {
      server.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue?.count ?? 0
    }
  }

  /// What a device shows, in the same form.
  private func notes(_ device: Device) async throws -> [String] {
    var lines: [String] = []
    for item in try await device.client.items.list(ListFilters(limit: 200)).data {
      let tags = try await device.client.metadata.get(id: item.id).tags.sorted()
      lines.append(
        [item.properties["title"], item.properties["body"]].map { $0?.stringValue ?? "" }
          .joined(separator: "|") + "|\(item.state.rawValue)|" + tags.joined(separator: ","))
    }
    return lines.sorted()
  }

  /// Everything is like the server, and nothing waits or was refused.
  private func expectAlike(_ device: Device, _ scene: Scene) async throws {
    #expect(try await notes(device) == scene.notes())
    #expect(try await device.client.edges.list(EdgeFilters()).data.count == scene.edgeCount())
    #expect(try await device.queue.fetchAll().isEmpty)
    #expect(try await device.queue.fetchRefused().map(\.message) == [])
    #expect(try await device.store.quickCheck() == [])
  }

  /// Starts a device, and waits until it has sent everything and has everything.
  private func settle(_ device: Device) async throws {
    let events = try device.events()
    await device.client.syncEngine?.start()
    repeat { try await events.untilSynced() } while try await !device.queue.fetchAll().isEmpty
    // The engine knows more than it has published.
    for await _ in await device.connection.rests() {
      if await device.client.syncEngine?.standing?.rest == StreamProgress.Rest.none { return }
    }
  }

  @Test func `a restored store takes over what came after its backup`() async throws {
    let scene = try Scene()
    let first = try await scene.device("a.sqlite", seed: 1)
    try await first.start()
    var kept: Item?
    try await first.synced {
      kept = try await first.note("Kept", "one", tags: ["t"])
      try await first.note("Trashed", "x")
    }
    let note = try #require(kept)
    try await first.store.backup(to: scene.folder.path + "/b.sqlite")
    try await first.synced {
      try await first.client.items.update(id: note.id, properties: ["body": "two"])
      _ = try await first.client.metadata.addTags(id: note.id, tags: ["u"])
      let new = try await first.note("New", "n")
      try await first.client.edges.create(
        CreateEdgeInput(sourceId: new.id, targetId: note.id, edgeType: "about"))
    }
    await first.client.syncEngine?.stop()
    let before = scene.notes()

    let restored = try await scene.device("b.sqlite", seed: 2)
    try await settle(restored)

    #expect(scene.notes() == before)
    #expect(before == ["Kept|two|active|t,u", "New|n|active|", "Trashed|x|active|"])
    try await expectAlike(restored, scene)
    await restored.client.syncEngine?.stop()
  }

  @Test func `a restored store brings nothing back that went after its backup`() async throws {
    let scene = try Scene()
    let first = try await scene.device("a.sqlite", seed: 1)
    try await first.start()
    var made: [Item] = []
    var edge: Edge?
    try await first.synced {
      made.append(try await first.note("Kept", "one", tags: ["t", "u"]))
      for title in ["Trashed", "Purged"] { made.append(try await first.note(title, "x")) }
      edge = try await first.client.edges.create(
        CreateEdgeInput(sourceId: made[0].id, targetId: made[1].id, edgeType: "about"))
    }
    let gone = try #require(edge)
    try await first.store.backup(to: scene.folder.path + "/b.sqlite")
    try await first.synced {
      _ = try await first.client.metadata.removeTag(id: made[0].id, tag: "u")
      try await first.client.edges.delete(id: gone.id)
      for item in made[1...] { try await first.client.items.delete(id: item.id) }
      try await first.client.items.purge(id: made[2].id)
    }
    await first.client.syncEngine?.stop()
    let other = try await scene.device("c.sqlite", key: "two", seed: 3)
    try await other.start()
    try await other.synced {
      _ = try await other.client.items.update(id: made[0].id, properties: ["body": "two"])
    }
    await other.client.syncEngine?.stop()
    let before = scene.notes()

    let restored = try await scene.device("b.sqlite", seed: 2)
    try await settle(restored)

    #expect(scene.notes() == before)
    #expect(before == ["Kept|two|active|t"])
    #expect(scene.edgeCount() == 0)
    #expect(try await restored.store.item(id: made[1].id)?.state == .trashed)
    #expect(try await restored.store.item(id: made[2].id) == nil)
    try await expectAlike(restored, scene)
    await restored.client.syncEngine?.stop()
  }

  /// A device with changes of every kind that wait, and a backup of that moment.
  private func waiting(_ scene: Scene) async throws -> (Device, kept: Item, new: Item) {
    let device = try await scene.device("a.sqlite", seed: 1)
    try await device.start()
    var made: Item?
    try await device.synced { made = try await device.note("Kept", "one\n", tags: ["t"]) }
    let kept = try #require(made)
    await device.client.syncEngine?.pause()
    try await device.client.items.update(id: kept.id, properties: ["body": "one\ntwo\n"])
    _ = try await device.client.metadata.addTags(id: kept.id, tags: ["u"])
    let new = try await device.note("New", "n\n")
    try await device.client.edges.create(
      CreateEdgeInput(sourceId: new.id, targetId: kept.id, edgeType: "about"))
    try await device.store.backup(to: scene.folder.path + "/b.sqlite")
    return (device, kept, new)
  }

  @Test(arguments: [false, true])
  func `a change that waited in a backup and was sent since is not sent again, nor copied`(
    isEditedSince: Bool
  ) async throws {
    let scene = try Scene()
    let (first, kept, new) = try await waiting(scene)
    if isEditedSince {
      // The rows that wait take this in.
      try await first.client.items.update(id: kept.id, properties: ["body": "one\ntwo\nthree\n"])
      _ = try await first.client.metadata.addTags(id: kept.id, tags: ["v"])
      try await first.client.items.update(id: new.id, properties: ["body": "n\nm\n"])
    }
    try await first.synced { await first.client.syncEngine?.resume() }
    await first.client.syncEngine?.stop()
    let before = scene.notes()

    let restored = try await scene.device("b.sqlite", seed: 2)
    try await settle(restored)

    #expect(scene.notes() == before)
    #expect(before.count == 2)
    #expect(scene.edgeCount() == 1)
    try await expectAlike(restored, scene)
    await restored.client.syncEngine?.stop()
  }

  @Test(arguments: ["one", "two"])
  func `of two machines with the same store each sends what is its own, and nothing twice`(
    key: String
  ) async throws {
    let scene = try Scene()
    let (one, kept, new) = try await waiting(scene)
    let two = try await scene.device("b.sqlite", key: key, seed: 2)
    try await one.client.items.update(id: kept.id, properties: ["body": "one\ntwo\nA\n"])
    try await two.client.items.update(id: kept.id, properties: ["body": "one\ntwo\nB\n"])
    try await two.client.items.update(id: new.id, properties: ["title": "Newer"])
    try await two.note("Other", "o")

    try await one.synced { await one.client.syncEngine?.resume() }
    try await settle(two)
    let news = try one.events()
    while try await notes(one) != scene.notes() { _ = try await news.next { _ in true } }

    let lines = scene.notes()
    #expect(lines.contains("Kept|one\ntwo\nA\n|active|t,u"))
    #expect(lines.filter { $0.contains("one\ntwo\nB\n") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("New") }.count == 1)
    #expect(lines.filter { $0.hasPrefix("Other") }.count == 1)
    #expect(lines.count == 4)
    for device in [one, two] {
      try await expectAlike(device, scene)
      await device.client.syncEngine?.stop()
    }
  }
}
