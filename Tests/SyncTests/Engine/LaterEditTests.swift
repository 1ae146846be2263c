import MarfaSDK
import Testing

/// What is typed after an edit that was sent was made on that edit, whatever becomes of it: nothing
/// that others wrote meanwhile is overwritten.
@Suite(.timeLimit(.minutes(20))) struct LaterEditTests {
  private func device(_ offer: ServerOffer = .everything) async throws -> Device {
    try await Device("one", InMemoryServer(), seed: 1, offer: offer)
  }

  private func write(_ body: String, in note: Item, _ device: Device) async throws {
    try await device.client.items.update(id: note.id, properties: ["body": .string(body)])
  }

  @Test func `a conflict that tells an older text than is known leaves the known one to be seen`()
    async throws
  {
    let device = try await device()
    let note = try await device.note("N", "one\n")
    try await device.send()
    try await write("one\nmine\n", in: note, device)
    let edit = try await device.leaving()
    device.others(note.id, ["body": "one\ntheirs\n"])
    let refusal = try await device.reply(to: edit)
    try await write("one\nmine\nmore\n", in: note, device)
    device.others(note.id, ["body": "one\ntheirs\nlast\n"])
    try await device.hear(note.id)

    try await device.take(refusal, to: edit)

    #expect(try await device.body(note.id) == "one\ntheirs\nlast\n")
    try await write("one\ntheirs\nlast\nnew\n", in: note, device)
    try await device.sendAll()
    #expect(device.bodiesThere() == ["one\ntheirs\nlast\nnew\n", "one\nmine\nmore\n"])
  }

  @Test(arguments: [false, true])
  func `a text that waits for a title is made on the text before both`(isTold: Bool) async throws {
    let device = try await device()
    let note = try await device.note("N", "one\n")
    try await device.send()
    try await write("one\ntwo\n", in: note, device)
    // It arrives as version 2, and its answer comes again at the end.
    try await device.send(isAnswered: false)
    try await device.client.items.update(id: note.id, properties: ["title": "T"])
    try await device.client.metadata.addTags(id: note.id, tags: ["x"])
    try await write("one\ntwo\nmine\n", in: note, device)
    device.others(note.id, ["body": "one\ntwo\ntheirs\n"])
    if isTold { try await device.hear(note.id) }

    try await device.sendAll()

    #expect(device.bodiesThere() == ["one\ntwo\ntheirs\n", "one\ntwo\nmine\n"])
    #expect(try await device.body(note.id) == "one\ntwo\ntheirs\n")
    #expect(try await device.client.items.get(id: note.id).properties["title"] == "T")
  }

  @Test(arguments: ServerOffer.allCases, [false, true])
  func `a title typed with the others' one in sight stays, though an earlier edit waits`(
    offer: ServerOffer, isSeen: Bool
  ) async throws {
    let device = try await device(offer)
    let note = try await device.note("N", "one\n")
    try await device.send()
    try await write("one\nmine\n", in: note, device)
    try await device.send(isAnswered: false)
    device.others(note.id, ["title": "Theirs"])
    if isSeen { try await device.hear(note.id) }
    try await device.client.items.update(id: note.id, properties: ["title": "Mine"])
    if !isSeen { try await device.hear(note.id) }

    try await device.sendAll()

    let item = device.line.ask("GET", "/items/" + note.id).body.objectValue?["item"]
    let there = item?.objectValue?["properties"]?.objectValue
    // A title that was typed without knowing of theirs meets it, and theirs stays.
    #expect(there == ["body": "one\nmine\n", "title": isSeen ? "Mine" : "Theirs"])
    #expect(try await device.client.items.get(id: note.id).properties == there)
    #expect(device.bodiesThere() == ["one\nmine\n"])
  }

  @Test(arguments: [false, true])
  func `a text typed after a change of the tier was not made on what its answer tells`(
    isAlone: Bool
  ) async throws {
    let device = try await device()
    let note = try await device.note("N", "one\n")
    try await device.send()
    try await device.client.items.update(
      id: note.id, properties: [:], options: UpdateOptions(tier: .feed))
    let change = try await device.leaving()
    try await write("one\nmine\n", in: note, device)
    if !isAlone { device.others(note.id, ["body": "one\ntheirs\n"]) }

    // The answer to the tier is the first to report the other text.
    try await device.take(try await device.reply(to: change), to: change)
    let edit = try await device.leaving()

    #expect(edit.mutations.first?.baseVersion == 1)
    try await device.take(try await device.reply(to: edit), to: edit)
    try await device.sendAll()
    let mine: JSONValue = "one\nmine\n"
    #expect(device.bodiesThere() == (isAlone ? [mine] : ["one\ntheirs\n", mine]))
  }

  /// What becomes of an edit that is never done.
  enum End: CaseIterable {
    case sentAgain, discarded
  }

  @Test(arguments: End.allCases)
  func `a text typed over one that was never done meets what others wrote`(end: End) async throws {
    let device = try await device()
    let note = try await device.note("N", "one\n")
    try await device.send()
    try await write("one\nmine\n", in: note, device)
    let edit = try await device.leaving()
    device.others(note.id, ["body": "one\ntheirs\n"])
    try await device.hear(note.id)
    try await write("one\nmine\nmore\n", in: note, device)

    switch end {
    case .sentAgain:
      let words = #"{"error":{"code":"validation_error","message":"Not today."}}"#
      try await device.take(
        .response(TransportResponse(status: 400, body: Array(words.utf8))), to: edit)
      for change in try await device.store.refusedChanges() {
        try await device.store.retryRefused(id: change.id)
      }
    case .discarded:
      try await device.take(.failure(message: "lost", mayHaveArrived: false), to: edit)
      let first = try #require(try await device.queue.fetchAll().first)
      try await device.store.discardMutation(id: first.id)
    }
    try await device.sendAll()

    #expect(device.bodiesThere() == ["one\ntheirs\n", "one\nmine\nmore\n"])
    #expect(try await device.body(note.id) == "one\ntheirs\n")
  }

  @Test(arguments: [false, true])
  func `an edge that is deleted before its creation is answered is deleted at the server, too`(
    isTold: Bool
  ) async throws {
    let device = try await device(.documented)
    let (a, b) = (try await device.note("A"), try await device.note("B"))
    for _ in 0..<2 { try await device.send() }
    let edge = try await device.client.edges.create(
      CreateEdgeInput(sourceId: a.id, targetId: b.id, edgeType: "about"))
    try await device.send(isAnswered: false)
    try await device.client.edges.delete(id: edge.id)
    let there = device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue ?? []
    let event = SSEEvent(event: "edge.created", data: JSONWriter.string(of: there[0]))

    if isTold { _ = try await device.store.apply([event]) }
    // The server answers that it has this edge, under an id of its own.
    try await device.send()
    if !isTold { _ = try await device.store.apply([event]) }
    #expect(try await device.client.edges.list(EdgeFilters(sourceId: a.id)).data.isEmpty)
    try await device.sendAll()

    #expect(device.line.ask("GET", "/edges").body.objectValue?["data"]?.arrayValue == [])
    #expect(try await device.client.edges.list(EdgeFilters(sourceId: a.id)).data.isEmpty)
  }
}
