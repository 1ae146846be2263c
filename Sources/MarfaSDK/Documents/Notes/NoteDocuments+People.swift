import Documents

extension NoteDocuments {
  /// Who else is in which note now: asks once, and ends.
  ///
  /// A note whose document the server refuses is left out.
  ///
  /// - Returns: Notes in which somebody is, by their ids.
  /// - Throws: What the server answers, or `NetworkError`.
  package func people() async throws -> [String: [NotePerson]] {
    var all: [String: [NotePerson]] = [:]
    for line in try await lines() {
      all.merge(try await people(of: line)) { one, _ in one }
    }
    return all
  }

  /// Who is in the notes of one stream, without the notes whose documents the server refuses.
  private func people(of line: Line) async throws -> [String: [NotePerson]] {
    var line = line
    while !line.notes.isEmpty {
      do {
        return try await ask(line)
      } catch let refusal as DocumentSyncError {
        DocumentLog.write(.info, "\(refusal.key ?? "\(line.actor)"): \(refusal)")
        guard let key = refusal.key, line.notes.removeValue(forKey: key) != nil else { break }
      }
    }
    return [:]
  }

  private func ask(_ line: Line) async throws -> [String: [NotePerson]] {
    var all: [String: [NotePerson]] = [:]
    var waiting = Set(line.notes.keys)
    // Who asks is not in the notes.
    let events = endpoints.watch(line.notes.keys.sorted(), as: line.actor, observes: true)
    for try await event in events {
      guard case .initialized(_, let others) = event.kind else { continue }
      waiting.remove(event.key)
      if let note = line.notes[event.key], !others.isEmpty { all[note] = NotePerson.all(others) }
      if waiting.isEmpty { break }
    }
    return all
  }

  /// Who else is in which note, each time that somebody comes, goes or takes another name; the
  /// newest alone.
  ///
  /// Empty while the server is not reached. Ends with the task that reads it.
  ///
  /// - Returns: Notes in which somebody is, by their ids.
  package nonisolated func peopleChanges() -> AsyncStream<[String: [NotePerson]]> {
    let (stream, continuation) = AsyncStream<[String: [NotePerson]]>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    let task = Task { [weak self] in
      guard let self else { return }
      await NoteCompany(self, continuation).run()
    }
    continuation.onTermination = { _ in task.cancel() }
    return stream
  }

  /// The documents that one watch stream is of.
  struct Line: Hashable, Sendable {
    var actor: ActorID
    /// Item ids by documents.
    var notes: [String: String]
  }

  /// Everything that is attached, in as few streams as it takes.
  func lines() async throws -> [Line] {
    try await checkOrigin()
    let known = try await store.knownReplicas()
    var lines: [Line] = []
    for replica in known {
      let index = lines.firstIndex {
        $0.actor == replica.actor && $0.notes.count < DocumentEndpoints.watchedDocuments
      }
      if let index {
        lines[index].notes[replica.document] = replica.itemId
      } else {
        lines.append(Line(actor: replica.actor, notes: [replica.document: replica.itemId]))
      }
    }
    return lines
  }
}

/// Follows who is in the attached notes, for one reader.
private actor NoteCompany {
  private let notes: NoteDocuments
  private let reader: AsyncStream<[String: [NotePerson]]>.Continuation
  private let watch: DocumentWatch
  private var online: [String: [ActorID: [String: String]]] = [:]
  private var watched: [String: (actor: ActorID, note: String)] = [:]
  /// What the reader was told last; nil before.
  private var told: [String: [NotePerson]]?

  init(_ notes: NoteDocuments, _ reader: AsyncStream<[String: [NotePerson]]>.Continuation) {
    (self.notes, self.reader) = (notes, reader)
    watch = DocumentWatch(notes.endpoints, timing: notes.timing, observes: true)
  }

  func run() async {
    let (changes, pauses) = (notes.store.attachmentChanges(), await notes.pauses())
    let (ticks, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    tell()
    await follow()
    await withTaskGroup(of: Void.self) { group in
      group.addTask { for await _ in changes { tick.yield() } }
      group.addTask { for await _ in pauses { tick.yield() } }
      for await _ in ticks { await follow() }
      group.cancelAll()
    }
    await watch.stop()
    reader.finish()
  }

  /// Watches what is attached now.
  private func follow() async {
    // Tried again with the next commit.
    guard let lines = try? await notes.isPaused ? [] : notes.lines() else { return }
    var wanted: [String: (actor: ActorID, note: String)] = [:]
    for line in lines {
      for (document, note) in line.notes { wanted[document] = (line.actor, note) }
    }
    for (document, _) in watched where wanted[document] == nil {
      watched[document] = nil
      online[document] = nil
      await watch.remove(document)
    }
    for (document, entry) in wanted where watched[document]?.actor != entry.actor {
      watched[document] = entry
      await watch.add(document, as: entry.actor) { [weak self] in await self?.hear($0, document) }
    }
    tell()
  }

  private func hear(_ signal: DocumentWatch.Signal, _ document: String) {
    switch signal {
    case .lost, .refused: online[document] = nil
    case .event(.initialized(_, let others)): online[document] = others.mapValues(Self.naming)
    case .event(.watched(let actor, let presence)):
      online[document, default: [:]][actor] = Self.naming(presence)
    case .event(.presence(let actor, let presence?)):
      // Who does not watch is not there yet.
      if online[document]?[actor] != nil { online[document]?[actor] = Self.naming(presence) }
    case .event(.unwatched(let actor)), .event(.presence(let actor, nil)):
      online[document]?[actor] = nil
    case .event(.changed): return
    }
    tell()
  }

  /// What names somebody, and does not change with each letter that they type.
  private static func naming(_ presence: [String: String]) -> [String: String] {
    presence.filter { PresenceKey.naming.contains($0.key) }
  }

  private func tell() {
    var all: [String: [NotePerson]] = [:]
    for (document, others) in online where !others.isEmpty {
      if let note = watched[document]?.note { all[note] = NotePerson.all(others) }
    }
    guard all != told else { return }
    told = all
    reader.yield(all)
  }
}
