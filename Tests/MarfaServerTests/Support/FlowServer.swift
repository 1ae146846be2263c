import Foundation
import Logging
import MarfaModel
import MarfaServer
import ServiceLifecycle

/// A whole server on loopback over a store of its own, for as long as a test's steps run.
struct FlowServer: Sendable {
  /// The time between two beats of a stream; no other sleep is as long.
  static let heartbeat = Duration.seconds(31)

  let port: Int
  /// The secret of an administrator's key.
  let key: String
  /// Where the server's data are; a second server may be run over them.
  let data: ServerData
  let flow: ServerFlow
  let clock: TickClock
  let wallClock: ManualWallClock
  private let group: ServiceGroup

  /// The header that shows the key.
  var authorization: String { "Authorization: Bearer \(key)" }

  /// Runs a server beside the steps, and ends it gracefully after them.
  static func run(
    _ data: ServerData = ServerData(), settings: ServerSettings = ServerSettings(),
    transport: any WebhookTransport = NIOWebhookTransport(), hooks: StoreHooks = StoreHooks(),
    blobWrite: @escaping OpenFile.Write = OpenFile.systemWrite,
    _ steps: (FlowServer) async throws -> Void
  ) async throws {
    let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
    let bus = LocalEventBus()
    let (clock, wallClock) = (TickClock(), data.wallClock)
    let ids = data.ids
    var hooks = hooks
    // A search waits for its index, and never for a clock.
    hooks.searchPatience = nil
    let store = try SQLiteServerStore(
      directory: data.path, clock: wallClock, ids: ids, hooks: hooks,
      onEvents: { bus.publish($0) })
    var settings = settings
    settings.port = 0
    settings.heartbeatSeconds = 31
    // A test that waits for its turn is no idle client.
    settings.limits.idleSeconds = 3600
    settings.limits.firstRequestSeconds = 3600
    settings.rateLimits.requests = 1_000_000
    settings.allowsPrivateWebhooks = true
    let environment = ServerEnvironment(
      store: store, settings: settings, clock: wallClock, timer: clock, ids: ids,
      logger: logger)
    let flow = ServerFlow(
      environment: environment, bus: bus,
      bytes: FileBlobStore(root: data.path + "/blobs", write: blobWrite),
      transport: transport)
    try await flow.prepare()
    let ports = SignalQueue<Int>()
    var application = ServerApplication(environment, groups: flow.routes)
      .application(onRunning: { ports.put($0) })
    for service in flow.services { application.addServices(service) }
    let group = ServiceGroup(
      configuration: .init(
        services: [flow.serving(application)], gracefulShutdownSignals: [], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask {
        // A server that cannot start must not be waited for.
        defer { ports.put(0) }
        try await group.run()
      }
      let port = try await ports.take()
      let key = try await data.key(port: port)
      let server = FlowServer(
        port: port, key: key, data: data, flow: flow, clock: clock, wallClock: wallClock,
        group: group)
      do {
        try await steps(server)
      } catch {
        await group.triggerGracefulShutdown()
        throw error
      }
      await group.triggerGracefulShutdown()
      try await tasks.waitForAll()
    }
    try await store.close()
  }

  /// Asks the server to end, as SIGTERM does.
  func shutDown() async { await group.triggerGracefulShutdown() }

  /// One request on a connection of its own.
  func send(
    _ method: String, _ path: String, headers: [String] = [], body: [UInt8] = [],
    key: String? = nil
  ) async throws -> RawConnection.Answer {
    let headers = headers + ["Authorization: Bearer \(key ?? self.key)"]
    return try await RawConnection.open(port: port) { connection in
      try await connection.send(method, path, headers: headers, body: body)
      return try await connection.answer(hasBody: method != "HEAD")
    }
  }

  /// Makes a note and gives its id.
  @discardableResult
  func note(_ body: String = "text") async throws -> String {
    let answer = try await send(
      "POST", "/items", headers: ["Content-Type: application/json"],
      body: JSONWriter.bytes(of: ["type": "core.note", "properties": ["body": .string(body)]]))
    let item = try JSONParser.parse(answer.body).objectValue?["item"]?.objectValue
    return item?["id"]?.stringValue ?? ""
  }
}

/// A server's data directory, its clock and its key; goes with the test.
final class ServerData: Sendable {
  let path = NSTemporaryDirectory() + "flow-" + UUID().uuidString
  let wallClock = ManualWallClock(Timestamp(milliseconds: 1_800_000_000_000))
  let ids: ItemIdGenerator
  private let secret = SignalQueue<String>()

  init() {
    ids = ItemIdGenerator(seed: 7, clock: wallClock)
  }

  deinit {
    // What is left in the temporary folder harms nobody.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The administrator's key, which the first server makes.
  fileprivate func key(port: Int) async throws -> String {
    let answer = try await RawConnection.open(port: port) { connection in
      try await connection.send(
        "POST", "/keys", headers: ["Content-Type: application/json"],
        body: Array("{\"label\":\"test\",\"source\":\"Test\",\"role\":\"admin\"}".utf8))
      return try await connection.answer()
    }
    let key = try JSONParser.parse(answer.body).objectValue?["key"]?.stringValue
    let value: String
    if let key { value = key } else { value = try await secret.take() }
    secret.put(value)
    return value
  }
}
