import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ParkedConflictTests {
  static let policy = SyncPolicy(
    url: "https://notes.example", conflict: .manual, mergesDisjointTexts: true,
    fraction: { 0.5 })

  /// A note of which both sides changed the text, at version 6 on the server.
  private func parked(
    _ theirs: String = "theirs", failing: Bool = false
  ) async throws -> (ServerDesk, id: String) {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let local = SynchronousStore(desk.store)
    try local.update(id: id) { _ in ["body": "mine"] }
    let exchange = try #require(try local.nextExchange(.drain))
    if failing {
      _ = try local.settle(
        exchange, .response(TransportResponse(status: 500, body: [])), Self.policy)
    }
    let error = ConflictError(
      current: PropertiesSnapshot(version: 6, properties: ["title": "A", "body": .string(theirs)]),
      ancestor: PropertiesSnapshot(version: 5, properties: ["title": "A", "body": "one"]),
      conflictingFields: [], clientPatch: [:],
      mergePolicy: MergePolicy(fields: ["body": .keepBothCopies]))
    _ = try local.settle(
      exchange,
      .response(
        TransportResponse(
          status: 409, body: Array(JSONEncoder().encode(ErrorEnvelope(error))))),
      Self.policy)
    return (desk, id)
  }

  /// The server has another version of the note now.
  func move(
    _ desk: ServerDesk, _ id: String, _ version: Int, _ properties: [String: JSONValue],
    second: Int? = nil
  ) async throws {
    try await desk.store.adopt(items: [
      ConfirmedItem(ServerDesk.note(id, properties, version: version, second: second ?? version))
    ])
  }

  @Test func `a conflict that waits is with what the server has now`() async throws {
    let (desk, id) = try await parked()

    try await move(desk, id, 7, ["title": "A", "body": "theirs again"])

    let conflict = try #require(try await desk.store.parkedConflicts().first)
    #expect(conflict.context.current.version == 7)
    #expect(conflict.context.current.properties["body"] == "theirs again")
    #expect(conflict.context.ancestor?.properties["body"] == "one")
    #expect(conflict.context.clientPatch["body"] == "mine")
  }

  @Test func `a change that failed before waits for the person alone`() async throws {
    let (desk, _) = try await parked(failing: true)

    #expect(try await desk.store.parkedConflicts().count == 1)
    #expect(try await desk.store.pendingMutations().map(\.status) == [.pending])
  }

  @Test func `an older state says nothing about it`() async throws {
    let (desk, id) = try await parked()

    try await move(desk, id, 6, ["title": "A", "body": "theirs"])

    let conflict = try #require(try await desk.store.parkedConflicts().first)
    #expect(conflict.context.current.version == 6)
  }

  @Test func `a conflict ends when the server has what this side has`() async throws {
    let (desk, id) = try await parked()

    try await move(desk, id, 7, ["title": "A", "body": "mine"])

    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(try await desk.sent().isEmpty)
    #expect(try await desk.store.item(id: id)?.properties["body"] == "mine")
  }

  @Test func `a conflict ends when the server takes its change back, and this side is sent`()
    async throws
  {
    let (desk, id) = try await parked()

    try await move(desk, id, 7, ["title": "A", "body": "one"])

    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":7}"#
      ])
  }

  @Test func `a decision about what is no longer there changes nothing`() async throws {
    let (desk, id) = try await parked()
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    let read = try #require(try await desk.store.conflictSides(id: conflict.id))

    try await move(desk, id, 7, ["title": "A", "body": "theirs again"])
    await #expect(throws: ConflictError.self) {
      try await desk.store.resolveConflict(
        id: conflict.id, choosing: ["body": "mine"], read: read.reading)
    }

    #expect(try await desk.store.parkedConflicts().count == 1)
    #expect(try await desk.store.item(id: id)?.properties["body"] == "mine")
  }

  @Test func `text written after the conflict was met belongs to this side`() async throws {
    let (desk, id) = try await parked()
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine, and more"] }
    let conflict = try #require(try await desk.store.parkedConflicts().first)

    let sides = try #require(try await desk.store.conflictSides(id: conflict.id))

    #expect(sides.item.properties["body"] == "mine, and more")
    try await desk.store.resolveConflict(
      id: conflict.id, choosing: ["body": "mine, and more"], read: sides.reading)
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine, and more"},"version":6}"#
      ])
  }

  @Test(arguments: [false, true])
  func `an undone decision is asked for again, and nothing is sent before the next one`(
    hasArrived: Bool
  ) async throws {
    let (desk, id) = try await parked()
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    let sides = try #require(try await desk.store.conflictSides(id: conflict.id))
    try await desk.store.resolveConflict(
      id: conflict.id, choosing: ["body": "both"], read: sides.reading)
    if hasArrived {
      let local = SynchronousStore(desk.store)
      let exchange = try #require(try local.nextExchange(.drain))
      let item = ServerDesk.note(id, ["title": "A", "body": "both"], version: 7, second: 7)
      let answer = try JSONEncoder().encode(["item": item])
      _ = try local.settle(
        exchange, .response(TransportResponse(status: 200, body: Array(answer))), Self.policy)
    }

    #expect(try await desk.store.parkAgain(sides, decided: ["body": "both"]))

    let again = try #require(try await desk.store.parkedConflicts().first)
    #expect(try await desk.store.parkedConflicts().count == 1)
    #expect(again.context.current.properties["body"] == (hasArrived ? "both" : "theirs"))
    #expect(again.context.current.version == (hasArrived ? 7 : 6))
    #expect(try await desk.store.item(id: id)?.properties["body"] == "mine")
    #expect(try await desk.sent().isEmpty)
    try await desk.store.resolveConflict(id: again.id, choosing: ["body": "other"])
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"other"},"version":\#(hasArrived ? 7 : 6)}"#
      ])
  }

  @Test func `an undone decision for this side asks nothing once it has arrived`() async throws {
    let (desk, id) = try await parked()
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    let sides = try #require(try await desk.store.conflictSides(id: conflict.id))
    try await desk.store.resolveConflict(
      id: conflict.id, choosing: ["body": "mine"], read: sides.reading)
    try await move(desk, id, 7, ["title": "A", "body": "mine"])

    #expect(try await !desk.store.parkAgain(sides, decided: ["body": "mine"]))
    #expect(try await desk.store.parkedConflicts().isEmpty)
  }

  @Test func `text typed after a decision is not undone with it`() async throws {
    let (desk, id) = try await parked()
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    let sides = try #require(try await desk.store.conflictSides(id: conflict.id))
    try await desk.store.resolveConflict(
      id: conflict.id, choosing: ["body": "both"], read: sides.reading)
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "both, and a day's work"] }

    let error = await #expect(throws: ConflictError.self) {
      try await desk.store.parkAgain(sides, decided: ["body": "both"])
    }

    #expect(error?.message == "The note changed since.")
    #expect(try await desk.store.item(id: id)?.properties["body"] == "both, and a day's work")
    #expect(try await desk.store.parkedConflicts().isEmpty)
  }

  @Test func `an undone decision stays in the history`() async throws {
    let (desk, id) = try await parked()
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    let sides = try #require(try await desk.store.conflictSides(id: conflict.id))
    try await desk.store.resolveConflict(
      id: conflict.id, choosing: ["body": "both"], read: sides.reading)

    #expect(try await desk.store.parkAgain(sides, decided: ["body": "both"]))

    let kept = try await desk.store.versions(of: id).map(\.properties["body"])
    #expect(kept.contains("both"), "\(kept)")
  }

  @Test func `the side that was not chosen stays in the history, however soon it was written`()
    async throws
  {
    let (desk, id) = try await parked()
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine, the last words"] }
    let conflict = try #require(try await desk.store.parkedConflicts().first)

    try await desk.store.resolveConflict(id: conflict.id, choosing: ["body": "theirs"])

    #expect(try await desk.store.item(id: id)?.properties["body"] == "theirs")
    let kept = try await desk.store.versions(of: id).map(\.properties["body"])
    #expect(kept.contains("mine, the last words"), "\(kept)")
  }

  @Test func `undo brings a former text onto what was typed since, and refuses other fields`()
    async throws
  {
    let fixture = try await StoreFixture()
    let store = fixture.store
    let id = try await fixture.note("Rye", "one\n\ntwo\n\nthree").id
    try await store.replaceText(id: id, body: "one\n\ntwo\n\nTHREE")

    try await store.replace(
      ["body": "one\n\ntwo\n\nthree"], with: ["body": "ONE\n\ntwo\n\nthree"], in: id)
    #expect(try await store.item(id: id)?.properties["body"] == "ONE\n\ntwo\n\nTHREE")

    await #expect(throws: ConflictError.self) {
      try await store.replace(["title": "Wheat"], with: ["title": "Oats"], in: id)
    }
    await #expect(throws: ConflictError.self) {
      try await store.replace(["body": "two"], with: ["body": "four"], in: id)
    }
    #expect(try await store.item(id: id)?.properties["title"] == "Rye")
  }
}
