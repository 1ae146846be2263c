import Documents

extension Document {
  /// Does what the machine says.
  func act(_ actions: [DocumentSyncMachine.Action]) {
    for action in actions {
      switch action {
      case .exchange(let direction): exchange(direction)
      case .wait(let wait): sleep(wait)
      case .stopWaiting: stopWaiting()
      case .watch: watch()
      case .unwatch: unwatch()
      // Answers are taken and dropped where they arrive.
      case .take, .drop: break
      }
    }
  }

  /// Exchanges once, whatever the mode; what was made before the call is there when it returns.
  ///
  /// Who is cancelled waits no more; the exchange goes on.
  func sync() async throws {
    guard status == .attached else { throw notAttached }
    let asker = DocumentAsker()
    askers.next.append(asker)
    act(machine.on(.asked))
    try await asker.wait()
  }

  var notAttached: DocumentSyncError {
    status == .removed
      ? DocumentSyncError(.removed, "The document \(key) was removed.", key: key)
      : DocumentSyncError(.notAttached, "The document \(key) is not attached.", key: key)
  }

  // MARK: - One exchange

  private func exchange(_ direction: DocumentEndpoints.Direction) {
    guard let link else { return }
    askers = ([], askers.next)
    let sending = outgoing()
    let actor = replica.actor
    let needsActor = needsActor
    // The last piece of work has ended: there is one exchange at a time.
    work = Task {
      if needsActor {
        return await self.fail(
          DocumentSyncError(
            .clientNotActive, "The replica of \(self.key) is a copy.", key: self.key))
      }
      do {
        let answer = try await link.endpoints.sync(sending.pack, as: actor, direction: direction)
        await self.receive(answer, to: sending)
      } catch {
        await self.fail(error)
      }
    }
  }

  /// What to send now.
  func outgoing() -> DocumentSending {
    DocumentSending(of: replica, for: audience)
  }

  private func receive(_ answer: ChangePack, to sending: DocumentSending) async {
    if let presence = sending.presence { audience.tell(presence, sentIn: sending.stream) }
    let known = replica.checkpoint.clientSequence
    do {
      if machine.on(.answered) == [.take] { try await take(answer) }
    } catch {
      return await fail(error)
    }
    publish(.synced)
    hasJoinedAgain = false
    var waiting = askers.present
    askers.present = []
    let isAll = sending.isAll(of: replica.checkpoint)
    // An attachment asks for all of it, too, where nothing is sent by itself.
    let isAsked = !waiting.isEmpty || !machine.mode.sends
    if !isAll, isAsked, replica.checkpoint.clientSequence > known {
      // They asked for all of it.
      askers.next = waiting + askers.next
      waiting = []
      act(machine.on(.asked))
    }
    let hasUnsent = !replica.localChanges.isEmpty || wantsToTellPresence
    act(machine.on(.settled(hasUnsent: hasUnsent)))
    if status == .removed { await endRemoved() }
    for asker in waiting { asker.resume() }
  }

  /// Takes over what the server sent, stores it, and reports it; an editor shows it before it is
  /// stored.
  func take(_ answer: ChangePack) async throws {
    await enter()
    defer { leave() }
    try await takeInTurn(answer)
  }

  /// The same for who has the turn.
  func takeInTurn(_ answer: ChangePack) async throws {
    let isCopied = storage != nil || arrivalsContinuation != nil
    let intake = try DocumentIntake(
      answer, into: &replica, storage.map(\.token), isCopied: isCopied)
    // An editor shows at once what others typed. If it cannot be stored, a copy without it follows.
    if !intake.events.contains(.snapshot), !intake.changes.isEmpty {
      arrivalsContinuation?.yield(.changes(intake.changes))
      // It is on its way to the screen before the disk has something to do.
      await Task.yield()
    }
    do {
      try await store(intake)
    } catch {
      // What is not stored is asked for again, so that no own change builds on it.
      try await readAgain()
      throw error
    }
    tell(intake.events)
  }

  private func store(_ intake: DocumentIntake) async throws {
    guard let storage else { return }
    switch intake.storing {
    case .nothing: return
    case .changes(let token):
      follow(
        try await storage.persistence.receive(intake.changes, leadingTo: replica, over: token))
    case .replica(let token):
      follow(
        try await storage.persistence.replace(
          with: replica, confirmed: intake.confirmed, over: token))
    }
  }

  private func tell(_ events: [ReplicaEvent]) {
    if events.contains(.snapshot) { tellReplaced() }
    for event in events {
      switch event {
      case .remoteChange(let change): publish(.remoteChange(change))
      case .snapshot: publish(.snapshot)
      // Presences come by the watch stream.
      case .presence: break
      case .removed:
        status = .removed
        publish(.status)
      }
    }
  }

  // MARK: - Failures

  private func fail(_ error: any Error) async {
    publish(.failed(error))
    let waiting = askers.present
    askers.present = []
    if let refusal = error as? DocumentSyncError, refusal.asksForActor {
      await begin(again: refusal, waiting)
    } else {
      for asker in waiting { asker.resume(throwing: error) }
      act(machine.on(.failed(Self.failure(of: error))))
    }
  }

  /// Joins again under another actor, because the server does not know this one any more.
  ///
  /// Callers that wait for an exchange, also those that came meanwhile, get one afterwards.
  private func begin(again refusal: DocumentSyncError, _ waiting: [DocumentAsker]) async {
    do {
      guard !hasJoinedAgain else { throw refusal }
      try await rejoin(refusal)
      hasJoinedAgain = true
      askers.next = waiting + askers.next
      if !askers.next.isEmpty { act(machine.on(.asked)) }
    } catch {
      let isRepeated = hasJoinedAgain
      hasJoinedAgain = false
      publish(.failed(error))
      for asker in waiting { asker.resume(throwing: error) }
      // A server that refuses each new actor is left alone for a while.
      act(machine.on(.failed(isRepeated ? .passing(after: nil) : Self.failure(of: error))))
    }
  }

  /// A document that may not be watched is exchanged, which shows what is wrong with it.
  func settleRefusal(_ error: any Error) {
    guard let refusal = error as? DocumentSyncError,
      refusal.asksForActor || refusal.reason == .notFound
    else { return publish(.failed(error)) }
    act(machine.on(.hinted))
  }

  package static func failure(of error: any Error) -> DocumentSyncMachine.Failure {
    switch error {
    case is NetworkError, is CancellationError, is ResponseDecodingError:
      return .passing(after: nil)
    case let error as any MarfaError where RetryPolicy.isTransient(status: error.status ?? 0):
      let seconds = error.details?["retry_after"]?.integerValue
      return .passing(after: seconds.map { .seconds($0) })
    case is any MarfaError, is DocumentsError: return .lasting
    // The storage's: a disk that is full, or busy.
    default: return .passing(after: nil)
    }
  }

  // MARK: - Waiting

  private func sleep(_ wait: DocumentSyncMachine.Wait) {
    guard let timing = link?.timing else { return }
    let duration = timing.duration(of: wait)
    // Even a timer that is due at once takes a while.
    if duration == .zero { return act(machine.on(.due)) }
    timer?.cancel()
    timerNumber += 1
    timer = Task { [weak self, clock = timing.clock, number = timerNumber] in
      // Cancelled when there is something better to do.
      guard (try? await clock.sleep(for: duration)) != nil else { return }
      await self?.wake(number)
    }
  }

  private func wake(_ number: Int) {
    guard number == timerNumber else { return }
    act(machine.on(.due))
  }

  private func stopWaiting() {
    timerNumber += 1
    timer?.cancel()
  }

  /// Tries at once what waits for a server that failed.
  func retry() { act(machine.on(.reachable)) }
}

extension DocumentSyncError {
  /// Whether the server has to be joined again under another actor.
  package var asksForActor: Bool {
    reason == .clientNotActive || reason == .notAttached || reason == .forked
  }
}
