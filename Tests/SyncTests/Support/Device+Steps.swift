import MarfaSDK
import Testing

/// A device without a running engine, which a test moves step by step.
extension Device {
  private static let policy = SyncPolicy(url: "https://notes.example")

  /// The next request of the queue, which is on its way from now on.
  func leaving() async throws -> Exchange {
    try #require(try await store.nextExchange(.drain).exchange)
  }

  /// What the server answers to a request.
  func reply(to exchange: Exchange) async throws -> SyncReply {
    let request = exchange.request
    return .response(
      try await line.rawRequest(
        method: request.method, path: request.path, query: request.query,
        headers: request.headers, body: request.body))
  }

  /// Takes an answer, or the lack of one; nothing waits for its next attempt then.
  func take(_ reply: SyncReply, to exchange: Exchange) async throws {
    _ = try await store.settle(exchange, reply, Self.policy)
    try await store.releaseWaits()
  }

  /// Sends the next request of the queue; without `isAnswered` it arrives and its answer is lost.
  func send(isAnswered: Bool = true) async throws {
    let exchange = try await leaving()
    let answer = try await reply(to: exchange)
    try await take(
      isAnswered ? answer : .failure(message: "lost", mayHaveArrived: true), to: exchange)
  }

  /// Sends until nothing waits.
  func sendAll() async throws {
    while try await !queue.fetchAll().isEmpty { try await send() }
  }

  /// Reports what the server has of an item, as an event does.
  func hear(_ id: String, as name: String = "item.updated") async throws {
    let item = line.ask("GET", "/items/" + id).body.objectValue?["item"] ?? .null
    _ = try await store.apply([SSEEvent(event: name, data: JSONWriter.string(of: item))])
  }

  /// Has somebody else change properties of an item.
  func others(_ id: String, _ properties: JSONValue) {
    line.ask("PATCH", "/items/" + id, ["properties": properties])
  }

  /// The bodies of all notes at the server.
  func bodiesThere() -> Set<JSONValue> {
    let there = line.ask("GET", "/items").body.objectValue?["data"]?.arrayValue ?? []
    return Set(there.compactMap { $0.objectValue?["properties"]?.objectValue?["body"] })
  }
}
