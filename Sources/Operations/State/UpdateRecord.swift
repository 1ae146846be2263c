import Foundation

/// The counters, dates and outcome that all states keep alike.
struct UpdateRecord<Failure: Error>: Sendable {
  private(set) var valueUpdateCount = 0
  private(set) var valueLastUpdatedAt: Date?
  private(set) var error: Failure?
  private(set) var errorUpdateCount = 0
  private(set) var errorLastUpdatedAt: Date?
  private(set) var outcome = OperationOutcome.none
  private(set) var revision = 0

  /// Something changed that is not a result: a task came or went.
  mutating func touch() {
    revision += 1
  }

  /// Makes the revision greater than another.
  mutating func advanceRevision(beyond previous: Int) {
    revision = max(revision, previous + 1)
  }

  /// A new run has no error yet.
  mutating func clearError() {
    error = nil
    revision += 1
  }

  mutating func recordSuccess(using context: OperationContext) {
    valueUpdateCount += 1
    valueLastUpdatedAt = context.operationClock.now()
    error = nil
    outcome = .success
    revision += 1
  }

  mutating func recordFailure(_ failure: Failure, using context: OperationContext) {
    error = failure
    errorUpdateCount += 1
    errorLastUpdatedAt = context.operationClock.now()
    outcome = .failure
    revision += 1
  }

  mutating func recordCancellation() {
    outcome = .cancelled
    revision += 1
  }

  /// Forgets everything but the revision, which never goes back.
  mutating func reset() {
    let next = revision + 1
    self = Self()
    revision = next
  }
}
