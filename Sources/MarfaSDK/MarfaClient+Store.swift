extension MarfaClient {
  /// Makes the queries' home on this client's local store.
  ///
  /// Call it once and keep the result: each listens to the store's commits by itself.
  ///
  /// - Returns: The queries' home; nil for a client that has no local store.
  @MainActor public func makeStore() -> MarfaStore? {
    MarfaStore(client: self)
  }
}

extension MarfaStore {
  /// Follows the local store of a client; nil when it has none.
  ///
  /// - Parameters:
  ///   - client: The client; its store is kept alive.
  ///   - clock: The clock that measures the time between refreshes.
  public convenience init?(client: MarfaClient, clock: some Clock<Duration> = ContinuousClock()) {
    guard let store = client.store else { return nil }
    self.init(store: store, isSynced: client.syncEngine != nil, clock: clock)
  }
}
