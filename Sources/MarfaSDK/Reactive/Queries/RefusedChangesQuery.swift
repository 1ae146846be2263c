import Observation

/// The changes that the server refused and nobody has decided about, oldest first; none in a local
/// store.
@MainActor @Observable
public final class RefusedChangesQuery {
  @ObservationIgnored let live: LiveValue<[RefusedChange]>

  init(reader: StoreReader, hub: ChangeHub) {
    live = LiveValue([], source: reader.source(RefusedFetch()), hub: hub)
  }

  /// The changes.
  public var changes: [RefusedChange] { live.value }
  /// Whether there are none.
  public var isEmpty: Bool { live.value.isEmpty }
  /// Whether nothing has been read yet.
  public var isLoading: Bool { live.isLoading }
  /// Why the newest read failed; nil once one succeeds.
  public var error: (any Error)? { live.error }

  /// Waits until nothing is being read.
  package func settle() async { await live.settle() }

  /// Ends all reading; what is shown stays as it is.
  public func stop() { live.stop() }
}
