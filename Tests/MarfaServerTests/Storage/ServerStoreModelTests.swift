import MarfaModel
import MarfaServer
import Testing

/// The store against a dictionary, after random changes.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct ServerStoreModelTests {
  private struct Model {
    struct Note: Equatable {
      var properties: [String: JSONValue]
      var version = 1
      var state = ItemState.active
      var tags: Set<String> = []
      var tier = ItemTier.library
      var sourceId: String?
      var extensions: [String: JSONValue] = [:]
    }

    var notes: [String: Note] = [:]
    var edges: Set<[String]> = []

    /// What purging an item takes along: the targets of its `parent-of` edges that are in the
    /// trash.
    func purged(_ id: String) -> Set<String> {
      reached(from: id) { notes[$0]?.state == .trashed }
    }

    func hasPath(from start: String, to end: String) -> Bool {
      reached(from: start) { _ in true }.contains(end)
    }

    private func reached(from id: String, where isPassed: (String) -> Bool) -> Set<String> {
      var found: Set<String> = [id]
      var waiting = [id]
      while let next = waiting.popLast() {
        for edge in edges
        where edge[0] == next && edge[1] == "parent-of" && isPassed(edge[2])
          && found.insert(edge[2]).inserted
        {
          waiting.append(edge[2])
        }
      }
      return found
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>)
  func `random changes leave the store as they leave a dictionary`(seed: UInt64) async throws {
    var random = SeededRandomness(seed: seed)
    let fixture = try StoreFixture(seed: seed)
    var model = Model()
    for _ in 0..<160 {
      try await step(fixture, &model, &random)
    }

    try await expect(fixture, model)
    #expect(try await fixture.store.check() == [])
    try await expectEvents(fixture, model)
  }

  private func step(
    _ fixture: StoreFixture, _ model: inout Model, _ random: inout SeededRandomness
  ) async throws {
    let ids = model.notes.keys.sorted()
    let choice = ids.isEmpty ? 0 : Int.random(in: 0...11, using: &random)
    let id = ids.randomElement(using: &random) ?? ""
    let other = ids.randomElement(using: &random) ?? ""
    let number = Int64.random(in: 0...3, using: &random)
    switch choice {
    case 0, 1, 2:
      try await create(fixture, &model, number, sourceId: choice == 0 ? nil : "s\(number)")
    case 3:
      try await fixture.write(
        .patchItem(
          id: id,
          PatchItemBody(properties: ["n": number == 0 ? .null : .integer(number)], tier: .feed)))
      let before = model.notes[id]?.properties
      model.notes[id]?.properties.removeValue(forKey: "n")
      if number > 0 { model.notes[id]?.properties["n"] = .integer(number) }
      model.notes[id]?.tier = .feed
      if model.notes[id]?.properties != before { model.notes[id]?.version += 1 }
    case 4:
      try await fixture.write(.addTags(id: id, ["t\(number)"]))
      model.notes[id]?.tags.insert("t\(number)")
    case 5:
      try await fixture.write(.removeTag(id: id, "t\(number)"))
      model.notes[id]?.tags.remove("t\(number)")
    case 6:
      try await fixture.write(.trashItem(id: id))
      model.notes[id]?.state = .trashed
    case 7:
      let isTaken = model.notes.contains { key, note in
        key != id && note.sourceId != nil && note.sourceId == model.notes[id]?.sourceId
          && note.state != .trashed && model.notes[id]?.state == .trashed
      }
      let code = try await fixture.refusal(.restoreItem(id: id))
      #expect(code == (isTaken ? "source_id_conflict" : nil))
      if !isTaken { model.notes[id]?.state = .active }
    case 8:
      let purged = model.purged(id)
      try await fixture.write(.purgeItem(id: id))
      model.notes = model.notes.filter { !purged.contains($0.key) }
      model.edges = model.edges.filter { !purged.contains($0[0]) && !purged.contains($0[2]) }
    case 9:
      try await fixture.write(.setExtension(id: id, namespace: "app.x", ["n": .integer(number)]))
      model.notes[id]?.extensions["app.x"] = ["n": .integer(number)]
    default:
      try await join(fixture, &model, id, number == 0 ? "parent-of" : "about", other)
    }
  }

  private func create(
    _ fixture: StoreFixture, _ model: inout Model, _ number: Int64, sourceId: String?
  ) async throws {
    let properties: [String: JSONValue] = ["body": "b", "n": .integer(number)]
    let answer = try await fixture.write(
      .createItem(
        CreateItemInput(type: "core.note", properties: properties, sourceId: sourceId)))
    let id = try #require(answer["item"]?["id"]?.stringValue)
    let known = model.notes.first {
      $0.value.sourceId == sourceId && sourceId != nil && $0.value.state != .trashed
    }?.key
    guard let known else {
      #expect(model.notes[id] == nil)
      model.notes[id] = Model.Note(properties: properties, sourceId: sourceId)
      return
    }
    #expect(id == known)
    if model.notes[id]?.properties != properties { model.notes[id]?.version += 1 }
    model.notes[id]?.properties = properties
  }

  private func join(
    _ fixture: StoreFixture, _ model: inout Model, _ source: String, _ type: String,
    _ target: String
  ) async throws {
    let edge = [source, type, target]
    let code = try await fixture.refusal(
      .createEdge(CreateEdgeInput(sourceId: source, targetId: target, edgeType: type)))
    let hasParent = model.edges.contains { $0[1] == type && $0[2] == target }
    if model.edges.contains(edge) || (type == "parent-of" && hasParent) {
      #expect(code == "edge_constraint_violation")
    } else if type == "parent-of", model.hasPath(from: target, to: source) {
      #expect(code == "edge_cycle")
    } else {
      #expect(code == nil)
      model.edges.insert(edge)
    }
  }

  private func expect(_ fixture: StoreFixture, _ model: Model) async throws {
    var found: [String: Model.Note] = [:]
    for state in [ItemState.active, .trashed] {
      let page = try await fixture.read(
        .items(
          ItemListRequest(
            ListFilters(state: state, limit: 200), include: [.metadata, .extensions])))
      for pair in try (page["data"]?.arrayValue ?? []).map({ try ItemWithMetadata(json: $0) }) {
        found[pair.id] = Model.Note(
          properties: pair.item.properties, version: pair.item.version, state: pair.item.state,
          tags: Set(pair.metadata.tags), tier: try #require(pair.item.tier),
          sourceId: pair.item.sourceId, extensions: pair.metadata.extensions)
      }
    }
    #expect(found == model.notes)
    let edges = try await fixture.read(.allEdges(EdgeListRequest(limit: 500)))
    let ends = (edges["data"]?.arrayValue ?? []).map { edge in
      [edge["source_id"], edge["edge_type"], edge["target_id"]].compactMap { $0?.stringValue }
    }
    #expect(Set(ends) == model.edges)
    var counts: [String: Int64] = [:]
    for note in model.notes.values where note.state != .trashed {
      for tag in note.tags { counts[tag, default: 0] += 1 }
    }
    let tags = try await fixture.read(.tags())["tags"]?.arrayValue ?? []
    #expect(
      tags.map { $0["tag"]?.stringValue ?? "" }
        == counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key))
    #expect(tags.allSatisfy { counts[$0["tag"]?.stringValue ?? ""] == $0["count"]?.integerValue })
  }

  /// The log alone tells everything but extensions.
  private func expectEvents(_ fixture: StoreFixture, _ model: Model) async throws {
    var items: [String: Item] = [:]
    var tags: [String: Set<String>] = [:]
    var edges: Set<[String]> = []
    for event in try await fixture.store.events(after: 0, limit: 10_000) {
      let data = try JSONParser.parse(event.data.utf8)
      let ends = [data["source_id"], data["edge_type"], data["target_id"]].compactMap {
        $0?.stringValue
      }
      switch event.name {
      case .itemCreated, .itemUpdated, .itemStateChanged, .itemRestored:
        items[event.itemId] = try Item(json: data)
      case .itemDeleted: items[event.itemId] = nil
      case .metadataChanged:
        tags[event.itemId] = Set((data["tags"]?.arrayValue ?? []).compactMap(\.stringValue))
      case .edgeCreated: edges.insert(ends)
      case .edgeDeleted: edges.remove(ends)
      case .extensionsChanged, .resync: break
      }
    }
    #expect(Set(items.keys) == Set(model.notes.keys))
    #expect(edges == model.edges)
    for (id, note) in model.notes {
      #expect(items[id]?.properties == note.properties)
      #expect(items[id]?.version == note.version)
      #expect(items[id]?.state == note.state)
      #expect(items[id]?.tier == note.tier)
      #expect(tags[id] ?? [] == note.tags)
    }
  }
}
