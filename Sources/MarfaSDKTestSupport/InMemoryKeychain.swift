import MarfaSDK

/// Secure storage that is neither: it keeps secrets in memory, for tests.
public actor InMemoryKeychain: SecureStorage {
  private struct Entry: Hashable {
    var service: String
    var account: String
  }

  private var secrets: [Entry: String] = [:]

  /// Holds no secret yet, and forgets all with the last reference.
  public init() {}

  /// The secret of an account, or nil when there is none.
  public func secret(service: String, account: String) -> String? {
    secrets[Entry(service: service, account: account)]
  }

  /// Keeps a secret in place of any former one.
  public func setSecret(_ secret: String, service: String, account: String) {
    secrets[Entry(service: service, account: account)] = secret
  }

  /// Forgets a secret, if there is one.
  public func removeSecret(service: String, account: String) {
    secrets[Entry(service: service, account: account)] = nil
  }
}
