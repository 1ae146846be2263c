import Observation

/// The edges that point to some items.
///
/// ```swift
/// let incoming = store.queryBackrefs(to: [book.id])
/// show(incoming.edgesByTarget[book.id]?.count ?? 0)
/// ```
@MainActor @Observable
public final class BackrefsQuery {
  @ObservationIgnored let live: LiveValue<KeyedEdges>
  @ObservationIgnored private let byTarget: MappedValue<KeyedEdges, [String: [Edge]]>

  init(to targets: [String], edgeType: String?, reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(
      KeyedEdges(), source: reader.source(EdgeFetch(selection: .to(targets, edgeType))), hub: hub)
    byTarget = MappedValue(live) { value in
      var result = Dictionary(targets.map { ($0, [Edge]()) }, uniquingKeysWith: { one, _ in one })
      for edge in value.edges { result[edge.targetId, default: []].append(edge) }
      return result
    }
  }

  /// The edges by the item that they point to, oldest first; every requested id is there, with an
  /// empty list when nothing points to it.
  public var edgesByTarget: [String: [Edge]] { byTarget.value }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// Waits until the first read has ended.
  package func settle() async { await live.settle() }

  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Ends all reading; the edges stay as they are.
  public func stop() { live.stop() }
}
