import Documents
import MarfaSDK
import MarfaServer

/// Notes as documents: what people do with them.
extension Simulation {
  /// Something of documents that is on its way.
  enum NoteStep {
    /// A person does something with a note.
    case act(client: Int)
    /// Another process of the device may have changed the rows.
    case look(client: Int, life: Int)
    /// The process that drives the engine looks what waits.
    case round(client: Int, life: Int)
    case request(NoteRequest, loses: Bool)
    case reply(NoteRequest, SyncReply)
    /// A request arrives a second time.
    case replay(NoteRequest)
    case timer(client: Int, life: Int, key: String, note: Int, number: Int)
    case openWatch(client: Int, life: Int, key: String, note: Int, number: Int)
    case watch(client: Int, life: Int, key: String, note: Int, number: Int)
    /// The server notices that a watcher is gone.
    case hangUp(DirectServer.Watch)
    /// The server writes texts to their items.
    case flush
  }

  func take(_ step: NoteStep) throws {
    switch step {
    case .act(let index): try act(onNoteOf: index)
    case .look(let index, let life):
      guard clients[index].life == life else { return }
      try look(index)
    case .round(let index, let life):
      guard clients[index].life == life else { return }
      try round(index)
    case .request(let request, let loses): try arrive(request, loses)
    case .reply(let request, let reply): try settle(request, reply)
    case .replay(let request): _ = answer(request)
    case .timer(let index, let life, let key, let number, let timer):
      guard let note = note(index, life, key, number), note.timer == timer else { return }
      try on(.due, note, index)
    case .openWatch(let index, let life, let key, let number, let watch):
      guard let note = note(index, life, key, number), note.watchNumber == watch else { return }
      try openWatch(note, index)
    case .watch(let index, let life, let key, let number, let watch):
      guard let note = note(index, life, key, number), note.watchNumber == watch else { return }
      try hear(note, index)
    case .hangUp(let watch):
      watch.close()
      wakeWatches()
    case .flush: try flush()
    }
    try disturb()
  }

  /// What a device has of a note, unless it has ended meanwhile.
  func note(_ index: Int, _ life: Int, _ key: String, _ number: Int) -> SimulatedNote? {
    guard clients[index].life == life, let note = clients[index].notes.all[key],
      note.number == number
    else { return nil }
    return note
  }

  // MARK: - The course of a history

  func beginNotes(edits: Int) {
    guard let notes else { return }
    for index in clients.indices where !notes.plainDevices.contains(index) {
      for _ in 0..<(3 * edits) { push(.note(.act(client: index)), after: Int64(random(25_000))) }
    }
  }

  /// What goes wrong between two steps, apart from the network.
  private func disturb() throws {
    guard let notes else { return }
    if happens(notes.forgetting) {
      tell?("the server forgets the clients of documents")
      for index in clients.indices { try cutWatches(of: index) }
      try server.forgetDocumentClients(silentFor: -1)
    }
    if happens(notes.serverEnd) {
      tell?("the server starts again")
      server.restart()
      for index in clients.indices { try cutWatches(of: index) }
    }
  }

  private func cutWatches(of index: Int) throws {
    for note in clients[index].notes.sorted where note.watch != nil {
      note.watch?.close()
      try loseWatch(note, index)
    }
  }

  func healNotes() throws {
    notes?.forgetting = 0
    notes?.serverEnd = 0
    for index in clients.indices {
      for note in clients[index].notes.open {
        note.mode = .realtime
        try on(.switched(.realtime), note, index)
      }
      noticeReplicas(index)
    }
  }

  /// Has some people meet in a note when everything works, and each of them type a word.
  func meet() throws {
    guard let notes else { return }
    let ids = try clients[0].store.items().keys.sorted()
    guard let id = ids.randomElement(using: &numbers) else { return }
    for index in clients.indices where !notes.plainDevices.contains(index) {
      if clients[index].notes.all[NoteDocuments.key(of: id)]?.errand == nil {
        try open(id, index)
      }
    }
    try work(until: 600_000)
    for index in clients.indices {
      for note in clients[index].notes.open where note.id == id {
        try show(note, index)
        try type(in: note, index)
      }
    }
    try work(until: 600_000)
  }

  /// The process that has notes open ends for good, and its connections some time later.
  func kill(_ index: Int) throws {
    hangUp(index)
    clients[index].notes = DeviceNotes()
    noticeReplicas(index)
    try work(until: 60_000)
  }

  // MARK: - People

  private func act(onNoteOf index: Int) throws {
    let client = clients[index]
    let open = client.notes.open
    guard let note = open.randomElement(using: &numbers), random(6) > 0 else {
      let ids = try client.store.items().keys.sorted()
      guard open.count < 2, let id = ids.randomElement(using: &numbers) else { return }
      return try self.open(id, index)
    }
    switch random(12) {
    case 0: try close(note, index)
    case 1:
      let mode = SyncMode.allCases.randomElement(using: &numbers) ?? .realtime
      guard note.isAttached else { return }
      tell?("\(index) switches \(note.id) to \(mode)")
      note.mode = mode
      try on(.switched(mode), note, index)
    case 2...3: try show(note, index)
    default: try type(in: note, index)
    }
  }

  func open(_ id: String, _ index: Int) throws {
    let client = clients[index]
    guard var notes else { return }
    notes.opened += 1
    self.notes = notes
    let note = SimulatedNote(id, number: notes.opened)
    if let other = client.notes.all[note.key] {
      guard other.errand != nil else { return }
      try leave(other, index)
    }
    tell?("\(index) opens \(id)")
    client.notes.all[note.key] = note
    if let stored = try client.store.replica(of: note.key) {
      try client.store.useReplica(of: note.key)
      note.resume(stored)
      note.openEditor()
      try on(.attached(note.mode), note, index)
      try on(.hinted, note, index)
    } else if let actor = try client.store.documentClient() {
      client.notes.actor = actor
      try attach(note, as: actor, index, isSecond: false)
    } else {
      send(.activation(client.name), for: .activation(former: nil), note, index)
    }
  }

  private func close(_ note: SimulatedNote, _ index: Int) throws {
    tell?("\(index) closes \(note.id)")
    try leave(note, index)
    noticeReplicas(index)
  }

  /// Ends what is done with a note without a word to the server.
  func leave(_ note: SimulatedNote, _ index: Int) throws {
    try on(.ended, note, index)
    clients[index].notes.all[note.key] = nil
  }

  private func show(_ note: SimulatedNote, _ index: Int) throws {
    note.replica.takePresence(["name": clients[index].name, "head": "\(random(1_000))"])
    if note.isAttached, note.wantsToTell { try on(.changed, note, index) }
  }

  // MARK: - Typing

  /// Types a line somewhere, or takes away one of those that count for nothing.
  private func type(in note: SimulatedNote, _ index: Int) throws {
    guard note.copy != nil else { return }
    if random(3) > 0 { try note.hear() }
    let word = random(5) > 0 ? oracle.word() : nil
    for _ in 0..<3 {
      let chance = random(1_000)
      let changes = try note.edit { text in
        if let word {
          try Self.insert(word, in: text, at: chance)
        } else {
          try Self.replaceFiller(in: text, chance)
        }
      }
      if let changes {
        if changes.isEmpty { return }
        if happens(faults.crash) { return try restart(index) }
        switch try commit(changes, of: note, index) {
        case .stored:
          if let word {
            tell?("\(time) \(index) types \(word) in \(note.id)")
            oracle.typed(word, in: note.id, on: clients[index].name)
          } else {
            oracle.changed(note.id, on: clients[index].name)
          }
          return try happens(faults.crash) ? restart(index) : on(.changed, note, index)
        case .superseded: break
        case .forgotten: return try leave(note, index)
        }
      }
      try note.hear()
    }
  }

  private enum Commit { case stored, superseded, forgotten }

  /// Stores what an editor hands over.
  private func commit(
    _ changes: [Change], of note: SimulatedNote, _ index: Int
  ) throws -> Commit {
    let store = clients[index].store
    let numbered: [Change]
    do {
      numbered = try note.replica.commit(changes)
    } catch {
      // Another process edited the same state.
      guard let stored = try store.replica(of: note.key) else { return .forgotten }
      note.token = stored.token
      note.replace(with: stored.replica)
      return .superseded
    }
    let write = try store.commit(numbered, leadingTo: note.replica, over: note.token ?? 0)
    guard note.follow(write) else { return .forgotten }
    guard case .stored = write else { return .superseded }
    try notes?.fault.damage(clients[index], afterCommitTo: note.key)
    return .stored
  }

  /// The starts of all lines, as offsets.
  private static func starts(in text: JSONText) -> [Int] {
    var starts = [0]
    for (offset, scalar) in text.string.unicodeScalars.enumerated() where scalar == "\n" {
      starts.append(offset + 1)
    }
    return starts
  }

  private static func insert(_ word: String, in text: JSONText, at chance: Int) throws {
    let starts = starts(in: text)
    let start = starts[chance % starts.count]
    try text.edit(start, start, word + "\n")
  }

  private static func replaceFiller(in text: JSONText, _ chance: Int) throws {
    let lines = text.string.split(separator: "\n", omittingEmptySubsequences: false)
    let starts = starts(in: text)
    let filler = lines.indices.filter { lines[$0].hasPrefix("x") && $0 + 1 < starts.count }
    guard !filler.isEmpty, !chance.isMultiple(of: 3) else {
      return try insert("x\(chance)", in: text, at: chance)
    }
    let line = filler[chance % filler.count]
    try text.edit(starts[line], starts[line + 1], "")
  }
}
