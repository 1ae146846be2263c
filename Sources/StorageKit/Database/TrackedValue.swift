import GRDB

/// One fetch of an observation: its value or error, and where it was made.
struct TrackedValue<Value: Sendable>: Sendable {
  /// What the fetch returned or threw.
  ///
  /// An error is a value, so that the observation goes on.
  let result: Result<Value, any Error>
  /// The number of commits at the fetch, known only if it ran on the writer, between commits.
  let commitCount: Int?

  /// Fetches in an observation.
  ///
  /// A fetch that throws may have read nothing yet, and would then never be repeated; it is
  /// repeated after any change.
  ///
  /// - Parameters:
  ///   - db: The connection of the observation.
  ///   - commits: The writer's commits.
  ///   - fetch: Reads the value.
  /// - Throws: Only if the access cannot be registered.
  init(
    in db: Database, commits: CommitCounter, fetch: (Database) throws -> Value
  ) throws {
    result = Result { try fetch(db) }
    if case .failure = result {
      try db.registerAccess(to: DatabaseRegion.fullDatabase)
    }
    commitCount = db.configuration.readonly ? nil : commits.value
  }
}
