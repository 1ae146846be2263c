import Documents

/// The text of one note as a document whose replica is in the store.
actor StoredNoteDocument: NoteDocument {
  nonisolated let noteId: String
  nonisolated let arrivals: AsyncStream<NoteArrival>
  nonisolated let people: AsyncStream<[NotePerson]>

  private let document: Document
  private let rows: StoredReplica
  private let changes: AsyncStream<Void>
  private let onClose: @Sendable () async -> Void
  private let toArrivals: AsyncStream<NoteArrival>.Continuation
  private let toPeople: AsyncStream<[NotePerson]>.Continuation
  private var tasks: [Task<Void, Never>] = []
  /// The newest copy that the editor was given.
  private var generation = 0
  /// How many replacements were heard of.
  private var replacements: Int

  /// An editor's end of a document that the client goes on with already.
  ///
  /// - Parameters:
  ///   - noteId: The item.
  ///   - document: The document, attached or resumed.
  ///   - rows: Where it is stored.
  ///   - changes: Tells of commits that may have changed the rows.
  ///   - onClose: Ends the exchange.
  init(
    _ noteId: String, _ document: Document, _ rows: StoredReplica, _ changes: AsyncStream<Void>,
    onClose: @escaping @Sendable () async -> Void
  ) {
    (self.noteId, self.document, self.rows) = (noteId, document, rows)
    (self.changes, self.onClose) = (changes, onClose)
    replacements = 0
    // Unbounded: a lost change would be a lost edit.
    (arrivals, toArrivals) = AsyncStream.makeStream(
      of: NoteArrival.self, bufferingPolicy: .unbounded)
    (people, toPeople) = AsyncStream.makeStream(
      of: [NotePerson].self, bufferingPolicy: .bufferingNewest(1))
  }

  func open() async throws -> NoteReplica {
    try await rows.use()
    if tasks.isEmpty {
      let arriving = await document.arrivals()
      // Those before are in the first copy.
      replacements = await document.numberedReplica().number
      let company = await document.company()
      tasks = [
        Task { [weak self] in
          for await arrival in arriving { await self?.take(arrival) }
        },
        Task { [toPeople] in
          for await online in company { toPeople.yield(NotePerson.all(online)) }
        },
        Task { [weak self, changes] in
          for await _ in changes { await self?.look() }
        },
      ]
    }
    return try await present()
  }

  func commit(
    _ changes: [Change], over generation: Int, text: String, tags: TagDifference
  ) async throws -> NoteCommit {
    guard generation == self.generation else { return .superseded(try await present()) }
    do {
      switch try await document.commit(changes, over: generation, note: NoteChange(tags: tags)) {
      case .stored(_, let saved?): return .stored(saved)
      case .stored(_, nil): throw ItemErrors.notFound(noteId)
      case .superseded: return .superseded(try await present())
      }
    } catch let error as DocumentsError where error.isOutOfOrder {
      // Another process of this machine edited the same state.
      return .superseded(try await present())
    }
  }

  func show(_ presence: [String: String]?) async { await document.show(presence ?? [:]) }

  func close() async {
    for task in tasks { task.cancel() }
    await document.endStreams()
    toArrivals.finish()
    toPeople.finish()
    await document.show([:])
    await onClose()
  }

  private func present() async throws -> NoteReplica {
    guard try await rows.token() != nil else { throw ItemErrors.notFound(noteId) }
    let (replica, number) = await document.numberedReplica()
    return copy(replica, number)
  }

  /// A replica for an editor, whose changes are then those that it makes itself.
  private func copy(_ replica: Replica, _ number: Int) -> NoteReplica {
    generation = max(generation, number)
    var replica = replica
    replica.acknowledge(through: replica.lastClientSequence)
    return NoteReplica(replica: replica, field: "body", generation: number)
  }

  private func take(_ arrival: DocumentArrival) async {
    switch arrival {
    case .changes(let changes): toArrivals.yield(.changes(changes))
    case .replaced(let replica):
      replacements += 1
      // The editor has got a newer one already.
      guard replacements > generation else { return }
      toArrivals.yield(.replaced(copy(replica, replacements)))
    }
  }

  /// Looks whether somebody else of this machine edited the note.
  private func look() async {
    do {
      guard let token = try await rows.token(), await token != document.storedToken
      else { return }
      try await document.reload()
    } catch {
      // The next commit finds out, and says so.
      DocumentLog.write(.error, "\(noteId): \(error)")
    }
  }
}

extension NotePerson {
  /// Those who are there, by their ids.
  static func all(_ online: [ActorID: [String: String]]) -> [NotePerson] {
    online.sorted { $0.key < $1.key }.map { NotePerson(actor: $0.key, presence: $0.value) }
  }
}
