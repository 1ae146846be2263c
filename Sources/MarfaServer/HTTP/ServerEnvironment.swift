import Logging
import MarfaModel

/// Everything that the handlers share, given to them once.
public struct ServerEnvironment: Sendable {
  /// What the server keeps.
  public var store: any ServerStore
  /// The settings.
  public var settings: ServerSettings
  /// What time it is.
  public var clock: any WallClock
  /// What waits.
  public var timer: any Clock<Duration>
  /// Where ids come from.
  public var ids: ItemIdGenerator
  /// Where secrets come from.
  public var randomness: @Sendable () -> any RandomNumberGenerator
  /// Where the access log goes.
  public var logger: Logger
  /// The disk of the data.
  public var room = DiskRoom.unwatched
  /// What the first key is made with; nil when anybody may make it.
  public var bootstrap: BootstrapToken?
  /// What all processes of the space agree by.
  public var coordination: Coordination
  /// Bounds how many bytes of long bodies are worked on.
  let bodyTurns = BodyTurns()
  /// Bounds how many long queries of a key run at a time: the others' readers are not all its own.
  let queryTurns = KeyTurns(3)
  /// Bounds how many bulk actions of a key are under way, each of which looks through the items.
  let actionTurns = KeyTurns(2)
  /// Bounds how many bodies of a key that may be long are taken in at a time.
  let longBodies = KeyTurns(4)
  /// Bounds how many bytes of answers wait for their clients.
  let unread: UnreadAnswers

  /// Takes each part as it is.
  public init(
    store: any ServerStore, settings: ServerSettings = ServerSettings(),
    clock: any WallClock = SystemWallClock(), timer: any Clock<Duration> = ContinuousClock(),
    ids: ItemIdGenerator? = nil,
    randomness: @escaping @Sendable () -> any RandomNumberGenerator = {
      SystemRandomNumberGenerator()
    },
    logger: Logger = Logger(label: "marfa-server"), coordination: Coordination? = nil
  ) {
    self.store = store
    self.settings = settings
    self.clock = clock
    self.timer = timer
    self.ids = ids ?? ItemIdGenerator(clock: clock)
    self.randomness = randomness
    self.logger = logger
    unread = UnreadAnswers(settings.unreadAnswers)
    self.coordination = coordination ?? .oneProcess(settings)
  }
}

extension KeyRing {
  /// Works on the keys of an environment's store.
  public init(_ environment: ServerEnvironment) {
    self.init(
      environment.store, clock: environment.clock, ids: environment.ids,
      randomness: environment.randomness)
  }
}
