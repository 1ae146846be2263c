/// Rows of documents.
extension MemoryTransaction {
  private var kept: DocumentTables { tables.documents }

  func documentClient(id: String) throws -> DocumentClientRow? { kept.clients[id] }

  func documentClientCount(of credentialId: String) throws -> Int {
    kept.clients.values.count { $0.credentialId == credentialId }
  }

  func documentClients(seenBefore moment: Int64, limit: Int) throws -> [DocumentClientRow] {
    Array(
      kept.clients.values.filter { $0.seenAt < moment }
        .sorted { ($0.seenAt, $0.id) < ($1.seenAt, $1.id) }.prefix(limit))
  }

  func document(key: String) throws -> DocumentRow? {
    kept.documents.values.first { $0.key == key && $0.removedAt == nil }
  }

  func document(number: Int64) throws -> DocumentRow? { kept.documents[number] }

  func documents(ofItem id: String) throws -> [DocumentRow] {
    kept.documents.values.filter { $0.itemId == id && $0.removedAt == nil }
      .sorted { ($0.field ?? "") < ($1.field ?? "") }
  }

  func documentsWithEdits() throws -> [DocumentRow] {
    kept.documents.values.filter { $0.typedSince != nil }
  }

  func documents(removedBefore moment: Int64, limit: Int) throws -> [DocumentRow] {
    Array(
      kept.documents.values.filter { $0.removedAt.map { $0 < moment } ?? false }
        .sorted { ($0.removedAt ?? 0, $0.number) < ($1.removedAt ?? 0, $1.number) }
        .prefix(limit))
  }

  func documentChanges(
    of number: Int64, after sequence: Int64, notBy client: String?, limit: RowLimit
  ) throws -> RowPage<DocumentChangeRow> {
    var found = (kept.changes[number] ?? []).filter {
      $0.sequence > sequence && $0.actor != client
    }[...]
    return RowPage(limit, size: \.bytes.count) { found.popFirst() }
  }

  func documentDigests(
    of number: Int64, by client: String, from clientSequence: Int64, after sequence: Int64,
    limit: Int
  ) throws -> [DocumentDigestRow] {
    (kept.changes[number] ?? []).lazy.filter {
      $0.sequence > sequence && $0.actor == client && $0.clientSequence >= clientSequence
    }.prefix(limit).map {
      DocumentDigestRow(
        sequence: $0.sequence, clientSequence: $0.clientSequence, digest: $0.digest)
    }
  }

  func documentSnapshot(of number: Int64) throws -> DocumentSnapshotRow? {
    kept.snapshots[number]
  }

  func documentSnapshotSequence(of number: Int64) throws -> Int64 {
    kept.snapshots[number]?.sequence ?? 0
  }

  func documentReplica(of number: Int64, client: String) throws -> DocumentReplicaRow? {
    kept.replicas[number]?[client]
  }

  func documentReplicas(of number: Int64) throws -> [DocumentReplicaRow] {
    (kept.replicas[number] ?? [:]).values.filter(\.isAttached)
      .sorted { $0.client < $1.client }
  }

  func documentReplicas(ofClient client: String) throws -> [DocumentReplicaRow] {
    kept.replicas.values.compactMap { $0[client] }.filter(\.isAttached)
      .sorted { $0.document < $1.document }
  }

  func documentTexts(of number: Int64, from version: Int) throws -> [DocumentTextRow] {
    let texts = (kept.texts[number] ?? [:]).values.filter { $0.version >= version }
      .sorted { $0.version < $1.version }
    let differences = texts.prefix(while: \.isDifference)
    return Array(texts.prefix(differences.count + 1))
  }

  func documentTextCount(of number: Int64, through version: Int) throws -> Int {
    (kept.texts[number] ?? [:]).values.filter { $0.version <= version }
      .sorted { $0.version > $1.version }.prefix(while: \.isDifference).count
  }

  // MARK: - Changes

  func put(_ client: DocumentClientRow) throws { set(\.documents.clients, client.id, client) }

  func deleteDocumentClient(_ id: String) throws {
    set(\.documents.clients, id, nil)
    for (number, replicas) in kept.replicas where replicas[id] != nil {
      var rest = replicas
      rest[id] = nil
      set(\.documents.replicas, number, rest)
    }
  }

  func insert(_ document: DocumentRow) throws -> Int64 {
    var document = document
    document.number = nextNumber()
    set(\.documents.documents, document.number, document)
    return document.number
  }

  func update(_ document: DocumentRow) throws {
    set(\.documents.documents, document.number, document)
  }

  func deleteDocument(_ number: Int64) throws {
    set(\.documents.documents, number, nil)
    set(\.documents.changes, number, nil)
    set(\.documents.snapshots, number, nil)
    set(\.documents.replicas, number, nil)
    set(\.documents.texts, number, nil)
  }

  func append(_ change: DocumentChangeRow, to number: Int64) throws {
    set(\.documents.changes, number, (kept.changes[number] ?? []) + [change])
  }

  func deleteDocumentChanges(of number: Int64, through sequence: Int64) throws {
    let changes = kept.changes[number] ?? []
    set(\.documents.changes, number, changes.filter { $0.sequence > sequence })
  }

  func put(_ snapshot: DocumentSnapshotRow, of number: Int64) throws {
    set(\.documents.snapshots, number, snapshot)
  }

  func put(_ replica: DocumentReplicaRow) throws {
    var replicas = kept.replicas[replica.document] ?? [:]
    replicas[replica.client] = replica
    set(\.documents.replicas, replica.document, replicas)
  }

  func put(_ text: DocumentTextRow) throws {
    var texts = kept.texts[text.document] ?? [:]
    texts[text.version] = text
    set(\.documents.texts, text.document, texts)
  }

  @discardableResult
  func deleteDocumentTexts(before moment: Int64, limit: Int) throws -> Int {
    let old = kept.texts.values.flatMap(\.values).filter { $0.createdAt < moment }
      .sorted { ($0.createdAt, $0.version) < ($1.createdAt, $1.version) }.prefix(limit)
    for text in old {
      var rest = kept.texts[text.document] ?? [:]
      rest[text.version] = nil
      set(\.documents.texts, text.document, rest)
    }
    return old.count
  }
}
