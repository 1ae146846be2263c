import Documents

/// The notes of a store that others edit, too, as documents of its server.
///
/// A note that was opened stays attached, also after the process has ended; the least recently used
/// of more than ``limit`` are let go.
package actor NoteDocuments {
  /// Notes that stay attached, at most.
  package static let limit = 500

  let store: LocalStore
  let client: Client
  package let endpoints: DocumentEndpoints
  let timing: DocumentTiming
  /// The notes that somebody has open here, by their documents.
  private var open: Set<String> = []
  private var documents: [String: Document] = [:]
  /// The notes that are exchanged while nobody has them open, by their documents.
  private var held: [String: Holding] = [:]
  /// Whether requests go through, as far as the engine knows.
  var isReachable = false
  /// Reports the server's answers.
  let answers = ServerAnswers()
  /// Whether an answer was reported since requests last went through.
  var hasReportedAnswer = false
  /// Whether nothing is exchanged for now.
  private(set) var isPaused = false
  /// Those who hear of each pause and its end.
  private var pauseReaders: [AsyncStream<Void>.Continuation] = []
  /// Lets what waits be looked at; nil while nobody sends it.
  var wake: AsyncStream<Void>.Continuation?
  let kept: Int
  private let origin: StoreOrigin?
  private var originCheck: Task<Void, any Error>?

  /// The documents of a store.
  ///
  /// - Parameters:
  ///   - store: The notes on this machine.
  ///   - transport: The way to the server.
  ///   - timing: How long documents wait.
  ///   - kept: Notes that stay attached, at most.
  ///   - lockPath: The file whose lock says who drives the store; nil where nobody else can.
  package init(
    store: LocalStore, transport: any Transport, timing: DocumentTiming = DocumentTiming(),
    kept: Int = NoteDocuments.limit, lockPath: String? = nil
  ) {
    origin = store.filePath.map { StoreOrigin(file: $0, note: (lockPath ?? $0) + ".documents") }
    (self.store, self.timing, self.kept) = (store, timing, kept)
    let transport = HeardTransport(transport, answers)
    endpoints = DocumentEndpoints(transport)
    client = Client(
      transport: transport, key: store.environment.ids.nextId(), timing: timing,
      rescue: NoteRescue())
  }

  /// The text of a note, to be edited with others.
  ///
  /// A note that was opened before needs no server. Otherwise this asks the server.
  ///
  /// - Parameter id: The item's id.
  /// - Returns: The note; nil where there is no server, it has no documents or cannot be reached,
  ///   the key may not, a change of the text waits to be sent, or somebody of this process has it
  ///   open.
  package func note(id: String) async -> (any NoteDocument)? {
    do {
      let key = try await store.document(ofItem: id) ?? Self.key(of: id)
      do {
        return try await note(id, key)
      } catch let error as DocumentSyncError where error.reason == .boundElsewhere {
        // Another program gave the text's document a key of its own.
        guard let other = error.key, other != key else { throw error }
        return try await note(id, other)
      }
    } catch {
      DocumentLog.write(.warn, "\(id): \(error)")
      return nil
    }
  }

  private func note(_ id: String, _ key: String) async throws -> (any NoteDocument)? {
    await interrupt(key)
    guard open.insert(key).inserted else { return nil }
    do {
      if let note = try await join(id, key) { return note }
    } catch {
      open.remove(key)
      throw error
    }
    open.remove(key)
    return nil
  }

  /// The key of the document of an item's text.
  package static func key(of id: String) -> String {
    let parts = id.unicodeScalars.map { scalar in
      isPlain(scalar) ? String(scalar) : "~\(String(scalar.value, radix: 16))."
    }
    return "note-" + parts.joined()
  }

  private static func isPlain(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "-", "_": true
    default: false
    }
  }

  /// Stops all exchanges without a word to the server; what is edited waits in the store.
  package func suspendAll() async {
    for document in documents.values { await client.suspend(document) }
  }

  /// Exchanges nothing any more, or goes on; what is edited meanwhile waits in the store.
  ///
  /// Notes that are open stay so.
  package func pause(_ isPaused: Bool) async {
    guard self.isPaused != isPaused else { return }
    self.isPaused = isPaused
    for document in documents.values { await setMode(of: document) }
    pauseReaders.removeAll { reader in
      if case .terminated = reader.yield() { true } else { false }
    }
  }

  private func setMode(of document: Document) async {
    // One that was removed meanwhile is exchanged no more in any case.
    try? await client.changeSyncMode(document, isPaused ? .manual : .realtime)
  }

  /// Reports each pause and its end.
  func pauses() -> AsyncStream<Void> {
    let (stream, reader) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    pauseReaders.append(reader)
    return stream
  }

  // MARK: - Exchanges of notes that nobody has open

  private struct Holding {
    var document: Document?
    /// Those who want to open the note.
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// Takes a document that nobody has open.
  ///
  /// - Returns: Whether it is taken now.
  func hold(_ document: String) -> Bool {
    guard !isOpen(document) else { return false }
    held[document] = Holding()
    return true
  }

  /// Says which copy is exchanged, so that it can be interrupted.
  ///
  /// - Returns: Whether nobody waits already.
  func hold(_ document: Document) -> Bool {
    held[document.key]?.document = document
    return held[document.key]?.waiting.isEmpty ?? false
  }

  func release(_ document: String) {
    for opener in held.removeValue(forKey: document)?.waiting ?? [] { opener.resume() }
  }

  func isOpen(_ document: String) -> Bool { open.contains(document) || held[document] != nil }

  /// Ends the exchange of a note that somebody opens, who does not wait for the server.
  private func interrupt(_ key: String) async {
    while let holding = held[key] {
      if let document = holding.document { await client.suspend(document) }
      await withCheckedContinuation { opener in
        if held[key] == nil { opener.resume() } else { held[key]?.waiting.append(opener) }
      }
    }
  }

  /// Lets a copied or restored store take other actors, once in a process and before anything is
  /// sent.
  ///
  /// Who asks meanwhile waits for it.
  func checkOrigin() async throws {
    guard let origin else { return }
    let check =
      originCheck
      ?? Task { [store] in
        guard !origin.isKnown else { return }
        try await store.renewDocumentActors()
        do {
          try origin.keep()
        } catch {
          // The next process takes other actors again, and that is all.
          DocumentLog.write(.warn, "\(origin.note): \(error)")
        }
      }
    originCheck = check
    do {
      try await check.value
    } catch {
      originCheck = nil
      throw error
    }
  }

  private func join(_ id: String, _ key: String) async throws -> (any NoteDocument)? {
    guard try await store.server() != nil, try await store.mayWrite(itemOfId: id) else {
      return nil
    }
    try await checkOrigin()
    let rows = StoredReplica(store, document: key, itemId: id, field: "body")
    let changes = store.replicaChanges()
    let document: Document
    if let stored = try await rows.load() {
      document = Document(stored, in: rows, namingKeys: PresenceKey.naming)
      try await client.resume(document, isPaused ? .manual : .realtime)
    } else {
      // Nothing is asked for before the server has the whole text.
      guard !isPaused, try await store.serverProfile().offersDocuments != false,
        try await store.mayBecomeDocument(itemOfId: id, rows.field)
      else { return nil }
      document = Document(key: key, in: rows, namingKeys: PresenceKey.naming)
      try await attach(document, to: .init(itemId: id, field: "body"))
    }
    documents[key] = document
    // There may have been a pause meanwhile.
    await setMode(of: document)
    let host = NoteHost(
      refused: { [weak self] in await self?.end(document, after: $0) },
      suspend: { [weak self] in await self?.client.suspend(document) },
      leave: { [weak self] in await self?.leave(document) })
    return StoredNoteDocument(
      id, document, rows, store, gathers: timing.gathering > .zero, changes, host)
  }

  private func attach(_ document: Document, to binding: DocumentEndpoints.Binding) async throws {
    try await activate()
    do {
      try await client.attach(document, to: binding)
    } catch let error as DocumentSyncError where error.reason == .clientNotActive {
      // The server has forgotten the id of earlier processes.
      let former = try await store.documentClient()
      let id = try await endpoints.activate(client.key)
      await client.activate(as: try await store.keepDocumentClient(id, insteadOf: former))
      try await client.attach(document, to: binding)
    }
  }

  private func activate() async throws {
    if let id = try await store.documentClient() { return await client.activate(as: id) }
    let id = try await endpoints.activate(client.key)
    await client.activate(as: try await store.keepDocumentClient(id, insteadOf: nil))
  }

  private func leave(_ document: Document) async {
    await client.suspend(document)
    documents[document.key] = nil
    open.remove(document.key)
    // What its editor could not send is sent like that of any other note.
    wake?.yield()
  }

  /// Ends the document of an open note if the server does not take it any more; its editor hears of
  /// it by the rows.
  private func end(_ document: Document, after failure: any Error) async {
    do {
      if try await endReplica(document.key, after: failure) { wake?.yield() }
    } catch {
      // The next failure, or the round after the note was closed, tries again.
      DocumentLog.write(.error, "\(document.key): \(error)")
    }
  }
}

/// What an open note asks of those who have all documents.
struct NoteHost: Sendable {
  /// An exchange failed.
  let refused: @Sendable (any Error) async -> Void
  /// The document is exchanged no more, and the note stays open.
  let suspend: @Sendable () async -> Void
  /// The note is closed.
  let leave: @Sendable () async -> Void
}

/// Leaves what was not sent to the rows, which take it over in the transaction of the fresh
/// replica.
struct NoteRescue: DocumentRescue {
  func carry(from former: Replica, to fresh: inout Replica, after cause: ActorLoss) {}
}
