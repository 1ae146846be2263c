extension MarfaClient {
  /// Makes the queries' home on this client's local store.
  ///
  /// Call it once and keep the result: each has its own ear on the store's commits.
  ///
  /// - Returns: the queries' home; nil for a client that has no local store.
  @MainActor public func makeStore() -> MarfaStore? {
    MarfaStore(store: store)
  }
}
