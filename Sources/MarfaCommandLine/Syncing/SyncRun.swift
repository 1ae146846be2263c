import Foundation
import MarfaSDK
import NoteFiles

/// Brings the notes and their server together: everything from there is here, everything from here
/// is there.
struct SyncRun: Sendable {
  /// When a run gives up.
  enum Patience: Hashable, Sendable {
    /// At the first failure.
    case none
    /// When nothing is left that could go by itself.
    case untilDone
  }

  let server: ServerSession
  let store: LocalStore
  let patience: Patience
  /// Whether the key is new, so that another program which has no connection may take it.
  var hasNewKey = false
  /// Shows how far it is.
  let progress: @Sendable (String) -> Void
  /// Says how far each file is, for programs; nil where none asks for it.
  var uploads: UploadRecords?
  /// The notes that came, for the sizes of their files.
  let arrived = ArrivedNotes()
  /// Says why it waits, where it is patient.
  var says: @Sendable (String) -> Void = { _ in }

  /// Runs until everything is done, or nothing more can be.
  ///
  /// When another program syncs these notes already, this waits for that one.
  ///
  /// - Returns: The numbers at the end; something may wait for a person.
  /// - Throws: `CommandFailure` when the server cannot be worked with.
  func run() async throws -> SyncCounts {
    // A run asks by itself until it ends: it follows no network.
    let manager = ConnectionStateManager()
    let client = try await server.connection().client(
      on: store, at: server.databasePath, credential: try await server.credential(progress),
      connectionManager: manager, environment: store.environment)
    guard let engine = client.syncEngine else { return try await store.syncCounts() }
    let log = ActivityLog(directories: server.session.directories)
    let signals = try SyncSignals(
      store: store, lockPath: server.lockPath, engine: engine, manager: manager,
      clock: server.session.host.waits)
    defer { signals.stop() }
    // Those that waited before are no news.
    var watch = ConflictWatch()
    _ = watch.take(try await store.conflicts())
    try await client.offerLostFiles()
    await engine.start()
    let result: Result<SyncCounts, any Error>
    do {
      result = .success(try await follow(engine, signals, log))
      await arrived.learnSizes(with: client.attachments)
    } catch {
      result = .failure(error)
    }
    let isOthers = await engine.isWaitingForOther
    await engine.stop()
    engine.finishEvents()
    for event in await signals.rest() { await keep(event, in: log) }
    if !isOthers { await ClockWatch(store: store, log: log).look() }
    if !isOthers { await keepConflicts(&watch, in: log) }
    // What others purged leaves no text here; what cannot be removed now is removed by the next
    // run.
    try? await UndoFolder(stateDirectory: server.session.directories.state).forgetMissing(in: store)
    return try result.get()
  }

  private func follow(
    _ engine: SyncEngine, _ signals: SyncSignals, _ log: ActivityLog
  ) async throws -> SyncCounts {
    var failure: (any Error)?
    var (grace, hasSentFiles, isReported, reasons) = (Grace(), false, false, WaitReasons())
    var asked = AskedAttempt()
    func wait() { if grace.begin(at: nil) { signals.wake(after: Grace.short) } }
    for await signal in signals.stream {
      if case .event(let event) = signal {
        await keep(event, in: log)
        if case .failed(let error) = event { failure = error }
        if case .synced = event { (failure, isReported) = (nil, true) }
      }
      if case .waited = signal { grace.timePassed() }
      if case .unheard = signal { asked.timePassed() }
      guard signal.changesNumbers else { continue }
      // The numbers are read after the state: what the state promises is true of them.
      let (standing, counts) = (await self.standing(of: engine), try await store.syncCounts())
      try await tell(counts)
      if let news = reasons.news(try await waitReason(counts, failure)) { says(news) }
      if counts.uploads > 0 { (hasSentFiles, isReported) = (true, false) }
      if hasNewKey, !grace.isOver, standing.isOfflineElsewhere {
        wait()
        continue
      }
      if try await awaits(&asked, standing, signals) { continue }
      guard try await isOver(standing, counts, failure) else { continue }
      // After the last file its note is sent, and the engine reports that all is on the server.
      if !grace.isOver, try await isComing(standing, counts, hasSentFiles ? isReported : nil) {
        wait()
        continue
      }
      if try await hasCome(standing, &grace, signals) { return counts }
    }
    throw CancellationError()
  }

  /// Whether what was written elsewhere before this began has come, as far as it comes.
  private func hasCome(
    _ standing: Standing, _ grace: inout Grace, _ signals: SyncSignals
  ) async throws -> Bool {
    guard let time = Grace.time(for: standing.rest) else { return false }
    if time == .zero { return true }
    let cursor = try await store.streamCursor()
    if grace.isOver(at: cursor) { return true }
    if grace.begin(at: cursor) { signals.wake(after: time) }
    return false
  }

  /// Whether an attempt of another program is waited for, which is asked for it once.
  private func awaits(
    _ asked: inout AskedAttempt, _ standing: Standing, _ signals: SyncSignals
  ) async throws -> Bool {
    guard standing.isTriedAgain, case .other(_, _, _, let attempt) = standing else { return false }
    if asked.begin(after: attempt) {
      try await store.askForExchange()
      signals.wake(after: AskedAttempt.patience, with: .unheard)
    }
    return asked.isAwaited(after: attempt)
  }

  /// Keeps the conflicts that began to wait: by now the server has said who the other side is.
  private func keepConflicts(_ watch: inout ConflictWatch, in log: ActivityLog) async {
    // The list of conflicts has them, whatever becomes of the log.
    let conflicts = (try? await store.conflicts()) ?? []
    for conflict in watch.take(conflicts, isLast: true) { log.append(conflict) }
  }

  // MARK: - Whether it is over

  /// The state of the engine, or of that of another program.
  private enum Standing {
    case own(EngineStanding)
    case other(ConnectionState, obstacle: String?, rest: StreamProgress.Rest, attempt: Int?)
    /// The lock is being taken.
    case unknown

    /// Whether all files have arrived and nobody has reported yet what follows: neither this
    /// program's engine nor, for another program's, the number of changes that wait.
    func isUnsaid(_ isReported: Bool, _ counts: SyncCounts) -> Bool {
      guard counts.uploads == 0 else { return false }
      return if case .own = self { !isReported } else { counts.pending > 0 }
    }

    /// Whether another program syncs, has no connection, and makes another attempt by itself.
    var isTriedAgain: Bool {
      guard case .other(.offline, let obstacle, _, _) = self else { return false }
      return [nil, ConnectionObstacle.serverErrorWord, ConnectionObstacle.tooManyRequestsWord]
        .contains(obstacle)
    }

    /// Whether another program syncs, and has no connection.
    var isOfflineElsewhere: Bool {
      if case .other(.offline, _, _, _) = self { true } else { false }
    }

    /// What the event stream has yet to bring of what is older than itself.
    var rest: StreamProgress.Rest {
      switch self {
      case .own(let standing): standing.rest
      case .other(_, _, let rest, _): rest
      case .unknown: .unsaid
      }
    }
  }

  private func standing(of engine: SyncEngine) async -> Standing {
    if let standing = await engine.standing { return .own(standing) }
    guard let (report, isDriven) = EngineReport.read(server.lockPath), isDriven,
      let state = ConnectionState(rawValue: report.state)
    else { return .unknown }
    // An older version of the program does not report it.
    let rest = report.rest.flatMap(StreamProgress.Rest.init) ?? .none
    return .other(state, obstacle: report.obstacle, rest: rest, attempt: report.attempt)
  }

  private func isOver(
    _ standing: Standing, _ counts: SyncCounts, _ failure: (any Error)?
  ) async throws -> Bool {
    switch standing {
    case .unknown: return false
    case .own(let own):
      let (state, obstacle) = (own.state, own.obstacle)
      try refuse(obstacle)
      if state == .offline, let failure, patience.ends(with: failure) { throw failure }
      guard state == .online else { return false }
      if obstacle != .readOnly, try await isSending(counts) { return false }
      if counts.pending == 0 { return true }
      if try await store.setBackCount() == counts.pending { return true }
      if obstacle == .readOnly { throw Self.readOnly(counts) }
      // The queue has been sent as far as it goes: what is left waits for something.
      if patience == .none { return true }
      return try await isBlocked(counts)
    case .other(.online, let obstacle, _, _):
      if obstacle == ConnectionObstacle.readOnly.word, counts.pending + counts.uploads > 0 {
        throw Self.readOnly(counts)
      }
      if try await isSending(counts) { return false }
      if counts.pending == 0 { return true }
      if patience == .none, try await isRetrying() { return true }
      return try await isBlocked(counts)
    case .other(.offline, let obstacle, _, _):
      if !standing.isTriedAgain || patience == .none { throw Self.otherIsOffline(obstacle) }
      return false
    case .other: return false
    }
  }

  /// Whether files are on their way that may still arrive in this run.
  private func isSending(_ counts: SyncCounts) async throws -> Bool {
    guard counts.uploads > 0 else { return false }
    if patience == .untilDone {
      return try await store.uploads().contains { $0.state != .paused }
    }
    // One that failed is tried again by somebody with more patience.
    return try await store.uploads().contains { $0.state == .queued && $0.error == nil }
  }

  /// Whether what is left waits for a person, and nothing of it goes by itself.
  private func isBlocked(_ counts: SyncCounts) async throws -> Bool {
    let hasPaused = try await store.uploads().contains { $0.state == .paused }
    guard counts.conflicts + counts.refused > 0 || hasPaused else { return false }
    return try await freeMutations().allSatisfy { $0.status == .pending }
  }

  /// Whether something follows shortly: after the last file, where `isReported` is not nil, the
  /// text of a note that others typed in, or what another program has not begun with yet.
  private func isComing(
    _ standing: Standing, _ counts: SyncCounts, _ isReported: Bool?
  ) async throws -> Bool {
    if let isReported, standing.isUnsaid(isReported, counts) { return true }
    guard case .other = standing else { return try await store.hasWaitingReplica() }
    return counts.pending > 0 ? try await !freeMutations().isEmpty : false
  }

  private func isRetrying() async throws -> Bool {
    try await freeMutations().contains { mutation in
      if case .retrying = mutation.status { true } else { false }
    }
  }

  /// The changes that no conflict of their item holds up.
  private func freeMutations() async throws -> [PendingMutationSummary] {
    let mutations = try await store.pendingMutations()
    let held = Set(mutations.filter(\.isInConflict).compactMap(\.itemId))
    return mutations.filter { $0.itemId.map { !held.contains($0) } ?? true }
  }

  // MARK: - Progress

  /// Why nothing goes on now, for those who wait.
  private func waitReason(_ counts: SyncCounts, _ failure: (any Error)?) async throws -> String? {
    guard patience == .untilDone else { return nil }
    let uploads = counts.uploads > 0 ? try await store.uploads() : []
    let hold = counts.pending > 0 ? try await store.serverHold() : nil
    return SyncWords.waitReason(counts, hold: hold, uploads, failure)
  }

  private func tell(_ counts: SyncCounts) async throws {
    if let uploads { uploads.show(try await store.uploads()) }
    if let received = try await store.sweptItems() {
      progress("Catching up: \(received.words) items received.")
    } else if counts.uploads > 0 {
      let uploads = try await store.uploads().filter { $0.state == .queued }
      let (sent, total) = uploads.reduce(into: (Int64(0), Int64(0))) {
        $0 = ($0.0 + $1.offset, $0.1 + $1.size)
      }
      progress(
        "Sending: \(SyncWords.number(counts.uploads, "file", "files")), "
          + "\(ByteWords.part(sent, of: total)).")
    } else if counts.pending > 0 {
      progress("Sending: \(SyncWords.changes(counts.pending)) to go.")
    }
  }
}
