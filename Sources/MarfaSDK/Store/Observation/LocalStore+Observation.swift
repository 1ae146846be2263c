import GRDB

extension LocalStore {
  /// A feed of every later commit, by this process or another.
  ///
  /// The caller keeps the feed; it ends when it is released.
  nonisolated func makeChangeFeed() -> ChangeFeed {
    let feed = ChangeFeed()
    database.add(transactionObserver: feed, extent: .observerLifetime)
    return feed
  }
}
