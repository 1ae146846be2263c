import MarfaModel
import Testing

@testable import MarfaServer

/// Rows of documents in, rows of documents out.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct DocumentRowsTests {
  private static func client(_ id: String, seenAt: Int64 = 5) -> DocumentClientRow {
    DocumentClientRow(
      id: id, credentialId: "credential", clientKey: "laptop", createdAt: 1, seenAt: seenAt)
  }

  private static func document(_ key: String, item: String? = nil) -> DocumentRow {
    DocumentRow(
      key: key, actor: "server", itemId: item, field: item == nil ? nil : "body", createdAt: 3)
  }

  private static func replica(
    _ document: Int64, _ client: String, isAttached: Bool = true
  ) -> DocumentReplicaRow {
    DocumentReplicaRow(
      document: document, client: client, isAttached: isAttached, clientSequence: 4,
      lastHash: [1, 2], serverSequence: 9, vector: [0, 255])
  }

  private static func change(
    _ sequence: Int64, by actor: String = "a", bytes: Int = 3
  ) -> DocumentChangeRow {
    DocumentChangeRow(
      sequence: sequence, actor: actor, clientSequence: sequence * 2,
      bytes: [UInt8](repeating: UInt8(sequence), count: bytes),
      // An edit of the server has none.
      digest: sequence == 1 ? [] : [UInt8(sequence), 0])
  }

  @Test func `a client is found as it was written, and by when it was seen`() async throws {
    let fixture = try StoreFixture()
    try await fixture.store.transact(.allowed) { rows in
      try rows.put(Self.client("a", seenAt: 9))
      try rows.put(Self.client("b", seenAt: 4))
      try rows.put(Self.client("c"))
      try rows.put(Self.client("c", seenAt: 6))
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.documentClient(id: "c") == Self.client("c", seenAt: 6))
      #expect(try rows.documentClient(id: "none") == nil)
      #expect(try rows.documentClientCount(of: "credential") == 3)
      #expect(try rows.documentClients(seenBefore: 9, limit: 9).map(\.id) == ["b", "c"])
      #expect(try rows.documentClients(seenBefore: 9, limit: 1).map(\.id) == ["b"])
    }
  }

  @Test func `a document is found by key, number and item until it is removed`() async throws {
    let fixture = try StoreFixture()
    let number = try await fixture.store.transact(.allowed) { rows in
      try rows.insert(Self.document("note", item: "item"))
    }
    var expected = Self.document("note", item: "item")
    expected.number = number
    expected.sequence = 7
    expected.typedSince = 11
    expected.typedAt = 12
    expected.purgedThrough = 13
    let changed = expected
    try await fixture.store.transact(.allowed) { try $0.update(changed) }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.document(key: "note") == changed)
      #expect(try rows.document(number: number) == changed)
      #expect(try rows.documents(ofItem: "item") == [changed])
      #expect(try rows.documentsWithEdits() == [changed])
      #expect(try rows.documents(removedBefore: .max, limit: 9) == [])
    }
    expected.removedAt = 20
    let removed = expected
    let second = try await fixture.store.transact(.allowed) { rows in
      try rows.update(removed)
      return try rows.insert(Self.document("note", item: "item"))
    }
    #expect(second > number)
    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.document(key: "note")?.number == second)
      #expect(try rows.documents(ofItem: "item").map(\.number) == [second])
      #expect(try rows.document(number: number) == removed)
      #expect(try rows.documents(removedBefore: 20, limit: 9) == [])
      #expect(try rows.documents(removedBefore: 21, limit: 9) == [removed])
    }
  }

  @Test func `changes come in order, from one on, until the page is full`() async throws {
    let fixture = try StoreFixture()
    let number = try await fixture.store.transact(.allowed) { rows in
      let number = try rows.insert(Self.document("note"))
      for sequence in 1...5 { try rows.append(Self.change(Int64(sequence)), to: number) }
      return number
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      let page = try rows.documentChanges(of: number, after: 2, limit: RowLimit(count: 9))
      #expect(page.rows == [Self.change(3), Self.change(4), Self.change(5)])
      #expect(!page.hasMore)
      let short = try rows.documentChanges(
        of: number, after: 0, limit: RowLimit(count: 9, bytes: 4))
      #expect(short.rows.map(\.sequence) == [1, 2])
      #expect(short.hasMore)
    }
    try await fixture.store.transact(.allowed) { rows in
      try rows.deleteDocumentChanges(of: number, through: 4)
    }
    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(
        try rows.documentChanges(of: number, after: 0, limit: RowLimit(count: 9)).rows
          == [Self.change(5)])
    }
  }

  @Test func `changes come without those of one client`() async throws {
    let fixture = try StoreFixture()
    let number = try await fixture.store.transact(.allowed) { rows in
      let number = try rows.insert(Self.document("note"))
      for (sequence, actor) in ["a", "b", "a", "c", "a", "c"].enumerated() {
        try rows.append(Self.change(Int64(sequence) + 1, by: actor), to: number)
      }
      return number
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      let page = try rows.documentChanges(
        of: number, after: 1, notBy: "a", limit: RowLimit(count: 2))
      #expect(page.rows.map(\.sequence) == [2, 4] && page.hasMore)
      let end = try rows.documentChanges(
        of: number, after: 4, notBy: "c", limit: RowLimit(count: 1))
      #expect(end.rows.map(\.sequence) == [5] && !end.hasMore)
    }
  }

  @Test func `what a client sent is found from a number of its own on`() async throws {
    let fixture = try StoreFixture()
    let number = try await fixture.store.transact(.allowed) { rows in
      let number = try rows.insert(Self.document("note"))
      for (sequence, actor) in ["a", "b", "a", "c", "a", "a"].enumerated() {
        try rows.append(Self.change(Int64(sequence) + 1, by: actor), to: number)
      }
      return number
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      let all = try rows.documentDigests(of: number, by: "a", from: 0, after: 0, limit: 3)
      #expect(
        all == [
          DocumentDigestRow(sequence: 1, clientSequence: 2, digest: []),
          DocumentDigestRow(sequence: 3, clientSequence: 6, digest: [3, 0]),
          DocumentDigestRow(sequence: 5, clientSequence: 10, digest: [5, 0]),
        ])
      let later = try rows.documentDigests(of: number, by: "a", from: 7, after: 3, limit: 9)
      #expect(later.map(\.sequence) == [5, 6])
      #expect(
        try rows.documentDigests(of: number, by: "a", from: 11, after: 0, limit: 9)
          .map(\.sequence) == [6])
    }
  }

  @Test func `a snapshot, a copy and a text take the place of the ones before`() async throws {
    let fixture = try StoreFixture()
    let number = try await fixture.store.transact(.allowed) { rows in
      let number = try rows.insert(Self.document("note"))
      try rows.put(Self.client("a"))
      try rows.put(Self.client("b"))
      for sequence in [1, 2] {
        try rows.put(DocumentSnapshotRow(sequence: Int64(sequence), bytes: [7]), of: number)
        try rows.put(
          DocumentTextRow(document: number, version: 3, text: "t\(sequence)", createdAt: 30))
      }
      try rows.put(DocumentTextRow(document: number, version: 4, text: "new", createdAt: 40))
      try rows.put(Self.replica(number, "a", isAttached: false))
      try rows.put(Self.replica(number, "a"))
      try rows.put(Self.replica(number, "b", isAttached: false))
      return number
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(
        try rows.documentSnapshot(of: number) == DocumentSnapshotRow(sequence: 2, bytes: [7]))
      #expect(try rows.documentSnapshotSequence(of: number) == 2)
      #expect(try rows.documentSnapshotSequence(of: number + 1) == 0)
      #expect(try rows.documentReplica(of: number, client: "a") == Self.replica(number, "a"))
      #expect(try rows.documentReplicas(of: number) == [Self.replica(number, "a")])
      #expect(try rows.documentReplicas(ofClient: "a").map(\.document) == [number])
      #expect(try rows.documentReplicas(ofClient: "b") == [])
      #expect(try rows.documentTexts(of: number, from: 3).map(\.text) == ["t2"])
      #expect(try rows.documentTexts(of: number, from: 5) == [])
    }
    let gone = try await fixture.store.transact(.allowed) { rows in
      try rows.deleteDocumentClient("a")
      return try rows.deleteDocumentTexts(before: 40, limit: 10)
    }
    #expect(gone == 1)
    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.documentReplica(of: number, client: "a") == nil)
      #expect(try rows.documentReplica(of: number, client: "b") != nil)
      #expect(try rows.documentTexts(of: number, from: 3).map(\.text) == ["new"])
    }
  }

  @Test func `texts are read up to the first whole one, and counted since the last`() async throws {
    let fixture = try StoreFixture()
    let number = try await fixture.store.transact(.allowed) { rows in
      let number = try rows.insert(Self.document("note"))
      for version in [2, 3, 5, 6, 8, 9] {
        try rows.put(
          DocumentTextRow(
            document: number, version: version, text: "\(version)",
            isDifference: ![3, 8].contains(version), createdAt: Int64(version)))
      }
      return number
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.documentTexts(of: number, from: 5).map(\.version) == [5, 6, 8])
      #expect(try rows.documentTexts(of: number, from: 9).map(\.isDifference) == [true])
      #expect(try rows.documentTextCount(of: number, through: 1) == 0)
      #expect(try rows.documentTextCount(of: number, through: 2) == 1)
      #expect(try rows.documentTextCount(of: number, through: 3) == 0)
      #expect(try rows.documentTextCount(of: number, through: 7) == 2)
      #expect(try rows.documentTextCount(of: number, through: 9) == 1)
    }
    let gone = try await fixture.store.transact(.allowed) {
      try $0.deleteDocumentTexts(before: 6, limit: 2)
    }
    #expect(gone == 2)
    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.documentTexts(of: number, from: 2).map(\.version) == [5, 6, 8])
    }
  }

  @Test func `a document goes with all that belongs to it`() async throws {
    let fixture = try StoreFixture()
    let number = try await fixture.store.transact(.allowed) { rows in
      let number = try rows.insert(Self.document("note"))
      try rows.put(Self.client("a"))
      try rows.append(Self.change(1), to: number)
      try rows.put(DocumentSnapshotRow(sequence: 1, bytes: [7]), of: number)
      try rows.put(Self.replica(number, "a"))
      try rows.put(DocumentTextRow(document: number, version: 3, text: "t", createdAt: 30))
      return number
    }

    try await fixture.store.transact(.allowed) { try $0.deleteDocument(number) }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(try rows.document(number: number) == nil)
      #expect(
        try rows.documentChanges(of: number, after: 0, limit: RowLimit(count: 9)).rows == [])
      #expect(try rows.documentSnapshot(of: number) == nil)
      #expect(try rows.documentReplica(of: number, client: "a") == nil)
      #expect(try rows.documentTexts(of: number, from: 3) == [])
      #expect(try rows.documentClient(id: "a") != nil)
    }
    #expect(try await fixture.store.check() == [])
  }

  @Test func `a refused transaction leaves nothing of a document`() async throws {
    let fixture = try StoreFixture()
    let number = try await fixture.store.transact(.allowed) { rows in
      try rows.insert(Self.document("note"))
    }

    await #expect(throws: NotFoundError.self) {
      try await fixture.store.transact(.allowed) { rows in
        try rows.append(Self.change(1), to: number)
        try rows.put(Self.client("a"))
        try rows.put(Self.replica(number, "a"))
        _ = try rows.insert(Self.document("other"))
        throw StoreErrors.itemNotFound("x")
      }
    }

    try await fixture.store.snapshot(.scan) { (rows) throws in
      #expect(
        try rows.documentChanges(of: number, after: 0, limit: RowLimit(count: 9)).rows == [])
      #expect(try rows.documentClient(id: "a") == nil)
      #expect(try rows.documentReplicas(of: number) == [])
      #expect(try rows.document(key: "other") == nil)
    }
  }
}
