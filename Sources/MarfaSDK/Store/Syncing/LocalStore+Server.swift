extension LocalStore {
  /// What the credential may do, as the server said last; everything before it has.
  ///
  /// - Returns: The rights.
  /// - Throws: `StorageError`.
  package func credentialRights() async throws -> CredentialRights {
    try await readBriefly { try SyncState(db: $0).readProfile().rights ?? .all }
  }
}
