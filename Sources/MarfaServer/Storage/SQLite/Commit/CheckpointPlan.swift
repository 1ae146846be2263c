/// When the write-ahead log is copied into the database's file, and by whom.
///
/// A copy by the writer would hold up those who wait for it, for as long as the disk takes to sync
/// some thousand pages. So most of it is made while the writer works, which then copies what came
/// in the meantime, because the log starts over only when nothing is left in it and nobody reads
/// from it at that moment. All copies are passive ones, which wait for nobody
/// (<https://www.sqlite.org/pragma.html#pragma_wal_checkpoint>).
struct CheckpointPlan: Sendable {
  /// What is to be done next.
  enum Step: Hashable, Sendable {
    case nothing
    /// A copy next to the writer; `copied` is called when it has ended.
    case beside
    /// A copy by the writer, between two groups; `finished` is called after it.
    case byWriter
  }

  private enum State {
    case resting
    /// A copy is made next to the writer, the n-th in a row.
    case copying(Int)
    /// A copy by the writer is due, the n-th in a row.
    case finishing(Int)
  }

  /// How many pages are in the log before it is copied.
  static let begin = 1_000
  /// How many the writer copies at most, unless copies next to it do not get that far.
  static let rest = 100
  /// How many copies are made next to the writer before it copies all that is left.
  static let attempts = 4
  /// With how many pages in the log the writer is spared no longer.
  static let most = 3_000
  /// How many times in a row the writer copies what is left when the log does not start over.
  static let endings = 8

  private var state = State.resting
  private var next = Self.begin

  /// To be asked after each commit, when nobody waits for it any longer.
  ///
  /// - Parameter pages: How many pages the log has.
  /// - Returns: What is to be done.
  mutating func committed(pages: Int) -> Step {
    switch state {
    case .copying: return .nothing
    case .finishing where pages >= Self.begin: return .byWriter
    case .finishing, .resting:
      // It has started over.
      if pages < Self.begin { (state, next) = (.resting, Self.begin) }
      guard pages >= next else { return .nothing }
      state = .copying(1)
      return .beside
    }
  }

  /// A copy next to the writer has ended.
  ///
  /// - Parameters:
  ///   - copied: How many pages of the log are in the file; nil when the copy failed.
  ///   - pages: How many pages the log has now.
  /// - Returns: What is to be done; the writer's copy is due after the next commit only.
  mutating func copied(_ copied: Int?, pages: Int) -> Step {
    guard case .copying(let attempt) = state else { return .nothing }
    guard let copied, copied > 0 else {
      rest(pages)
      return .nothing
    }
    if pages - copied > Self.rest, attempt < Self.attempts, pages < Self.most {
      state = .copying(attempt + 1)
      return .beside
    }
    state = .finishing(1)
    return .nothing
  }

  /// The writer's copy has ended.
  ///
  /// - Parameter pages: How many pages the log has, until it starts over with the next change.
  mutating func finished(pages: Int) {
    guard case .finishing(let ending) = state else { return }
    if ending < Self.endings { state = .finishing(ending + 1) } else { rest(pages) }
  }

  /// A reader may stand in the way: it is tried again when the log has grown.
  private mutating func rest(_ pages: Int) {
    state = .resting
    next = max(pages + Self.begin / 4, Self.begin)
  }
}
