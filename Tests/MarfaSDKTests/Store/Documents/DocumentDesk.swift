import Documents
import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// A store in which the text of a confirmed note is a document, and what its server does to it.
struct DocumentDesk: Sendable {
  static let document = "note-1"

  let desk: ServerDesk
  let id: String
  let field: String
  let rows: StoredReplica
  /// The document as the server has it.
  let server: Replica
  var store: LocalStore { desk.store }
  var local: SynchronousStore { SynchronousStore(store) }

  init(_ body: String, field: String = "body", asks: Bool = true) async throws {
    desk = try await ServerDesk()
    self.field = field
    id = try await desk.confirmed(body)
    let exchange = try #require(try SynchronousStore(desk.store).nextExchange(.identify))
    var policy = ParkedConflictTests.policy
    policy.conflict = asks ? .manual : .auto
    let offer = #"{"documents":true}"#
    _ = try SynchronousStore(desk.store).settle(
      exchange,
      .response(
        TransportResponse(
          status: 200, headers: ["content-type": "application/json"], body: Array(offer.utf8))),
      policy)
    var server = Replica(key: Self.document, actor: ActorID(number: 100))
    try server.update { root, _ in
      try root.set(field, to: JSONText())
      try root.jsonText(field)?.edit(0, 0, body)
    }
    self.server = server
    rows = StoredReplica(desk.store, document: Self.document, itemId: id, field: field)
    _ = try await rows.replace(with: joined(1), confirmed: nil, over: nil)
  }

  /// The server's document in the hands of an actor, with the text that others gave it by one edit.
  func joined(_ actor: UInt64, _ text: String? = nil) throws -> Replica {
    var others = server
    if let text {
      let (old, new) = (
        Array((others.readingRoot.jsonText(field)?.string ?? "").unicodeScalars),
        Array(text.unicodeScalars)
      )
      let start = zip(old, new).prefix { $0 == $1 }.count
      let rest = (old.dropFirst(start), new.dropFirst(start))
      let end = zip(rest.0.reversed(), rest.1.reversed()).prefix { $0 == $1 }.count
      let added = String(String.UnicodeScalarView(rest.1.dropLast(end)))
      try others.update { root, _ in
        try root.jsonText(field)?.edit(start, old.count - end, added)
      }
    }
    return try Replica(
      key: Self.document, actor: ActorID(number: actor), stored: others.snapshot())
  }

  /// The server has forgotten the replica; another actor begins with what others made of the text.
  @discardableResult
  func rejoin(_ actor: UInt64, _ text: String) async throws -> DocumentWrite {
    try await rows.replace(
      with: joined(actor, text), confirmed: nil, over: try await rows.token())
  }

  /// Edits the note as a person does.
  func edit(_ body: String) throws {
    try local.update(id: id) { _ in [field: .string(body)] }
  }

  func body() async throws -> String { try await store.noteText(id: id).body }

  /// The text of the stored document.
  func text() async throws -> String? {
    try await rows.load()?.replica.readingRoot.jsonText(field)?.string
  }

  func waiting() throws -> [MutationKind] { try local.queue().map(\.intent.kind) }
}
