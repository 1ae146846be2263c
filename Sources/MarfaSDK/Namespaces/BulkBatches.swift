/// How far a call in batches has come.
public struct BulkProgress: Hashable, Sendable {
  /// How many entries are done, whatever became of them.
  public let completed: Int
  /// How many there are.
  public let total: Int
}

/// Does a bulk call for any number of entries, one batch after the other.
enum BulkBatches {
  static func run<Input>(
    _ inputs: [Input], size: Int, _ progressHandler: (@Sendable (BulkProgress) -> Void)?,
    _ call: ([Input]) async throws -> BulkResult
  ) async throws -> BulkResult {
    let size = min(max(1, size), LocalStore.maximumBulkCount)
    var results: [BulkResult.Entry] = []
    results.reserveCapacity(inputs.count)
    for start in stride(from: 0, to: inputs.count, by: size) {
      try Task.checkCancellation()
      let batch = try await call(Array(inputs[start..<min(start + size, inputs.count)]))
      results += batch.results.map { entry in
        var entry = entry
        entry.index += start
        return entry
      }
      progressHandler?(BulkProgress(completed: results.count, total: inputs.count))
    }
    return BulkResult(results: results)
  }
}
