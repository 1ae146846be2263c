import Foundation

extension MarfaClient {
  /// The service under which the client keeps its credentials.
  public static let keychainService = "marfa.sdk"

  /// A client of a server whose key was kept with ``saveToKeychain(_:service:account:storage:)``.
  ///
  /// - Parameters:
  ///   - service: The program that the key belongs to.
  ///   - account: Whose key it is, such as the server's address.
  ///   - url: The server's address.
  ///   - storage: Where keys are kept.
  ///   - configuration: How the client works.
  /// - Returns: The client, which keeps nothing on this machine.
  /// - Throws: `UnauthorizedError` when no key is kept, or what the storage throws.
  public static func fromKeychain(
    service: String = keychainService, account: String, url: URL, storage: any SecureStorage,
    configuration: ClientConfiguration = ClientConfiguration()
  ) async throws -> MarfaClient {
    guard let key = try await storage.secret(service: service, account: account) else {
      throw UnauthorizedError(message: "No key is kept for \(account).")
    }
    return MarfaClient(url: url, apiKey: key, configuration: configuration)
  }

  /// Keeps a key where ``fromKeychain(service:account:url:storage:configuration:)`` finds it.
  ///
  /// - Parameters:
  ///   - apiKey: The key.
  ///   - service: The program that the key belongs to.
  ///   - account: Whose key it is.
  ///   - storage: Where keys are kept.
  /// - Throws: What the storage throws; a former key is still there then.
  public static func saveToKeychain(
    _ apiKey: String, service: String = keychainService, account: String,
    storage: any SecureStorage
  ) async throws {
    try await storage.setSecret(apiKey, service: service, account: account)
  }
}
