import Observation

/// Both sides of one conflict while somebody decides about it: they may change meanwhile.
@MainActor @Observable
package final class ConflictSidesQuery {
  @ObservationIgnored private let live: LiveValue<ConflictSides?>

  init(id: String, reader: StoreReader, hub: ChangeHub) {
    live = LiveValue(nil, source: reader.source(ConflictSidesFetch(id: id)), hub: hub)
  }

  /// The sides; nil before they are read, and once the conflict is settled.
  package var sides: ConflictSides? { live.value }
  /// Whether nothing has been read yet.
  package var isLoading: Bool { live.isLoading }

  /// Ends all reading; what is shown stays as it is.
  package func stop() { live.stop() }
}

extension MarfaStore {
  /// Both sides of a conflict, by its id.
  package func queryConflictSides(id: String) -> ConflictSidesQuery {
    ConflictSidesQuery(id: id, reader: reader, hub: hub)
  }
}
