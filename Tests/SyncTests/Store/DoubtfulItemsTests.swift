import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct DoubtfulItemsTests {
  /// A desk whose server answers questions about several items, and has removed some notes.
  private func desk(_ count: Int) async throws -> (DrainDesk, ids: [String]) {
    let desk = try await DrainDesk()
    let identify = try #require(try await desk.store.nextExchange(.identify).exchange)
    let capabilities = #"{"server_id": "a", "log_epoch": "1", "items_by_id": true}"#
    _ = try await desk.settle(identify, 200, capabilities)
    var ids: [String] = []
    for number in 0..<count { ids.append(try await desk.note("N\(number)")) }
    for id in ids {
      _ = try await desk.store.apply([
        SSEEvent(event: "item.deleted", data: #"{"id":"\#(id)","type":"core.note"}"#)
      ])
    }
    return (desk, ids)
  }

  @Test func `a question too large for one answer is asked in halves`() async throws {
    let (desk, ids) = try await desk(3)
    let refusal = #"{"error": {"code": "validation_error", "message": "Name fewer."}}"#
    let absence = #"{"error": {"code": "item_not_found", "message": "No."}}"#

    let all = try #require(try await desk.store.nextExchange(.confirm).exchange)
    #expect(all.request.query.first?.value?.split(separator: ",").count == 3)
    #expect(try await desk.settle(all, 400, refusal).progress == .more)

    // It is in one item's own question in the end, and twice as many are asked about after an
    // answer.
    var asked: [Int] = []
    while let exchange = try await desk.store.nextExchange(.confirm).exchange {
      let names = exchange.request.query.first?.value?.split(separator: ",").count
      asked.append(names ?? 1)
      let answer = names == nil ? (404, absence) : (200, #"{"data": []}"#)
      try #require(try await desk.settle(exchange, answer.0, answer.1).progress == .more)
    }
    #expect(asked == [1, 2])
    for id in ids { #expect(try await desk.store.item(id: id) == nil) }
  }

  @Test(arguments: [404, 414, 431])
  func `a question about several items that is refused says nothing about them`(status: Int)
    async throws
  {
    let (desk, ids) = try await desk(2)
    let both = try #require(try await desk.store.nextExchange(.confirm).exchange)
    let refusal = #"{"error": {"code": "not_found", "message": "No such route."}}"#

    #expect(try await desk.settle(both, status, refusal).progress == .more)

    for id in ids { #expect(try await desk.store.item(id: id) != nil) }
    let one = try #require(try await desk.store.nextExchange(.confirm).exchange)
    #expect(one.request.path == "/items/" + ids[0])
  }

  @Test func `a refusal of one item's question ends the round`() async throws {
    let (desk, _) = try await desk(1)
    let exchange = try #require(try await desk.store.nextExchange(.confirm).exchange)

    let refusal = #"{"error": {"code": "validation_error", "message": "No."}}"#
    let outcome = try await desk.settle(exchange, 400, refusal)

    #expect(outcome.progress == .failed(.refused("No.")))
  }
}

extension DrainDesk {
  fileprivate func settle(
    _ exchange: Exchange, _ status: Int, _ body: String
  ) async throws -> ExchangeOutcome {
    let response = TransportResponse(status: status, body: Array(body.utf8))
    return try await store.settle(exchange, .response(response), policy)
  }
}
