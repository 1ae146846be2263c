/// Pausing, items that a person opens, and notes that others edit as well.
extension SyncEngine {
  /// Asks the server for an item's extensions, now or with the next connection, unless the server
  /// reports their changes itself.
  ///
  /// Call it when a person opens the item: the documented event stream says nothing of extensions.
  ///
  /// - Parameter itemId: The item.
  public func refreshExtensions(of itemId: String) async {
    do {
      if try await worker.store.noteOpened(itemId) { handle(.opened) }
    } catch {
      tell(error)
    }
  }

  /// Asks for the extensions of items that are opened in other processes, too.
  func followOpened() -> Task<Void, Never> {
    let commits = worker.store.commitsOfOthers()
    return Task { [worker, weak self] in
      for await _ in commits {
        do {
          if try await worker.store.hasOpened() { await self?.handle(.opened) }
        } catch {
          await self?.tell(error)
        }
      }
    }
  }

  /// Tries at once when a command in another process asks for it.
  ///
  /// - Parameter former: What was asked before this engine began.
  /// - Returns: The task that waits for it.
  func followAsked(_ former: String?) -> Task<Void, Never> {
    let commits = worker.store.commitsOfOthers()
    return Task { [worker, weak self] in
      var last = former
      for await _ in commits {
        do {
          let asked = try await worker.store.askedExchange()
          if asked != last { await self?.reach() }
          last = asked
        } catch {
          await self?.tell(error)
        }
      }
    }
  }

  /// Does nothing with the server until `resume`; what is changed meanwhile waits.
  ///
  /// A pause of an engine that is not started holds when it is.
  ///
  /// It is paused at once; this returns when what was on its way has its answer, after which no
  /// change is sent.
  public func pause() async {
    handle(.pause)
    await pauseNotes()
    for task in Array(work.values) { await task.value }
  }

  /// Goes on after `pause`.
  public func resume() async {
    handle(.resume)
    await pauseNotes()
  }

  /// Lets notes that are open wait, too, while it is paused.
  func pauseNotes() async { await notes.pause(machine.isPauseWanted) }

  /// Begins to send what waits of notes that nobody has open.
  func startDocuments() -> Task<Void, Never> {
    // Only how things are now matters.
    let (standings, continuation) = AsyncStream<Bool>.makeStream(
      bufferingPolicy: .bufferingNewest(1))
    documentStandings = continuation
    return Task { [notes, clock, weak self] in
      await notes.run(
        standings, sleep: { try await clock.sleep(for: $0) },
        onAnswer: { [weak self] in await self?.reach() },
        onSettled: { [weak self] in await self?.handle(.queued) })
    }
  }

  /// Tries again at once while it waits: the server has answered about the text of a note, or a
  /// person has asked.
  private func reach() {
    if machine.phase == .waiting { handle(.pathChanged(isReachable: true)) }
  }

  func tell(_ error: any Error) { hub.tell([.failed(error: error)]) }
}
