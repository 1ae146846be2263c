import Foundation
import MarfaSDK
import MarfaServer
import Synchronization

/// A transport to the server's own rules over its store in memory: no socket and no second copy of
/// the rules.
///
/// Tests may cut the line, drop answers and set the server back.
final class InMemoryServer: Transport {
  /// What happens to one request.
  enum Fault: Sendable {
    /// It does not arrive.
    case lostRequest
    /// It is carried out, and its answer is lost.
    case lostAnswer
    /// Something answers in the server's place.
    case answer(TransportResponse)
  }

  private struct State {
    var isReachable = true
    var fault: (@Sendable (DirectServer.Request) -> Fault?)?
    var requests: [DirectServer.Request] = []
    var streams: [Int: AsyncStream<Void>.Continuation] = [:]
    var nextStream = 0
    var hidden: Set<String> = []
  }

  let server: DirectServer
  let caller: Credential
  private let state: Mutex<State>
  private let link: Link

  /// What the store tells of commits, which is made before the server.
  private final class Link: Sendable {
    let tell = Mutex<@Sendable () -> Void>({})
  }

  convenience init(
    clock: any WallClock = SystemWallClock(), seed: UInt64 = 7,
    permissions: PermissionMaps? = nil, settings: ServerSettings = ServerSettings()
  ) {
    let link = Link()
    let store = MemoryServerStore(
      clock: clock, ids: ItemIdGenerator(seed: seed, clock: clock),
      onEvents: { _ in link.tell.withLock { $0 }() })
    self.init(
      DirectServer(store, settings: settings), link: link,
      caller: Self.credential("Test", permissions))
  }

  private init(_ server: DirectServer, link: Link, caller: Credential) {
    (self.server, self.link, self.caller) = (server, link, caller)
    state = Mutex(State())
    link.tell.withLock { [weak self] tell in
      let earlier = tell
      tell = { [weak self] in
        earlier()
        self?.poke()
      }
    }
  }

  /// Another line to the same server, for another client.
  func line(_ name: String, _ permissions: PermissionMaps? = nil) -> InMemoryServer {
    InMemoryServer(server, link: link, caller: Self.credential(name, permissions))
  }

  private static func credential(_ name: String, _ maps: PermissionMaps?) -> Credential {
    Credential(
      APIKey(
        id: "key-" + name, label: name, source: name, role: maps == nil ? .admin : .member,
        permissions: maps ?? PermissionMaps(), createdAt: "2026-01-01T00:00:00.000Z"))
  }

  /// What was asked so far, in order.
  var requests: [DirectServer.Request] { state.withLock { $0.requests } }

  /// Cuts the line, which ends all streams, or mends it.
  func setReachable(_ isReachable: Bool) {
    let streams = state.withLock { state in
      state.isReachable = isReachable
      return isReachable ? [] : Array(state.streams.values)
    }
    for stream in streams { stream.yield() }
  }

  /// Decides what happens to each request from now on.
  func setFault(_ fault: (@Sendable (DirectServer.Request) -> Fault?)?) {
    state.withLock { $0.fault = fault }
  }

  /// Makes some paths unknown, as of a server that has the documented API only.
  func hide(_ paths: String...) { state.withLock { $0.hidden.formUnion(paths) } }

  /// Offers the documented API and nothing else: idempotency keys are not looked at either.
  func hideExtensions() {
    hide("/capabilities", "/mutations", "/snapshot", "/changes", "/blobs/known")
  }

  /// Asks the server at once, past the line.
  @discardableResult
  func ask(
    _ method: String, _ path: String, _ body: JSONValue? = nil,
    query: [(name: String, value: String)] = []
  ) -> (status: Int, body: JSONValue) {
    let answer = server.answer(
      DirectServer.Request(
        method, path, query: query, body: body.map { JSONWriter.bytes(of: $0) }),
      as: caller)
    return (answer.status, (try? JSONParser.parse(answer.body)) ?? .null)
  }

  private func poke() {
    for stream in state.withLock({ Array($0.streams.values) }) { stream.yield() }
  }

  func rawRequest(
    method: String, path: String, query: [URLQueryItem], headers: [String: String],
    body: [UInt8]?
  ) async throws -> TransportResponse {
    try Task.checkCancellation()
    var request = DirectServer.Request(
      method, path, query: query.map { ($0.name, $0.value ?? "") },
      headers: Dictionary(
        uniqueKeysWithValues: headers.map { ($0.key.lowercased(), $0.value) }), body: body)
    let (isReachable, decide, isHidden) = state.withLock { state in
      if state.hidden.contains("/capabilities") {
        (request.headers["idempotency-key"], request.headers["prefer"]) = (nil, nil)
      }
      state.requests.append(request)
      return (state.isReachable, state.fault, state.hidden.contains(path))
    }
    guard isReachable else { throw Self.broken(mayHaveArrived: false) }
    let fault = decide?(request)
    switch fault {
    case .lostRequest: throw Self.broken(mayHaveArrived: false)
    case .answer(let answer): return answer
    case .lostAnswer, nil: break
    }
    if isHidden {
      return TransportResponse(
        status: 404, body: Array(#"{"error":{"code":"not_found","message":"No."}}"#.utf8))
    }
    let answer = server.answer(request, as: caller)
    if case .lostAnswer = fault { throw Self.broken(mayHaveArrived: true) }
    return TransportResponse(
      status: answer.status, headers: answer.headers, body: answer.body)
  }

  func rawUpload(
    method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
    onBytesSent: (@Sendable (Int64, Int64) -> Void)?
  ) async throws -> TransportResponse {
    onBytesSent?(Int64(body.count), Int64(body.count))
    return try await rawRequest(
      method: method, path: path, query: query, headers: ["Content-Type": contentType],
      body: body)
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    eventStream(path: path, query: query, lastEventID: lastEventID) {}
  }

  func eventStream(
    path: String, query: [URLQueryItem], lastEventID: String?,
    onOpen: @escaping @Sendable () async -> Void
  ) -> AsyncThrowingStream<SSEEvent, any Error> {
    let (signals, signal) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state in
      state.nextStream += 1
      state.streams[state.nextStream] = signal
      return state.nextStream
    }
    let reader = Reader(
      line: self, number: number, signals: signals, after: lastEventID, onOpen: onOpen)
    return AsyncThrowingStream { try await reader.next() }
  }

  private static func broken(mayHaveArrived: Bool) -> NetworkError {
    NetworkError(
      message: "The line is cut.", details: ["may_have_arrived": .bool(mayHaveArrived)])
  }

  /// One stream.
  private actor Reader {
    private let line: InMemoryServer
    private let number: Int
    private let signals: AsyncStream<Void>
    private let after: String?
    private let onOpen: @Sendable () async -> Void
    private var cursor: Int64?
    private var waiting: ArraySlice<SSEEvent> = []
    private var isOver = false

    init(
      line: InMemoryServer, number: Int, signals: AsyncStream<Void>, after: String?,
      onOpen: @escaping @Sendable () async -> Void
    ) {
      (self.line, self.number, self.signals) = (line, number, signals)
      (self.after, self.onOpen) = (after, onOpen)
    }

    func next() async throws -> SSEEvent? {
      while true {
        if let event = waiting.popFirst() { return event }
        guard !isOver else { return nil }
        guard line.state.withLock({ $0.isReachable }) else {
          throw InMemoryServer.broken(mayHaveArrived: false)
        }
        let isNew = cursor == nil
        let hasNews = try read()
        if isNew, cursor != nil { await onOpen() }
        if hasNews { continue }
        var iterator = signals.makeAsyncIterator()
        guard await iterator.next() != nil else { throw CancellationError() }
      }
    }

    /// Whether there was anything to tell.
    private func read() throws -> Bool {
      guard let cursor else { return try begin() }
      let (events, last, _) = try line.server.events(after: cursor, as: line.caller)
      self.cursor = last
      waiting =
        events.map { event in
          SSEEvent(id: String(event.id), event: event.name.rawValue, data: event.data)
        }[...]
      return last != cursor
    }

    private func begin() throws -> Bool {
      let bounds = try line.server.events(after: .max - 1, as: line.caller).bounds
      let newest = "{\"id\":\"\(bounds.newest)\"}"
      if let after {
        guard let id = Int64(after), bounds.canResume(after: id), id <= bounds.newest else {
          isOver = true
          if line.state.withLock({ $0.hidden.contains("catchup_too_old") }) {
            waiting = [SSEEvent(id: after, event: "gap", data: "{}")]
            return true
          }
          let kept = "\"min_retained_id\":\"\(bounds.oldest ?? bounds.newest)\""
          let data = "{\(kept),\"requested\":\"\(after)\"}"
          waiting = [SSEEvent(id: after, event: "catchup_too_old", data: data)]
          return true
        }
        cursor = id
        waiting = [SSEEvent(id: after, event: "stream_cursor", data: newest)]
      } else {
        cursor = bounds.newest
        waiting = [SSEEvent(id: String(bounds.newest), event: "stream_cursor", data: newest)]
      }
      if line.state.withLock({ $0.hidden.contains("stream_cursor") }) { waiting = [] }
      return true
    }
  }
}
