import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct MockTransportTests {
  @Test func `answers come in the order of the queue, and requests are kept`() async throws {
    let transport = MockTransport()
    transport.enqueue(json: ["a": 1])
    transport.enqueue(failure: NetworkError(message: "lost"))

    let first = try await transport.request(
      method: "PATCH", path: "/items/i", query: [URLQueryItem(name: "q", value: "1")],
      body: ["b": 2], headers: ["X-A": "y"])

    #expect(first == ["a": 1])
    await #expect(throws: NetworkError(message: "lost")) {
      try await transport.request(method: "GET", path: "/two")
    }
    let request = try #require(transport.requests.first)
    #expect(request.method == "PATCH")
    #expect(request.query == [URLQueryItem(name: "q", value: "1")])
    #expect(request.json == ["b": 2])
    #expect(request.headers["X-A"] == "y")
    #expect(transport.requests.map(\.path) == ["/items/i", "/two"])
  }

  @Test func `a request without an answer fails and says which`() async throws {
    let transport = MockTransport()

    let error = await #expect(throws: NetworkError.self) {
      try await transport.request(method: "GET", path: "/items")
    }

    #expect(error?.message.contains("GET /items") == true)
  }

  @Test func `a stream plays its script, and then ends`() async throws {
    let transport = MockTransport()
    let event = SSEEvent(id: "1", event: "item.created", data: "{}")
    transport.enqueueStream([.event(event), .event(event)])

    var events: [SSEEvent] = []
    for try await event in transport.eventStream(path: "/events", query: [], lastEventID: "0") {
      events.append(event)
    }

    #expect(events == [event, event])
    #expect(transport.requests.first?.headers["Last-Event-ID"] == "0")
  }

  @Test func `a stream may break after some events`() async throws {
    let transport = MockTransport()
    transport.enqueueStream([
      .event(SSEEvent(data: "a")), .failure(NetworkError(message: "lost")),
    ])
    var count = 0

    await #expect(throws: NetworkError.self) {
      for try await _ in transport.eventStream(path: "/e", query: [], lastEventID: nil) {
        count += 1
      }
    }

    #expect(count == 1)
  }

  @Test func `a silent stream ends when its reader is cancelled`() async throws {
    let transport = MockTransport()
    transport.enqueueStream([.event(SSEEvent(data: "a")), .silence])
    let (started, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .unbounded)
    let task = Task {
      for try await _ in transport.eventStream(path: "/e", query: [], lastEventID: nil) {
        continuation.yield()
      }
      try Task.checkCancellation()
    }
    for await _ in started { break }

    task.cancel()

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
