import MarfaSDK
import MarfaSDKTestSupport
import Synchronization
import Testing

/// What a callback was told, in order.
final class Steps: Sendable {
  private let state = Mutex<[String]>([])
  var all: [String] { state.withLock { $0 } }
  func add(_ step: String) { state.withLock { $0.append(step) } }
}

@Suite(.timeLimit(.minutes(20))) struct RemoteRetryTests {
  private static let busy: JSONValue = ["error": ["code": "x", "message": "Later."]]

  private func lost(_ mayHaveArrived: Bool) -> NetworkError {
    NetworkError(message: "lost", details: ["may_have_arrived": .bool(mayHaveArrived)])
  }

  @Test(arguments: [408, 425, 429, 500, 502, 503, 504])
  func `a request that reads is repeated until it is answered`(status: Int) async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(status: status, json: Self.busy)
    fixture.transport.enqueue(status: status, json: Self.busy)
    fixture.transport.enqueue(json: RemoteFixture.itemResponse())

    let item = try await fixture.client.items.get(id: "i1")

    #expect(item.id == "i1")
    #expect(fixture.delays == [.milliseconds(500), .seconds(1)])
  }

  @Test func `the last failure is thrown when the attempts are used up`() async throws {
    let fixture = RemoteFixture()
    for status in [500, 503, 502] { fixture.transport.enqueue(status: status, json: Self.busy) }

    let error = await #expect(throws: APIError.self) {
      try await fixture.client.items.get(id: "i1")
    }

    #expect(error?.status == 502)
    #expect(fixture.calls.count == 3)
  }

  @Test func `a wait that the server asks for is kept`() async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(status: 429, json: Self.busy, headers: ["retry-after": "9"])
    fixture.transport.enqueue(json: RemoteFixture.itemResponse())

    try await fixture.client.items.create(CreateItemInput(type: "core.note"))

    #expect(fixture.delays == [.seconds(9)])
  }

  @Test(arguments: [400, 401, 403, 404, 409, 413])
  func `a refused request is not sent again`(status: Int) async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(status: status, json: Self.busy)

    let error = await #expect(throws: (any Error).self) {
      try await fixture.client.items.get(id: "i1")
    }

    #expect((error as? any MarfaError)?.status == status)
    #expect(fixture.calls.count == 1)
  }

  @Test(arguments: [429, 503])
  func `a change that was not done is repeated with the same key`(status: Int) async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(status: status, json: Self.busy)
    fixture.transport.enqueue(failure: lost(false))
    fixture.transport.enqueue(json: RemoteFixture.itemResponse())

    try await fixture.client.items.create(CreateItemInput(type: "core.note"))

    let keys = fixture.transport.requests.map { $0.headers["Idempotency-Key"] }
    #expect(keys.count == 3)
    #expect(Set(keys).count == 1)
    #expect(keys.first != .some(nil))
  }

  @Test func `a change whose outcome is unknown is not repeated`() async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(failure: lost(true))

    let error = await #expect(throws: NetworkError.self) {
      try await fixture.client.items.create(CreateItemInput(type: "core.note"))
    }

    #expect(error?.details?["may_have_arrived"] == true)
    #expect(fixture.calls.count == 1)
  }

  @Test func `a change that the server failed at is not repeated`() async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(status: 500, json: Self.busy)

    await #expect(throws: APIError.self) { try await fixture.client.items.delete(id: "i1") }

    #expect(fixture.calls.count == 1)
  }

  @Test func `an upload is repeated, since bytes are stored once`() async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(failure: lost(true))
    fixture.transport.enqueue(status: 201, json: ["hash": "sha256:ab"])

    let hash = try await fixture.client.blobs.upload(data: [1], mimeType: "a/b")

    #expect(hash == "sha256:ab")
  }

  @Test func `a cancelled wait ends the request`() async throws {
    let transport = MockTransport()
    transport.enqueue(status: 503, json: Self.busy)
    let client = MarfaClient(
      RemoteAPI(
        transport, configuration: ClientConfiguration(),
        pacing: RemoteAPI.Pacing(sleep: { _ in throw CancellationError() })))

    await #expect(throws: CancellationError.self) { try await client.items.get(id: "i1") }

    #expect(transport.requests.count == 1)
  }

  @Test func `an answer that is not what was expected names the place`() async throws {
    let fixture = RemoteFixture()
    fixture.transport.enqueue(json: ["item": ["id": "i1"], "metadata": RemoteFixture.metadata()])

    let error = await #expect(throws: ResponseDecodingError.self) {
      try await fixture.client.items.get(id: "i1")
    }

    #expect(error?.details?["field"]?.stringValue?.hasPrefix("item.") == true)
  }
}
