import GRDB

extension LocalStore {
  /// A feed of every later commit, by this process or by one that is watched.
  ///
  /// The caller keeps the feed; released, it hears no more.
  nonisolated func makeChangeFeed() -> ChangeFeed {
    let feed = ChangeFeed()
    database.add(transactionObserver: feed, extent: .observerLifetime)
    return feed
  }
}
