import GRDB

extension GenericRepository {
  /// Observes one entity; each value enters the stream on the main actor.
  ///
  /// To handle it there from any task, iterate with `forEachOnMainActor(_:)`.
  ///
  /// The first element is the present entity, exactly once; then each different one. A slow
  /// consumer gets the newest only. A failing read is passed to `onError` (without it, logged)
  /// and the observation goes on.
  ///
  /// - Parameters:
  ///   - id: The entity's identifier.
  ///   - onError: Receives the errors of reads.
  /// - Returns: The entity, or `nil` while there is none.
  public func observe(
    id: String, onError: DatabaseActor.ObservationErrorHandler? = nil
  ) -> AsyncStream<E?> {
    db.streamDistinctOnMainActor(onError: onError) { db in
      try R.fetchOne(db, key: id)?.asEntity()
    }
  }

  /// Observes all entities after every change of the table; each list enters the stream on the main
  /// actor.
  ///
  /// - Parameters:
  ///   - column: The column to sort by; `nil` sorts by id.
  ///   - ascending: Whether the least value comes first.
  ///   - onError: Receives the errors of reads, `.unknownColumn` among them.
  /// - Returns: The entities, in order.
  public func observeAll(
    orderBy column: String? = nil, ascending: Bool = true,
    onError: DatabaseActor.ObservationErrorHandler? = nil
  ) -> AsyncStream<[E]> {
    let order = Self.order(column, ascending)
    return db.streamOnMainActor(onError: onError) { db in
      try Self.fetch(db, order).map { $0.asEntity() }
    }
  }

  /// Observes all entities when they differ from those before; each list enters the stream on the
  /// main actor.
  ///
  /// - Parameters:
  ///   - column: The column to sort by; `nil` sorts by id.
  ///   - ascending: Whether the least value comes first.
  ///   - onError: Receives the errors of reads, `.unknownColumn` among them.
  /// - Returns: The entities, in order.
  public func observeAllDistinct(
    orderBy column: String? = nil, ascending: Bool = true,
    onError: DatabaseActor.ObservationErrorHandler? = nil
  ) -> AsyncStream<[E]> {
    let order = Self.order(column, ascending)
    return db.streamDistinctOnMainActor(onError: onError) { db in
      try Self.fetch(db, order).map { $0.asEntity() }
    }
  }
}

extension GenericRepository {
  /// One entity as a model for a screen.
  ///
  /// ```swift
  /// let user = users.observation(of: "u1")
  /// ```
  ///
  /// - Parameter id: The entity's identifier.
  /// - Returns: The model; its value is nil until the first read and while there is no entity.
  @MainActor
  public func observation(of id: String) -> DatabaseObservation<E?> {
    DatabaseObservation(wrappedValue: nil, in: db) { try R.fetchOne($0, key: id)?.asEntity() }
  }

  /// All entities as a model for a screen.
  ///
  /// - Parameters:
  ///   - column: The column to sort by; `nil` sorts by id.
  ///   - ascending: Whether the least value comes first.
  /// - Returns: The model; its value is empty until the first read.
  @MainActor
  public func observation(
    orderBy column: String? = nil, ascending: Bool = true
  ) -> DatabaseObservation<[E]> {
    let order = Self.order(column, ascending)
    return DatabaseObservation(wrappedValue: [], in: db) { db in
      try Self.fetch(db, order).map { $0.asEntity() }
    }
  }
}
