import GRDB

/// One reactive query's way to read: what it depends on, and one fetch from a snapshot.
protocol StoreFetch<Value>: Sendable {
  associatedtype Value: Sendable & Equatable
  /// The tables and columns that the fetch depends on.
  var interest: StoreInterest { get }
  /// Whether the fetch asks the word index.
  var readsWords: Bool { get }
  /// Reads the whole value.
  func fetch(_ db: Database) throws -> Value
  /// Whether a change, which touches the interest, can alter a value; looks at the rows.
  func isAffected(by change: StoreChange, _ value: Value, _ db: Database) throws -> Bool
}

extension StoreFetch {
  var readsWords: Bool { false }
  func isAffected(by change: StoreChange, _ value: Value, _ db: Database) throws -> Bool { true }
}
