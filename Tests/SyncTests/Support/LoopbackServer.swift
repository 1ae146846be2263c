import Foundation
import Logging
import MarfaSDK
import MarfaServer
import TestSupport

/// A whole server on a port of this machine, with a client that has its administrator's key.
struct LoopbackServer: Sendable {
  let url: URL
  let key: String
  let server: RunningServer

  /// A client that keeps nothing here.
  func client(_ configuration: ClientConfiguration = ClientConfiguration()) -> MarfaClient {
    MarfaClient(url: url, apiKey: key, configuration: configuration)
  }
}

/// Runs a server on a folder of its own for as long as a test needs it.
func withLoopbackServer<Value: Sendable>(
  settings given: ServerSettings = ServerSettings(),
  _ body: @escaping @Sendable (LoopbackServer) async throws -> Value
) async throws -> Value {
  let folder = try TemporaryDirectory()
  var settings = given
  settings.dataDirectory = folder.path
  settings.port = 0
  let logger = Logging.Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
  let server = try await RunningServer(settings, logger: logger)
  let key = try await KeyRing(server.environment).create(
    CreateKeyBody(label: "test", source: "Test", role: .admin)
  ).key
  let (ports, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
  return try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask {
      defer { continuation.finish() }
      try await server.run(signals: .none) { continuation.yield($0) }
      return nil
    }
    group.addTask {
      for await port in ports {
        guard let url = URL(string: "http://127.0.0.1:\(port)") else { return nil }
        return try await body(LoopbackServer(url: url, key: key, server: server))
      }
      return nil
    }
    defer { group.cancelAll() }
    while let result = try await group.next() {
      if let result { return result }
    }
    throw ServerEnded()
  }
}

/// The server ended before its test.
struct ServerEnded: Error {}
