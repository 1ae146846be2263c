import Observation

/// Waits until what observed objects show fulfils a condition, whenever that is.
///
/// - Parameter isFulfilled: The condition; asked again after each change of what it read.
/// - Throws: `CancellationError`.
@MainActor func waitUntil(_ isFulfilled: @escaping @MainActor @Sendable () -> Bool) async throws {
  while true {
    let (changes, changed) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    if withObservationTracking(isFulfilled, onChange: { changed.finish() }) { return }
    for await _ in changes {}
    try Task.checkCancellation()
  }
}
