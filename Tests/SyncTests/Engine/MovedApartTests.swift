import MarfaSDK
import Testing

/// Notes and notebooks that two devices move before they know of each other.
@Suite(.timeLimit(.minutes(20))) struct MovedApartTests {
  private struct Scene {
    var one: Device
    var two: Device
    var note: String
    /// The notebooks: where the note was, and where the first and the second device put it.
    var start: String
    var mine: String
    var theirs: String
  }

  /// Two devices that moved a note apart; the second one has been refused its place.
  private func movedApart() async throws -> Scene {
    var scene = try await devices()
    try await scene.one.synced { try await move(scene.note, into: scene.mine, scene.one) }
    await scene.one.client.syncEngine?.stop()
    try await move(scene.note, into: scene.theirs, scene.two)
    scene.two = try await connected(scene.two)
    return scene
  }

  private func devices() async throws -> Scene {
    let server = InMemoryServer()
    let one = try await Device("one", server, seed: 1)
    let two = try await Device("two", server, seed: 2)
    try await one.start()
    let note = try await one.note("A").id
    var books: [String] = []
    for title in ["Start", "Mine", "Theirs"] {
      let input = CreateItemInput(type: "core.group", properties: ["title": .string(title)])
      books.append(try await one.client.items.create(input).id)
    }
    let start = books[0]
    try await one.synced { try await move(note, into: start, one) }
    try await two.start()
    await two.client.syncEngine?.stop()
    return Scene(
      one: one, two: two, note: note, start: start, mine: books[1], theirs: books[2])
  }

  private func move(_ id: String, into notebook: String?, _ device: Device) async throws {
    _ = try await device.store.move(id: id, toNotebook: notebook)
  }

  /// Connects a device until nothing of it waits any more.
  @discardableResult
  private func connected(_ device: Device) async throws -> Device {
    try await device.start()
    await device.client.syncEngine?.stop()
    #expect(try await device.queue.fetchAll().isEmpty)
    return device
  }

  private func places(_ id: String, _ device: Device) async throws -> [String] {
    try await device.client.edges.list(EdgeFilters(targetId: id, edgeTypes: ["parent-of"]))
      .data.map(\.sourceId)
  }

  private func placesThere(_ id: String, _ device: Device) -> [String] {
    let edges = device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue ?? []
    return edges.compactMap(\.objectValue).filter { $0["target_id"]?.stringValue == id }
      .compactMap { $0["source_id"]?.stringValue }
  }

  private func refusedTitles(_ device: Device) async throws -> [String] {
    try await device.client.search(query: "is:refused").hits.map(\.summary.title)
  }

  @Test func `a note that two devices moved apart is a question in plain words`() async throws {
    let scene = try await movedApart()

    let refused = try await scene.two.queue.fetchRefused()

    #expect(refused.map(\.noteId) == [scene.note])
    #expect(refused.map(\.code) == ["moved_elsewhere"])
    #expect(refused.map(\.message.isEmpty) == [false])
    #expect(placesThere(scene.note, scene.two) == [scene.mine])
    #expect(try await refusedTitles(scene.two) == ["A"])
  }

  @Test func `sent again, the note is where this device put it`() async throws {
    let scene = try await movedApart()
    let refused = try #require(try await scene.two.queue.fetchRefused().first)

    try await scene.two.queue.retryRefused(id: refused.id)
    try await connected(scene.two)
    try await connected(scene.one)

    #expect(try await scene.two.queue.fetchRefused().isEmpty)
    for device in [scene.one, scene.two] {
      #expect(try await places(scene.note, device) == [scene.theirs])
    }
    #expect(placesThere(scene.note, scene.two) == [scene.theirs])
    #expect(try await refusedTitles(scene.two).isEmpty)
  }

  @Test func `given up, the note stays where the other device put it`() async throws {
    let scene = try await movedApart()
    let refused = try #require(try await scene.two.queue.fetchRefused().first)

    try await scene.two.queue.discardRefused(id: refused.id)
    try await connected(scene.two)

    #expect(try await places(scene.note, scene.two) == [scene.mine])
    #expect(placesThere(scene.note, scene.two) == [scene.mine])
    #expect(try await refusedTitles(scene.two).isEmpty)
  }

  @Test(arguments: [false, true])
  func `another move by hand is the answer, too`(isBack: Bool) async throws {
    let scene = try await movedApart()
    let place = isBack ? scene.start : scene.theirs

    try await move(scene.note, into: place, scene.two)
    try await connected(scene.two)

    #expect(try await scene.two.queue.fetchRefused().isEmpty)
    #expect(try await places(scene.note, scene.two) == [place])
    #expect(placesThere(scene.note, scene.two) == [place])
  }

  @Test func `of two notebooks that are moved into each other the one sent again moves`()
    async throws
  {
    let scene = try await devices()
    try await scene.one.synced { try await move(scene.mine, into: scene.theirs, scene.one) }
    await scene.one.client.syncEngine?.stop()
    try await move(scene.theirs, into: scene.mine, scene.two)
    try await connected(scene.two)
    let refused = try #require(try await scene.two.queue.fetchRefused().first)
    #expect(refused.code == "moved_elsewhere")

    try await scene.two.queue.retryRefused(id: refused.id)
    try await connected(scene.two)

    #expect(try await scene.two.queue.fetchRefused().isEmpty)
    #expect(placesThere(scene.theirs, scene.two) == [scene.mine])
    #expect(placesThere(scene.mine, scene.two).isEmpty)
    #expect(try await places(scene.mine, scene.two).isEmpty)
  }

  @Test func `a note that is purged elsewhere takes the question along`() async throws {
    let scene = try await movedApart()
    #expect(scene.one.line.ask("DELETE", "/items/\(scene.note)/purge").status < 300)

    try await connected(scene.two)

    #expect(try await scene.two.queue.fetchRefused().isEmpty)
    #expect(try await scene.two.store.item(id: scene.note) == nil)
  }
}
