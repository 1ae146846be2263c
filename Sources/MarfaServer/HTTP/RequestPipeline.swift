import Hummingbird
import HTTPTypes
import Logging
import MarfaModel
import NIOHTTP1

/// What happens to every request before and after its handler, in one place and in this order:
/// request id, credential, rate limit, decompression, the handler, the error envelope,
/// compression, headers, access log.
///
/// An answer to HEAD, also a refusal, has no body.
///
/// A route that does not exist answers 404 without asking for a key.
struct RequestPipeline: RouterMiddleware {
  typealias Context = ServerRequestContext

  private let environment: ServerEnvironment
  private let authentication: Authentication
  private let limiter: any RateLimiting
  private let metrics: ServerMetrics
  private let shares: ConnectionShares

  init(_ environment: ServerEnvironment, metrics: ServerMetrics) {
    self.environment = environment
    self.metrics = metrics
    limiter = environment.coordination.rateLimits
    let connections = environment.settings.limits.connections
    shares = ConnectionShares(
      of: connections, open: ConnectionCount(maximum: connections).maximum)
    authentication = Authentication(store: environment.store, clock: environment.clock)
  }

  func handle(
    _ request: Request, context: Context,
    next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    var context = context
    let given = RequestIdRule.accepted(request.headers[.requestId])
    context.requestId = given ?? environment.ids.nextId()
    let start = ContinuousClock.now
    var rate: RateLimiter.Decision?
    var response: Response
    do {
      try await admit(request, &context, &rate)
      response = try await forward(request, context, next)
      Compression.compress(&response, for: request)
    } catch let error as HTTPParserError {
      throw error
    } catch {
      if error is CancellationError { throw error }
      response = refusal(error, context)
    }
    response.headers[.requestId] = context.requestId
    if let rate { Self.write(rate, to: &response.headers) }
    if request.method == .head { response = Self.headOnly(response) }
    log(request, context, response, ContinuousClock.now - start)
    return response
  }

  /// The answer without its body, and with the length that GET gives, or in chunks as that is.
  private static func headOnly(_ response: Response) -> Response {
    var head = response.createHeadResponse()
    if response.headers[.contentLength] == nil { head.headers[.transferEncoding] = "chunked" }
    return head
  }

  /// Finds who asks, and refuses a request that may not be answered.
  ///
  /// Apart from `forward`: a connection keeps what its deepest call took, and each event stream has
  /// one.
  @inline(never)
  private func admit(
    _ request: Request, _ context: inout Context, _ rate: inout RateLimiter.Decision?
  ) async throws {
    var refusal: (any Error)?
    do {
      context.credential = try await authentication.credential(
        of: request.headers[.authorization])
    } catch let error as UnauthorizedError {
      // Thrown below, after the attempt was counted.
      refusal = error
    }
    let decision = await limiter.take(subject(request, context), now: environment.clock.now)
    rate = decision
    // A rate-limited health check would look like an outage.
    if let wait = decision.retryAfter, context.endpointPath != "/health" {
      throw Self.rateLimited(wait, limit: decision.limit)
    }
    if let path = context.endpointPath, !PublicRoutes.contains(path, request.method) {
      if let refusal { throw refusal }
      guard context.credential != nil else { throw UnauthorizedError.missingKey }
    }
    if let key = context.credential?.key.id, !shares.take(context.channel, for: key) {
      throw Self.tooManyConnections(shares.share)
    }
    if DiskRoom.isNeeded(by: request.method, context.endpointPath) { try environment.room.check() }
  }

  private func forward(
    _ request: Request, _ context: Context,
    _ next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let awaited = request.awaited(on: context.channel)
    let isLarge = LargeBody.isExpected(of: request)
    guard isLarge, !LargeBody.isCarried(by: request, to: context.endpointPath) else {
      // However short it is, one that is not here yet may drip.
      let mayDrip = isLarge || request.headers[.contentLength] != nil && !context.isReceived
      let body = mayDrip ? awaited.paced() : awaited
      return try await next(try Compression.decompressed(body), context)
    }
    return try await forwardElsewhere(awaited, context, next)
  }

  /// Answers on threads that serve no connections.
  @inline(never)
  private func forwardElsewhere(
    _ request: Request, _ context: Context,
    _ next: (Request, Context) async throws -> Response
  ) async throws -> Response {
    let plain = try Compression.decompressed(request.paced())
    return try await withTaskExecutorPreference(globalConcurrentExecutor) {
      try await next(plain, context)
    }
  }

  private func subject(_ request: Request, _ context: Context) -> RateLimiter.Subject {
    // Paths without a route are counted together, or anybody could fill the table with names.
    let path = context.endpointPath ?? ""
    let isUpload = path == "/blobs/uploads/{upload}"
    return RateLimiter.Subject(
      caller: context.credential?.key.id
        ?? environment.settings.trustedProxies.caller(
          peer: context.channel.remoteAddress?.ipAddress, request.headers),
      segment: isUpload ? RateLimitSettings.uploads : String(Self.firstSegment(of: path)),
      isRead: request.method == .get || request.method == .head)
  }

  /// The first segment of a route, which never varies.
  private static func firstSegment(of route: String) -> Substring {
    Substring(route.utf8.dropFirst().prefix { $0 != UInt8(ascii: "/") })
  }

  private func refusal(_ error: any Error, _ context: Context) -> Response {
    let answer = ErrorAnswer(error)
    if answer.isFault {
      environment.logger.error(
        "fault",
        metadata: [
          "request_id": .string(context.requestId), "error": .string(String(describing: error)),
        ])
    }
    var response = answer.response
    if answer.status == 401 { response.headers[.wwwAuthenticate] = "Bearer" }
    if answer.status == 503 { response.headers[.retryAfter] = "1" }
    if let seconds = answer.envelope.error.details?["retry_after"]?.integerValue {
      response.headers[.retryAfter] = String(seconds)
    }
    // One connection too many ends with its answer.
    if answer.envelope.error.details?["connections"] != nil {
      response.headers[.connection] = "close"
    }
    if case .array(let methods) = answer.envelope.error.details?["allow"] {
      response.headers[.allow] = methods.compactMap(\.stringValue).joined(separator: ", ")
    }
    return response
  }

  private static func rateLimited(_ seconds: Int64, limit: Int) -> APIError {
    APIError(
      code: ErrorCode.rateLimited, message: "Too many requests; wait \(seconds) s.", status: 429,
      details: ["limit": .integer(Int64(limit)), "retry_after": .integer(seconds)])
  }

  private static func tooManyConnections(_ share: Int) -> APIError {
    APIError(
      code: ErrorCode.rateLimited, message: "A key has at most \(share) connections.", status: 429,
      details: [
        "connections": .integer(Int64(share)), "limit": .integer(Int64(share)), "retry_after": 1,
      ])
  }

  private static func write(_ rate: RateLimiter.Decision, to headers: inout HTTPFields) {
    for (name, value) in rate.fields { headers[name] = value }
  }

  private func log(
    _ request: Request, _ context: Context, _ response: Response, _ time: Duration
  ) {
    let route = context.endpointPath ?? "-"
    let status = response.status.code
    metrics.count(method: request.method.rawValue, route: route, status: status, time: time)
    guard environment.logger.logLevel <= .info else { return }
    let microseconds =
      time.components.seconds * 1_000_000
      + time.components.attoseconds / 1_000_000_000_000
    environment.logger.info(
      "request",
      metadata: [
        "request_id": .string(context.requestId),
        "method": .string(request.method.rawValue), "route": .string(route),
        "path": .string(LogText.path(request.uri.path)), "status": .stringConvertible(status),
        "microseconds": .stringConvertible(microseconds),
        "bytes": .stringConvertible(response.body.contentLength ?? -1),
        "key": .string(context.credential?.key.id ?? "-"),
      ])
  }
}
