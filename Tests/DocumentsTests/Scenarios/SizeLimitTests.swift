import Testing

@testable import Documents

/// documents.md §3.8 and §3.10: the size of a document, and the limit of it.
@Suite(.timeLimit(.minutes(20))) struct SizeLimitTests {
  @Test func `DOC-G10 what is deleted counts until it is purged`() throws {
    var replica = try Replica.withText("Hello world")
    try replica.edit(6, 11)
    #expect(replica.size.garbage == DocumentSize.Part(data: 10, meta: 48))
    #expect(replica.garbageCount == 1)
    replica.purge(seenByAll: replica.versionVector)

    #expect(replica.size.garbage == DocumentSize.Part())
  }

  @Test func `DOC-G11 the size of a replacement that is deleted again`() throws {
    var replica = try Replica.withText("ABC")
    try replica.edit(1, 2, "X")
    try replica.edit(2, 3)
    #expect(replica.size.garbage == DocumentSize.Part(data: 4, meta: 96))
  }

  @Test func `a document that is read again is no larger than before`() throws {
    var replica = try Replica.withText("Hello world")
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

  // MARK: - Shapes that would cost others more than their bytes, or that nobody could read

  private let maker = ActorID(number: 7)
  private var empty: Replica { Replica(key: "doc", actor: ActorID(number: 1)) }

  private func at(_ delimiter: UInt32) -> TimeTicket {
    TimeTicket(lamport: 1, actor: maker, delimiter: delimiter)
  }

  private func pack(_ operations: [Documents.Operation]) -> ChangePack {
    let id = ChangeID(clientSequence: 1, lamport: 1, actor: maker, others: VersionVector())
    return ChangePack(
      documentKey: "doc", checkpoint: .initial,
      changes: [Change(id: id, message: nil, operations: operations, presence: nil)])
  }

  /// Why an empty replica refuses a pack, and stays as it was; nil if it takes the pack.
  private func refusal(_ pack: ChangePack) throws -> DocumentsError? {
    var replica = empty
    do throws(DocumentsError) {
      _ = try replica.apply(ChangePack(decoding: pack.encoded()))
    } catch {
      #expect(replica.toJSON() == "{}" && replica.snapshot() == empty.snapshot())
      return error
    }
    _ = try Snapshot(decoding: replica.snapshot())
    return nil
  }

  // MARK: - Depth

  private func nested(_ levels: Int) -> Any? {
    (0..<levels).reduce(nil as Any?) { value, _ in [value] as [Any?] }
  }

  @Test func `a value may be nested as deep as every reader can read, and no deeper`() throws {
    var replica = empty
    try replica.update { root, _ in root.a = nested(99) }
    #expect(try refusal(replica.pack()) == nil)
    let before = replica.snapshot()

    let error = #expect(throws: DocumentsError.self) {
      try replica.update { root, _ in root.b = nested(100) }
    }

    #expect(error?.isTooLarge == true && error?.isDamage == false)
    #expect(error?.detail == "elements are nested at most 100 deep")
    #expect(replica.snapshot() == before)
  }

  @Test func `elements that are put into one another one by one have the same limit of depth`()
    throws
  {
    var replica = empty
    func deepen() throws {
      try replica.update { root, _ in
        var inner = root
        while let next = inner.jsonObject("o") { inner = next }
        inner.o = [:] as [String: Any?]
      }
    }
    for _ in 0..<100 { try deepen() }

    #expect(throws: DocumentsError.self) { try deepen() }
    #expect(throws: DocumentsError.self) {
      try replica.update { root, _ in root.jsonObject("o")?.copy = root.jsonObject("o") }
    }

    #expect(try refusal(replica.pack()) == nil)
  }

  @Test func `a pack that puts elements into one another without end is refused`() throws {
    var operations: [Documents.Operation] = []
    for number in 0..<100_000 as Range<UInt32> {
      operations.append(
        .set(
          object: number == 0 ? .initial : at(number), key: "", value: .object([]),
          at: at(number + 1)))
    }

    #expect(try refusal(pack(operations))?.isDamage == true)
  }

  // MARK: - Identities

  @Test func `an operation that uses the ticket of another one's part is refused`() throws {
    let list = ElementValue.array([.primitive(.null), .primitive(.null)])
    func set(_ key: String, _ value: ElementValue, _ delimiter: UInt32) -> Documents.Operation {
      .set(object: .initial, key: key, value: value, at: at(delimiter))
    }

    #expect(try refusal(pack([set("a", list, 1), set("b", list, 4)])) == nil)
    #expect(try refusal(pack([set("a", list, 1), set("b", list, 3)]))?.isDamage == true)
    #expect(try refusal(pack([set("a", list, 3), set("b", list, 1)]))?.isDamage == true)
    #expect(try refusal(pack([set("a", list, 5), set("b", list, 1)]))?.isDamage == true)
  }

  @Test func `a snapshot in which an element has two keys is refused`() throws {
    var replica = empty
    try replica.update { root, _ in
      root.a = 1
      root.b = 2
    }
    var bytes = replica.snapshot()
    #expect(Array(bytes.suffix(6)) == [1, 97, 0, 1, 98, 1])
    bytes[bytes.count - 1] = 0

    #expect(throws: DocumentsError.self) { try Snapshot(decoding: bytes) }
  }

  // MARK: - Number

  @Test func `an update of too many elements says so and changes nothing`() throws {
    var replica = empty
    try replica.update { root, _ in root.a = [Any?](repeating: nil, count: 100_000) }

    let error = #expect(throws: DocumentsError.self) {
      try replica.update { root, _ in root.b = [Any?](repeating: nil, count: 110_000) }
    }

    #expect(error?.isTooLarge == true)
    #expect(
      error?.detail == "the elements count 1100030 of 1048576 bytes; one change cannot have more")
    #expect(replica.localChanges.count == 1 && replica.readingRoot.keys == ["a"])
  }

  @Test func `a change that no server could take is refused, and changes nothing`() throws {
    var replica = try Replica.withText("kept")
    let before = (replica.toJSON(), replica.localChanges.count)
    let long = String(repeating: "é", count: 1 << 20)

    let errors = try [
      #require(throws: DocumentsError.self) { try replica.edit(4, 4, long) },
      #require(throws: DocumentsError.self) { try replica.update { root, _ in root.a = long } },
      #require(throws: DocumentsError.self) {
        try replica.update(message: long) { root, _ in root.a = 1 }
      },
    ]

    #expect(errors.allSatisfy { $0.isTooLarge })
    #expect(errors[0].detail.hasSuffix("of 1966080 bytes; one change cannot have more"))
    #expect((replica.toJSON(), replica.localChanges.count) == before)
    try replica.edit(4, 4, "!")
    #expect(replica.text == "kept!")
  }

  private func nulls(_ count: Int) throws -> ChangePack {
    var replica = empty
    try replica.update { root, _ in root.a = [Any?](repeating: nil, count: count) }
    return replica.pack()
  }

  @Test func `a pack is as long as its elements count, and a shorter one is refused`() throws {
    let pack = try nulls(10_000)
    let bytes = pack.encoded()
    #expect(bytes.count == 100_030 - ChangePack.freeWeight)
    #expect(try ChangePack(decoding: bytes) == pack)
    let content = try nulls(1600).encoded().count + 2 * 8400

    let short: [UInt8] = [ChangePack.version] + bytes[1..<content]
    let cut = Array(bytes.dropLast())
    for wrong in [short, Array(bytes[..<content]), cut, cut + [1]] as [[UInt8]] {
      #expect(throws: DocumentsError.self) { try ChangePack(decoding: wrong) }
    }
    let error = #expect(throws: DocumentsError.self) { try ChangePack(decoding: short) }
    #expect(error?.detail == "its elements count 100030 bytes and it has \(content)")
  }

  @Test func `a pack of few elements has no filling`() throws {
    let bytes = try nulls(1600).encoded()

    #expect(bytes.count < 3300 && bytes[0] == ChangePack.version)
  }
}
