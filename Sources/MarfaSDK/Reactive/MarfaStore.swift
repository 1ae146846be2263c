import Observation

/// Makes queries that follow the local store, for everything visible.
///
/// Each query reads off the main actor, changes on it and only when what it shows differs. It
/// lives as long as somebody holds it.
///
/// ```swift
/// let store = MarfaStore(store: local)
/// let breads = store.query(filters: ListFilters(tags: ["bread"]))
/// show(breads.items.count)
/// ```
@MainActor @Observable
public final class MarfaStore {
  @ObservationIgnored package let local: LocalStore
  @ObservationIgnored let reader: StoreReader
  @ObservationIgnored package let hub: ChangeHub
  @ObservationIgnored private let otherProcesses: OtherProcesses
  /// Whether a server has the notes, too, as the client was made.
  @ObservationIgnored let isSynced: Bool

  /// Follows a local store.
  ///
  /// - Parameters:
  ///   - store: The store; it is kept alive.
  ///   - clock: What the time between refreshes is measured with.
  public convenience init(store: LocalStore, clock: some Clock<Duration> = ContinuousClock()) {
    self.init(store: store, isSynced: false, clock: clock)
  }

  init(store: LocalStore, isSynced: Bool, clock: some Clock<Duration>) {
    self.isSynced = isSynced
    local = store
    reader = StoreReader(store: store)
    hub = ChangeHub(source: store.makeChangeFeed(), clock: RefreshClock(clock))
    otherProcesses = OtherProcesses(of: store)
  }

  /// Why the commits of other processes are not noticed; nil when they are, or when nobody else
  /// has the store.
  public var watchError: (any Error)? { otherProcesses.error }

  /// Tells watchers apart.
  package var watcherIdentity: ObjectIdentifier { otherProcesses.identity }

  /// Waits until every query shows what is committed, unless it waits for time to pass.
  package func settle() async {
    await hub.settle()
  }
}

extension ItemWindow {
  /// Whether the rows of a window carry text.
  public enum Excerpts: Hashable, Sendable {
    /// No text, which is the fastest.
    case none
    /// The first 160 characters of the body.
    case beginning
  }
}
