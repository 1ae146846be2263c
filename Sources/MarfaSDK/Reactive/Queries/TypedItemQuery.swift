import Observation

/// Every item of a type that filters let through, as typed values.
///
/// Items that do not have what the type requires are left out.
///
/// ```swift
/// let notes = store.query(CoreNote.self, filters: ListFilters(tags: ["bread"]))
/// show(notes.items.first?.body ?? "none yet")
/// ```
@MainActor @Observable
public final class TypedItemQuery<Element: MarfaItem> {
  @ObservationIgnored private let query: ItemQuery
  @ObservationIgnored private let typed: MappedValue<KeyedItems<Item>, [Element]>

  init(filters: ListFilters, reader: StoreReader, hub: ChangeHub) {
    var filters = filters
    if filters.type == nil { filters.type = Element.typeIdentifier }
    query = ItemQuery(filters: filters, reader: reader, hub: hub)
    typed = MappedValue(query.live) { $0.elements.compactMap(Element.init(from:)) }
  }

  /// The items, in the filters' order.
  public var items: [Element] { typed.value }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { query.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { query.error }

  /// How often it was read.
  package var reads: ReadCounts { query.reads }

  /// Ends all reading; the items stay as they are.
  public func stop() { query.stop() }
}
