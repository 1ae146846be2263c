import GRDB

extension GenericRepository {
  /// Observes one entity, delivered on the main actor.
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

  /// Observes all entities, delivered on the main actor after every change of the table.
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

  /// Observes all entities, delivered on the main actor when they differ from those before.
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
