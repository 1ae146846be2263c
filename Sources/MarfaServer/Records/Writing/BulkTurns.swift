/// Lets only a few requests at a time hold what is prepared for them: one is prepared while another
/// is written, and the rest wait with no more than their bodies. First come, first served.
public actor BulkTurns {
  private let limit: Int
  private var count = 0
  private var waiting: [CheckedContinuation<Void, Never>] = []

  /// Turns that nobody has taken.
  ///
  /// - Parameter limit: How many are taken at once.
  public init(_ limit: Int = 2) { self.limit = limit }

  /// Runs a function when its turn has come.
  nonisolated func take<Value: Sendable>(
    _ body: () async throws -> Value
  ) async throws -> Value {
    await enter()
    do {
      let value = try await body()
      await leave()
      return value
    } catch {
      await leave()
      throw error
    }
  }

  private func enter() async {
    guard count == limit else {
      count += 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  /// Gives the turn to the next.
  private func leave() {
    guard !waiting.isEmpty else {
      count -= 1
      return
    }
    waiting.removeFirst().resume()
  }
}
