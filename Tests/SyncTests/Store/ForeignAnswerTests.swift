import MarfaSDK
import Testing

/// Something between the device and its server answers in the server's place, such as a sign-in
/// page.
@Suite(.timeLimit(.minutes(20))) struct ForeignAnswerTests {
  private static let page = Array("<html>Sign in</html>".utf8)
  private static let notFound = Array(#"{"error":{"code":"not_found","message":"No."}}"#.utf8)

  private func verdict(
    _ status: Int, _ body: [UInt8], _ kind: MutationKind
  ) async throws -> MutationVerdict {
    let desk = try await DrainDesk()
    try await desk.note("A")
    var mutation = try #require(try await desk.next()?.mutations.first)
    mutation.kind = kind
    return MutationVerdict(
      MutationReply(TransportResponse(status: status, body: body)), to: mutation)
  }

  private static func foreign(_ status: Int) -> MutationVerdict {
    .transient(
      message: "Something on the way answered \(status), and not the server.", retryAfter: nil)
  }

  @Test(arguments: [MutationKind.addTags, .deleteItem, .setExtension, .createItem, .deleteEdge])
  func `a page is neither a success nor a refusal`(kind: MutationKind) async throws {
    for status in [200, 302, 400, 401, 403, 404, 407, 409, 422, 424, 451] {
      #expect(try await verdict(status, Self.page, kind) == Self.foreign(status), "\(status)")
    }
    // Answers of gateways that are JSON, or have no body.
    for body in [#"{"message":"no Route matched"}"#, #"{"error":"Forbidden"}"#, "[]", ""] {
      for status in [400, 403, 404, 409] {
        let answered = try await verdict(status, Array(body.utf8), kind)
        #expect(answered == Self.foreign(status), "\(status)")
      }
    }
  }

  @Test func `the server's words count, and so does an answer that a request is too large`()
    async throws
  {
    let words = Array(#"{"error":{"code":"expired_token","message":"Old."}}"#.utf8)
    #expect(try await verdict(401, words, .addTags) == .signedOut)
    #expect(try await verdict(401, [], .addTags) == .signedOut)
    #expect(
      try await verdict(403, words, .addTags)
        == .refused(code: "expired_token", message: "Old.", status: 403))
    guard case .refused(_, _, 413) = try await verdict(413, Self.page, .createItem) else {
      Issue.record("it would never arrive")
      return
    }
  }

  @Test(arguments: [200, 401, 403, 404])
  func `a page in place of the answers to a batch lets all of it wait`(status: Int) async throws {
    let desk = try await DrainDesk()
    let identify = try await desk.store.nextExchange(.identify).exchange
    try await desk.settle(identify, status: 200, body: #"{"mutation_batch": 50}"#)
    for title in ["A", "B"] { try await desk.note(title) }
    let batch = try #require(try await desk.next())
    try #require(batch.mutations.count == 2)

    let outcome = try await desk.settle(batch, status: status, body: "<html>Sign in</html>")

    guard case .failed(.transient) = outcome.progress else {
      Issue.record("\(outcome.progress)")
      return
    }
    let waiting = try await desk.store.pendingMutations()
    let words = "Something on the way answered \(status), and not the server."
    #expect(
      waiting.map(\.status)
        == Array(repeating: .retrying(attemptCount: 1, lastError: words), count: 2))
    #expect(try await desk.store.syncCounts().refused == 0)
    desk.clock.advance(byMilliseconds: 60_000)
    let again = try #require(try await desk.next())
    #expect(again.mutations.map(\.id) == batch.mutations.map(\.id))
    #expect(again.request.path == batch.request.path)
  }

  @Test func `a success without a body is one, and so is a removal of what is not there`()
    async throws
  {
    #expect(try await verdict(200, [], .addTags) == .confirmed(.done))
    #expect(try await verdict(204, [], .deleteItem) == .confirmed(.done))
    #expect(try await verdict(404, Self.notFound, .deleteEdge) == .confirmed(.done))
  }

  @Test func `a page removes no note of which there is a doubt`() async throws {
    let desk = try await DrainDesk()
    let id = try await desk.note("A")
    _ = try await desk.store.apply([
      SSEEvent(event: "item.deleted", data: #"{"id":"\#(id)","type":"core.note"}"#)
    ])
    let exchange = try #require(try await desk.store.nextExchange(.confirm).exchange)

    let outcome = try await desk.store.settle(
      exchange, .response(TransportResponse(status: 404, body: Self.page)), desk.policy)

    #expect(try await desk.store.item(id: id) != nil)
    guard case .failed(.transient) = outcome.progress else {
      Issue.record("\(outcome.progress)")
      return
    }
  }

  @Test(arguments: [401, 403, 404])
  func `a page ends no sweep`(status: Int) async throws {
    let desk = try await DrainDesk()
    let identify = try #require(try await desk.store.nextExchange(.identify).exchange)
    let capabilities = Array(#"{"server_id": "a", "log_epoch": "1", "snapshot": true}"#.utf8)
    _ = try await desk.store.settle(
      identify, .response(TransportResponse(status: 200, body: capabilities)), desk.policy)
    let exchange = try #require(try await desk.store.nextExchange(.sweep).exchange)

    let outcome = try await desk.store.settle(
      exchange, .response(TransportResponse(status: status, body: Self.page)), desk.policy)

    guard case .failed(.transient) = outcome.progress else {
      Issue.record("\(outcome.progress)")
      return
    }
    let next = try #require(try await desk.store.nextExchange(.sweep).exchange)
    #expect(next.request == exchange.request)
  }

  @Test(arguments: [400, 410])
  func `a list that cannot be continued begins again later`(status: Int)
    async throws
  {
    let desk = try await DrainDesk()
    _ = try await desk.store.apply([SSEEvent(event: "resync", data: "{}")])
    let first = try #require(try await desk.store.nextExchange(.sweep).exchange)
    let page = #"{"data": [], "has_more": true, "cursor": "c"}"#
    func answer(_ exchange: Exchange, _ status: Int, _ body: String) async throws -> SyncProgress {
      let response = TransportResponse(status: status, body: Array(body.utf8))
      return try await desk.store.settle(exchange, .response(response), desk.policy).progress
    }
    #expect(try await answer(first, 200, page) == .more)
    let second = try #require(try await desk.store.nextExchange(.sweep).exchange)

    guard case .failed(.transient) = try await answer(second, status, "<html>No.</html>") else {
      Issue.record("a page ends a list")
      return
    }
    #expect(try await desk.store.nextExchange(.sweep).exchange?.request == second.request)

    let refusal = #"{"error": {"code": "validation_error", "message": "Too late."}}"#
    let words = "The server's list begins again: Too late."
    #expect(
      try await answer(second, status, refusal)
        == .failed(.transient(message: words, retryAfter: nil)))
    #expect(try await desk.store.nextExchange(.sweep).exchange?.request == first.request)
  }

  @Test func `a page in place of what the server can do changes nothing that is known of it`()
    async throws
  {
    let desk = try await DrainDesk()
    let identify = try #require(try await desk.store.nextExchange(.identify).exchange)
    func answer(_ status: Int, _ body: String) async throws -> SyncProgress {
      let response = TransportResponse(status: status, body: Array(body.utf8))
      return try await desk.store.settle(identify, .response(response), desk.policy).progress
    }
    // Before a server has named itself, none may have such a route.
    guard case .identified = try await answer(404, "<html>Not found</html>") else {
      Issue.record("it is not identified")
      return
    }
    let capabilities = #"{"server_id": "a", "log_epoch": "1", "snapshot": true}"#
    guard case .identified = try await answer(200, capabilities) else {
      Issue.record("it is not identified")
      return
    }

    for status in [200, 401, 403, 404, 407, 451] {
      guard case .failed(.transient) = try await answer(status, "<html>Sign in</html>") else {
        Issue.record("a page is taken for a server")
        return
      }
    }
    // Another server may have no name, and a gateway an envelope.
    let route = #"{"error": {"code": "not_found", "message": "No such route."}}"#
    for (status, body) in [(404, route), (200, "{}"), (200, #"{"status": "ok"}"#)] {
      guard case .failed(.transient) = try await answer(status, body) else {
        Issue.record("somebody without a name is taken for the server")
        return
      }
    }
    let refusal = #"{"error": {"code": "forbidden", "message": "Not yours."}}"#
    #expect(try await answer(403, refusal) == .failed(.refused("Not yours.")))

    guard case .identified(let now) = try await answer(200, capabilities) else { return }
    #expect(now.start == .snapshot)
  }
}
