import Foundation
import Glibc
import MarfaSDK
import Settings

/// The way to the server that the settings name; holds no credential.
package struct ServerConnection: Sendable {
  /// The server's address.
  package let url: URL
  /// How the server is reached.
  package let options: ServerConnectionOptions
  private let settings: SyncSettings

  /// Reads the settings; nil when they name no server.
  ///
  /// - Parameters:
  ///   - settings: The server of the configuration.
  ///   - directories: Where relative file names are taken from.
  package init?(_ settings: SyncSettings, directories: ApplicationDirectories) {
    guard let url = settings.url.flatMap({ URL(string: ServerURL.normalized($0)) }) else {
      return nil
    }
    self.url = url
    options = ServerConnectionOptions(
      allowsCleartext: settings.allowsCleartext,
      certificateFile: settings.certificateFile.map { Self.file($0, directories) },
      pinnedKey: settings.pin,
      maximumUploadRate: settings.uploadLimitKilobytes == 0
        ? nil : settings.uploadLimitKilobytes * 1000)
    self.settings = settings
  }

  /// Looks whether the file of trusted certificates can be opened.
  ///
  /// - Parameter directories: Where the settings are.
  /// - Returns: What is wrong, with the place of the setting; nil for nothing.
  package func certificateFileProblem(_ directories: ApplicationDirectories) -> CommandFailure? {
    guard let file = options.certificateFile else { return nil }
    let descriptor = open(file, O_RDONLY | O_CLOEXEC)
    guard descriptor < 0 else {
      close(descriptor)
      return nil
    }
    let cause = SystemError.sentence(errno)
    let store = ConfigurationStore(directories: directories)
    let remark = Diagnostic(
      .error, file: store.path, position: store.position(of: "server.ca_file"),
      message: "server.ca_file: \(file): \(cause)")
    return CommandFailure(.usage, remark.description + ".")
  }

  /// The way for requests with a key.
  package func transport(key: String) -> CurlTransport {
    transport(credential: TransportCredential(key))
  }

  /// The way for requests with a key that may change.
  package func transport(credential: TransportCredential) -> CurlTransport {
    CurlTransport(url: url, credential: credential, options: options)
  }

  /// Makes a client of the notes and the server; nothing is sent before its engine starts.
  ///
  /// Notes without a server become those of this one, and all of them are queued.
  ///
  /// - Parameters:
  ///   - store: The notes.
  ///   - path: Their database file, next to which the engine's lock is.
  ///   - credential: The credential.
  ///   - connectionManager: Publishes the state of the connection to the server.
  ///   - environment: The store's clock and ids.
  /// - Returns: The client.
  /// - Throws: `StorageError`; the notes are as they were.
  package func client(
    on store: LocalStore, at path: String, credential: TransportCredential,
    connectionManager: ConnectionStateManager = ConnectionStateManager(),
    environment: StoreEnvironment
  ) async throws -> MarfaClient {
    var configuration = ClientConfiguration(
      environment: environment,
      conflictStrategy: settings.conflicts == .ask ? .manual : .auto, textMerge: .whenDisjoint)
    configuration.documentGathering = .milliseconds(settings.typingMilliseconds)
    return try await MarfaClient.synced(
      store: store, transport: transport(credential: credential), url: url.absoluteString,
      connectionManager: connectionManager, configuration: configuration,
      lockPath: EngineReport.lockPath(ofStore: path))
  }

  /// A file that a person named: from the home, or from the folder of the configuration.
  private static func file(_ path: String, _ directories: ApplicationDirectories) -> String {
    if path.hasPrefix("/") { return path }
    if path.hasPrefix("~/") { return directories.home + path.dropFirst(1) }
    return directories.configuration + "/" + path
  }
}
