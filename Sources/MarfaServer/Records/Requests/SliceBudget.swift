/// How long one transaction goes on taking entries.
struct SliceBudget {
  private let limits: RecordLimits
  // A bound on work and no part of any answer, so that no clock has to be handed down here.
  private let start = ContinuousClock.now

  init(_ limits: RecordLimits) { self.limits = limits }

  /// Whether the rest has to wait for the next transaction.
  func isSpent(after count: Int) -> Bool {
    count >= limits.sliceEntries || (count > 0 && ContinuousClock.now - start > limits.sliceTime)
  }
}
