import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Random sequences of operations on the store and on a plain dictionary side by side.
@Suite(.timeLimit(.minutes(20))) struct StoreModelTests {
  private struct Note {
    var title: String
    var body: String
    var tags: Set<String>
    var state = ItemState.active
    var version = 1

    func has(_ word: String) -> Bool {
      (title + " " + body).split(separator: " ").contains { $0 == word } || tags.contains(word)
    }
  }

  private static let words = ["heron", "reed", "pond", "nest", "ring", "hide"]

  @Test(arguments: 1...5 as ClosedRange<UInt64>)
  func `the store agrees with a dictionary after any operations`(seed: UInt64) async throws {
    var random = SeededRandomness(seed: seed)
    let fixture = try await StoreFixture(seed: seed)
    var model: [String: Note] = [:]

    for step in 1...150 {
      try await Self.perform(fixture, &model, &random)
      if step % 15 == 0 { try await Self.compare(fixture, model) }
    }

    try await fixture.store.performIdleWork()
    try await Self.compare(fixture, model)
    try await fixture.store.rebuildDerivedData()
    try await Self.compare(fixture, model)
  }

  private static func perform(
    _ fixture: StoreFixture, _ model: inout [String: Note], _ random: inout SeededRandomness
  ) async throws {
    fixture.clock.advance(byMilliseconds: 1000)
    func text() -> String {
      (0..<Int.random(in: 0...4, using: &random))
        .compactMap { _ in words.randomElement(using: &random) }.joined(separator: " ")
    }
    let id = model.keys.sorted().randomElement(using: &random)
    let operation = Int.random(in: 0..<10, using: &random)
    guard operation > 1, let id, var note = model[id] else {
      let new = Note(
        title: "T \(text())", body: text(),
        tags: Set(["x", "y", "z"].filter { _ in Bool.random(using: &random) }))
      let item = try await fixture.note(new.title, new.body, tags: new.tags.sorted())
      model[item.id] = new
      return
    }
    switch operation {
    case 2, 3:
      let body = text()
      if body != note.body { note.version += 1 }
      note.body = body
      try await fixture.store.replaceText(id: id, body: body)
    case 4:
      let title = "T \(text())"
      if title != note.title { note.version += 1 }
      note.title = title
      try await fixture.client.items.update(id: id, properties: ["title": .string(title)])
    case 5:
      let tag = ["x", "y", "z"].randomElement(using: &random) ?? "x"
      note.tags.insert(tag)
      try await fixture.client.metadata.addTags(id: id, tags: [tag])
    case 6:
      let tag = ["x", "y", "z"].randomElement(using: &random) ?? "x"
      note.tags.remove(tag)
      try await fixture.client.metadata.removeTag(id: id, tag: tag)
    case 7, 8:
      let state = [ItemState.active, .archived, .trashed].randomElement(using: &random) ?? .active
      if Lifecycle.allows(note.state, to: state) {
        note.state = state
        try await fixture.client.items.transition(id: id, to: state)
      }
    default:
      model[id] = nil
      try await fixture.client.items.purge(id: id)
      return
    }
    model[id] = note
  }

  private static func compare(_ fixture: StoreFixture, _ model: [String: Note]) async throws {
    for (id, note) in model {
      let item = try await fixture.client.items.get(id: id)
      #expect(item.properties == ["title": .string(note.title), "body": .string(note.body)])
      #expect(item.state == note.state)
      #expect(item.version == note.version)
      #expect(try await fixture.client.metadata.get(id: id).tags == note.tags.sorted())
    }
    let kept = model.filter { $0.value.state != .trashed }
    let listed = try await fixture.client.items.list().data.map(\.id)
    #expect(Set(listed) == Set(kept.keys))
    for word in words + ["x"] {
      let expected = kept.filter { $0.value.has(word) }.keys.sorted()
      let found = try await fixture.client.search(
        query: "\"\(word)\"", filters: ListFilters(limit: 1000)
      ).hits.map(\.id)
      // A search without words found looks for letters instead.
      if !expected.isEmpty { #expect(found.sorted() == expected, "\(word)") }
    }
    let expectedTags = kept.values.flatMap(\.tags).reduce(into: [:]) { $0[$1, default: 0] += 1 }
    let tags = try await fixture.client.metadata.listTags()
    #expect(Dictionary(uniqueKeysWithValues: tags.map { ($0.tag, $0.count) }) == expectedTags)
    #expect(try await fixture.store.quickCheck() == [])
    #expect(try await fixture.store.verifySearchIndex() == [])
  }
}
