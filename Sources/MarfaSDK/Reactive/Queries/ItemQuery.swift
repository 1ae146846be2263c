import Observation

/// Every item that filters let through, up to their limit, in their order.
///
/// ```swift
/// let query = store.query(filters: ListFilters(type: "core.note", tags: ["bread"]))
/// if query.isLoading { show("…") }
/// show(query.items.count)
/// ```
@MainActor @Observable
public final class ItemQuery {
  @ObservationIgnored let live: LiveValue<KeyedItems<Item>>

  init(filters: ListFilters, reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(KeyedItems(), source: reader.source(ItemListFetch(filters: filters)), hub: hub)
  }

  /// The items.
  public var items: [Item] { live.value.elements }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Ends all reading; what is shown stays as it is.
  public func stop() { live.stop() }
}
