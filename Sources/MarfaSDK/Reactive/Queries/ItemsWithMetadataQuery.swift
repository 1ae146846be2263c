import Observation

/// Every item that filters let through, each with its tags and extensions.
///
/// ```swift
/// let tagged = store.queryItemsWithMetadata(filters: ListFilters(type: "core.note"))
/// show(tagged.items.first?.metadata.tags ?? [])
/// ```
@MainActor @Observable
public final class ItemsWithMetadataQuery {
  @ObservationIgnored let live: LiveValue<KeyedItems<ItemWithMetadata>>

  init(filters: ListFilters, reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(
      KeyedItems(),
      source: reader.source(ItemsWithMetadataFetch(list: ItemListFetch(filters: filters))), hub: hub
    )
  }

  /// The items with their metadata.
  public var items: [ItemWithMetadata] { live.value.elements }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Ends all reading; what is shown stays as it is.
  public func stop() { live.stop() }
}
