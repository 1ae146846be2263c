import Hummingbird
import MarfaModel

/// What the server says of itself: `/health`, `/capabilities`, `/metrics` and `/openapi.json`.
struct ServerRoutes: RouteGroup {
  let environment: ServerEnvironment
  let metrics: ServerMetrics

  func register(on router: Router<ServerRequestContext>) {
    router.get("/health") { _, _ in
      // A store that cannot be read or written throws, which answers 5xx: alive but not ready.
      try await environment.store.checkReadiness()
      return Response.json(["status": "ok", "version": .string(ServerVersion.current)])
    }
    router.get("/capabilities") { _, _ in
      try Response.encoded(environment.capabilities)
    }
    router.get("/metrics") { _, context in
      try context.caller().requireAdministrator()
      let statistics = try await environment.store.statistics()
      return Response.text(
        metrics.text + Self.text(of: statistics), contentType: "text/plain; version=0.0.4")
    }
    let description = Response.json(APIDescription.json)
    router.get("/openapi.json") { _, _ in description }
  }

  private static func text(of statistics: StoreStatistics) -> String {
    let values = [
      ("marfa_items", "gauge", "Items of every state.", statistics.items),
      ("marfa_events", "gauge", "Kept events.", statistics.events),
      ("marfa_store_writes_total", "counter", "Writes.", statistics.writes),
      ("marfa_store_commits_total", "counter", "Durable commits.", statistics.commits),
    ]
    return values.map { name, kind, help, value in
      "# HELP \(name) \(help)\n# TYPE \(name) \(kind)\n\(name) \(value)\n"
    }.joined()
  }
}

extension ServerEnvironment {
  /// What the server can do beyond the documented API.
  public var capabilities: ServerCapabilities {
    ServerCapabilities(
      name: "marfa-server", version: ServerVersion.current, documents: false,
      resumableUploads: "tus/1.0.0", idempotency: true, mutationBatch: settings.mutationBatch,
      retentionSeconds: settings.retentionSeconds)
  }
}

/// What the server calls itself.
public enum ServerVersion {
  /// The version of this build.
  public static let current = "0.1.0"
}
