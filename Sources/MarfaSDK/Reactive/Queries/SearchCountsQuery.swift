import Observation

/// How many notes each of some saved searches finds.
///
/// A search is counted in full after every change of an item, off the main actor.
///
/// ```swift
/// let saved = store.querySearchCounts(["breads": local.query("tag:bread")])
/// show(saved.counts["breads"] ?? 0)
/// ```
@MainActor @Observable
public final class SearchCountsQuery {
  @ObservationIgnored let live: LiveValue<[String: Int]>

  init(_ queries: [String: SearchQuery], reader: StoreReader, hub: ChangeHub) {
    live = LiveValue([:], source: reader.source(SearchCountFetch(queries: queries)), hub: hub)
  }

  /// The counts by name; empty until they are read.
  public var counts: [String: Int] { live.value }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Ends all reading; the counts stay as they are.
  public func stop() { live.stop() }
}
