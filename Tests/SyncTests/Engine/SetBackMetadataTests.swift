import MarfaSDK
import Testing

/// What has no version is kept, too, when the server was set back to before it.
@Suite(.timeLimit(.minutes(20))) struct SetBackMetadataTests {
  /// A change of a note that raises no version, and how the note shows it.
  enum Change: CaseIterable {
    case addedTag, removedTag, tier, state, extensionValue

    func make(_ device: Device, _ id: String) async throws {
      switch self {
      case .addedTag: _ = try await device.client.metadata.addTags(id: id, tags: ["new"])
      case .removedTag: _ = try await device.client.metadata.removeTag(id: id, tag: "old")
      case .tier:
        _ = try await device.client.items.update(
          id: id, properties: [:], options: UpdateOptions(tier: .feed))
      case .state: _ = try await device.client.items.transition(id: id, to: .archived)
      case .extensionValue:
        _ = try await device.client.extensions.set(
          id: id, namespace: "app.test", data: ["a": 1])
      }
    }

    func seen(_ device: Device, _ id: String) async throws -> String {
      let item = try #require(try await device.store.item(id: id))
      let metadata = try await device.client.metadata.get(id: id)
      return switch self {
      case .addedTag, .removedTag: metadata.tags.sorted().joined(separator: ",")
      case .tier: item.tier?.rawValue ?? "none"
      case .state: item.state.rawValue
      case .extensionValue: "\(metadata.extensions["app.test"] ?? .null)"
      }
    }
  }

  private struct Scene {
    var device: Device
    var id: String
    var before: String
    var after: String
    var progress: SyncProgress?
  }

  /// A device whose server was set back to before a change.
  private func scene(_ change: Change) async throws -> Scene {
    let server = InMemoryServer()
    let device = try await Device("one", server, seed: 1)
    try await device.start()
    let events = try device.events()
    let note = try await device.note("A", "a")
    _ = try await device.client.metadata.addTags(id: note.id, tags: ["old"])
    try await events.untilSynced()
    let parts = try await server.snapshot()
    let before = try await change.seen(device, note.id)
    try await device.synced { try await change.make(device, note.id) }
    let after = try await change.seen(device, note.id)
    await device.client.syncEngine?.stop()
    let progress = try await device.setBack(to: parts)
    return Scene(device: device, id: note.id, before: before, after: after, progress: progress)
  }

  @Test(arguments: Change.allCases)
  func `a change without a version stays, and is asked about`(change: Change) async throws {
    let scene = try await scene(change)

    #expect(scene.before != scene.after)
    #expect(scene.progress == .done)
    #expect(try await change.seen(scene.device, scene.id) == scene.after)
    #expect(try await scene.device.store.setBackCount() == 1)
    #expect(try await scene.device.store.claimMutations(limit: 5).isEmpty)
    try await scene.device.store.answerSetBack(sendsAgain: true)
    #expect(try await scene.device.store.claimMutations(limit: 5).count == 1)
  }

  @Test(arguments: Change.allCases)
  func `or goes, where the person gives it up`(change: Change) async throws {
    let scene = try await scene(change)

    try await scene.device.store.answerSetBack(sendsAgain: false)

    #expect(try await change.seen(scene.device, scene.id) == scene.before)
    #expect(try await scene.device.store.setBackCount() == 0)
    #expect(try await scene.device.store.pendingMutations().isEmpty)
  }

  @Test func `waiting changes are no reason to ask`() async throws {
    let server = InMemoryServer()
    let device = try await Device("one", server, seed: 1)
    try await device.start()
    let events = try device.events()
    let note = try await device.note("A", "a")
    try await events.untilSynced()
    await device.client.syncEngine?.stop()
    _ = try await device.client.metadata.addTags(id: note.id, tags: ["new"])
    _ = try await device.client.items.update(id: note.id, properties: ["body": "b"])

    #expect(try await device.setBack(to: server.snapshot()) == .done)

    #expect(try await device.store.setBackCount() == 0)
    #expect(try await device.store.pendingMutations().count == 2)
    #expect(try await device.body(note.id) == "b")
  }
}
