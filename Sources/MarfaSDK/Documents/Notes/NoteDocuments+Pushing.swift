import Documents

extension NoteDocuments {
  /// How long an editor has for sending its changes itself.
  private static let patience = Duration.milliseconds(300)

  /// Sends what waits of notes that nobody has open, and pulls what the server has of them, until
  /// the task is cancelled.
  ///
  /// For the process that drives the store's engine.
  ///
  /// - Parameters:
  ///   - isReachable: Whether requests go through, in order.
  ///   - sleep: Waits before what failed is tried again.
  ///   - onAnswer: Is called once when the server answers although requests do not go through, as
  ///     far as the engine knows.
  ///   - onSettled: Is called after something was settled.
  package func run(
    _ isReachable: AsyncStream<Bool>, sleep: @escaping @Sendable (Duration) async throws -> Void,
    onAnswer: @escaping @Sendable () async -> Void = {},
    onSettled: @escaping @Sendable () async -> Void
  ) async {
    let (changes, heard) = (store.replicaChanges(), answers.listen())
    let (ticks, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    wake = tick
    defer { wake = nil }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await value in isReachable {
          await self.set(isReachable: value)
          tick.yield()
        }
      }
      group.addTask { await self.report(heard, to: onAnswer) }
      group.addTask {
        for await _ in changes {
          // Who has the note open, here or in another process, sends it itself.
          guard (try? await sleep(Self.patience)) != nil else { return }
          tick.yield()
        }
      }
      group.addTask {
        var failures = 0
        for await _ in ticks where await self.isReachable {
          let outcome = await self.settleWaiting()
          if outcome.didSettle { await onSettled() }
          failures = outcome.didFail ? failures + 1 : 0
          guard outcome.didFail else { continue }
          // Cancelled together with the whole.
          let delay = self.timing.delay(afterFailures: failures, wish: outcome.retryAfter)
          guard (try? await sleep(delay)) != nil else { return }
          tick.yield()
        }
      }
      await group.waitForAll()
    }
  }

  private func set(isReachable: Bool) async {
    let isNews = isReachable && !self.isReachable
    self.isReachable = isReachable
    if isReachable { hasReportedAnswer = false }
    // What waits for a server that failed need not wait any longer.
    if isNews { await client.retry() }
  }

  private func report(
    _ answers: AsyncStream<Void>, to onAnswer: @escaping @Sendable () async -> Void
  ) async {
    for await _ in answers where isNews() { await onAnswer() }
  }

  /// Whether an answer of the server is the first one since requests did not go through.
  private func isNews() -> Bool {
    if isReachable || hasReportedAnswer { return false }
    hasReportedAnswer = true
    return true
  }

  /// What one round came to.
  package struct Round: Hashable, Sendable {
    /// Whether something that waited waits no more.
    package var didSettle = false
    /// Whether something is to be tried again.
    package var didFail = false
    /// When, as the server wishes; the longest of several.
    package var retryAfter: Duration?

    mutating func fail(retryingAfter wish: Duration? = nil) {
      didFail = true
      if let wish { retryAfter = max(retryAfter ?? .zero, wish) }
    }
  }

  /// Exchanges each note that waits once, and lets go of what was not used for long.
  package func settleWaiting() async -> Round {
    var round = Round()
    do {
      try await checkOrigin()
      let known = try await store.knownReplicas()
      for replica in known where replica.isWaiting && !isOpen(replica.document) {
        if Task.isCancelled { return round }
        await settle(replica, &round)
      }
      let idle = known.dropFirst(kept).filter { !$0.isWaiting && !isOpen($0.document) }
      for replica in idle { await letGo(replica) }
    } catch {
      DocumentLog.write(.error, "\(error)")
      round.fail()
    }
    return round
  }

  private func settle(_ replica: LocalStore.KnownReplica, _ round: inout Round) async {
    guard hold(replica.document) else { return }
    defer { release(replica.document) }
    do {
      guard let document = try await resume(replica) else { return }
      do {
        try await client.sync(document)
        // What was taken over to another actor meanwhile.
        if await document.hasLocalChanges { try await client.sync(document) }
        // An older text of the item has arrived late, if there was nothing.
        try await store.noteUpToDate(replica.document)
        await client.suspend(document)
      } catch {
        await client.suspend(document)
        throw error
      }
      if await document.status == .removed { try await store.releaseDocument(replica.document) }
      round.didSettle = true
    } catch {
      DocumentLog.write(.warn, "\(replica.document): \(error)")
      await settle(replica, error, &round)
    }
  }

  /// Does what a failure asks for.
  private func settle(
    _ replica: LocalStore.KnownReplica, _ failure: any Error, _ round: inout Round
  ) async {
    do {
      if try await endReplica(replica.document, after: failure) {
        round.didSettle = true
        return
      }
    } catch {
      DocumentLog.write(.error, "\(replica.document): \(error)")
      return round.fail()
    }
    switch Document.failure(of: failure) {
    case .passing(let wish): round.fail(retryingAfter: wish)
    // Joined again by the document itself; this is the failure of that.
    case .lasting: if failure is DocumentSyncError { round.fail() }
    }
  }

  /// Lets texts be properties again whose documents the server does not take any more.
  ///
  /// What was not sent becomes an update, which the server takes, or which is then among the
  /// refused changes.
  ///
  /// - Parameters:
  ///   - document: The document.
  ///   - failure: What its exchange failed with.
  /// - Returns: Whether it was that.
  /// - Throws: `StorageError`; nothing is written then.
  func endReplica(_ document: String, after failure: any Error) async throws -> Bool {
    switch ReplicaEnd(failure) {
    case .all: try await store.releaseDocuments()
    case .one: try await store.releaseDocument(document)
    case .none: return false
    }
    return true
  }

  private func letGo(_ replica: LocalStore.KnownReplica) async {
    guard hold(replica.document) else { return }
    defer { release(replica.document) }
    do {
      guard let document = try await resume(replica) else { return }
      try await client.detach(document)
      try await store.letGo(ofDocument: replica.document)
    } catch {
      // It stays, and is tried again with the next round.
      DocumentLog.write(.info, "\(replica.document) stays attached: \(error)")
    }
  }

  private func resume(_ replica: LocalStore.KnownReplica) async throws -> Document? {
    let rows = StoredReplica(
      store, document: replica.document, itemId: replica.itemId, field: replica.field)
    guard let stored = try await rows.load() else { return nil }
    let document = Document(stored, in: rows)
    try await client.resume(document, .manual)
    guard hold(document) else {
      await client.suspend(document)
      return nil
    }
    return document
  }
}
