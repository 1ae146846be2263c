import Logging
import MarfaModel
import NIOCore
import NIOHTTP1

/// Answers and log lines for what came as a request and is none.
///
/// No handler sees it, so that its id, its line in the log, its count and its limit are made here;
/// counted in this process only, as it is met on an event loop.
///
/// A class, because each connection has it: all settings would be in each otherwise.
final class RefusedRequests: Sendable {
  private let environment: ServerEnvironment
  private let metrics: ServerMetrics
  private let limiter: LocalRateLimits

  init(environment: ServerEnvironment, metrics: ServerMetrics, limiter: LocalRateLimits) {
    (self.environment, self.metrics, self.limiter) = (environment, metrics, limiter)
  }

  /// What it is answered.
  var answer: BareRefusal { BareRefusal(environment.settings.limits) }

  /// Notes a refusal.
  ///
  /// - Parameter peer: Where it came from.
  /// - Returns: The header fields of the answer.
  func note(from peer: SocketAddress?) -> HTTPHeaders {
    let id = environment.ids.nextId()
    let decision = limiter.take(
      RateLimiter.Subject(caller: peer?.ipAddress ?? "", segment: "", isRead: false),
      now: environment.clock.now)
    metrics.count(method: "-", route: "-", status: 400, time: .zero)
    environment.logger.info(
      "request",
      metadata: [
        "request_id": .string(id), "method": "-", "route": "-", "status": "400",
        "reason": "not HTTP/1.1, without its Host, or with a header that is too large",
      ])
    var headers: HTTPHeaders = ["x-request-id": id]
    for (name, value) in decision.fields { headers.add(name: name.rawName, value: value) }
    return headers
  }
}

/// The answer to what came as a request and is none.
struct BareRefusal: Sendable {
  var head: HTTPResponseHead
  let body: ByteBuffer

  /// - Parameter limits: What a head may be; the parser does not say which limit it met.
  init(_ limits: RequestLimits = RequestLimits()) {
    let message =
      "The request is not HTTP/1.1, lacks its Host, or has over \(limits.headerCount) header "
      + "fields or \(limits.headerSize) bytes of them."
    let error: JSONValue = [
      "code": .string(ErrorCode.invalidRequest), "message": .string(message),
      "details": [
        "header_fields": .integer(Int64(limits.headerCount)),
        "header_bytes": .integer(Int64(limits.headerSize)),
      ],
    ]
    body = ByteBuffer(bytes: JSONWriter.bytes(of: ["error": error], order: .sorted))
    head = HTTPResponseHead(
      version: .http1_1, status: .badRequest,
      headers: [
        "connection": "close", "content-type": "application/json; charset=utf-8",
        "content-length": String(body.readableBytes),
      ])
  }
}
