import MarfaSDK

/// How many of the changes that wait have been sent, since last none waited.
package struct SendProgress: Hashable {
  /// Nothing waits.
  package init() {}

  /// How many were sent.
  package private(set) var sent = 0
  /// How many wait.
  package private(set) var pending = 0
  private var settledElsewhere = 0
  private var discardedCount = 0

  /// All changes of the stretch.
  package var total: Int { sent + pending }

  /// Takes new numbers: what waits no longer was sent, unless a person has to decide about it or
  /// has given it up.
  package mutating func take(_ counts: SyncCounts) {
    let waiting = counts.conflicts + counts.refused
    defer { (pending, settledElsewhere) = (counts.pending, waiting) }
    guard counts.pending > 0 else {
      (sent, discardedCount) = (0, 0)
      return
    }
    let gone = pending - counts.pending - max(0, waiting - settledElsewhere)
    let givenUp = min(max(0, gone), discardedCount)
    discardedCount -= givenUp
    sent += max(0, gone - givenUp)
  }

  /// Takes note of changes that were given up and are about to disappear.
  package mutating func discarded(_ count: Int) { discardedCount += count }
}
