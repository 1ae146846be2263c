extension MutationQueue {
  /// What the credential may do on the server; everything before the server has said so.
  ///
  /// - Returns: The rights of the last connection.
  /// - Throws: `StorageError`.
  public func fetchRights() async throws -> CredentialRights {
    try await store.credentialRights()
  }
}
