import Foundation
import MarfaSDK
import MarfaServer
import TestSupport

/// The network and the server.
extension Simulation {
  func reply(to exchange: Exchange, _ index: Int) -> SyncReply {
    if happens(faults.busyServer) { return .response(busyAnswer()) }
    if happens(faults.garbage) {
      if random(2) == 0 { _ = answer(to: exchange, index) }
      return .response(
        TransportResponse(
          status: [200, 404, 502][random(3)], body: Array("<html>Sign in</html>".utf8)))
    }
    let answer = answer(to: exchange, index)
    if happens(faults.duplicate) {
      push(.replay(client: index, exchange), after: Int64(random(3_000)))
    }
    return happens(faults.lostAnswer)
      ? .failure(message: "cut", mayHaveArrived: true) : .response(answer)
  }

  func answer(to exchange: Exchange, _ index: Int) -> TransportResponse {
    var refused: Set<String> = []
    for mutation in exchange.mutations
    where refusals.refuses(mutation, { happens(faults.refusal) }) { refused.insert(mutation.id) }
    let answer =
      refused.isEmpty
      ? ask(exchange.request, index)
      : PlannedRefusals.answer(to: exchange, refusing: refused) { ask($0, index) }
    noticeServer(exchange, answer, index)
    return plant.changed(answer, to: exchange) { ask($0, index) }
  }

  /// What only our server has.
  private static let extensions: Set = [
    "/capabilities", "/mutations", "/snapshot", "/changes", "/blobs/known",
  ]

  func ask(_ given: SyncRequest, _ index: Int) -> TransportResponse {
    var request = given
    if isDocumented {
      guard !Self.extensions.contains(request.path) else {
        let body = #"{"error":{"code":"not_found","message":"The route was not found."}}"#
        return TransportResponse(status: 404, body: Array(body.utf8))
      }
      request.headers["Idempotency-Key"] = nil
      request.headers["Prefer"] = nil
    }
    defer { if request.method != "GET" { wakeStreams() } }
    return send(request, index)
  }

  /// Asks the server as it is.
  func send(_ request: SyncRequest, _ index: Int) -> TransportResponse {
    let answer = server.answer(
      DirectServer.Request(
        request.method, request.path,
        query: request.query.map { ($0.name, $0.value ?? "") },
        headers: Dictionary(
          uniqueKeysWithValues: request.headers.map { ($0.key.lowercased(), $0.value) }),
        body: request.body), as: callers[index])
    let response = TransportResponse(
      status: answer.status, headers: answer.headers, body: answer.body)
    if isRecording {
      recorded.append(Recorded(client: index, request: request, answer: response))
    }
    return response
  }

  /// A server that wants to be left alone, for some seconds or until it has room again.
  func busyAnswer() -> TransportResponse {
    let wait = ["retry-after": String(1 + random(20))]
    return TransportResponse(
      status: random(2) == 0 ? 429 : 507, headers: random(2) == 0 ? wait : [:])
  }

  /// Has the streams looked at that had nothing to tell.
  func wakeStreams() {
    for index in quiet.sorted() {
      guard let stream = clients[index].stream else { continue }
      push(
        .stream(client: index, life: clients[index].life, connection: stream.connection),
        after: Int64(random(500)))
    }
    quiet = []
    wakeWatches()
  }

  func follow(_ index: Int, _ life: Int, _ connection: Int) throws {
    let client = clients[index]
    guard client.life == life, let stream = client.stream, stream.connection == connection else {
      return
    }
    if happens(faults.brokenStream) {
      client.stream = nil
      return try on(.streamEnded(nil, connection: connection), index)
    }
    var events: [SSEEvent] = []
    var (cursor, end) = (Int64(0), stream.end)
    if let known = stream.cursor {
      let page = try server.events(after: known, as: callers[index])
      let count = 1 + random(5)
      let taken = page.events.prefix(count)
      cursor = taken.count < page.events.count ? taken.last?.id ?? known : page.last
      events = taken.map {
        SSEEvent(id: String($0.id), event: $0.name.rawValue, data: $0.data)
      }
    } else {
      let bounds = try server.events(after: .max - 1, as: callers[index]).bounds
      let resumed = try client.store.streamCursor().flatMap { Int64($0) }
      cursor = resumed ?? bounds.newest
      if !isDocumented { end = bounds.newest }
      events =
        isDocumented ? [] : [SSEEvent(id: String(cursor), event: "stream_cursor", data: "{}")]
    }
    let isOpening = stream.cursor == nil
    let isBehind = cursor < end
    client.stream = (connection, cursor, end)
    if isOpening, isDocumented {
      push(
        .stream(client: index, life: life, connection: connection),
        after: Int64(20 + random(400)))
      return try on(.streamOpened(connection: connection), index)
    }
    guard !events.isEmpty else {
      quiet.insert(index)
      return
    }
    noticeReplicas(index)
    push(
      .stream(client: index, life: life, connection: connection), after: Int64(20 + random(400)))
    for event in events { tell?("\(time) \(index) hears \(event.event) \(event.data)") }
    if happens(faults.crash) { return try restart(index) }
    if faults.crash > 0, try plant.writesPlace(of: events, client), happens(3) {
      return try restart(index)
    }
    let asked = try questions(index)
    let outcome = try (notes?.fault ?? .none).applying(to: client) {
      try client.store.apply(plant.changed(events, client), knowing: client.answered)
    }
    try on(.streamOpened(isBehind: isBehind, connection: connection), index)
    try on(
      .streamApplied(
        hasDoubts: outcome.hasDoubts, needsSweep: outcome.needsSweep, isBehind: isBehind,
        connection: connection), index)
    try wake(index, asked: asked)
  }

  /// How many conflicts wait for a person.
  func questions(_ index: Int) throws -> Int {
    try clients[index].asks ? clients[index].store.conflicts().count : 0
  }

  /// Looks at the queue where a conflict has ended by itself, as the engine does.
  func wake(_ index: Int, asked: Int) throws {
    guard plant != .unlookedQueue, try questions(index) < asked else { return }
    try on(.queued, index)
  }

  /// Where a device's place in the stream is not the server's last event, once all is quiet.
  func cursorProblems() throws -> [String] {
    let newest = String(try server.events(after: .max - 1, as: callers[0]).bounds.newest)
    return try clients.compactMap { client in
      let place = try client.store.streamCursor()
      // A server that names no place is followed from the first event that came.
      if isDocumented, place == nil { return nil }
      return place == newest
        ? nil : "\(client.name) is at \(place ?? "none"), the server at \(newest)"
    }
  }

  func tell(_ step: Step) {
    guard let tell else { return }
    switch step {
    case .reply(let index, _, let exchange, let reply, _):
      var words = "\(reply)"
      if case .response(let response) = reply {
        words = "\(response.status) \(String(decoding: response.body, as: UTF8.self))"
      }
      let request = exchange.request
      let body = request.body.map { String(decoding: $0, as: UTF8.self) } ?? ""
      tell("\(time) \(index) \(request.method) \(request.path) \(body) -> \(words)")
    case .timer(let index, _, let timer, _): tell("\(time) \(index) \(timer)")
    case .replay(let index, let exchange):
      tell("\(time) \(index) again \(exchange.request.method) \(exchange.request.path)")
    case .person, .path, .request, .stream, .note: break
    }
  }
}
