import Observation

/// Edges of one type, or those that start from one item; oldest first.
///
/// ```swift
/// let outgoing = store.queryEdges(from: note.id, edgeType: "about")
/// show(outgoing.edges.map(\.targetId))
/// ```
@MainActor @Observable
public final class EdgesQuery {
  @ObservationIgnored let live: LiveValue<KeyedEdges>

  private init(_ selection: WantedEdges, _ store: MarfaStore) {
    live = LiveValue(
      KeyedEdges(), source: store.reader.source(EdgeFetch(selection: selection)), hub: store.hub)
  }

  /// Follows all edges of a type.
  public convenience init(ofType edgeType: String, in store: MarfaStore) {
    self.init(.ofType(edgeType), store)
  }

  /// Follows the edges that start from an item, of one type, or of all when it is nil.
  public convenience init(from sourceId: String, edgeType: String? = nil, in store: MarfaStore) {
    self.init(.from(sourceId, edgeType), store)
  }

  /// The edges.
  public var edges: [Edge] { live.value.edges }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Ends all reading; the edges stay as they are.
  public func stop() { live.stop() }
}
