import Observation

/// The conflicts that wait for a person, oldest first; none in a local store.
@MainActor @Observable
public final class ConflictsQuery {
  @ObservationIgnored let live: LiveValue<[ParkedConflict]>

  init(reader: StoreReader, hub: ChangeHub) {
    live = LiveValue([], source: reader.source(ConflictFetch()), hub: hub)
  }

  /// The conflicts.
  public var conflicts: [ParkedConflict] { live.value }
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
