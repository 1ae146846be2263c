/// A repository of entities whose record type is hidden, for injection.
///
/// ```swift
/// let users = AnyRepository(ctx.makeRepository(User.self, record: UserRecord.self))
/// try await users.put(User(id: "u1", name: "Ann"))
/// let all = try await users.getAll(orderBy: "name")
/// ```
public struct AnyRepository<E: StorageKitEntity>: Sendable {
  private let get: @Sendable (String, ReadPolicy) async throws(StorageError) -> E?
  private let store: @Sendable ([E]) async throws(StorageError) -> Void
  private let delete: @Sendable (String) async throws(StorageError) -> Bool
  private let getAll: @Sendable (String?, Bool, Int?, Int) async throws(StorageError) -> [E]
  private let count: @Sendable () async throws(StorageError) -> Int
  private let getPage:
    @Sendable (String?, Bool, Int, RepoCursor?) async throws(StorageError) -> RepoPage<E>
  private let observe: @Sendable (String) -> AsyncStream<E?>
  private let observeAll: @Sendable (String?, Bool, _ isDistinct: Bool) -> AsyncStream<[E]>

  /// Hides the record type of a repository.
  public init<R: StorageKitEntityRecord>(_ repository: GenericRepository<E, R>) where R.E == E {
    get = { id, policy throws(StorageError) in try await repository.get(id: id, policy: policy) }
    store = { entities throws(StorageError) in try await repository.putAll(entities) }
    delete = { id throws(StorageError) in try await repository.delete(id: id) }
    getAll = { column, ascending, limit, offset throws(StorageError) in
      try await repository.getAll(
        orderBy: column, ascending: ascending, limit: limit, offset: offset)
    }
    count = { () throws(StorageError) in try await repository.countAll() }
    getPage = { column, ascending, limit, cursor throws(StorageError) in
      try await repository.getPage(
        orderBy: column, ascending: ascending, limit: limit, after: cursor)
    }
    observe = { repository.observe(id: $0) }
    observeAll = { column, ascending, isDistinct in
      isDistinct
        ? repository.observeAllDistinct(orderBy: column, ascending: ascending)
        : repository.observeAll(orderBy: column, ascending: ascending)
    }
  }
}

extension AnyRepository {
  /// Finds an entity, see ``GenericRepository/get(id:policy:)``.
  public func get(
    id: String, policy: ReadPolicy = .localFirst(ttl: nil)
  ) async throws(StorageError) -> E? {
    try await get(id, policy)
  }

  /// Stores an entity, see ``GenericRepository/put(_:)``.
  public func put(_ entity: E) async throws(StorageError) {
    try await store([entity])
  }

  /// Stores entities in one transaction, see ``GenericRepository/putAll(_:)``.
  public func putAll(_ entities: [E]) async throws(StorageError) {
    try await store(entities)
  }

  /// Deletes an entity, see ``GenericRepository/delete(id:)``.
  @discardableResult
  public func delete(id: String) async throws(StorageError) -> Bool {
    try await delete(id)
  }

  /// All entities, see ``GenericRepository/getAll(orderBy:ascending:limit:offset:)``.
  public func getAll(
    orderBy column: String? = nil, ascending: Bool = true, limit: Int? = nil, offset: Int = 0
  ) async throws(StorageError) -> [E] {
    try await getAll(column, ascending, limit, offset)
  }

  /// The number of entities.
  public func countAll() async throws(StorageError) -> Int {
    try await count()
  }

  /// One page, see ``GenericRepository/getPage(orderBy:ascending:limit:after:)``.
  public func getPage(
    orderBy column: String? = nil, ascending: Bool = true, limit: Int,
    after cursor: RepoCursor? = nil
  ) async throws(StorageError) -> RepoPage<E> {
    try await getPage(column, ascending, limit, cursor)
  }

  /// Observes one entity, see ``GenericRepository/observe(id:onError:)``.
  public func observe(id: String) -> AsyncStream<E?> {
    observe(id)
  }

  /// Observes all entities, see ``GenericRepository/observeAll(orderBy:ascending:onError:)``.
  public func observeAll(
    orderBy column: String? = nil, ascending: Bool = true
  ) -> AsyncStream<[E]> {
    observeAll(column, ascending, false)
  }

  /// Observes all entities and drops repeated values.
  public func observeAllDistinct(
    orderBy column: String? = nil, ascending: Bool = true
  ) -> AsyncStream<[E]> {
    observeAll(column, ascending, true)
  }
}
