import GRDB
import StorageKit
import Synchronization

/// Knows about how many items wait for the word index, without counting them at each save.
///
/// Another process may make it catch up or add to them; the count is then off by as many, and only
/// decides when a save does the work that a search would do.
final class StaleWords: Sendable {
  /// Nil until this process has first looked.
  private let count = Mutex<Int?>(nil)

  /// Takes the items of a transaction that is about to be committed into account, and lets the
  /// word index catch up within it when too many wait and nobody else sees to it.
  func add(_ added: Int, _ writer: StoreWriter) throws {
    guard added > 0, writer.environment.wordUpkeep == .bySaves else { return }
    let known = count.withLock { $0 }
    let waiting =
      try known.map { $0 + added }
      ?? Int.fetchOne(writer.db, sql: "SELECT COUNT(*) FROM word_stale") ?? 0
    let isTooMany = waiting >= StoreWriter.mostStaleWords
    if isTooMany { try writer.indexStaleWords() }
    count.withLock { $0 = isTooMany ? 0 : waiting }
  }
}

extension LocalStore {
  /// Reads what the word index answers, as of a moment in which the index knew every item.
  ///
  /// A store that cannot be written now answers from the index as it is.
  nonisolated func readWords<Value: Sendable>(
    _ body: @escaping @Sendable (Database) throws -> Value
  ) async throws -> Value {
    let known: Value? = try await read { db in
      let stale = try db.cachedStatement(sql: "SELECT 1 FROM word_stale LIMIT 1")
      return try Int.fetchOne(stale) == nil ? try body(db) : nil
    }
    if let known { return known }
    do {
      // In slices, so that saves run in between.
      while try await write(as: .derived, { try $0.indexSliceOfStaleWords() }) {}
    } catch let error as StorageError where Self.refusesWrites(error.code) {
      // What was found so far is worth more than an error.
    }
    return try await read(body)
  }

  private static func refusesWrites(_ code: StorageError.Code) -> Bool {
    [.readOnly, .busy, .diskFull].contains(code)
  }
}
