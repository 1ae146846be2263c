/// Keeps the removal of blobs apart from their arrival.
///
/// Between the moment that content is in its place and the moment that its row is written, a
/// cleanup must not take it away. Any number of arrivals go on side by side; a removal goes
/// alone. First come, first served.
public actor BlobGate {
  /// What somebody wants to do.
  public enum Purpose: Hashable, Sendable {
    /// To put content in its place.
    case arrival
    /// To take content away.
    case removal
  }

  private var arrivals = 0
  private var isRemoving = false
  private var waiting: [(purpose: Purpose, continuation: CheckedContinuation<Void, Never>)] = []

  /// A gate that nobody has passed.
  public init() {}

  /// Runs a function when its turn has come.
  ///
  /// - Throws: What the function throws.
  public nonisolated func pass<Value: Sendable>(
    _ purpose: Purpose, _ body: () async throws -> Value
  ) async throws -> Value {
    await enter(purpose)
    do {
      let value = try await body()
      await leave(purpose)
      return value
    } catch {
      await leave(purpose)
      throw error
    }
  }

  private func enter(_ purpose: Purpose) async {
    if waiting.isEmpty, isFree(for: purpose) { return take(purpose) }
    await withCheckedContinuation { waiting.append((purpose, $0)) }
  }

  private func leave(_ purpose: Purpose) {
    switch purpose {
    case .arrival: arrivals -= 1
    case .removal: isRemoving = false
    }
    while let next = waiting.first, isFree(for: next.purpose) {
      waiting.removeFirst()
      take(next.purpose)
      next.continuation.resume()
    }
  }

  private func isFree(for purpose: Purpose) -> Bool {
    !isRemoving && (purpose == .arrival || arrivals == 0)
  }

  private func take(_ purpose: Purpose) {
    switch purpose {
    case .arrival: arrivals += 1
    case .removal: isRemoving = true
    }
  }
}
