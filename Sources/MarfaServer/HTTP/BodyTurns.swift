/// Limits the bytes of long bodies that are worked on at a time, because each body is in memory
/// several times then: as text, as values and as rows. The others wait, in order, as text alone.
actor BodyTurns {
  /// From how many bytes on a body waits for its turn.
  static let least = 1 << 20

  private let limit: Int
  private var taken = 0
  private var waiting: [(bytes: Int, turn: CheckedContinuation<Void, Never>)] = []

  /// Turns that nobody has taken.
  ///
  /// - Parameter limit: How many bytes are worked on at once: two of the largest bodies.
  init(_ limit: Int = 32 << 20) { self.limit = limit }

  /// Runs a function when its turn has come.
  ///
  /// - Parameters:
  ///   - bytes: How long the body is.
  ///   - work: What is done with it.
  /// - Returns: What the function gave.
  /// - Throws: What the function threw.
  nonisolated func take<Value: Sendable>(
    _ bytes: Int, _ work: () async throws -> Value
  ) async throws -> Value {
    guard bytes >= Self.least else { return try await work() }
    // One that is longer than all together has its turn alone.
    let share = min(bytes, limit)
    await enter(share)
    do {
      let value = try await work()
      await leave(share)
      return value
    } catch {
      await leave(share)
      throw error
    }
  }

  private func enter(_ bytes: Int) async {
    guard !waiting.isEmpty || taken + bytes > limit else {
      taken += bytes
      return
    }
    await withCheckedContinuation { waiting.append((bytes, $0)) }
  }

  /// Gives the turn to those who are next.
  private func leave(_ bytes: Int) {
    taken -= bytes
    while let next = waiting.first, taken + next.bytes <= limit {
      taken += next.bytes
      waiting.removeFirst().turn.resume()
    }
  }
}
