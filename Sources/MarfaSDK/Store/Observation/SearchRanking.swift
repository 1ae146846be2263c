import Synchronization

/// Remembers the order of a search's hits between the reads of its window: keys only, which take
/// eight bytes a hit.
final class SearchRanking: Sendable {
  /// How far a search has come.
  enum State: Equatable {
    /// Nothing has been read.
    case none
    /// The newest hits, not ranked yet.
    case newest([Int64])
    /// The ranked hits, best first, followed by all others once they were read.
    case ranked([Int64], isWhole: Bool)
    /// The hits are a list by time, which has its own order in the tables.
    case list
  }

  private let value = Mutex(State.none)

  var state: State {
    get { value.withLock { $0 } }
    set { value.withLock { $0 = newValue } }
  }
}
