import Foundation
import Logging
import MarfaModel
import MarfaServer
import Synchronization

/// The whole server on an ephemeral loopback port, over a data directory of its own.
struct TestServer: SocketSubject {
  /// How a test wants its server.
  struct Setup: Sendable {
    var settings = ServerSettings()
    var clock: any WallClock = SystemWallClock()
    var timer: any Clock<Duration> = ContinuousClock()
    var ids: ItemIdGenerator?
    var logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    /// What happens to connections of a store that is a file.
    var hooks = StoreHooks()
    /// Whether the first key is made before the test begins.
    var hasKey = true
  }

  let exchange: HTTPExchange
  let adminKey: String
  let server: RunningServer

  var port: Int { exchange.port }
  /// What an administrator sees.
  var admin: ContractAPI { ContractAPI(subject: self, key: adminKey) }
  /// What somebody without a key sees.
  var nobody: ContractAPI { ContractAPI(subject: self, key: nil) }
}

/// Runs a server for as long as a test needs it.
///
/// - Parameters:
///   - setup: How the server is to be.
///   - body: The test.
/// - Returns: What the test returned.
/// - Throws: What the test or the server threw.
func withServer<Value: Sendable>(
  _ setup: TestServer.Setup = TestServer.Setup(),
  _ body: @escaping @Sendable (TestServer) async throws -> Value
) async throws -> Value {
  let folder = FileManager.default.temporaryDirectory.appending(
    path: "marfa-server-test-\(UUID().uuidString)")
  defer { try? FileManager.default.removeItem(at: folder) }
  return try await withServer(setup, on: folder.path, body)
}

/// Runs a server on a folder that outlives it.
///
/// - Parameters:
///   - setup: How the server is to be.
///   - folder: The data directory.
///   - body: The test.
/// - Returns: What the test returned.
/// - Throws: What the test or the server threw.
func withServer<Value: Sendable>(
  _ setup: TestServer.Setup, on folder: String,
  _ body: @escaping @Sendable (TestServer) async throws -> Value
) async throws -> Value {
  var settings = setup.settings
  settings.dataDirectory = folder
  settings.port = 0
  // A test that waits for its turn between connecting and asking is no idle client.
  settings.limits.idleSeconds = 3600
  settings.limits.firstRequestSeconds = 3600
  let memory: RunningServer.StoreMaker = { MemoryServerStore(clock: $1, ids: $2, onEvents: $3) }
  let file: RunningServer.StoreMaker = { [hooks = setup.hooks] in
    try SQLiteServerStore(directory: $0, clock: $1, ids: $2, hooks: hooks, onEvents: $3)
  }
  let server = try await RunningServer(
    settings, clock: setup.clock, timer: setup.timer, ids: setup.ids, logger: setup.logger,
    store: StoreKind.current == .memory ? memory : file)
  var key = ""
  if setup.hasKey {
    let ring = KeyRing(server.environment)
    key = try await ring.create(
      CreateKeyBody(label: "test", source: "Test", role: .admin)
    ).key
  }
  let adminKey = key
  let (ports, continuation) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
  return try await withThrowingTaskGroup(of: Value?.self) { group in
    group.addTask {
      defer { continuation.finish() }
      try await server.run(signals: .none) { continuation.yield($0) }
      return nil
    }
    group.addTask {
      for await port in ports {
        return try await body(
          TestServer(
            exchange: HTTPExchange(host: "127.0.0.1", port: port), adminKey: adminKey,
            server: server))
      }
      return nil
    }
    defer { group.cancelAll() }
    while let result = try await group.next() {
      if let result { return result }
    }
    throw HTTPExchange.Malformed(what: "a server that ended before its test")
  }
}

/// Runs a test of the contract suite: against this server, or against the one that
/// `MARFA_CONTRACT_HOST`, `MARFA_CONTRACT_PORT` and `MARFA_CONTRACT_KEY` name.
///
/// - Parameter body: The test; it is given an administrator's view.
/// - Throws: What the test threw.
func withSubject(_ body: @escaping @Sendable (ContractAPI) async throws -> Void) async throws {
  let environment = ProcessInfo.processInfo.environment
  guard let host = environment["MARFA_CONTRACT_HOST"],
    let port = environment["MARFA_CONTRACT_PORT"].flatMap({ Int($0) }),
    let key = environment["MARFA_CONTRACT_KEY"]
  else {
    return try await withServer { try await body($0.admin) }
  }
  let subject = RemoteSubject(exchange: HTTPExchange(host: host, port: port), adminKey: key)
  try await body(ContractAPI(subject: subject, key: key))
}

/// A server that somebody else runs.
struct RemoteSubject: SocketSubject {
  let exchange: HTTPExchange
  let adminKey: String
}
