import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// A trash on one side against an edit on the other.
extension ParkedConflictTests {
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

  @Test func `a trash between one's own edits is sent without a question`() async throws {
    let (desk, id) = try await connected(asks: true)
    try await desk.store.replaceText(id: id, body: "two")
    let first = try #require(try await desk.store.claimMutations(limit: 1).first)
    _ = try await desk.store.updateItem(id: id, properties: ["title": "B"])
    _ = try await desk.store.transitionItem(id: id, to: .trashed)
    let answer = ServerDesk.note(id, ["title": "A", "body": "two"], version: 6, second: 1)
    try await desk.store.acknowledgeMutation(id: first.id, .item(ConfirmedItem(answer)))
    let second = try #require(try await desk.store.claimMutations(limit: 1).first)
    try await move(desk, id, 7, ["title": "B", "body": "two"])
    let next = ServerDesk.note(id, ["title": "B", "body": "two"], version: 7, second: 7)
    try await desk.store.acknowledgeMutation(id: second.id, .item(ConfirmedItem(next)))

    #expect(try await desk.sent() == ["DELETE /items/\(id)"])
    #expect(try await desk.store.parkedConflicts().isEmpty)
  }

  @Test func `a client that does not ask sends its text as a note of its own`() async throws {
    let (desk, id) = try await connected(asks: false)
    let before = try await desk.store.item(id: id)?.properties
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    try await trash(desk, id)

    let sent = try await desk.sent()

    #expect(sent.allSatisfy { $0.hasPrefix("POST /items ") || $0.contains("/edges ") }, "\(sent)")
    let copy = try #require(sent.first { $0.hasPrefix("POST /items ") })
    #expect(copy.contains(#""body":"mine""#) && copy.contains("conflicted-copy"), "\(copy)")
    let note = try await desk.store.item(id: id)
    #expect(note?.properties == before)
    #expect(note?.state == .trashed)
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

  @Test func `a trash that the other side made as well is not sent once it is out of there`()
    async throws
  {
    let (desk, id) = try await connected(asks: true)
    let local = SynchronousStore(desk.store)
    try local.transition(id: id, to: .trashed)
    for (state, second) in [(ItemState.active, 7), (.trashed, 8), (.active, 9)] {
      try await desk.store.adopt(items: [
        ConfirmedItem(
          ServerDesk.note(
            id, ["title": "A", "body": "theirs"], version: 6, second: second, state: state))
      ])
      if second == 7 { #expect(try await desk.sent().isEmpty) }
      #expect(try await desk.store.parkedConflicts().count == (second == 7 ? 1 : 0))
    }

    #expect(try await desk.sent().isEmpty)
    #expect(try await desk.store.item(id: id)?.state == .active)
    #expect(try local.queue().isEmpty)
    let summary = try #require(try await desk.store.summaries(ids: [id]).first)
    #expect(!summary.isUnsent && !summary.isInConflict)
  }

  @Test func `an edit waits again when the note goes to the trash once more`() async throws {
    let (desk, id) = try await connected(asks: true)
    try SynchronousStore(desk.store).update(id: id) { _ in ["body": "mine"] }
    for (state, second) in [(ItemState.trashed, 7), (.active, 8), (.trashed, 9)] {
      try await desk.store.adopt(items: [
        ConfirmedItem(
          ServerDesk.note(
            id, ["title": "A", "body": "one"], version: 5, second: second, state: state))
      ])
      if state == .trashed { #expect(try await desk.sent().isEmpty) }
      #expect(try await desk.store.parkedConflicts().count == (state == .trashed ? 1 : 0))
    }
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    try await desk.store.resolveConflict(id: conflict.id, choosing: [:], state: .active)

    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":5}"#
      ])
  }

  @Test func `a note that went to the trash here and came back leaves nothing to be sent`()
    async throws
  {
    let (desk, id) = try await connected(asks: true)
    let local = SynchronousStore(desk.store)
    try local.transition(id: id, to: .trashed)
    try local.transition(id: id, to: .active)
    #expect(try local.queue().isEmpty)
    #expect(try await desk.store.summaries(ids: [id]).first?.isUnsent == false)

    try local.update(id: id) { _ in ["body": "mine"] }
    try local.transition(id: id, to: .trashed)
    try local.transition(id: id, to: .active)
    #expect(try local.queue().map(\.intent.kind) == [.updateItem])
    try await trash(desk, id)

    #expect(try await desk.sent().isEmpty)
    #expect(try await desk.store.parkedConflicts().count == 1)
  }

  @Test func `a text that was made on another version is judged by the server first`() async throws
  {
    let (desk, id) = try await connected(asks: true)
    let local = SynchronousStore(desk.store)
    try local.update(id: id) { _ in ["body": "mine"] }
    // As a creation whose answer was lost, and of which the server says that it is there.
    try local.execute("UPDATE mutation SET base_version = 0")
    try await desk.store.adopt(items: [
      ConfirmedItem(
        ServerDesk.note(
          id, ["title": "A", "body": "theirs"], version: 6, second: 9, state: .trashed))
    ])

    #expect(
      try await desk.sent() == [
        #"PATCH /items/\#(id) {"properties":{"body":"mine"},"version":0}"#
      ])
    #expect(try await desk.store.parkedConflicts().isEmpty)
  }
}
