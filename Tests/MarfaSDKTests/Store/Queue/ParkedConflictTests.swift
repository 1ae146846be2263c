import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ParkedConflictTests {
  private static let policy = SyncPolicy(
    url: "https://notes.example", conflict: .manual, mergesDisjointTexts: true,
    fraction: { 0.5 })

  /// A note of which both sides changed the text, at version 6 on the server.
  private func parked(_ theirs: String = "theirs") async throws -> (ServerDesk, id: String) {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let local = SynchronousStore(desk.store)
    try local.update(id: id) { _ in ["body": "mine"] }
    let exchange = try #require(try local.nextExchange(.drain))
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
  private func move(
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

  @Test func `what was written after the conflict was met is this side`() async throws {
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

  // MARK: - A trash against an edit

  /// A note at version 5, of a client that asks about conflicts or does not.
  private func connected(asks: Bool) async throws -> (ServerDesk, id: String) {
    let desk = try await ServerDesk()
    let id = try await desk.confirmed()
    let local = SynchronousStore(desk.store)
    let exchange = try #require(try local.nextExchange(.identify))
    var policy = Self.policy
    policy.conflict = asks ? .manual : .auto
    _ = try local.settle(exchange, .response(TransportResponse(status: 404, body: [])), policy)
    return (desk, id)
  }

  private func trash(_ desk: ServerDesk, _ id: String, second: Int = 9) async throws {
    try await desk.store.adopt(items: [
      ConfirmedItem(
        ServerDesk.note(
          id, ["title": "A", "body": "one"], version: 5, second: second, state: .trashed))
    ])
  }

  @Test func `an edit of a note that was trashed there waits for the person`() async throws {
    let (desk, id) = try await connected(asks: true)
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    try await trash(desk, id)

    #expect(try await desk.sent().isEmpty)

    let conflict = try #require(try await desk.store.parkedConflicts().first)
    let sides = try #require(try await desk.store.conflictSides(id: conflict.id))
    #expect(sides.trashing == .there)
    #expect(conflict.context.conflictingFields.isEmpty)
    #expect(try await desk.store.syncCounts().conflicts == 1)
    try await desk.store.resolveConflict(
      id: conflict.id, choosing: [:], state: .active, read: sides.reading)
    #expect(try await desk.store.item(id: id)?.state == .active)
    #expect(
      try SynchronousStore(desk.store).queue().map(\.intent.kind) == [.updateItem, .restoreItem])
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":5}"#
      ])
  }

  @Test func `a decision whose copy or state is refused changes nothing at all`() async throws {
    let (desk, id) = try await connected(asks: true)
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    try await trash(desk, id)
    _ = try await desk.sent()
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    let good = NewItem(
      CreateItemInput(type: "core.note", properties: ["title": "Copy", "body": "mine"]),
      notebook: nil)
    let bad = NewItem(CreateItemInput(type: "core.note", properties: [:]), notebook: nil)

    // A note needs a title, and nothing goes from the trash to the archive.
    for (copy, state) in [(bad, ItemState.active), (good, .archived)] {
      await #expect(throws: (any Error).self) {
        try await desk.store.resolveConflict(
          id: conflict.id, choosing: [:], state: state, copy: copy)
      }
    }

    #expect(try await desk.store.parkedConflicts().map(\.id) == [conflict.id])
    #expect(try await desk.store.statistics().itemCount == 1)
    #expect(try await desk.store.item(id: id)?.state == .trashed)
    #expect(try await desk.sent().isEmpty)
    try await desk.store.resolveConflict(
      id: conflict.id, choosing: [:], state: .active, copy: good)
    #expect(try await desk.store.statistics().itemCount == 2)
    #expect(try await desk.store.parkedConflicts().isEmpty)
  }

  @Test func `a decision to leave it in the trash sends the edit and asks no more`() async throws {
    let (desk, id) = try await connected(asks: true)
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    try await trash(desk, id)
    _ = try await desk.sent()
    let conflict = try #require(try await desk.store.parkedConflicts().first)

    try await desk.store.resolveConflict(id: conflict.id, choosing: [:])

    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":5}"#
      ])
    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(try await desk.store.item(id: id)?.state == .trashed)
  }

  @Test func `a note that is restored there needs no answer`() async throws {
    let (desk, id) = try await connected(asks: true)
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    try await trash(desk, id)
    _ = try await desk.sent()

    try await move(desk, id, 5, ["title": "A", "body": "one"], second: 12)

    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":5}"#
      ])
  }

  @Test func `a trash of a note that was changed there waits for the person`() async throws {
    let (desk, id) = try await connected(asks: true)
    _ = try await desk.store.transitionItem(id: id, to: .trashed)
    try await move(desk, id, 6, ["title": "A", "body": "theirs"])

    #expect(try await desk.sent().isEmpty)

    let conflict = try #require(try await desk.store.parkedConflicts().first)
    let sides = try #require(try await desk.store.conflictSides(id: conflict.id))
    #expect(sides.trashing == .here)
    #expect(sides.item.properties["body"] == "theirs")
    try await desk.store.resolveConflict(id: conflict.id, choosing: [:], read: sides.reading)
    #expect(try await desk.sent() == ["DELETE /items/\(id)"])
  }

  @Test func `a trash of a note that nobody changed is sent`() async throws {
    let (desk, id) = try await connected(asks: true)
    _ = try await desk.store.transitionItem(id: id, to: .trashed)

    #expect(try await desk.sent() == ["DELETE /items/\(id)"])
  }

  @Test func `a client that does not ask sends both`() async throws {
    let (desk, id) = try await connected(asks: false)
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    try await trash(desk, id)

    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":5}"#
      ])
  }

  @Test func `a trash that is undone here needs no answer`() async throws {
    let (desk, id) = try await connected(asks: true)
    _ = try await desk.store.transitionItem(id: id, to: .trashed)
    try await move(desk, id, 6, ["title": "A", "body": "theirs"])
    _ = try await desk.sent()
    #expect(try await desk.store.parkedConflicts().count == 1)

    _ = try await desk.store.transitionItem(id: id, to: .active)

    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(try await desk.store.item(id: id)?.state == .active)
    #expect(try await desk.store.item(id: id)?.properties["body"] == "theirs")
  }

  @Test func `a note that is taken out of the trash here needs no answer`() async throws {
    let (desk, id) = try await connected(asks: true)
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    try await trash(desk, id)
    _ = try await desk.sent()

    _ = try await desk.store.transitionItem(id: id, to: .active)

    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(try await desk.store.item(id: id)?.state == .active)
    #expect(
      try await desk.sent().first
        == #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":5}"#)
  }
}
