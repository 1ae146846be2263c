import Documents
import MarfaSDK
import TestSupport
import Testing

@testable import Simulations

/// What the simulation has found: unsent edits of a note that are taken over from one replica to
/// the next, more than once.
@Suite(.timeLimit(.minutes(20))) struct CarriedEditsTests {
  private static let id = "01900000-0000-7000-8000-000000000001"

  private func client() throws -> SimulatedClient {
    let client = try SimulatedClient(
      "one", seed: 1, start: Timestamp(milliseconds: 1_800_000_000_000), mergesTexts: false)
    _ = try client.store.apply([event("one\n", version: 1)])
    return client
  }

  private func event(_ body: String, version: Int) throws -> SSEEvent {
    let item: JSONValue = [
      "id": .string(Self.id), "type": "core.note", "state": "active", "schema_version": 1,
      "version": .integer(Int64(version)), "source": "other",
      "timestamp": "2026-01-01T00:00:00.000Z",
      "created_at": "2026-01-01T00:00:00.000Z",
      "updated_at": .string("2026-01-01T00:00:0\(version).000Z"),
      "properties": ["title": "N", "body": .string(body)],
    ]
    return SSEEvent(event: "item.updated", data: JSONWriter.string(of: item))
  }

  /// The server's document with a text, as another actor's replica joins it.
  private func fresh(_ server: Replica, as number: UInt64) throws -> Replica {
    let actor = ActorID(number: number)
    var replica = Replica(joining: server.key, as: actor, presence: nil)
    var answer = ChangePack(
      documentKey: server.key, checkpoint: Checkpoint(serverSequence: 1, clientSequence: 0))
    answer.snapshot = server.snapshot()
    _ = try replica.apply(answer)
    return replica
  }

  private func edit(_ replica: inout Replica, at offset: Int, _ text: String) throws {
    try replica.update { root, _ in
      if root.jsonText("body") == nil { try root.set("body", to: JSONText()) }
      try root.jsonText("body")?.edit(offset, offset, text)
    }
  }

  private func token(_ write: DocumentWrite) -> Int64 {
    switch write {
    case .stored(let token, _): token
    case .superseded(let stored): stored?.token ?? 0
    }
  }

  @Test func `changes that arrived with the first of two other actors are there once`() throws {
    let store = try client().store
    let key = NoteDocuments.key(of: Self.id)
    var server = Replica(key: key, actor: ActorID(number: 9))
    try edit(&server, at: 0, "one\n")
    var mine = try fresh(server, as: 1)
    var known = token(
      try store.replace(with: mine, over: nil, itemId: Self.id, field: "body"))
    try edit(&mine, at: 4, "mine\n")
    known = token(try store.commit(mine.localChanges, leadingTo: mine, over: known))

    for (number, theirs) in [(UInt64(2), "theirs\n"), (3, "later\n")] {
      try edit(&server, at: 0, theirs)
      known = token(
        try store.replace(
          with: fresh(server, as: number), over: known, itemId: Self.id, field: "body"))
    }

    let text = try store.items()[Self.id]?.item.properties["body"]?.stringValue ?? ""
    #expect(
      text.split(separator: "\n").sorted() == ["later", "mine", "one", "theirs"])
    #expect(try store.hasUnsentChanges(in: key))
  }

  @Test(arguments: [false, true])
  func `changes that arrived before the server forgot the client are no longer edits`(
    isOtherCopy: Bool
  ) throws {
    let store = try client().store
    let key = NoteDocuments.key(of: Self.id)
    var server = Replica(key: key, actor: ActorID(number: 9))
    try edit(&server, at: 0, "one\n")
    var mine = try fresh(server, as: 1)
    var copy = mine
    var known = token(
      try store.replace(with: mine, over: nil, itemId: Self.id, field: "body"))
    try edit(&mine, at: 4, "mine\n")
    try edit(&copy, at: 4, isOtherCopy ? "copy\n" : "mine\n")
    try edit(&mine, at: 9, "more\n")
    known = token(try store.commit(mine.localChanges, leadingTo: mine, over: known))
    // Its answer was lost.
    _ = try server.apply(copy.localChanges[0])

    _ = try store.replace(
      with: fresh(server, as: 2), over: known, itemId: Self.id, field: "body")

    let bodies = try store.items().values.compactMap { $0.item.properties["body"]?.stringValue }
    #expect(
      Set(bodies)
        == (isOtherCopy ? ["one\ncopy\n", "one\nmine\nmore\n"] : ["one\nmine\nmore\n"]))
  }

  @Test func `a replica that had everything waits for nothing`() throws {
    let store = try client().store
    let key = NoteDocuments.key(of: Self.id)
    var server = Replica(key: key, actor: ActorID(number: 9))
    try edit(&server, at: 0, "one\ntwo\n")
    _ = try store.replace(
      with: fresh(server, as: 1), over: nil, itemId: Self.id, field: "body")
    // The item's text follows later: this is the one of before.
    _ = try store.apply([event("one\n", version: 2)])
    #expect(try store.knownReplicas().map(\.isWaiting) == [true])

    try store.noteUpToDate(key)

    #expect(try store.knownReplicas().map(\.isWaiting) == [false])
    #expect(try store.items()[Self.id]?.item.properties["body"] == "one\ntwo\n")
  }
}
