import Observation

/// One item.
///
/// ```swift
/// let single = store.queryItem(id: note.id)
/// show(single.item?.version ?? 0)
/// ```
@MainActor @Observable
public final class SingleItemQuery {
  @ObservationIgnored let live: LiveValue<KeyedItems<Item>>

  init(id: String, reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(KeyedItems(), source: reader.source(SingleItemFetch(id: id)), hub: hub)
  }

  /// The item; nil before it exists and once it is purged.
  public var item: Item? { live.value.elements.first }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Ends all reading; what is shown stays as it is.
  public func stop() { live.stop() }
}
