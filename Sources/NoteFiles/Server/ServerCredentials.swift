import Foundation
import MarfaSDK
import Settings

/// Where the keys of servers are: one file each, which nobody but its owner may read.
///
/// A key is in no setting, no argument, no message and no log.
package struct ServerCredentials: Sendable {
  /// The folder of the files.
  package let folder: String
  private let storage: FileSecureStorage
  private let environment: [String: String]
  /// What limits the time of a token command.
  private let clock: any Clock<Duration>

  /// What credentials of the application are kept under.
  private static let service = "marfa.sdk"

  /// Names the folder of a profile; nothing is read or made yet.
  ///
  /// - Parameters:
  ///   - directories: Where the state of the profile is.
  ///   - environment: What a token command gets.
  ///   - clock: What limits the time of a token command.
  package init(
    directories: ApplicationDirectories, environment: [String: String],
    clock: any Clock<Duration> = ContinuousClock()
  ) {
    folder = directories.state + "/credentials"
    storage = FileSecureStorage(folder: folder)
    (self.environment, self.clock) = (environment, clock)
  }

  /// The key of the server in the settings, from its token command or its file; nil for none.
  ///
  /// - Parameter settings: The server of the configuration.
  /// - Returns: The key.
  /// - Throws: `CommandFailure` when the command fails, or `FileSecureStorageError`.
  package func key(for settings: SyncSettings) async throws -> String? {
    if let command = settings.tokenCommand {
      return try await TokenCommand(command, environment: environment, clock: clock).key()
    }
    guard let url = settings.url.map(ServerURL.normalized) else { return nil }
    return try await storage.secret(service: Self.service, account: url)
  }

  /// The credential of the server in the settings; nil without a key.
  ///
  /// When the server does not know its key, the token command or the file is asked for the one of
  /// then.
  ///
  /// - Parameter settings: The server of the configuration.
  /// - Returns: The credential.
  /// - Throws: As ``key(for:)``.
  package func credential(for settings: SyncSettings) async throws -> TransportCredential? {
    guard let key = try await key(for: settings) else { return nil }
    return TransportCredential(key) { try await self.key(for: settings) }
  }

  /// Whether there is a key for the server; runs no command.
  ///
  /// - Throws: `FileSecureStorageError`.
  package func hasKey(for settings: SyncSettings) async throws -> Bool {
    if settings.tokenCommand != nil { return settings.url != nil }
    guard let url = settings.url.map(ServerURL.normalized) else { return false }
    return try await storage.secret(service: Self.service, account: url) != nil
  }

  /// Keeps a key in place of any former one.
  ///
  /// - Throws: `FileSecureStorageError`; the former key is still there then.
  package func keep(_ key: String, for url: String) async throws {
    // The state's folder may not be there before the first start.
    try ApplicationDirectories.create(folder)
    try await storage.setSecret(key, service: Self.service, account: ServerURL.normalized(url))
  }

  /// Forgets the key of a server, if there is one.
  ///
  /// - Throws: `FileSecureStorageError`; the key is still there then.
  package func forget(_ url: String) async throws {
    try await storage.removeSecret(service: Self.service, account: ServerURL.normalized(url))
  }
}
