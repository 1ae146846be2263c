/// Slow work that goes on in steps, and can end after any of them.
protocol SteppedRun: Sendable {
  /// What came of the work.
  associatedtype Report: Sendable

  /// What came of it so far.
  var report: Report { get }

  /// Does the next step; answers whether there may be more.
  mutating func step() async throws -> Bool
}

extension SteppedRun {
  /// Does all steps, away from the caller's actor.
  ///
  /// - Parameters:
  ///   - start: Makes the run.
  ///   - progress: Takes the report after each step but the last.
  /// - Returns: The whole report.
  /// - Throws: `CancellationError`, or what the steps throw; what earlier steps did stays.
  @concurrent
  package static func complete(
    _ start: @Sendable () async throws -> Self, progress: @Sendable (Report) -> Void
  ) async throws -> Report {
    var run = try await start()
    while try await run.step() {
      progress(run.report)
      try Task.checkCancellation()
    }
    return run.report
  }
}
