import HTTPTypes
import Hummingbird
import MarfaModel
import NIOCore

/// `GET /events`.
struct EventRoutes: RouteGroup {
  let environment: ServerEnvironment
  let hub: EventHub
  let access: StreamAccess

  func register(on router: Router<ServerRequestContext>) {
    router.on(Self.events) { request, context in try await stream(request, context) }
  }

  private func stream(_ request: Request, _ context: ServerRequestContext) async throws -> Response
  {
    let caller = try context.caller()
    var query = try QueryParameters(request)
    let filter = try EventFilter(&query)
    try query.finish()
    let start = request.headers[.lastEventID].flatMap { $0.isEmpty ? nil : $0 }
    let channel = context.channel
    let opened = try await hub.open(for: caller.key.id) {
      channel.close(mode: .all, promise: nil)
    }
    guard let subscription = opened else {
      throw APIError(
        code: ErrorCode.rateLimited,
        message: "The server or the key has reached its limit of event streams; try again later.",
        status: 429,
        details: ["limit": .integer(Int64(hub.limit(of: caller.key.id))), "retry_after": 30])
    }
    // A stream keeps what it names here, and not the whole credential.
    let (key, end) = (caller.key.id, caller.key.expiresAt.flatMap { Timestamp(iso8601: $0) })
    let stream = EventStream(
      hub: hub, subscription: subscription, filter: filter, access: caller.permissions,
      isOver: { [clock = environment.clock] in end.map { $0 <= clock.now } ?? false },
      authority: { [access] beat in try await access.access(ofKey: key, at: beat) })
    return Response(
      status: .ok, headers: .eventStream(environment.settings),
      body: ResponseBody { writer in
        try await run(stream, from: start.map { .after($0) } ?? .now, on: channel, &writer)
        try await writer.finish(nil)
      })
  }

  private func run(
    _ stream: EventStream, from start: EventStream.Start, on channel: any Channel,
    _ writer: inout any ResponseBodyWriter
  ) async throws {
    var stream = stream
    let subscription = stream.subscription
    let handler = HangUpHandler { subscription.end(.gone) }
    do {
      try await channel.pipeline.addHandler(handler, position: .first).get()
      try await stream.run(from: start, to: &writer)
      await hub.close(subscription)
      // The connection may serve other requests after the stream.
      try await channel.pipeline.removeHandler(handler).get()
    } catch {
      await hub.close(subscription)
      throw error
    }
  }
}

extension HTTPFields {
  /// The header of a stream of events, which says how often at least something comes.
  static func eventStream(_ settings: ServerSettings) -> Self {
    [
      .contentType: APIOperation.eventStream, .cacheControl: "no-cache", .accelBuffering: "no",
      .heartbeatSeconds: String(settings.heartbeatSeconds),
    ]
  }
}

extension HTTPField.Name {
  /// `Last-Event-ID` (WHATWG HTML, section 9.2.4).
  static var lastEventID: Self { known("Last-Event-ID") }
  /// Tells a proxy such as nginx to pass on each record at once.
  static var accelBuffering: Self { known("X-Accel-Buffering") }

  /// The seconds from one comment of a stream to the next.
  static var heartbeatSeconds: Self { known("Heartbeat-Seconds") }

  /// A name that is known to be well formed.
  static func known(_ name: String) -> Self {
    guard let field = Self(name) else { preconditionFailure("\(name) is not a header name.") }
    return field
  }
}
