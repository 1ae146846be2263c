import GRDB
import Observation

/// The value of a query as a screen shows it: a main-actor model that follows the database.
///
/// It is a property wrapper and an object: the property is the value, and `$` gives the model.
///
/// ```swift
/// @MainActor @Observable final class UserList {
///   @ObservationIgnored
///   @DatabaseObservation<[User]> var users: [User]
///
///   init(_ db: DatabaseActor) {
///     _users = DatabaseObservation(wrappedValue: [], in: db) { db in
///       try User.order(Column("name")).fetchAll(db)
///     }
///   }
/// }
/// ```
///
/// After every commit that touches what the query reads, the value is read again, off the main
/// actor, and shown if it is another one. A read that fails is in ``loadError``; the value from
/// before stays. Make one for a screen, not one for a row: each costs a read at each such commit.
@MainActor @Observable @propertyWrapper
public final class DatabaseObservation<Value: Sendable> {
  /// Reads the value, in a snapshot; called on a reader's queue.
  public typealias Query = @Sendable (Database) throws -> Value

  /// The value as it was read last.
  public private(set) var wrappedValue: Value

  /// Whether the first value of the query is on its way.
  public private(set) var isLoading = true

  /// Why the latest read failed; nil after one that succeeded.
  public private(set) var loadError: (any Error)?

  @ObservationIgnored private let db: DatabaseActor
  @ObservationIgnored private var query: Query
  @ObservationIgnored private var observation: AnyDatabaseCancellable?
  /// Raised by each start: what an earlier observation still delivers is dropped.
  @ObservationIgnored private var generation = 0

  /// Shows a value at once, and that of a query from its first read on.
  ///
  /// - Parameters:
  ///   - wrappedValue: What is shown until the query has been read.
  ///   - db: The database.
  ///   - query: Reads the value.
  public init(wrappedValue: Value, in db: DatabaseActor, query: @escaping Query) {
    self.wrappedValue = wrappedValue
    self.db = db
    self.query = query
    start()
  }

  /// The model itself.
  public var projectedValue: DatabaseObservation { self }

  /// Follows another query from now on; the value from before is shown until its first read.
  public func load(_ newQuery: @escaping Query) {
    query = newQuery
    start()
  }

  /// Reads the query now.
  ///
  /// For what the database cannot notice, such as a query that depends on the time.
  ///
  /// - Throws: ``StorageError`` or what the query throws; it is in ``loadError``, too.
  public func load() async throws {
    let (query, current) = (query, generation)
    do {
      let value = try await db.read(query)
      take(.success(value), of: current)
    } catch {
      take(.failure(error), of: current)
      throw error
    }
  }

  /// Follows nothing any more; the value stays.
  public func stop() {
    generation += 1
    observation = nil
    isLoading = false
  }

  private func start() {
    generation += 1
    isLoading = true
    let current = generation
    observation = ObservationBridge.start(
      .initialOnly, in: db.pool, commits: db.commits, onMainActor: true, query
    ) { [weak self] result in
      // The scheduler of the observation is that of the main actor.
      MainActor.assumeIsolated { self?.take(result, of: current) }
    }
  }

  private func take(_ result: Result<Value, any Error>, of number: Int) {
    guard number == generation else { return }
    isLoading = false
    switch result {
    case .success(let value):
      if knownEquality(value, wrappedValue) != true { wrappedValue = value }
      if loadError != nil { loadError = nil }
    case .failure(let error):
      loadError = error
    }
  }
}

/// Whether two values are equal, or nil if their type cannot say.
func knownEquality<Value>(_ first: Value, _ second: Value) -> Bool? {
  func compare<Comparable: Equatable>(_ first: Comparable) -> Bool {
    (second as? Comparable) == first
  }
  guard let comparable = first as? any Equatable else { return nil }
  return compare(comparable)
}
