import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Visible = confirmed + pending, against dictionaries: people edit, a server says what it says,
/// and changes are sent and answered, in any order.
@Suite(.timeLimit(.minutes(20))) struct AdoptLawTests {
  private struct Note {
    var confirmed: [String: JSONValue]
    var confirmedTags: Set<String>
    var version = 1
    /// What waits here by property.
    var pending: [String: JSONValue] = [:]
    var added: Set<String> = []
    var removed: Set<String> = []

    var visible: [String: JSONValue] { confirmed.merging(pending) { _, mine in mine } }
    var tags: Set<String> { confirmedTags.subtracting(removed).union(added) }
  }

  private static let fields = ["title", "body", "notes"]
  private static let words = ["heron", "reed", "pond", "nest"]

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `the visible state is the confirmed one with the pending changes`(seed: UInt64) async throws
  {
    var random = SeededRandomness(seed: seed)
    let desk = try await ServerDesk(seed: seed)
    var notes: [String: Note] = [:]
    var clock = 0

    for step in 1...160 {
      desk.fixture.clock.advance(byMilliseconds: 1000)
      clock += 1
      let operation = Int.random(in: 0..<8, using: &random)
      let known = notes.keys.sorted().randomElement(using: &random)
      guard operation > 0, let id = known, var note = notes[id] else {
        let id = ServerDesk.id(notes.count + 1)
        let new = Note(confirmed: ["title": "T", "body": "b"], confirmedTags: ["t"])
        try await say(new, id, clock, desk)
        notes[id] = new
        continue
      }
      let field = Self.fields.randomElement(using: &random) ?? "body"
      let word = JSONValue.string(Self.words.randomElement(using: &random) ?? "")
      let tag = Self.words.randomElement(using: &random) ?? ""
      switch operation {
      case 1, 2:
        if note.visible[field] != word { note.pending[field] = word }
        _ = try await desk.store.updateItem(id: id, properties: [field: word])
      case 3:
        if !note.tags.contains(tag) {
          note.added.insert(tag)
          note.removed.remove(tag)
        }
        _ = try await desk.store.addTags(id: id, [tag])
      case 4:
        if note.tags.contains(tag) {
          note.removed.insert(tag)
          note.added.remove(tag)
        }
        _ = try await desk.store.removeTags(id: id, [tag])
      case 5:
        note.confirmed[field] = word
        note.version += 1
        try await say(note, id, clock, desk)
      case 6:
        note.confirmedTags.formSymmetricDifference([tag])
        try await say(note, id, clock, desk)
      default:
        try await drain(id, &note, clock, desk)
      }
      notes[id] = note
      if step % 8 == 0 { try await compare(notes, desk) }
    }
    for id in notes.keys.sorted() {
      guard var note = notes[id] else { continue }
      try await drain(id, &note, clock, desk)
      notes[id] = note
    }
    try await compare(notes, desk)
    #expect(try await desk.store.queueRows() == [])
    #expect(try await desk.store.verifySearchIndex() == [])
  }

  private func say(_ note: Note, _ id: String, _ clock: Int, _ desk: ServerDesk) async throws {
    try await desk.store.adopt(items: [confirmed(note, id, clock)])
  }

  private func confirmed(_ note: Note, _ id: String, _ clock: Int) -> ConfirmedItem {
    ConfirmedItem(
      ServerDesk.note(id, note.confirmed, version: note.version, second: clock),
      tags: note.confirmedTags.sorted(), extensions: [:])
  }

  /// Sends all changes of a note; the server takes them over whatever they were made on.
  private func drain(
    _ id: String, _ note: inout Note, _ clock: Int, _ desk: ServerDesk
  ) async throws {
    while true {
      let sent = try await desk.store.claimMutations(limit: 1000)
      let mine = sent.filter { $0.itemId == id }
      for other in sent where other.itemId != id {
        try await desk.store.postponeMutation(
          id: other.id, error: "later", until: desk.fixture.clock.now)
      }
      guard let next = mine.first else {
        // A row that asked for nothing was removed; the next one can be claimed now.
        let key = try await desk.store.itemKeys(of: [id])[id]
        if try await desk.store.queueRows().contains(where: { $0.intent.item == key }) { continue }
        break
      }
      let body = next.request.body?.objectValue
      switch next.kind {
      case .updateItem:
        for (name, value) in body?["properties"]?.objectValue ?? [:] {
          note.confirmed[name] = value
        }
        note.version += 1
      case .addTags:
        note.confirmedTags.formUnion(
          (body?["tags"]?.arrayValue ?? []).compactMap(\.stringValue))
      case .removeTag:
        note.confirmedTags.remove(
          next.request.path.split(separator: "/").last.map(String.init) ?? "")
      default: Issue.record("\(next.kind) was sent")
      }
      let rows = try await desk.store.queueRows().filter { $0.id != next.id }
      try await desk.store.acknowledgeMutation(
        id: next.id, .item(confirmed(note, id, clock)))
      // A merged text of the next change is a row of its own.
      try #require(try await desk.store.queueRows().count <= rows.count + 1)
    }
    (note.pending, note.added, note.removed) = ([:], [], [])
  }

  private func compare(_ notes: [String: Note], _ desk: ServerDesk) async throws {
    for (id, note) in notes {
      let item = try #require(try await desk.store.item(id: id))
      #expect(item.properties == note.visible)
      #expect(item.version == note.version)
      #expect(try await desk.store.metadata(id: id).tags == note.tags.sorted())
    }
    #expect(try await desk.store.quickCheck() == [])
  }
}
