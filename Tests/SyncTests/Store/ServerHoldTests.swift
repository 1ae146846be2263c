import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct ServerHoldTests {
  private static let words = #"{"error":{"code":"rate_limited","message":"Slowly."}}"#

  /// A desk whose server has asked for two minutes.
  private func heldDesk() async throws -> DrainDesk {
    let desk = try await DrainDesk()
    try await desk.note("A")
    let outcome = try await desk.settle(
      try await desk.next(), status: 429, headers: ["retry-after": "120"], body: Self.words)
    let wait = SyncFailure.transient(
      message: "Slowly.", retryAfter: .seconds(120), status: 429)
    #expect(outcome.progress == .failed(wait))
    return desk
  }

  private func until(_ desk: DrainDesk, _ milliseconds: Int64) -> SyncProgress {
    .waits(until: Timestamp(milliseconds: desk.clock.now.milliseconds + milliseconds))
  }

  @Test func `a wait that the server asks for is kept by all changes, also new ones`()
    async throws
  {
    let desk = try await heldDesk()
    try await desk.note("B")

    #expect(try await desk.next() == nil)
    #expect(try SynchronousStore(desk.store).queueRest() == until(desk, 120_000))
    desk.clock.advance(byMilliseconds: 119_999)
    #expect(try await desk.next() == nil)
    desk.clock.advance(byMilliseconds: 1)
    #expect(try await desk.next() != nil)
  }

  @Test func `neither a new connection nor a new process comes too early`() async throws {
    var desk = try await heldDesk()

    try await desk.store.releaseWaits()
    #expect(try await desk.next() == nil)
    try desk.reopen()
    try await desk.store.releaseClaims()
    try await desk.store.releaseWaits()

    #expect(try await desk.next() == nil)
    #expect(try SynchronousStore(desk.store).queueRest() == until(desk, 120_000))
    #expect(try await desk.store.serverHold()?.message == "Slowly.")
  }

  @Test func `a server without room waits, says so, and is asked again`() async throws {
    let desk = try await DrainDesk()
    try await desk.note("A")
    try await desk.settle(
      try await desk.next(), status: 507,
      body: #"{"error":{"code":"internal_error","message":"The disk is full."}}"#)

    let hold = try #require(try await desk.store.serverHold())
    #expect(hold.status == 507)
    #expect(hold.message == "The disk is full.")
    let waiting = try await desk.store.pendingMutations()
    #expect(
      waiting.map(\.status) == [.retrying(attemptCount: 1, lastError: "The disk is full.")])
    #expect(try await desk.next() == nil)
    #expect(try await desk.store.syncCounts().isServerFull)

    desk.clock.advance(byMilliseconds: 60_000)
    // As long as nobody has asked again, it is so.
    #expect(try await desk.store.syncCounts().isServerFull)
    let again = try #require(try await desk.next())
    try await desk.settle(
      again, status: 404, body: #"{"error":{"code":"not_found","message":"No."}}"#)
    #expect(try await desk.store.serverHold() == nil)
    #expect(try await desk.store.syncCounts().isServerFull == false)
  }

  @Test(arguments: [-365 * 86_400, -60, 365 * 86_400])
  func `a clock that is set back or forward keeps nothing back`(seconds: Int64) async throws {
    let desk = try await heldDesk()

    desk.clock.advance(byMilliseconds: seconds * 1000)

    #expect(try await desk.next() != nil)
  }

  @Test(arguments: [-1, 1])
  func `a change that failed is not kept back by a clock that jumps`(
    direction: Int64
  ) async throws {
    let desk = try await DrainDesk()
    try await desk.note("A")
    try await desk.settle(try await desk.next(), status: 500)
    #expect(try await desk.next() == nil)

    desk.clock.advance(byMilliseconds: direction * 365 * 86_400_000)

    #expect(try await desk.next() != nil)
  }

  @Test func `a change that waits for a person keeps waiting, whatever the clock says`() {
    var order = QueueOrder(now: 1_000)

    let times: [Int64] = [.max, 61_000, 61_001]
    let admitted = times.map { time in
      order.admits(.init(kind: .updateItem, itemId: "\(time)", nextAttemptAt: time))
    }

    #expect(admitted == [false, false, true])
  }

  @Test(arguments: [-365, 0, 365])
  func `a wrong clock is named`(days: Int64) async throws {
    let desk = try await DrainDesk()
    let exchange = try await desk.store.nextExchange(.identify).exchange
    desk.clock.advance(byMilliseconds: days * 86_400_000)

    // The server's clock says Fri, 15 Jan 2027 08:00:00 GMT.
    try await desk.settle(
      exchange, status: 200, headers: ["date": "Fri, 15 Jan 2027 08:00:00 GMT"], body: "{}")

    let skew = try await desk.store.clockSkew()
    #expect(skew?.milliseconds == (days == 0 ? nil : days * 86_400_000))
  }
}
