import Observation

/// The changes that the server has not accepted yet, oldest first; none in a local store.
@MainActor @Observable
public final class PendingMutationsQuery {
  @ObservationIgnored let live: LiveValue<[PendingMutationSummary]>

  init(limit: Int? = nil, reader: StoreReader, hub: ChangeHub) {
    live = LiveValue([], source: reader.source(MutationFetch(limit: limit)), hub: hub)
  }

  /// The changes.
  public var mutations: [PendingMutationSummary] { live.value }
  /// Whether there are none.
  public var isEmpty: Bool { live.value.isEmpty }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }
  /// How often it was read.
  package var reads: ReadCounts { live.reads }

  /// Ends all reading; what is shown stays as it is.
  public func stop() { live.stop() }
}
