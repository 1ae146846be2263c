import MarfaServer
import Synchronization

/// A store in which a test does something before each transaction; what that throws is thrown in
/// the transaction's place, as when the process dies.
final class StepStore: RecordStore {
  private let base: any ServerStore
  private let before: @Sendable (_ number: Int) async throws -> Void
  private let count = Mutex(0)
  var bulkTurns: BulkTurns { base.bulkTurns }
  var wordTurns: BulkTurns { base.wordTurns }
  var searchPatience: Duration? { base.searchPatience }

  /// How many transactions were asked for.
  var transactions: Int { count.withLock { $0 } }

  /// Wraps a store.
  ///
  /// - Parameters:
  ///   - base: The store.
  ///   - before: Called before each transaction with its number, from 1.
  init(
    _ base: any ServerStore,
    before: @escaping @Sendable (_ number: Int) async throws -> Void = { _ in }
  ) {
    (self.base, self.before) = (base, before)
  }

  func snapshot<Value: Sendable>(
    _ extent: ReadExtent, _ work: @escaping @Sendable (any RecordRows) throws -> Value
  ) async throws -> Value {
    try await base.snapshot(extent, work)
  }

  func transact<Value: Sendable>(
    _ repetition: WorkRepetition,
    _ work: @escaping @Sendable (any RecordTransaction) throws -> Value
  ) async throws -> Value {
    let number = count.withLock { count in
      count += 1
      return count
    }
    try await before(number)
    return try await base.transact(repetition, work)
  }

  func setWords(_ words: [WordsOfItem]) async throws -> Int64 { try await base.setWords(words) }

  func mergeWords(_ pages: Int) async throws -> Bool { try await base.mergeWords(pages) }
}
