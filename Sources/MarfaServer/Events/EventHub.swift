import Logging
import MarfaModel
import ServiceLifecycle

/// The event streams of this process: reads the log once for all of them, and keeps their time.
public actor EventHub: Service {
  /// Bounds of the streams.
  public struct Limits: Hashable, Sendable {
    /// Streams at one time.
    public var subscribers: Int
    /// The time between two comments; a write that is not accepted for two of them ends.
    public var heartbeat: Duration
    /// Events and bytes that are read from the log at a time.
    public var page: ReadLimits

    /// Streams of one key at one time, so that no key takes all of them.
    public var share: Int { min(subscribers, max(8, subscribers / 4)) }

    /// By default what is documented: 100 streams and 30 seconds.
    public init(
      subscribers: Int = 100, heartbeat: Duration = .seconds(30), page: ReadLimits = ReadLimits()
    ) {
      self.subscribers = subscribers
      self.page = page
      self.heartbeat = heartbeat
    }
  }

  /// Streams of another kind, which have the same time and the same end.
  public struct OtherStreams: Sendable {
    /// Time has passed; the number grows.
    public var beat: @Sendable (Int) -> Void
    /// Keys have changed.
    public var lookAgain: @Sendable (Int) -> Void
    /// The server ends.
    public var close: @Sendable () -> Void

    /// Streams that get what happens.
    public init(
      beat: @escaping @Sendable (Int) -> Void, lookAgain: @escaping @Sendable (Int) -> Void,
      close: @escaping @Sendable () -> Void
    ) {
      self.beat = beat
      self.lookAgain = lookAgain
      self.close = close
    }
  }

  /// Finds the types as they are now.
  public typealias Types = @Sendable () async throws -> TypeRegistry

  package nonisolated let log: any EventLog
  private let types: Types
  private let bus: any EventBus
  private let clock: any Clock<Duration>
  private let logger: Logger
  private let limits: Limits
  private let others: OtherStreams?
  private let fan = EventFan()
  private var isReading = false
  private var mustReadAgain = false
  /// Beats until now, of time and of changed keys.
  private var beat = 0
  private nonisolated let endings: (heard: AsyncStream<Void>, tell: AsyncStream<Void>.Continuation)

  /// Delivers nothing before `run`.
  public init(
    log: any EventLog, types: @escaping Types, bus: any EventBus, clock: any Clock<Duration>,
    limits: Limits = Limits(), logger: Logger, others: OtherStreams? = nil
  ) {
    self.log = log
    self.types = types
    self.bus = bus
    self.clock = clock
    self.limits = limits
    self.logger = logger
    self.others = others
    // Ending twice is the same as ending once.
    let (heard, tell) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    endings = (heard, tell)
  }

  /// Streams that are open.
  public var subscriberCount: Int { fan.count }

  /// Follows the log until the server shuts down, then ends every stream.
  public func run() async {
    let (wakes, wake) = AsyncStream<Void>.makeStream(
      // A wake means "look", and looking once is enough.
      bufferingPolicy: .bufferingNewest(1))
    // What this process commits goes to the streams on the thread that committed it; the log is
    // read for what others commit, and for whatever was missed.
    let following = bus.follow { [fan] committed in
      if let committed, fan.take(committed) { return }
      wake.yield()
    }
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        for await _ in wakes.cancelOnGracefulShutdown() { await self.grow() }
      }
      group.addTask { await self.keepTime() }
      group.addTask {
        for await _ in self.endings.heard { await self.close() }
      }
      // The first only; the others go on until they are cancelled.
      await group.next()
      group.cancelAll()
    }
    withExtendedLifetime(following) {}
    close()
  }

  /// Ends every stream, those that open later too; returns at once.
  ///
  /// To be called when the server is asked to end: connections are notified before the other
  /// services, and wait for their streams.
  public nonisolated func endStreams() { endings.tell.yield() }

  /// Opens a stream at the newest event.
  ///
  /// `owner`: The key that asks for it; nil where no key has a share.
  /// `cut`: Closes the stream's connection at once.
  ///
  /// - Returns: Nil when there are as many streams as there may be, of all or of the key.
  package func open(
    for owner: String? = nil, cut: @escaping @Sendable () -> Void
  ) async throws -> EventSubscription? {
    var tail: EventTail?
    while true {
      switch fan.admit(owner, at: tail, limits, cut: cut) {
      case .refused: return nil
      case .needsTail:
        tail = EventTail(at: try await log.eventBounds().newest, types: try await types())
      case .admitted(let subscription, let bringsTail):
        // Events may have been committed since the log was asked, and nobody followed it.
        if bringsTail { await grow() }
        return subscription
      }
    }
  }

  /// Which limit keeps a key from another stream.
  ///
  /// `owner`: The key.
  /// Returns: Its share where it has that, and otherwise that of all.
  package nonisolated func limit(of owner: String) -> Int { fan.limit(of: owner, limits) }

  /// Lets every stream look at its credential before it writes another event.
  ///
  /// To be called after the commit that changed or revoked a key of this process; streams of other
  /// processes see it with their next heartbeat.
  package func keysChanged() {
    beat += 1
    for subscription in fan.subscriptions { subscription.lookAgain(beat) }
    others?.lookAgain(beat)
  }

  /// Forgets a stream; without any the log is not read.
  package func close(_ subscription: EventSubscription) { fan.remove(subscription) }

  // MARK: - Following the log

  /// Reads what is new and tells every stream; one reading at a time.
  private func grow() async {
    guard !isReading else {
      mustReadAgain = true
      return
    }
    isReading = true
    defer { isReading = false }
    repeat {
      mustReadAgain = false
      do {
        try await readOnce()
      } catch {
        // The next wake or beat tries again; streams lose nothing by waiting.
        logger.error("The event log cannot be read", metadata: ["error": "\(error)"])
      }
    } while mustReadAgain
  }

  /// The next events of the log, as many as are read at a time.
  nonisolated func page(after id: Int64) async throws -> [StoredEvent] {
    try await log.events(after: id, limit: limits.page.eventPage, bytes: limits.page.pageBytes)
  }

  private func readOnce() async throws {
    while let newest = fan.newest {
      let events = try await page(after: newest)
      guard !events.isEmpty else { return }
      // False when the last stream went meanwhile, and others came with an older tail.
      _ = fan.take(
        CommittedEvents(previous: newest, events: events, types: try await self.types()))
    }
  }

  // MARK: - Time

  private func keepTime() async {
    while true {
      do {
        try await clock.sleep(for: limits.heartbeat)
      } catch {
        return
      }
      beat += 1
      others?.beat(beat)
      for subscription in fan.subscriptions {
        subscription.beat(beat)
        // A stream whose answer could never be written has nobody else to forget it.
        if subscription.ending != nil { fan.remove(subscription) }
      }
      // A bus between processes may have lost a wake.
      await grow()
    }
  }

  private func close() {
    fan.close()
    others?.close()
  }
}
