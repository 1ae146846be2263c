import Observation

/// The tags in use with their counts, most used first and then by name; trashed items do not count.
///
/// ```swift
/// let tags = store.queryTags()
/// for entry in tags.tags { show("\(entry.tag) \(entry.count)") }
/// ```
@MainActor @Observable
public final class TagsQuery {
  @ObservationIgnored let live: LiveValue<[TagWithCount]>

  init(reader: StoreReader, hub: ChangeHub) {
    live = LiveValue([], source: reader.source(TagFetch()), hub: hub)
  }

  /// The tags.
  public var tags: [TagWithCount] { live.value }
  /// The tags without that of the favourites, which are shown as a place and a sign.
  package var shown: [TagWithCount] { tags.filter { $0.tag != TagRules.favorite } }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Waits until nothing is being read.
  package func settle() async { await live.settle() }

  /// Ends all reading; the tags stay as they are.
  public func stop() { live.stop() }
}
