import ArgumentParser
import MarfaSDK
import NoteFiles

/// Brings the notes and their server together.
struct SyncCommand: SessionCommand {
  static let configuration = CommandConfiguration(
    commandName: "sync", abstract: "Send what is not on the server, and get what is new there.",
    discussion: """
      The exit code is 0 only if everything is on the server: 7 if the server refused something, \
      else 4 if conflicts or questions wait for you, else 5 if the server cannot be reached or \
      something is not sent yet; 6 without a key. Everything that waits for you is named. --wait \
      tries again until nothing is left that can be sent, and says why it waits. --queue sends \
      nothing: changes are kept and sent by the next sync. While the application is open it \
      syncs by itself, and this command waits for it; where it has no connection it tries at \
      once. With sync.mode: manual nothing is exchanged but by this command and by r in the \
      application's Space s, with sync.mode: paused nothing at all.

      --progress json writes one object per line to standard error, at each change of a file that \
      is sent: the fields of `marfa uploads --watch`.
      """)

  @Flag(help: "Try until everything is on the server.")
  var wait = false

  @Flag(help: "Send nothing; say what waits, with exit code 0.")
  var queue = false

  @Option(help: ArgumentHelp("With --wait, give up after so long.", valueName: "seconds"))
  var timeout: Int?

  @Option(help: "After the server was set back: send what it lacks, or discard it.")
  var setBack: SetBackAnswer?

  @Flag(help: "Remove what is gone on the server, however much it is.")
  var allowRemovals = false

  @OptionGroup var progress: ProgressOptions

  func validate() throws {
    if wait, queue { throw ArgumentParser.ValidationError("Use --wait or --queue.") }
    guard let timeout else { return }
    if !wait { throw ArgumentParser.ValidationError("--timeout needs --wait.") }
    if timeout < 1 { throw ArgumentParser.ValidationError("--timeout must be 1 or more.") }
  }

  func run(in session: CommandSession) async throws {
    let server = ServerSession(session)
    _ = try server.connection()
    let client = try await session.openNotes()
    if queue { return try await tellQueue(client.store, session) }
    if server.settings.mode == .paused {
      throw CommandFailure(.offline, SyncStatus.pausedBySetting)
    }
    if let setBack { try await client.store.answerSetBack(sendsAgain: setBack == .send) }
    if allowRemovals { try await client.store.allowRemovals() }
    let line = ProgressLine(session, isQuiet: progress.form != .auto)
    let files = progress.form == .json ? UploadRecords(session.output) : nil
    files?.show(try await client.store.uploads())
    let run = SyncRun(
      server: server, store: client.store, patience: wait ? .untilDone : .none,
      progress: { line.show($0) }, uploads: files, says: { line.say($0) })
    do {
      try await line.during {
        try await limited(session.host.waits) {
          _ = try await run.run()
          // What is gone may have been found just now.
          guard allowRemovals, try await client.store.doubtfulCount() > 0 else { return }
          try await client.store.allowRemovals()
          _ = try await run.run()
        }
      }
    } catch is CancellationError {
      throw try await interruption(client.store)
    } catch let ending as TimeIsUp {
      throw SyncWords.timeIsUp(ending.seconds, try await failure(client.store))
    }
    // What was on its way when the run ended has its answer by now.
    files?.show(try await client.store.uploads())
    if let failure = try await failure(client.store) { throw failure }
    if progress.form == .auto { session.output.note("All notes are on the server.") }
  }

  /// What keeps this from being a success; nil when everything is on the server.
  private func failure(_ store: LocalStore) async throws -> CommandFailure? {
    let counts = try await store.syncCounts()
    return SyncWords.failure(
      counts, hold: try await store.serverHold(),
      reason: counts.pending > 0 ? try await Self.reason(store) : nil,
      try await ServerQuestions(store))
  }

  /// Why the first change was not sent that was tried; nil where none was.
  private static func reason(_ store: LocalStore) async throws -> String? {
    for change in try await store.pendingMutations() where !change.isInConflict {
      if case .retrying(_, let words) = change.status, !change.isSetBack { return words }
    }
    return nil
  }

  /// What is not on the server when a person ends this.
  private func interruption(_ store: LocalStore) async throws -> any Error {
    let waiting = SyncWords.waiting(try await store.syncCounts())
    if waiting.isEmpty { return CancellationError() }
    return CommandFailure(
      .interrupted, "Interrupted; not on the server yet: \(waiting.joined(separator: ", ")).")
  }

  private func tellQueue(_ store: LocalStore, _ session: CommandSession) async throws {
    let waiting = SyncWords.waiting(try await store.syncCounts())
    if progress.form != .auto { return }
    session.output.note(
      waiting.isEmpty ? "Nothing waits." : "Waiting: \(waiting.joined(separator: ", ")).")
  }

  /// The time that a person gave is over.
  private struct TimeIsUp: Error {
    let seconds: Int
  }

  /// Ends the work when the time is over.
  private func limited<Value: Sendable>(
    _ clock: any Clock<Duration>, _ work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    guard let timeout else { return try await work() }
    return try await withThrowingTaskGroup(of: Value.self) { group in
      group.addTask { try await work() }
      group.addTask {
        try await clock.sleep(for: .seconds(timeout))
        throw TimeIsUp(seconds: timeout)
      }
      defer { group.cancelAll() }
      guard let value = try await group.next() else { throw CancellationError() }
      return value
    }
  }
}

extension SetBackAnswer: ExpressibleByArgument {}
