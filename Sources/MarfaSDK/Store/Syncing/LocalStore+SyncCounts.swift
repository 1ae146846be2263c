import GRDB

extension LocalStore {
  /// Reads what stands between the store and its server; asks no server.
  ///
  /// - Returns: The numbers.
  /// - Throws: `StorageError`.
  package func syncCounts() async throws -> SyncCounts {
    try await readBriefly { try SyncCountsFetch().fetch($0) }
  }

  /// Tells of each commit, of this process or another, that may have changed the numbers; several
  /// may be told once.
  package nonisolated func syncCountChanges() -> AsyncStream<Void> {
    commits(touching: SyncCountsFetch().interest)
  }

  /// Tells of each commit, of this process or another, that changed something shown; several may be
  /// told once.
  package nonisolated func commits() -> AsyncStream<Void> {
    var interest = StoreInterest()
    for table in StoreTable.allCases { interest.add(table) }
    return commits(touching: interest)
  }

  private nonisolated func commits(touching interest: StoreInterest) -> AsyncStream<Void> {
    let feed = makeChangeFeed()
    let watcher = OtherProcesses(of: self)
    return AsyncStream {
      _ = watcher
      for await _ in feed.signals {
        guard let change = feed.take() else { continue }
        if interest.isTouched(by: change) { return () }
      }
      return nil
    }
  }
}

extension LocalStore {
  /// How many items of the server have been taken over by a first sync that is not over.
  ///
  /// - Returns: The number; nil when none is under way.
  /// - Throws: `StorageError`.
  package func sweptItemCount() async throws -> Int? {
    try await readBriefly { try SyncState(db: $0).readSweep()?.count }
  }

  /// How many files wait to be sent.
  ///
  /// - Returns: The number.
  /// - Throws: `StorageError`.
  package func waitingUploads() async throws -> Int {
    try await readBriefly { try Int.fetchOne($0, sql: "SELECT count(*) FROM upload") ?? 0 }
  }
}
