/// Lets each key do so much of what is dear at a time; its other requests wait, in order, and those
/// of other keys do not.
actor KeyTurns {
  private let limit: Int
  private var running: [String: Int] = [:]
  private var waiting: [String: [CheckedContinuation<Void, Never>]] = [:]

  /// Turns that nobody has taken.
  ///
  /// - Parameter limit: How many a key has at once.
  init(_ limit: Int) { self.limit = limit }

  /// Runs a function when a turn of the key has come.
  ///
  /// - Parameters:
  ///   - key: The id of the key.
  ///   - work: What is done.
  /// - Returns: What the function gave.
  /// - Throws: What the function threw, or `CancellationError` when nobody waits for it any more.
  nonisolated func take<Value: Sendable>(
    _ key: String, _ work: () async throws -> Value
  ) async throws -> Value {
    await enter(key)
    do {
      try Task.checkCancellation()
      let value = try await work()
      await leave(key)
      return value
    } catch {
      await leave(key)
      throw error
    }
  }

  private func enter(_ key: String) async {
    guard running[key, default: 0] >= limit else {
      running[key, default: 0] += 1
      return
    }
    await withCheckedContinuation { waiting[key, default: []].append($0) }
  }

  /// Gives the turn to the next of the key.
  private func leave(_ key: String) {
    if let next = waiting[key]?.first {
      waiting[key]?.removeFirst()
      if waiting[key]?.isEmpty == true { waiting[key] = nil }
      next.resume()
    } else {
      running[key] = running[key].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
  }
}
