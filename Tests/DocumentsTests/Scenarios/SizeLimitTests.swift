import Testing

@testable import Documents

/// documents.md §3.8 and §3.10: the size of a document, and the limit of it.
@Suite(.timeLimit(.minutes(20))) struct SizeLimitTests {
  private func text(_ content: String) throws -> Replica {
    var replica = Replica(key: "doc", actor: ActorID(number: 1))
    try replica.update { root, _ in
      root.t = JSONText()
      try root.jsonText("t")?.edit(0, 0, content)
    }
    return replica
  }

  @Test func `DOC-G10 what is deleted counts until it is purged`() throws {
    var replica = try text("Hello world")
    try replica.edit(6, 11)
    #expect(replica.size.garbage == DocumentSize.Part(data: 10, meta: 48))
    #expect(replica.garbageCount == 1)
    replica.purge(seenByAll: replica.versionVector)

    #expect(replica.size.garbage == DocumentSize.Part())
  }

  @Test func `DOC-G11 the size of a replacement that is deleted again`() throws {
    var replica = try text("ABC")
    try replica.edit(1, 2, "X")
    try replica.edit(2, 3)
    #expect(replica.size.garbage == DocumentSize.Part(data: 4, meta: 96))
  }

  @Test func `a document that is read again is no larger than before`() throws {
    var replica = try text("Hello world")
    try replica.edit(2, 4, "LL", ["b": "1"])
    try replica.edit(6, 11)
    try replica.update { root, _ in root.a = [1, 2, 3] }
    try replica.array { try $0.remove(at: 1) }
    try replica.array { try $0.moveFront(1) }

    let again = try Replica(key: "doc", actor: ActorID(number: 2), stored: replica.snapshot())

    #expect(again.size.live == replica.size.live)
    // What was deleted is stored without its words.
    #expect(again.size.garbage.meta == replica.size.garbage.meta)
    #expect(again.size.garbage.data <= replica.size.garbage.data)
    #expect(again.garbageCount == replica.garbageCount && again.garbageCount > 0)
  }

  @Test func `DOC-M20 a local edit beyond the limit is refused, a remote one is taken`() throws {
    var meeting = Meeting()
    for index in meeting.replicas.indices { meeting.replicas[index].sizeLimit = 100 }
    try meeting.c1.update { root, _ in root.t = JSONText() }
    try meeting.sync(1, 2)
    #expect(meeting.c1.size.live == DocumentSize.Part(data: 0, meta: 72))
    let before = meeting.c1.snapshot()
    let error = #expect(throws: DocumentsError.self) { try meeting.c1.edit(0, 0, "helloworld") }
    #expect(error?.isTooLarge == true)
    #expect(
      meeting.texts[0] == "" && meeting.c1.localChanges.isEmpty && meeting.c1.snapshot() == before)

    try meeting.c1.edit(0, 0, "aa")
    #expect(meeting.c1.size.live == DocumentSize.Part(data: 4, meta: 96))
    try meeting.c2.edit(0, 0, "a")
    try meeting.sync(1, 2, 1)
    #expect(
      meeting.replicas.map(\.size.live) == [
        DocumentSize.Part(data: 6, meta: 120), DocumentSize.Part(data: 6, meta: 120),
      ])
    #expect(throws: DocumentsError.self) { try meeting.c1.edit(0, 0, "b") }
    #expect(throws: Never.self) {
      try meeting.c1.update { _, presence in presence.set(["k": "v"]) }
    }
  }
}
