import MarfaSDK
import Testing

/// Something between the device and its server answers in the server's place, such as a sign-in
/// page.
@Suite(.timeLimit(.minutes(20))) struct ForeignAnswerTests {
  private static let page = Array("<html>Sign in</html>".utf8)

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

  @Test(arguments: [MutationKind.addTags, .deleteItem, .setExtension, .createItem, .deleteEdge])
  func `a page is no success`(kind: MutationKind) async throws {
    for status in [200, 404] {
      let verdict = try await verdict(status, Self.page, kind)
      #expect(
        verdict == .transient(message: "Something else than the server answered.", retryAfter: nil))
    }
  }

  @Test func `a success without a body is one, and so is a removal of what is not there`()
    async throws
  {
    #expect(try await verdict(200, [], .addTags) == .confirmed(.done))
    #expect(try await verdict(204, [], .deleteItem) == .confirmed(.done))
    #expect(try await verdict(404, Array("{}".utf8), .deleteEdge) == .confirmed(.done))
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

  @Test(arguments: [403, 404])
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

    for status in [200, 403, 404, 407, 451] {
      guard case .failed(.transient) = try await answer(status, "<html>Sign in</html>") else {
        Issue.record("a page is taken for a server")
        return
      }
    }
    let refusal = #"{"error": {"code": "forbidden", "message": "Not yours."}}"#
    #expect(try await answer(403, refusal) == .failed(.refused("Not yours.")))

    guard case .identified(let now) = try await answer(200, capabilities) else { return }
    #expect(now.start == .snapshot)
  }
}
