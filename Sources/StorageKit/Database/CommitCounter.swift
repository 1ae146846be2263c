import GRDB
import Synchronization

/// Counts the commits of one writer connection, at the cost of one addition each.
///
/// It asks for no row events, so it does not slow a bulk write. It is added to the writer before
/// any observation, hence its count is raised before any observer hears of the same commit.
final class CommitCounter: TransactionObserver, Sendable {
  private let count = Atomic<Int>(0)

  /// The number of commits so far, readable from any thread.
  var value: Int { count.load(ordering: .sequentiallyConsistent) }

  func observes(eventsOfKind eventKind: DatabaseEventKind) -> Bool { false }

  func databaseDidChange(with event: DatabaseEvent) {}

  func databaseDidCommit(_ db: Database) {
    count.add(1, ordering: .sequentiallyConsistent)
  }

  func databaseDidRollback(_ db: Database) {}
}
