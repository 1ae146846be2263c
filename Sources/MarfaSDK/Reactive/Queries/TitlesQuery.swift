import Observation

/// All titles, the latest change first, for a box that goes to anything.
///
/// Reads all titles at once, which takes some 200 ms and 20 MB for 100,000; hold it only while the
/// box is open.
///
/// ```swift
/// let titles = store.queryTitles()
/// let matching = titles.snapshot.matches(for: "rb", limit: 10)
/// show(matching.map(\.title))
/// ```
@MainActor @Observable
public final class TitlesQuery {
  @ObservationIgnored let live: LiveValue<TitleSnapshot>

  init(reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(TitleSnapshot(), source: reader.source(TitleFetch()), hub: hub)
  }

  /// The titles at one moment.
  public var snapshot: TitleSnapshot { live.value }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Waits until nothing is being read.
  package func settle() async { await live.settle() }

  /// Ends all reading; the titles stay as they are.
  public func stop() { live.stop() }
}
