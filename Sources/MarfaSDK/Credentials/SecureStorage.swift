/// Where credentials are kept, out of the database and of every configuration file.
///
/// An entry is found by its service, `marfa.sdk` unless a program has its own, and its account.
public protocol SecureStorage: Sendable {
  /// Reads a secret.
  ///
  /// - Parameters:
  ///   - service: The program that the secret belongs to.
  ///   - account: Whose secret it is.
  /// - Returns: The secret, or nil when there is none.
  /// - Throws: When the storage cannot be read.
  func secret(service: String, account: String) async throws -> String?

  /// Keeps a secret in place of any former one.
  ///
  /// - Parameters:
  ///   - secret: What to keep.
  ///   - service: The program that the secret belongs to.
  ///   - account: Whose secret it is.
  /// - Throws: When it cannot be kept; a former one is still there then.
  func setSecret(_ secret: String, service: String, account: String) async throws

  /// Forgets a secret, if there is one.
  ///
  /// - Parameters:
  ///   - service: The program that the secret belongs to.
  ///   - account: Whose secret it is.
  /// - Throws: When the storage cannot be changed.
  func removeSecret(service: String, account: String) async throws
}
