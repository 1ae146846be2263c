import GRDB
import Synchronization

extension AppMigrations {
  /// Runs the steps that the file has not recorded, in order, each in its own transaction.
  ///
  /// A file that has them all costs one read. A read-only file is checked and not changed.
  ///
  /// - Parameter writer: The open database.
  /// - Throws: ``StorageError``: `.newerVersion` before anything is changed, `.editedMigration`,
  ///   `.migration` naming the step that failed and was undone, or what SQLite refused.
  public func run(on writer: any DatabaseWriter) throws(StorageError) {
    let running = Mutex("")
    let migrator = makeMigrator { id in running.withLock { $0 = id } }
    var recorded = try recordedSteps(in: writer, migrator)
    try refuseNewerVersion(recorded, in: writer)
    if writer.configuration.readonly { return }
    // An emptied file is the migrator's decision, so it is asked although nothing is missing.
    if options.eraseDatabaseOnSchemaChange { recorded = [] }
    while !recorded.isSuperset(of: identifiers) {
      do {
        try migrator.migrate(writer)
        recorded = Set(identifiers)
      } catch {
        // Another process may have run the same step at the same moment: then go on after it.
        let before = recorded
        recorded = try recordedSteps(in: writer, migrator)
        guard recorded.count > before.count, recorded.contains(running.withLock { $0 }) else {
          throw failure(error, in: running.withLock { $0 })
        }
      }
    }
    try checkEdits(in: writer)
  }

  private func makeMigrator(
    willRun: @escaping @Sendable (String) -> Void
  ) -> DatabaseMigrator {
    var migrator = DatabaseMigrator()
    migrator.eraseDatabaseOnSchemaChange = options.eraseDatabaseOnSchemaChange
    let (log, list) = (options.logger, name)
    for step in steps {
      migrator.registerMigration(step.id) { db in
        willRun(step.id)
        try step.run(in: db)
        if !Self.isCacheStep(step.id) { try MigrationLists.record(step.id, of: list, in: db) }
        log?("Ran migration \(step.id)")
      }
    }
    return migrator
  }

  private func recordedSteps(
    in writer: any DatabaseWriter, _ migrator: DatabaseMigrator
  ) throws(StorageError) -> Set<String> {
    try StorageError.wrapping("reading the recorded migrations") {
      // The writer's connection is open already; a reader's would cost a millisecond at start.
      try writer.writeWithoutTransaction { try migrator.appliedIdentifiers($0) }
    }
  }

  private func refuseNewerVersion(
    _ recorded: Set<String>, in writer: any DatabaseWriter
  ) throws(StorageError) {
    guard options.unknownSteps == .refuse, !options.eraseDatabaseOnSchemaChange,
      !recorded.isSubset(of: identifiers)
    else { return }
    let lists = try StorageError.wrapping("reading the recorded migrations") {
      try writer.writeWithoutTransaction { try MigrationLists.lists(in: $0) }
    }
    let unknown = stepsOfNewerVersion(in: recorded, lists: lists)
    guard unknown.isEmpty else {
      throw StorageError(
        .newerVersion, while: "checking the database's version",
        detail: "unknown migrations: \(unknown.joined(separator: ", "))")
    }
  }

  private func failure(_ error: any Error, in id: String) -> StorageError {
    let cause = StorageError(error, while: "running migration \(id)")
    switch cause.code {
    case .statement, .constraint:
      return StorageError(
        .migration, while: cause.operation, detail: cause.detail, resultCode: cause.resultCode)
    default:
      return cause
    }
  }

  private func checkEdits(in writer: any DatabaseWriter) throws(StorageError) {
    guard options.detectsEdits, !options.eraseDatabaseOnSchemaChange else { return }
    if (writer as? DatabaseQueue)?.path == ":memory:" { return }
    try fingerprints.value(of: steps).check(in: writer)
  }
}
