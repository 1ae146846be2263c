import Hummingbird
import HummingbirdCore
import MarfaModel
import NIOCore

/// The whole server: routes, what happens around them, and the connections.
public struct ServerApplication: Sendable {
  /// What the handlers share.
  public let environment: ServerEnvironment
  private let groups: [any RouteGroup]
  private let metrics = ServerMetrics()
  private let limiter: LocalRateLimits

  /// Notes what is no request, with the counts and limits of those that are.
  var refused: RefusedRequests {
    RefusedRequests(environment: environment, metrics: metrics, limiter: limiter)
  }

  /// Puts a server together.
  ///
  /// - Parameters:
  ///   - environment: What the handlers share.
  ///   - groups: Routes in addition to the server's own, such as those of keys, events and blobs.
  public init(_ environment: ServerEnvironment, groups: [any RouteGroup] = []) {
    self.environment = environment
    self.groups = groups
    limiter = LocalRateLimits(environment.settings.rateLimits)
  }

  /// The routes that the server has, before any is added for what they do not have.
  public var routes: [(method: String, path: String)] {
    router().routes.map { ($0.method.rawValue, $0.path.description) }
  }

  /// The description of the API: every group that a server has, whether this one has it or not.
  static let description = APIDescription.json(of: operations)

  /// The same as an answer.
  ///
  /// A server that nobody asks for it starts without putting it together.
  private static let describing = Response.json(description)

  /// Every operation.
  static let operations = groups.flatMap { $0.operations }

  private static let groups: [any RouteGroup.Type] = [
    QueryRoutes.self, MutationRoutes.self, BlobRoutes.self, UploadRoutes.self, EventRoutes.self,
    KeyRoutes.self, WebhookRoutes.self, ProfileRoutes.self, AvatarRoutes.self, SpaceRoutes.self,
    DocumentRoutes.self, ArchiveRoutes.self, ServerRoutes.self,
  ]

  private func router() -> Router<ServerRequestContext> {
    let router = Router(
      context: ServerRequestContext.self, options: .autoGenerateHeadEndpoints)
    router.add(middleware: RequestPipeline(environment, metrics: metrics))
    let own: [any RouteGroup] = [
      ServerRoutes(
        environment: environment, metrics: metrics, description: { Self.describing }),
      QueryRoutes(environment: environment), MutationRoutes(environment: environment),
      WebhookRoutes(environment: environment), ProfileRoutes(environment: environment),
      SpaceRoutes(environment: environment),
    ]
    for group in own + groups { group.register(on: router) }
    return router
  }

  /// What answers requests.
  public func buildResponder() -> RouterResponder<ServerRequestContext> {
    let router = router()
    MethodNotAllowed.register(on: router)
    return router.buildResponder()
  }

  /// The service to run.
  ///
  /// - Parameters:
  ///   - builder: How connections are set up; plain HTTP unless given.
  ///   - onRunning: Called with the port once the server listens.
  /// - Returns: The service; it runs until it is cancelled or shut down.
  public func application(
    builder: HTTPServerBuilder? = nil,
    onRunning: @escaping @Sendable (Int) async -> Void = { _ in }
  ) -> Application<RouterResponder<ServerRequestContext>> {
    let settings = environment.settings
    return Application(
      responder: buildResponder(),
      server: builder ?? .plainHTTP(settings, refused: refused),
      configuration: ApplicationConfiguration(
        address: .hostname(settings.host, port: settings.port), serverName: "marfa-server",
        backlog: 1024),
      onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
      logger: environment.logger)
  }
}

/// Answers 405 where a path exists and the method does not.
///
/// What answers GET answers HEAD too (RFC 9110, section 9.1), except answers that are made while
/// they are sent: they have no length to give beforehand.
private enum MethodNotAllowed {
  private static let streams: Set<String> = ["/events", "/export", "/documents/watch"]
  private static let methods: [HTTPRequest.Method] =
    [
      .get, .head, .post, .put, .patch, .delete, .options, .trace, .connect,
    ] + [HTTPRequest.Method("QUERY")].compactMap(\.self)

  static func register(on router: Router<ServerRequestContext>) {
    let routes = router.routes
    for path in Set(routes.map { $0.path.description }).sorted() {
      let present = routes.filter { $0.path.description == path }
      guard let route = present.first else { continue }
      var allowed = present.map(\.method)
      if allowed.contains(.get), !allowed.contains(.head), !streams.contains(path) {
        allowed.append(.head)
      }
      let names = allowed.map { JSONValue.string($0.rawValue) }
      for method in methods where !allowed.contains(method) {
        router.on(route.path, method: method) { _, _ -> Response in
          throw APIError(
            code: ErrorCode.invalidRequest, message: "The route does not support this method.",
            status: 405, details: ["allow": .array(names)])
        }
      }
    }
  }
}
