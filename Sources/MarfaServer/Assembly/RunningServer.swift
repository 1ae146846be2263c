import Hummingbird
import Logging
import MarfaModel
import ServiceLifecycle
import Synchronization

/// A server on a data directory: its store, its routes and its background work.
public struct RunningServer: Sendable {
  /// What the handlers share.
  public let environment: ServerEnvironment
  /// The routes and what happens around them.
  public let application: ServerApplication
  private let flow: ServerFlow
  private let spoolFolder: String

  /// Makes a store on a data directory; its last argument is given the events of each commit.
  package typealias StoreMaker =
    @Sendable (
      String, any WallClock, ItemIdGenerator, @escaping @Sendable (CommittedEvents) -> Void
    ) throws -> any ServerStore

  /// Makes the store that a server has unless another is given: one file.
  package static let file: StoreMaker = {
    try SQLiteServerStore(directory: $0, clock: $1, ids: $2, onEvents: $3)
  }

  /// Opens a data directory and puts a server on it.
  ///
  /// - Parameters:
  ///   - settings: The settings.
  ///   - clock: What time it is.
  ///   - timer: What waits.
  ///   - ids: Where ids come from.
  ///   - logger: Where the access log goes.
  /// - Throws: `StartFailure`, or what the store throws.
  public init(
    _ settings: ServerSettings, clock: any WallClock = SystemWallClock(),
    timer: any Clock<Duration> = ContinuousClock(), ids: ItemIdGenerator? = nil,
    logger: Logger = Logger(label: "marfa-server")
  ) async throws {
    try await self.init(
      settings, clock: clock, timer: timer, ids: ids, logger: logger, store: Self.file)
  }

  /// Puts a server on a data directory with a store of one's own.
  package init(
    _ settings: ServerSettings, clock: any WallClock, timer: any Clock<Duration>,
    ids: ItemIdGenerator?, logger: Logger, store makeStore: StoreMaker
  ) async throws {
    let directory = try DataDirectory(settings)
    let bus = LocalEventBus()
    let ids = ids ?? ItemIdGenerator(clock: clock)
    let store = try makeStore(directory.path, clock, ids) { bus.publish($0) }
    var environment = ServerEnvironment(
      store: store, settings: settings, clock: clock, timer: timer, ids: ids, logger: logger)
    environment.room = DiskRoom(floor: settings.minimumFreeSpace, ofDiskWith: directory.path)
    if settings.bootstrap == .token {
      var randomness = environment.randomness()
      environment.bootstrap = BootstrapToken(using: &randomness)
    }
    let bytes = FileBlobStore(root: directory.blobs)
    flow = ServerFlow(environment: environment, bus: bus, bytes: bytes)
    spoolFolder = directory.spool
    self.environment = environment
    application = ServerApplication(
      environment,
      groups: flow.routes + [
        ArchiveRoutes(environment: environment, blobs: bytes, spoolFolder: directory.spool)
      ])
    try await flow.prepare()
    var space = SpaceSettings(settings)
    space.tenant = try await store.settings().tenant
    try await store.setSettings(space)
  }

  /// Serves until the task is cancelled or the process is asked to end (SIGTERM, SIGINT).
  ///
  /// Then streams end, requests that have begun are answered, writes finish, and the store is
  /// closed.
  ///
  /// - Parameters:
  ///   - signals: Which signals end the server; none in tests.
  ///   - onRunning: Called with the port once the server listens.
  /// - Throws: `StartFailure` when it cannot listen.
  public func run(
    signals: Signals = .terminate, onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) async throws {
    let settings = environment.settings
    let keys = try await environment.store.keys()
    try Listening.check(settings, hasKey: !keys.isEmpty)
    var service = application.application(
      builder: try Listening.builder(settings, refused: application.refused), onRunning: onRunning)
    // Asked for before anybody can begin another.
    let purges = try await environment.store.unfinishedPurges()
    let restores = try await UnfinishedRestores(environment.store, spoolFolder: spoolFolder)
    let upkeep = Upkeep(
      environment: environment, documents: flow.documents, purges: purges, restores: restores)
    service.addServices(flow.services + [NamedService(upkeep)])
    do {
      let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: [flow.serving(service)],
          gracefulShutdownSignals: signals == .terminate ? [.sigterm, .sigint] : [],
          logger: environment.logger))
      try await group.run()
      try await environment.store.close()
    } catch {
      // The first error is the one to report; the files are whole either way.
      try? await environment.store.close()
      throw error is CancellationError ? error : StartFailure(error, settings: settings)
    }
  }

  /// What ends a server in addition to its task.
  public enum Signals: Sendable {
    /// SIGTERM and SIGINT.
    case terminate
    /// Nothing.
    case none
  }

  /// What to say when keys would travel in the clear; nil when they do not.
  public var exposureWarning: String? { Listening.warning(environment.settings) }

  /// The advice at the start of a server without keys; nil if there is a key.
  ///
  /// - Parameter port: Where it listens.
  /// - Returns: The lines.
  /// - Throws: What the store throws.
  public func firstKeyAdvice(port: Int) async throws -> String? {
    guard try await environment.store.keys().isEmpty else { return nil }
    let header = environment.bootstrap.map { " -H '\(BootstrapToken.header): \($0.text)'" } ?? ""
    return """
      No key has been made yet. Make the first one; it is shown once:
        curl -X POST \(environment.settings.address(port: port))/keys\(header) \
      -H 'Content-Type: application/json' -d '{"label": "me", "source": "Me"}'
      """
  }
}

extension SpaceSettings {
  /// What the settings say of the space.
  init(_ settings: ServerSettings) {
    self.init(
      trashRetentionDays: settings.trashRetentionDays,
      refusesUnknownProperties: settings.refusesUnknownProperties,
      versionPolicy: VersionPolicy(
        recentDays: settings.versionRecentDays, dailySnapshotDays: settings.versionDailyDays,
        weeklySnapshotDays: settings.versionWeeklyDays, maxVersions: settings.versionMaximum))
    reading = settings.readLimits
  }
}
