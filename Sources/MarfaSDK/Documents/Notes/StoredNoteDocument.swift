import Documents

/// The text of one note as a document whose replica is in the store.
///
/// When the document goes while the note is open, its editor goes on with the item's text: it gets
/// a copy of that, and what it hands over is saved as any other text.
actor StoredNoteDocument: NoteDocument {
  nonisolated let noteId: String
  nonisolated let gathers: Bool
  nonisolated let arrivals: AsyncStream<NoteArrival>
  nonisolated let people: AsyncStream<[NotePerson]>

  private let document: Document
  private let rows: StoredReplica
  private let store: LocalStore
  private let changes: AsyncStream<Void>
  private let host: NoteHost
  private let toArrivals: AsyncStream<NoteArrival>.Continuation
  private let toPeople: AsyncStream<[NotePerson]>.Continuation
  private var tasks: [Task<Void, Never>] = []
  /// The newest copy that the editor was given.
  private var generation = 0
  /// The item as the editor knows it, once the document is gone; nil while there is one.
  private var released: NoteText?
  private var isSaving = false

  /// An editor's end of a document that the client goes on with already.
  ///
  /// - Parameters:
  ///   - noteId: The item.
  ///   - document: The document, attached or resumed.
  ///   - rows: Where it is stored.
  ///   - store: The store of the rows and of the item.
  ///   - gathers: Whether what is stored waits before it is sent.
  ///   - changes: Reports commits that may have changed the rows.
  ///   - host: Receives refusals and the end.
  init(
    _ noteId: String, _ document: Document, _ rows: StoredReplica, _ store: LocalStore,
    gathers: Bool, _ changes: AsyncStream<Void>, _ host: NoteHost
  ) {
    (self.noteId, self.document, self.rows, self.gathers) = (noteId, document, rows, gathers)
    (self.store, self.changes, self.host) = (store, changes, host)
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
      let company = await document.company()
      let failures = await failures()
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
        Task { [host] in
          for await failure in failures { await host.refused(failure) }
        },
      ]
    }
    return try await present()
  }

  func commit(
    _ changes: [Change], over generation: Int, text: String, tags: TagDifference,
    contradictingSince former: String?, showing presence: [String: String]?
  ) async throws -> NoteCommit {
    guard generation == self.generation else { return .superseded(try await present()) }
    if let released {
      return try await save(text, tags, over: released, contradictingSince: former)
    }
    do {
      let note = NoteChange(tags: tags, overrules: former != nil)
      switch try await document.commit(
        changes, over: generation, note: note, showing: presence)
      {
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
    // The presence ends with the last stream of this actor, which may be another process's.
    await host.leave()
  }

  /// Failures of exchanges, and the removal of the document, in order.
  private func failures() async -> AsyncStream<any Error> {
    // After a refusal nothing is tried, so that it is among the newest.
    let (stream, continuation) = AsyncStream<any Error>.makeStream(
      bufferingPolicy: .bufferingNewest(8))
    await document.subscribeSync { event, _ in
      if let failure = (event as? SyncStatusChangedEvent)?.error { continuation.yield(failure) }
    }
    await document.subscribeStatus { event, document in
      guard (event as? StatusChangedEvent)?.value == .removed else { return }
      continuation.yield(
        DocumentSyncError(.removed, "The document was removed.", key: document.key))
    }
    return stream
  }

  private func present() async throws -> NoteReplica {
    guard released == nil, try await rows.token() != nil else { return try await release() }
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
    guard released == nil else { return }
    switch arrival {
    case .changes(let changes): toArrivals.yield(.changes(changes))
    case .replaced(let replica, let number):
      // Else the editor has got it, or a newer one, already.
      guard number > generation else { return }
      toArrivals.yield(.replaced(copy(replica, number)))
    }
  }

  /// Looks whether somebody else of this machine edited the note.
  private func look() async {
    // An own commit, which is on its way to others, comes first and is not looked at twice.
    await document.finishTurn()
    guard released == nil else { return }
    do {
      guard let token = try await rows.token() else {
        toArrivals.yield(.replaced(try await release()))
        return
      }
      if await token != document.storedToken { try await document.reload() }
    } catch {
      // The next commit finds out, and says so.
      DocumentLog.write(.error, "\(noteId): \(error)")
    }
  }

  // MARK: - Without a document

  /// Lets the editor go on with the item's text: the document is gone.
  ///
  /// - Returns: A copy of the text as it is now.
  /// - Throws: `NotFoundError` when the item is gone, too, or `StorageError`.
  private func release() async throws -> NoteReplica {
    let now = try await store.noteText(id: noteId)
    let isFirst = released == nil
    released = now
    generation += 1
    if isFirst {
      let changes = store.textChanges()
      tasks.append(
        Task { [weak self] in
          for await _ in changes { await self?.lookAtText() }
        })
      toPeople.yield([])
      await host.suspend()
    }
    var replica = Replica(key: document.key, actor: ActorID(number: 1))
    _ = try replica.edit("body", to: now.body)
    return copy(replica, generation)
  }

  private func save(
    _ text: String, _ tags: TagDifference, over former: NoteText,
    contradictingSince base: String?
  ) async throws -> NoteCommit {
    isSaving = true
    defer { isSaving = false }
    do {
      let saved = try await store.saveText(
        id: noteId, body: text, basedOn: former.revision,
        snapshot: base == nil ? UpdateOptions.autosaveSnapshot : .pinned, tags: tags,
        contradictingSince: base)
      released?.body = text
      released?.revision = saved.revision
      return .stored(saved)
    } catch is ConflictError {
      let now = try await store.noteText(id: noteId)
      guard now.body == former.body else { return .superseded(try await release()) }
      // Something else of the note changed, its tags for example.
      released = now
      return try await save(text, tags, over: now, contradictingSince: base)
    }
  }

  /// Looks whether somebody changed the text that the editor saved last.
  private func lookAtText() async {
    // A failure is found out by the next commit, which says so.
    guard !isSaving, let former = released, let now = try? await store.noteText(id: noteId),
      !isSaving, released?.revision == former.revision, now.revision > former.revision
    else { return }
    if now.body == former.body {
      released = now
    } else if let copy = try? await release() {
      // Where that fails the next commit finds it out, too.
      toArrivals.yield(.replaced(copy))
    }
  }
}

extension NotePerson {
  /// Those who are there, by their ids.
  static func all(_ online: [ActorID: [String: String]]) -> [NotePerson] {
    online.sorted { $0.key < $1.key }.map { NotePerson(actor: $0.key, presence: $0.value) }
  }
}
