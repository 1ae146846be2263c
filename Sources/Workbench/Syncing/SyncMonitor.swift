import Foundation
import MarfaSDK
import NoteEditing
import NoteFiles
import Observation
import Settings

/// Shows how the notes stand with their server, and tells the engine what the person wants.
///
/// Without `begin` it reads nothing and knows of no server.
@MainActor @Observable package final class SyncMonitor {
  /// How far the files are that go to the server.
  @ObservationIgnored package let uploads: UploadMonitor
  /// How far what is being sent has got.
  package internal(set) var progress = SendProgress()
  /// What the key may do, as the server said last; everything before.
  package private(set) var rights = CredentialRights.all
  /// The server itself, for what this machine does not keep; nil without a way to it.
  package private(set) var remote: MarfaClient?
  /// The files of notes with a way to the server; nil without one.
  package var attachments: AttachmentsNamespace?
  /// How many ways to the server there have been.
  package private(set) var connectionNumber = 0
  /// Whether the server can be asked.
  @ObservationIgnored package let reachability = ServerReachability()
  /// What was exchanged of late.
  package internal(set) var log = SyncLog()

  private(set) var query: SyncCountsQuery?
  /// Each frame brings it up to date.
  @ObservationIgnored private(set) var shownPending = ShownPending()
  package private(set) var connection = SyncStatus.Connection.connecting
  private(set) var reconnectsAt: Date?
  var lastSynced: Date?
  private(set) var lastExchanged: Date?
  private(set) var isSyncedInThisRun = false
  /// When something is exchanged.
  @ObservationIgnored package var mode = SyncSettings.Mode.auto
  /// The exchange that the person asked for, with `sync.mode: manual`; nil while there is none.
  @ObservationIgnored package var round: SyncRound?
  /// Changes of the mode and ends of rounds, one after the other.
  @ObservationIgnored var turning: Task<Void, Never>?
  /// Whether the person paused the exchange, in this run or an earlier one.
  @ObservationIgnored package var isPauseWanted = false
  /// Whether everything was on the server in the last frame.
  @ObservationIgnored var wasAllOnServer = false
  /// Whether the server had no room in the last frame.
  @ObservationIgnored var wasServerFull = false
  @ObservationIgnored package private(set) var engine: SyncEngine?
  /// Another process that may work with the server in place of the engine.
  @ObservationIgnored private var driver: OtherDriver?
  @ObservationIgnored private var reading: Task<Void, Never>?
  @ObservationIgnored private var followers: [Task<Void, Never>] = []
  package var received: SweptItems?
  @ObservationIgnored private(set) var readReceived: @MainActor () async -> SweptItems? = { nil }
  @ObservationIgnored private var readRights: @MainActor () async -> CredentialRights? = { nil }
  @ObservationIgnored private var readCounts: @MainActor () async -> SyncCounts? = { nil }
  @ObservationIgnored private var readCircumstances:
    @MainActor (SyncEvent) async -> ChangeCircumstances? = { _ in nil }
  @ObservationIgnored var conflictNews = ConflictNews()
  @ObservationIgnored package var counting: (any ScheduledAction)?
  @ObservationIgnored private var followUploads: @MainActor () -> Void = {}
  @ObservationIgnored private var connect: @MainActor () async -> Void = {}
  @ObservationIgnored private var connecting: Task<Void, Never>?
  /// The server that a way was looked for to.
  @ObservationIgnored private var server: String?
  /// The frame in which an age has changed.
  @ObservationIgnored private var wake: (any ScheduledAction)?
  @ObservationIgnored let now: () -> Date
  @ObservationIgnored package let host: any FrameHost
  @ObservationIgnored package let messages: MessageLog
  /// The engine's state when it was read last.
  @ObservationIgnored private var lastState: ConnectionState?

  /// Knows of no server yet.
  ///
  /// - Parameters:
  ///   - now: The time.
  ///   - host: Shows what changed.
  ///   - messages: Shows messages to the person.
  package init(now: @escaping () -> Date, host: any FrameHost, messages: MessageLog) {
    (self.now, self.host, self.messages) = (now, host, messages)
    uploads = UploadMonitor(host: host)
  }

  /// Begins to count what is not on the server; nothing is read again in a store without one.
  ///
  /// - Parameters:
  ///   - store: The notes.
  ///   - received: How many items a first exchange has brought so far; nil when none is under way.
  ///   - connect: Makes a way to the server and calls `follow` or `cannotConnect`; called once a
  ///     server is known, and when the person wants to try again.
  package func begin(
    in store: MarfaStore, received: @escaping @MainActor () async -> SweptItems? = { nil },
    connect: @escaping @MainActor () async -> Void = {}
  ) {
    guard query == nil else { return }
    readReceived = received
    // Rights that cannot be read stay as they were; the store holds to them itself.
    readRights = { try? await store.local.credentialRights() }
    // Numbers that cannot be read are not reported.
    readCounts = { try? await store.local.syncCounts() }
    // The line is without it then.
    readCircumstances = { try? await store.local.circumstances(of: $0) }
    // They are looked for again.
    conflictNews.read = { try? await store.local.conflicts() }
    query = store.querySyncCounts()
    followUploads = { [uploads] in uploads.follow(store.queryUploads()) }
    self.connect = connect
  }

  /// Waits until a way to the server was made, or could not be made.
  package func finishConnecting() async { await connecting?.value }

  /// Follows the counts and the time, once for each frame.
  ///
  /// - Parameter time: The time since a fixed instant.
  package func update(at time: Duration) {
    guard let query else { return }
    if query.counts.server != server {
      server = query.counts.server
      if server != nil {
        followUploads()
        connectAgain()
      }
    }
    var next = progress
    next.take(query.counts)
    if next != progress { progress = next }
    followCatchingUp()
    followArrival()
    followRoom()
    followConflicts()
    let untilShown = shownPending.take(
      query.counts.pending, oldest: query.counts.oldestPending,
      isLive: connection.sendsAtOnce, at: time, now: now())
    wake?.cancel()
    let delays = [untilShown, status?.untilNextAge(at: now()), followRound(at: time)]
      .compactMap(\.self)
    wake = delays.min().map { delay in
      host.schedule(after: delay) { [host] in host.requestFrame() }
    }
  }

  /// Looks no longer for a way to the server: a command that prints the key may take long.
  package func giveUpConnecting() { connecting?.cancel() }

  func connectAgain() {
    guard engine == nil else { return }
    connectInTurn {}
  }

  /// Looks for the way to the server again, after the person signed in or out elsewhere.
  ///
  /// What is on its way is waited for; it is sent again under its key where no answer comes.
  package func signInChanged() {
    guard server != nil else { return }
    connectInTurn { [weak self] in
      guard let self, engine != nil else { return }
      await stop()
      (engine, remote, reconnectsAt) = (nil, nil, nil)
      attachments = nil
      (connection, isSyncedInThisRun) = (.connecting, false)
    }
  }

  /// Connects once all earlier attempts have ended.
  private func connectInTurn(_ prepare: @escaping @MainActor () async -> Void) {
    let before = connecting
    connecting = Task { [connect, weak self] in
      await before?.value
      await prepare()
      await self?.takeRights()
      await connect()
    }
  }

  /// Begins to follow an engine, and starts it.
  ///
  /// - Parameters:
  ///   - engine: The engine.
  ///   - manager: Publishes its state.
  ///   - remote: The same server, for what this machine does not keep.
  ///   - attachments: The files of notes, which that server has, too.
  ///   - driver: Another process that may work with the server; nil where there can be none.
  ///   - lastSynced: When everything was on the server in an earlier run; nil for never.
  ///   - record: Keeps what happened for other programs, away from the main actor.
  ///   - recordConflict: Keeps that a conflict waits, likewise.
  package func follow(
    _ engine: SyncEngine, _ manager: ConnectionStateManager, remote: MarfaClient? = nil,
    attachments: AttachmentsNamespace? = nil, driver: OtherDriver? = nil, lastSynced: Date? = nil,
    record: @escaping @Sendable (SyncEvent, ChangeCircumstances) async -> Void = { _, _ in },
    recordConflict: @escaping @Sendable (ConflictSides) async -> Void = { _ in }
  ) async {
    conflictNews.record = recordConflict
    await lookForConflicts()
    (self.engine, self.remote, self.attachments) = (engine, remote, attachments)
    self.driver = driver
    connectionNumber += 1
    if let lastSynced { self.lastSynced = lastSynced }
    let events = engine.events
    let states = await manager.states()
    followers = [
      Task { [weak self] in
        for await event in events {
          let circumstances = await self?.circumstances(of: event) ?? ChangeCircumstances()
          self?.take(event, circumstances)
          await record(event, circumstances)
          if self?.conflictNews.watch.isWaiting == true { await self?.lookForConflicts() }
        }
      },
      Task { [weak self] in
        for await _ in states { await self?.read(engine) }
      },
    ]
    if isPauseWanted || mode != .auto { await engine.pause() }
    if mode == .auto { await engine.start() }
    await read(engine)
  }

  /// There is no way to the server: no key, or none that can be read.
  package func cannotConnect(_ connection: SyncStatus.Connection, because words: String) {
    self.connection = connection
    log.add(SyncLog.Entry(date: now(), text: words, isFailure: true))
    tryingEnded(words)
    host.requestFrame()
  }

  /// Stops the engine, and waits until nothing is on its way any more.
  package func stop() async {
    await engine?.stop()
    if engine != nil { await lookForConflicts(isLast: true) }
    for follower in followers { follower.cancel() }
    followers = []
    driver?.follow(false) {}
  }

  /// Reads the engine's state; one read after the other, so that the newest is the last.
  package func read(_ engine: SyncEngine) async {
    let before = reading
    let task = Task {
      await before?.value
      await readNow(engine)
    }
    reading = task
    await task.value
  }

  private func readNow(_ engine: SyncEngine) async {
    let standing = await engine.ownStanding
    let (isWaiting, synced) = (await engine.isWaitingForOther, await engine.syncedAt)
    let (next, exchanged) = (await engine.reconnectsAt, await engine.exchangedAt)
    let other = isWaiting ? await driver?.word() ?? .catchingUp : nil
    await takeRights()
    // Another engine took its place meanwhile.
    guard engine === self.engine else { return }
    driver?.follow(isWaiting) { [weak self] in Task { await self?.read(engine) } }
    if next != reconnectsAt { reconnectsAt = next }
    if let exchanged { lastExchanged = exchanged }
    if let synced { lastSynced = max(synced, lastSynced ?? synced) }
    let word = standingByMode ?? SyncStatus.Connection(standing, other: other)
    if connection != word { connection = word }
    reachability.changed(isReachable: standing.state.isReachable)
    let isSent = standing.state == .online && lastState != .online
    lastState = standing.state
    // The numbers that are shown may be those of a moment ago.
    if isSent { tryingEnded(Self.sentence(ofWaiting: await readCounts())) }
    host.requestFrame()
  }

  private func takeRights() async {
    if let read = await readRights(), read != rights { rights = read }
  }

  /// Who made a change; while all is taken over nobody wants to know.
  private func circumstances(of event: SyncEvent) async -> ChangeCircumstances? {
    connection == .live ? await readCircumstances(event) : nil
  }

  private func take(_ event: SyncEvent, _ circumstances: ChangeCircumstances) {
    if case .synced = event { isSyncedInThisRun = true }
    if case .failed = event {} else { lastExchanged = now() }
    log.add(event, circumstances, file: uploads.name(of: event), at: now())
    tellOutcome(event)
    followRound(event)
    host.requestFrame()
  }
}
