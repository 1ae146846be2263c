import Documents

extension NoteDocuments {
  /// How long an editor has for sending its changes itself.
  private static let patience = Duration.milliseconds(300)

  /// Sends what waits of notes that nobody has open, and pulls what the server has of them, until the
  /// task is cancelled.
  ///
  /// For the process that drives the store's engine.
  ///
  /// - Parameters:
  ///   - isReachable: Whether requests go through, in order.
  ///   - sleep: Waits before what failed is tried again.
  ///   - onSettled: Is called after something was settled.
  package func run(
    _ isReachable: AsyncStream<Bool>, sleep: @escaping @Sendable (Duration) async throws -> Void,
    onSettled: @escaping @Sendable () async -> Void
  ) async {
    let changes = store.replicaChanges()
    let (ticks, tick) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await value in isReachable {
          await self.set(isReachable: value)
          tick.yield()
        }
      }
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
          guard (try? await sleep(self.timing.delay(afterFailures: failures, wish: nil))) != nil
          else { return }
          tick.yield()
        }
      }
      await group.waitForAll()
    }
  }

  private func set(isReachable: Bool) { self.isReachable = isReachable }

  /// What one round came to.
  package struct Round: Hashable, Sendable {
    /// Whether something that waited waits no more.
    package var didSettle = false
    /// Whether something is to be tried again.
    package var didFail = false
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
      round.didFail = true
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
        await client.suspend(document)
      } catch {
        await client.suspend(document)
        throw error
      }
      if await document.status == .removed { try await store.releaseDocument(replica.document) }
      round.didSettle = true
    } catch let error as DocumentSyncError {
      await settle(replica, error, &round)
    } catch {
      DocumentLog.write(.warn, "\(replica.document): \(error)")
      round.didFail = round.didFail || error is NetworkError
    }
  }

  /// Does what a refusal asks for.
  private func settle(
    _ replica: LocalStore.KnownReplica, _ error: DocumentSyncError, _ round: inout Round
  ) async {
    do {
      switch error.reason {
      case .notOffered: try await store.releaseDocuments()
      case .removed, .notFound, .boundElsewhere, .tooLarge:
        try await store.releaseDocument(replica.document)
      case .clientNotActive, .notAttached, .alreadyAttached, .forked:
        // Joined again by the document itself; this is the failure of that.
        round.didFail = true
        return
      }
      round.didSettle = true
    } catch {
      DocumentLog.write(.error, "\(replica.document): \(error)")
      round.didFail = true
    }
  }

  private func letGo(_ replica: LocalStore.KnownReplica) async {
    guard hold(replica.document) else { return }
    defer { release(replica.document) }
    do {
      guard let document = try await resume(replica) else { return }
      try await client.detach(document)
      try await store.releaseDocument(replica.document)
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
    return document
  }
}
