import GRDB

extension LocalStore {
  /// Reads what the store and its server do not share yet; asks no server.
  ///
  /// - Returns: The numbers.
  /// - Throws: `StorageError`.
  package func syncCounts() async throws -> SyncCounts {
    try await readBriefly { try SyncCountsFetch().fetch($0) }
  }

  /// Reports each commit, of this process or another, that may have changed the numbers; several
  /// may be reported once.
  package nonisolated func syncCountChanges() -> AsyncStream<Void> {
    commits(touching: SyncCountsFetch().interest)
  }

  /// Reports each commit, of this process or another, that changed something shown; several may be
  /// reported once.
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

/// How far a first sync is.
package struct SweptItems: Hashable, Sendable {
  /// How many items of the server have been taken over.
  package var count: Int
  /// How many it has; nil where it does not say.
  package var total: Int?

  /// How many of how many; a total that was overtaken says nothing.
  package init(count: Int, total: Int? = nil) {
    (self.count, self.total) = (count, total.flatMap { $0 >= count ? $0 : nil })
  }

  /// The numbers as people read them: `120/980`.
  package var words: String { total.map { "\(count)/\($0)" } ?? "\(count)" }
}

extension LocalStore {
  /// How many items of the server have been taken over by a first sync that is not over.
  ///
  /// - Returns: The numbers; nil when none is under way.
  /// - Throws: `StorageError`.
  package func sweptItems() async throws -> SweptItems? {
    try await readBriefly { db in
      try SyncState(db: db).readSweep().map { SweptItems(count: $0.count, total: $0.total) }
    }
  }

  /// How many files wait to be sent.
  ///
  /// - Returns: The number.
  /// - Throws: `StorageError`.
  package func waitingUploads() async throws -> Int {
    try await readBriefly { try Int.fetchOne($0, sql: "SELECT count(*) FROM upload") ?? 0 }
  }
}
