import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// A store that has a server, of which the test plays the part.
struct ServerDesk: Sendable {
  let fixture: StoreFixture
  var store: LocalStore { fixture.store }

  init(seed: UInt64 = 1, device: String? = nil) async throws {
    fixture = try await StoreFixture(seed: seed, device: device)
    try await store.connect(to: ServerIdentity(url: "https://notes.example"))
  }

  /// An id that no generator of a test makes.
  static func id(_ number: Int) -> String {
    let digits = String(number)
    return "01900000-0000-7000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  /// A note as the server has it.
  static func note(
    _ id: String, _ properties: [String: JSONValue], version: Int = 1, second: Int = 0,
    state: ItemState = .active
  ) -> Item {
    let time = Timestamp(milliseconds: 1_800_000_000_000 + Int64(second) * 1000).iso8601
    return Item(
      id: id, type: "core.note", properties: properties, state: state, version: version,
      source: "key", timestamp: "2027-01-01T00:00:00.000Z", createdAt: "2027-01-01T00:00:00.000Z",
      updatedAt: time)
  }

  /// A note that is confirmed at version 5.
  func confirmed(_ body: String = "one", tags: [String] = ["kept"]) async throws -> String {
    let id = Self.id(1)
    try await store.adopt(items: [
      ConfirmedItem(
        Self.note(id, ["title": "A", "body": .string(body)], version: 5), tags: tags,
        extensions: ["user.a": ["x": 1]])
    ])
    return id
  }

  /// Two changes of a note's body, `two` and `three`, of which the first is on its way.
  ///
  /// - Returns: The note's id, and the change on its way.
  func editedTwice() async throws -> (id: String, first: ClaimedMutation) {
    let id = try await confirmed()
    try await store.replaceText(id: id, body: "two")
    let first = try #require(try await store.claimMutations(limit: 1).first)
    try await store.replaceText(id: id, body: "three")
    return (id, first)
  }

  /// A note made here that is about a confirmed one, and was edited while its creation is on its
  /// way.
  ///
  /// - Returns: The note as it was made, and its creation.
  func createdAndEdited() async throws -> (note: Item, creation: ClaimedMutation) {
    let other = try await confirmed()
    let note = try await fixture.note("New", "x")
    try await store.createEdge(
      CreateEdgeInput(sourceId: note.id, targetId: other, edgeType: "about"))
    let creation = try #require(try await store.claimMutations(limit: 1).first)
    try await store.replaceText(id: note.id, body: "later")
    return (note, creation)
  }

  /// What the next claim sends, a line for each.
  func sent(_ options: BindingOptions = BindingOptions()) async throws -> [String] {
    try await store.claimMutations(limit: 100, options: options).map(Self.line)
  }

  static func line(_ mutation: ClaimedMutation) -> String {
    let body = mutation.request.body.map { " " + JSONWriter.string(of: $0) } ?? ""
    return "\(mutation.request.method) \(mutation.request.path)\(body)"
  }
}
