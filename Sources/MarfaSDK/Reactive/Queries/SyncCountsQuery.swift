import Observation

/// What the store and its server do not share yet, in numbers; a change costs one count of the
/// queue.
///
/// ```swift
/// let sync = store.querySyncCounts()
/// show("\(sync.counts.pending) to send, \(sync.counts.conflicts) to decide")
/// ```
@MainActor @Observable
public final class SyncCountsQuery {
  @ObservationIgnored private let live: LiveValue<SyncCounts>

  init(reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(SyncCounts(), source: reader.source(SyncCountsFetch()), hub: hub)
  }

  /// The numbers.
  public var counts: SyncCounts { live.value }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }

  /// Ends all reading; what is shown stays as it is.
  public func stop() { live.stop() }
}

extension MarfaStore {
  /// What the store and its server do not share yet, in numbers.
  public func querySyncCounts() -> SyncCountsQuery {
    SyncCountsQuery(reader: reader, hub: hub)
  }
}
