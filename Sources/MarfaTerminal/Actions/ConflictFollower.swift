import MarfaSDK
import NoteFiles
import TerminalLayers

/// Follows both sides of a conflict while the person decides about it.
@MainActor final class ConflictFollower {
  private let context: Context
  private let query: ConflictSidesQuery
  /// What was shown last, which the decision is about.
  private(set) var sides: ConflictSides

  /// Begins with what was read.
  init(_ sides: ConflictSides, context: Context) {
    (self.sides, self.context) = (sides, context)
    query = context.store.queryConflictSides(id: sides.conflict.id)
  }

  /// What became of the sides since the last call.
  func news() -> MergeView.News {
    // The first read may be of what was there before.
    guard !query.isLoading else { return .nothing }
    guard let now = query.sides else { return .settled }
    guard now != sides else { return .nothing }
    sides = now
    return .changed(MergeSubject(now, relativeTime: context.relativeTime))
  }

  /// Ends all reading.
  func stop() { query.stop() }
}
