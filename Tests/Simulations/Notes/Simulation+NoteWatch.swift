import Documents
import MarfaSDK
import MarfaServer

/// The watch streams of documents, one for each note; the client gathers them in fewer.
extension Simulation {
  /// Lets a note's stream be opened; what an earlier one tells is not heard any more.
  func wantWatch(_ note: SimulatedNote, _ index: Int, after delay: Int64) {
    note.watchNumber += 1
    note.isWatchDue = false
    push(
      .note(
        .openWatch(
          client: index, life: clients[index].life, key: note.key, note: note.number,
          number: note.watchNumber)), after: delay + Int64(random(100)))
  }

  func endWatch(_ note: SimulatedNote) throws {
    note.watchNumber += 1
    note.isWatchDue = false
    hangUp(note)
    _ = note.audience.lose()
  }

  /// The stream is lost, and is opened again after a while.
  func loseWatch(_ note: SimulatedNote, _ index: Int) throws {
    note.watch = nil
    _ = note.audience.lose()
    wantWatch(note, index, after: 500)
  }

  /// Ends all connections of a process; the server notices some time later.
  func hangUp(_ index: Int) {
    for note in clients[index].notes.sorted { hangUp(note) }
  }

  private func hangUp(_ note: SimulatedNote) {
    guard let watch = note.watch else { return }
    note.watch = nil
    push(.note(.hangUp(watch)), after: Int64(random(2_000)))
  }

  func openWatch(_ note: SimulatedNote, _ index: Int) throws {
    guard !happens(faults.lostRequest) else { return wantWatch(note, index, after: 500) }
    do {
      note.watch = try server.watch(
        [note.key], by: note.replica.actor.description, as: callers[index])
      wakeWatches()
      wake(note, index)
    } catch let error as any MarfaError {
      // The document is exchanged, which shows what is wrong with it.
      tell?("\(time) \(index) may not watch \(note.id): \(error)")
      try on(.hinted, note, index)
    }
  }

  /// Has all streams looked at.
  func wakeWatches() {
    guard notes != nil else { return }
    for index in clients.indices {
      for note in clients[index].notes.sorted { wake(note, index) }
    }
  }

  private func wake(_ note: SimulatedNote, _ index: Int) {
    guard note.watch != nil, !note.isWatchDue else { return }
    note.isWatchDue = true
    push(
      .note(
        .watch(
          client: index, life: clients[index].life, key: note.key, note: note.number,
          number: note.watchNumber)), after: Int64(20 + random(200)))
  }

  func hear(_ note: SimulatedNote, _ index: Int) throws {
    note.isWatchDue = false
    guard let watch = note.watch else { return }
    if happens(faults.brokenStream) || watch.isEnded {
      push(.note(.hangUp(watch)), after: Int64(random(1_000)))
      return try loseWatch(note, index)
    }
    for event in watch.events() {
      tell?("\(time) \(index) hears \(event.name) \(event.data)")
      let record = SSEEvent(id: nil, event: event.name, data: event.data)
      guard let heard = try DocumentWatchEvent(record) else { continue }
      _ = note.audience.hear(heard.kind, as: note.replica.actor)
      if note.audience.brings(heard.kind, to: note.replica.checkpoint.serverSequence) {
        if case .changed(_, _, let pack?) = heard.kind { take(heard: pack, note, index) }
        let isMissing = note.audience.brings(
          heard.kind, to: note.replica.checkpoint.serverSequence)
        try on(isMissing ? .hinted : .told, note, index)
      }
      if note.wantsToTell { try on(.changed, note, index) }
    }
  }
}
