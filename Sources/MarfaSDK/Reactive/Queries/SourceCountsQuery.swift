import Observation

/// How many items each place of the source list has.
///
/// ```swift
/// let sources = store.querySourceCounts()
/// show("\(sources.counts.inbox) in the inbox, \(sources.counts.trash) in the trash")
/// ```
@MainActor @Observable
public final class SourceCountsQuery {
  @ObservationIgnored let live: LiveValue<SourceCounts>

  init(today: Timestamp?, reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(
      SourceCounts(), source: reader.source(CounterFetch(today: today?.milliseconds)), hub: hub)
  }

  /// The counts.
  public var counts: SourceCounts { live.value }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Ends all reading; what is shown stays as it is.
  public func stop() { live.stop() }
}
