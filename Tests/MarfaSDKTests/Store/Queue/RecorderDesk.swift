import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Two notes in a notebook of three, and an edge, in a store that has a server and an empty queue.
struct RecorderDesk: Sendable {
  let fixture: StoreFixture
  var store: LocalStore { fixture.store }
  let (heron, pond, book): (String, String, String)
  let edge: String

  init() async throws {
    fixture = try await StoreFixture()
    let store = fixture.store
    heron = try await fixture.note("Heron", "see [[Pond]]", tags: ["bird", "old"]).id
    pond = try await fixture.note("Pond", "water").id
    book = try await fixture.notebook("Book").id
    edge = try await store.createEdge(
      CreateEdgeInput(sourceId: heron, targetId: pond, edgeType: "about", properties: ["a": 1])
    ).id
    try await store.move(id: heron, toNotebook: book)
    _ = try await store.setExtension("user.kept", of: heron, to: ["x": 1])
    _ = try await store.updateItem(id: heron, properties: ["notes": "second"])
    try await store.connect(to: ServerIdentity(url: "https://notes.example"))
  }

  /// Has the server confirm the first note, at version 5.
  func confirmHeron() async throws {
    try await store.adopt(items: [
      ConfirmedItem(
        ServerDesk.note(heron, ["title": "Heron", "body": "see [[Pond]]"], version: 5),
        tags: ["bird", "old"])
    ])
  }

  /// The queue, a row a line: kind, what of, and what.
  func rows() async throws -> [String] {
    let names = [heron: "heron", pond: "pond", book: "book"]
    let keys = try await store.itemKeys(of: [heron, pond, book])
    return try await store.queueRows().map { row in
      let intent = row.intent
      var words = [intent.kind.rawValue]
      if let key = intent.item {
        words.append(keys.first { $0.value == key }.flatMap { names[$0.key] } ?? "new")
      }
      for reference in intent.references { words.append(names[reference.id] ?? "new") }
      if intent.item != nil, let subject = intent.subject { words.append(subject) }
      words += intent.detail
      if intent.side.contains(.tier) { words.append("+tier") }
      if intent.side.contains(.timestamp) { words.append("+timestamp") }
      if intent.side.contains(.sourceId) { words.append("+source_id") }
      if intent.side.contains(.attachments) { words.append("+attachments") }
      return words.joined(separator: " ")
    }
  }
}

/// One way to write.
struct RecordedWrite: Sendable, CustomTestStringConvertible {
  let name: String
  let rows: [String]
  let write: @Sendable (RecorderDesk) async throws -> Void
  /// Whether it is about what only a server's store has.
  let needsServer: Bool

  var testDescription: String { name }

  init(
    _ name: String, _ rows: [String], needsServer: Bool = false,
    _ write: @escaping @Sendable (RecorderDesk) async throws -> Void
  ) {
    (self.name, self.rows, self.write) = (name, rows, write)
    self.needsServer = needsServer
  }
}
