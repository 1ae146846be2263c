import Documents
import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Texts that contradict the document of their note, in the rows of the store.
@Suite(.timeLimit(.minutes(20))) struct ParkedTextTests {
  /// A note of which both sides changed the same line, and each another one.
  private func parked(asks: Bool = true) async throws -> (DocumentDesk, String) {
    let desk = try await DocumentDesk("one\n\ntwo\n\nthree\n", asks: asks)
    try desk.edit("ONE\n\nmine\n\nthree\n")
    try await desk.rejoin(2, "one\n\ntheirs\n\nthree\n\nfour\n")
    return (desk, try await desk.store.parkedConflicts().first?.id ?? "")
  }

  private func sides(_ desk: DocumentDesk, _ id: String) async throws -> ConflictSides {
    try #require(try await desk.store.conflictSides(id: id))
  }

  @Test func `the document keeps their words, and mine waits with both sides`() async throws {
    let (desk, id) = try await parked()

    #expect(try await desk.body() == "ONE\n\ntheirs\n\nthree\n\nfour\n")
    #expect(try await desk.text() == "ONE\n\ntheirs\n\nthree\n\nfour\n")
    #expect(try desk.waiting() == [.pushDocument])
    let conflict = try #require(try await desk.store.parkedConflicts().first)
    #expect(conflict.context.itemId == desk.id)
    #expect(conflict.context.conflictingFields == ["body"])
    #expect(conflict.context.current.properties["body"] == "ONE\n\ntheirs\n\nthree\n\nfour\n")
    let sides = try await sides(desk, id)
    #expect(sides.item.properties["body"] == "ONE\n\nmine\n\nthree\n\nfour\n")
    #expect(sides.shown["body"] == "ONE\n\ntheirs\n\nthree\n\nfour\n")
    #expect(sides.conflict.context.ancestor?.properties["body"] == "ONE\n\ntwo\n\nthree\n\nfour\n")
    #expect(sides.isOfDocument)
    #expect(sides.trashing == nil)
  }

  @Test func `it counts as a conflict, marks its note, and blocks nothing`() async throws {
    let (desk, _) = try await parked()
    try desk.local.update(id: desk.id) { _ in ["title": "Other"] }

    let counts = try await desk.store.syncCounts()
    #expect(counts.conflicts == 1)
    #expect(counts.pending == 2)
    let summary = try #require(try await desk.store.summaries(ids: [desk.id]).first)
    #expect(summary.isInConflict)
    #expect(
      try await desk.desk.sent() == [
        #"PATCH /items/\#(desk.id) {"properties":{"title":"Other"},"version":5}"#
      ])
  }

  @Test func `the arriving property does not end it`() async throws {
    let (desk, id) = try await parked()

    let bodies = ["ONE\n\ntheirs\n\nthree\n\nfour\n", "ONE\n\nmine\n\nthree\n\nfour\n"]
    for (version, body) in zip(6..., bodies) {
      try await desk.store.adopt(items: [
        ConfirmedItem(
          ServerDesk.note(
            desk.id, ["title": "A", "body": .string(body)], version: version, second: version))
      ])
    }

    #expect(try await sides(desk, id).item.properties["body"] == "ONE\n\nmine\n\nthree\n\nfour\n")
    #expect(try await desk.store.syncCounts().conflicts == 1)
  }

  @Test func `mine is an edit of the document that leaves what others did since`() async throws {
    let (desk, id) = try await parked()
    try desk.edit("ONE\n\ntheirs\n\nthree\n\nfour\nfive\n")
    let sides = try await sides(desk, id)

    try await desk.store.resolveConflict(
      id: id, choosing: ["body": #require(sides.item.properties["body"])], read: sides.reading)

    #expect(try await desk.body() == "ONE\n\nmine\n\nthree\n\nfour\nfive\n")
    #expect(try await desk.text() == "ONE\n\nmine\n\nthree\n\nfour\nfive\n")
    #expect(try desk.waiting() == [.pushDocument])
    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(try await desk.store.syncCounts().conflicts == 0)
    let summary = try #require(try await desk.store.summaries(ids: [desk.id]).first)
    #expect(!summary.isInConflict)
  }

  @Test func `theirs ends it and changes nothing`() async throws {
    let (desk, id) = try await parked()
    let revision = try await desk.store.noteText(id: desk.id).revision

    try await desk.store.resolveConflict(
      id: id, choosing: [:], read: try await sides(desk, id).reading)

    #expect(try await desk.store.noteText(id: desk.id).revision == revision)
    #expect(try await desk.body() == "ONE\n\ntheirs\n\nthree\n\nfour\n")
    #expect(try await desk.store.parkedConflicts().isEmpty)
  }

  @Test func `the text that was overruled stays in the history`() async throws {
    let (desk, id) = try await parked()

    try await desk.store.resolveConflict(id: id, choosing: [:])

    let kept = try await desk.store.versions(of: desk.id).map { $0.properties["body"] }
    #expect(kept.contains("ONE\n\nmine\n\nthree\n"))
  }

  @Test func `a decision about a text that has changed since writes nothing`() async throws {
    let (desk, id) = try await parked()
    let read = try await sides(desk, id).reading
    try desk.edit("ONE\n\ntheirs, again\n\nthree\n\nfour\n")

    await #expect(throws: ConflictError.self) {
      try await desk.store.resolveConflict(id: id, choosing: ["body": "mine"], read: read)
    }

    #expect(try await desk.body() == "ONE\n\ntheirs, again\n\nthree\n\nfour\n")
    #expect(try await desk.store.parkedConflicts().map(\.id) == [id])
  }

  @Test func `where nobody is asked my text becomes a note of its own`() async throws {
    let (desk, _) = try await parked(asks: false)

    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(try await desk.body() == "ONE\n\ntheirs\n\nthree\n\nfour\n")
    let copies = try await desk.desk.fixture.client.items.list(
      ListFilters(tags: ["conflicted-copy"])
    ).data
    #expect(copies.map { $0.properties["body"] } == ["ONE\n\nmine\n\nthree\n\nfour\n"])
    #expect(try desk.waiting().contains(.createItem))
  }

  @Test func `an item that was removed elsewhere leaves my text among the refused changes`()
    async throws
  {
    let (desk, _) = try await parked()

    try await desk.store.forget(itemIds: [desk.id])

    #expect(try await desk.store.parkedConflicts().isEmpty)
    let bodies = try await desk.store.refusedChanges().map {
      $0.body.objectValue?["properties"]?.objectValue?["body"]
    }
    #expect(bodies.contains("ONE\n\nmine\n\nthree\n\nfour\n"))
    #expect(bodies.contains("ONE\n\ntheirs\n\nthree\n\nfour\n"))
  }

  @Test func `a purge of the note ends it`() async throws {
    let (desk, _) = try await parked()
    try desk.local.transition(id: desk.id, to: .trashed)

    try desk.local.purge(id: desk.id)

    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(try await desk.store.syncCounts().conflicts == 0)
  }

  @Test func `it outlives its document, and mine then goes out as an update`() async throws {
    let (desk, id) = try await parked()
    try await desk.store.releaseDocuments()
    let sides = try await sides(desk, id)

    try await desk.store.resolveConflict(
      id: id, choosing: ["body": #require(sides.item.properties["body"])], read: sides.reading)

    #expect(try await desk.body() == "ONE\n\nmine\n\nthree\n\nfour\n")
    #expect(
      try await desk.desk.sent() == [
        #"PATCH /items/\#(desk.id) {"properties":{"body":"ONE\n\nmine\n\nthree\n\nfour\n"},"version":5}"#
      ])
  }
}
