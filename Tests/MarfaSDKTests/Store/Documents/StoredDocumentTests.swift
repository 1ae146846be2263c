import Documents
import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

/// Notes whose text is a document, in the rows of the store.
@Suite(.timeLimit(.minutes(20))) struct StoredDocumentTests {
  @Test(arguments: [false, true])
  func `an arriving value of the text is ignored, and the document is asked`(hasUnsent: Bool)
    async throws
  {
    let desk = try await DocumentDesk("one")
    if hasUnsent { try desk.edit("mine") }

    try await desk.store.adopt(items: [
      ConfirmedItem(
        ServerDesk.note(desk.id, ["title": "Other", "body": "theirs"], version: 6, second: 6))
    ])

    #expect(try await desk.body() == (hasUnsent ? "mine" : "one"))
    #expect(try await desk.text() == (hasUnsent ? "mine" : "one"))
    #expect(try await desk.store.noteText(id: desk.id).title == "Other")
    #expect(try await desk.store.knownReplicas().map(\.isWaiting) == [true])
    #expect(try desk.waiting() == (hasUnsent ? [.pushDocument] : []))
  }

  @MainActor
  @Test func `typed text is one waiting change of its note until the server has it`()
    async throws
  {
    let desk = try await DocumentDesk("one")
    let clock = ManualClock()
    let store = MarfaStore(store: desk.store, clock: clock)
    func settle() async {
      await store.settle()
      clock.advance(by: .milliseconds(50))
      await store.settle()
    }
    let query = try #require(store.queryPendingMutations())
    for text in ["two", "three"] { try desk.edit(text) }
    await settle()

    #expect(query.mutations.map(\.kind) == [.pushDocument])
    #expect(query.mutations.map(\.itemId) == [desk.id])
    try await acknowledge(desk)
    await settle()

    #expect(query.isEmpty)
    #expect(query.error == nil)
  }

  @Test func `a document is asked until an exchange brought everything`() async throws {
    let desk = try await DocumentDesk("one")

    for (version, body) in [(6, "before"), (7, "one")] {
      try await desk.store.adopt(items: [
        ConfirmedItem(
          ServerDesk.note(
            desk.id, ["title": "A", "body": .string(body)], version: version, second: version))
      ])
      #expect(try await desk.store.knownReplicas().map(\.isWaiting) == [true])
    }
    try await acknowledge(desk)
    #expect(try await desk.store.knownReplicas().map(\.isWaiting) == [true])

    try await desk.store.noteUpToDate(DocumentDesk.document)

    #expect(try await desk.store.knownReplicas().map(\.isWaiting) == [false])
  }

  /// The server has got what was edited.
  private func acknowledge(_ desk: DocumentDesk) async throws {
    let stored = try #require(await desk.rows.load())
    var replica = stored.replica
    replica.acknowledge(through: replica.lastClientSequence)
    _ = try await desk.rows.receive([], leadingTo: replica, over: stored.token)
  }

  @Test func `a text that an editor overrules stays in the history`() async throws {
    for overrules in [false, true] {
      let desk = try await DocumentDesk("one")
      // These keep the texts before; an editor's save that comes soon after keeps nothing by
      // itself.
      try desk.edit("by 8")
      try desk.edit("by 7")
      let stored = try #require(await desk.rows.load())
      var mine = stored.replica
      let known = mine.localChanges.count
      try mine.update { root, _ in try root.jsonText("body")?.edit(3, 4, "9") }

      _ = try await desk.rows.commit(
        Array(mine.localChanges[known...]), leadingTo: mine, over: stored.token,
        note: NoteChange(overrules: overrules))

      #expect(try await desk.body() == "by 9")
      let kept = try await desk.store.versions(of: desk.id).map { $0.properties["body"] }
      #expect(kept.contains("by 7") == overrules, "\(kept)")
    }
  }

  @Test func `a document that was edited while it was let go stays`() async throws {
    let desk = try await DocumentDesk("one")
    try desk.edit("mine")

    try await desk.store.letGo(ofDocument: DocumentDesk.document)

    #expect(try await desk.store.knownReplicas().map(\.isWaiting) == [true])
    #expect(try desk.waiting() == [.pushDocument])
    #expect(try await desk.text() == "mine")
  }

  @Test func `a text that is asked for becomes the server's, whatever the clock says here`()
    async throws
  {
    let desk = try await DocumentDesk("one")
    let behind = ServerDesk.note(desk.id, ["title": "B", "body": "one"], version: 6, second: 6)
    try await desk.store.adopt(items: [ConfirmedItem(behind)])
    // The item's text follows its document later.
    try desk.edit("one two")
    try await acknowledge(desk)

    try await desk.store.letGo(ofDocument: DocumentDesk.document)
    try refuse(try desk.local.nextExchange(.drain), having: behind, desk)

    #expect(try await desk.body() == "one")
    #expect(try desk.waiting() == [])
    try desk.edit("one three")
    #expect(
      try await desk.desk.sent() == [
        #"PATCH /items/\#(desk.id) {"properties":{"body":"one three"},"version":6}"#
      ])
  }

  /// Has the server refuse an update of the text with what it has.
  private func refuse(_ exchange: Exchange?, having item: Item, _ desk: DocumentDesk) throws {
    let error = ConflictError(
      current: PropertiesSnapshot(version: item.version, properties: item.properties),
      ancestor: nil, conflictingFields: ["body"], clientPatch: [:],
      mergePolicy: MergePolicy(fields: ["body": .keepBothCopies]))
    _ = try desk.local.settle(
      try #require(exchange),
      .response(
        TransportResponse(
          status: 409, body: Array(JSONEncoder().encode(ErrorEnvelope(error))))),
      ParkedConflictTests.policy)
  }

  @Test(arguments: [false, true])
  func `a text that was left to a document which then goes is asked for, and not overwritten`(
    hasUnsent: Bool
  ) async throws {
    let desk = try await DocumentDesk("one")
    if hasUnsent { try desk.edit("mine") }
    let theirs = ServerDesk.note(
      desk.id, ["title": "A", "body": "theirs"], version: 6, second: 6)
    try await desk.store.adopt(items: [ConfirmedItem(theirs)])

    try await desk.store.releaseDocuments()
    let exchange = try #require(try desk.local.nextExchange(.drain))

    let sent = try JSONParser.parse(exchange.request.body ?? [])
    #expect(
      sent == ["properties": ["body": .string(hasUnsent ? "mine" : "one")], "version": 0])
    try refuse(exchange, having: theirs, desk)
    #expect(try await desk.body() == (hasUnsent ? "mine" : "theirs"))
    #expect(try await desk.store.syncCounts().conflicts == (hasUnsent ? 1 : 0))
    #expect(try desk.waiting() == (hasUnsent ? [.updateItem] : []))
  }

  // MARK: - The text of the last exchange

  /// Takes a snapshot of the server while something is unsent, as a document does.
  private func pull(_ text: String, _ desk: DocumentDesk) async throws {
    let stored = try #require(await desk.rows.load())
    let pack = ChangePack(
      documentKey: DocumentDesk.document, checkpoint: stored.replica.checkpoint,
      snapshot: try desk.joined(1, text).snapshot())
    var replica = stored.replica
    _ = try replica.apply(pack)
    var confirmed = Replica(key: DocumentDesk.document, actor: replica.actor)
    _ = try confirmed.apply(pack)
    _ = try await desk.rows.replace(with: replica, confirmed: confirmed, over: stored.token)
  }

  @Test func `text that came with a snapshot is no edit of mine in a later merge`() async throws {
    let desk = try await DocumentDesk("one\ntwo\n")
    try desk.edit("ONE\ntwo\n")
    try await pull("one\ntwo\nthree", desk)
    #expect(try await desk.text() == "ONE\ntwo\nthree")

    try await desk.rejoin(2, "one\ntwo\nthree four")

    #expect(try await desk.body() == "ONE\ntwo\nthree four")
    #expect(try await desk.store.parkedConflicts().isEmpty)
  }

  @Test func `text taken over to another actor is merged on what that began with`()
    async throws
  {
    let desk = try await DocumentDesk("one\ntwo\n")
    try desk.edit("ONE\ntwo\n")
    try await desk.rejoin(2, "one\ntwo\nthree")
    #expect(try await desk.text() == "ONE\ntwo\nthree")

    try await desk.rejoin(3, "one\ntwo\nthree four")

    #expect(try await desk.body() == "ONE\ntwo\nthree four")
    #expect(try await desk.store.parkedConflicts().isEmpty)
    #expect(try desk.waiting() == [.pushDocument])
    let stored = try #require(await desk.rows.load())
    #expect(stored.replica.localChanges.count == 1)
    #expect(stored.replica.actor == ActorID(number: 3))
  }

  @Test func `a text that goes back with its document stays in the history`() async throws {
    let desk = try await DocumentDesk("one")

    try await desk.rejoin(2, "zero")

    #expect(try await desk.body() == "zero")
    let kept = try await desk.store.versions(of: desk.id).map { $0.properties["body"] }
    #expect(kept.contains("one"))
  }

  // MARK: - The end

  @Test func `a purge takes the document and what was unsent of it along`() async throws {
    let desk = try await DocumentDesk("one")
    try desk.edit("mine")
    try desk.local.transition(id: desk.id, to: .trashed)

    try desk.local.purge(id: desk.id)

    #expect(try await desk.store.knownReplicas() == [])
    #expect(try desk.waiting() == [.deleteItem, .purgeItem])
  }

  @Test func `an item that was removed elsewhere stays with its unsent text, and is refused`()
    async throws
  {
    let desk = try await DocumentDesk("one")
    try desk.edit("mine")

    try await desk.store.forget(itemIds: [desk.id])

    #expect(try await desk.store.knownReplicas() == [])
    #expect(try desk.waiting() == [])
    let refused = try await desk.store.refusedChanges()
    #expect(refused.map(\.kind) == [.createItem])
    #expect(refused.first?.body.objectValue?["properties"] == ["title": "A", "body": "mine"])
    #expect(try await desk.body() == "mine")
  }

  @Test(arguments: [ServerChange.move, .copy])
  func `notes that go to another server take their text along and no document`(
    change: ServerChange
  ) async throws {
    let desk = try await DocumentDesk("one")
    try desk.edit("mine")

    try await desk.store.leaveServer(change)
    try desk.local.logIn(to: ServerIdentity(url: "https://other.example"))

    #expect(try await desk.store.knownReplicas() == [])
    #expect(try await desk.store.documentClient() == nil)
    #expect(try desk.waiting() == [.createItem, .setExtension])
    let sent = try await desk.desk.sent()
    #expect(sent.first?.contains(#""body":"mine""#) == true)
  }

  @Test func `text unsent when the server was left goes out after the next login`()
    async throws
  {
    let desk = try await DocumentDesk("one")
    try desk.edit("mine")

    try await desk.store.disconnect()
    #expect(try await desk.body() == "mine")
    try desk.local.logIn(to: ServerIdentity(url: "https://notes.example"))

    #expect(try await desk.store.knownReplicas() == [])
    #expect(
      try await desk.desk.sent() == [
        #"PATCH /items/\#(desk.id) {"properties":{"body":"mine"},"version":5}"#
      ])
  }
}
