import Documents
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct DocumentReloadTests {
  /// Rows that count how often they are read as a whole.
  private actor CountedRows: DocumentPersistence {
    private let rows = InMemoryDocumentPersistence()
    private(set) var loads = 0

    func load() async -> StoredDocument? {
      loads += 1
      return await rows.load()
    }

    func token() async -> Int64? { await rows.load()?.token }

    func commit(
      _ changes: [Change], leadingTo replica: Replica, over token: Int64, note: NoteChange?
    ) async -> DocumentWrite {
      await rows.commit(changes, leadingTo: replica, over: token, note: note)
    }

    func receive(
      _ changes: [Change], leadingTo replica: Replica, over token: Int64
    ) async -> DocumentWrite {
      await rows.receive(changes, leadingTo: replica, over: token)
    }

    func replace(
      with replica: Replica, confirmed: Replica?, over token: Int64?
    ) async -> DocumentWrite {
      await rows.replace(with: replica, confirmed: confirmed, over: token)
    }

    func forgetHistory() async { await rows.forgetHistory() }

    func forget() async { await rows.forget() }
  }

  @Test func `a document reads its rows only when they are newer`() async throws {
    let rows = CountedRows()
    var replica = Replica(key: "list", actor: ActorID(number: 1))
    _ = await rows.replace(with: replica, confirmed: nil, over: nil)
    let document = try await Document(#require(rows.load()), in: rows)
    let before = await rows.loads

    try await document.reload()
    #expect(await rows.loads == before)

    try replica.update { root, _ in root.a = 1 }
    _ = await rows.commit(replica.localChanges, leadingTo: replica, over: 1, note: nil)
    try await document.reload()
    #expect(await rows.loads == before + 1)
    #expect(await document.toJSON() == #"{"a":1}"#)
  }

  @Test func `an arriving replacement has the number under which its copy commits`() async throws {
    let rows = CountedRows()
    var replica = Replica(key: "list", actor: ActorID(number: 1))
    _ = await rows.replace(with: replica, confirmed: nil, over: nil)
    let document = try await Document(#require(rows.load()), in: rows)
    let arrivals = await document.arrivals()
    try replica.update { root, _ in root.a = 1 }
    _ = await rows.commit(replica.localChanges, leadingTo: replica, over: 1, note: nil)
    // Before an editor asks, and after it has begun to hear.
    try await document.reload()
    #expect(await document.numberedReplica().number == 1)

    var heard = arrivals.makeAsyncIterator()
    guard case .replaced(var copy, let number)? = await heard.next() else {
      Issue.record("nothing was replaced")
      return
    }
    #expect(number == 1)
    copy.acknowledge(through: copy.lastClientSequence)
    try copy.update { root, _ in root.b = 2 }
    let write = try await document.commit(copy.localChanges, over: number)
    guard case .stored = write else {
      Issue.record("superseded")
      return
    }
    #expect(await document.toJSON() == #"{"a":1,"b":2}"#)
  }
}
