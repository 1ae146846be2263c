import Foundation
import Hummingbird
import Logging
import MarfaModel
import MarfaServer
import ServiceLifecycle
import Synchronization

extension ServerFlowArea {
  /// Our server and the bare one, both listening.
  final class Running: Sendable {
    let port: Int
    let barePort: Int
    let authorization: String
    let bare: BareServer
    /// The blob that was uploaded last.
    let hash = Mutex("")
    private let store: SQLiteServerStore

    init(
      port: Int, barePort: Int, authorization: String, bare: BareServer, store: SQLiteServerStore
    ) {
      self.port = port
      self.barePort = barePort
      self.authorization = authorization
      self.bare = bare
      self.store = store
    }

    /// Makes a note, durably, with its event.
    func note() async throws {
      var input = CreateItemInput(type: "core.note")
      input.properties = ["body": "benchmark"]
      _ = try await store.write(
        .createItem(input),
        WriteContext(access: FullAccess(), credentialID: "bench", source: "Bench"))
    }
  }

  /// Runs both servers in a scratch folder as long as the steps run.
  static func running(_ setting: Setting, _ steps: (Running) async throws -> Void) async throws {
    let folder = setting.path("server-flow")
    let logger = Logger(label: "bench") { _ in SwiftLogNoOpLogHandler() }
    let bus = LocalEventBus()
    let ids = ItemIDGenerator()
    let store = try SQLiteServerStore(
      directory: folder, ids: ids, onEvents: { _ in bus.publish() })
    var settings = ServerSettings()
    settings.port = 0
    settings.maximumSubscribers = 20_000
    settings.heartbeatSeconds = 3_600
    settings.rateLimits.requests = 1_000_000
    let environment = ServerEnvironment(
      store: store, settings: settings, ids: ids, logger: logger)
    let flow = ServerFlow(
      environment: environment, bus: bus, bytes: FileBlobStore(root: folder + "/blobs"))
    try await flow.prepare()
    let (ports, found) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let (barePorts, foundBare) = AsyncStream<Int>.makeStream(bufferingPolicy: .bufferingNewest(1))
    var application = ServerApplication(environment, groups: flow.routes)
      .application(onRunning: { found.yield($0) })
    for service in flow.services { application.addServices(service) }
    let bare = BareServer(file: folder + "/bare")
    let group = ServiceGroup(
      configuration: .init(
        services: [application, bare.application(onRunning: { foundBare.yield($0) })],
        logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      tasks.addTask { try await group.run() }
      guard let port = await ports.first(where: { _ in true }),
        let barePort = await barePorts.first(where: { _ in true })
      else { throw LoopbackClient.Failure(what: "no server") }
      let answer = try await LoopbackClient.blocking {
        try LoopbackClient.request(
          port: port, "POST /keys", headers: ["Content-Type: application/json"],
          body: "{\"label\":\"bench\",\"source\":\"Bench\",\"role\":\"admin\"}")
      }
      let key = try JSONParser.parse(Array(answer.body.utf8)).objectValue?["key"]?.stringValue
      try await steps(
        Running(
          port: port, barePort: barePort, authorization: "Authorization: Bearer \(key ?? "")",
          bare: bare, store: store))
      // The bare streams know no graceful end.
      tasks.cancelAll()
    }
    try await store.close()
  }
}
