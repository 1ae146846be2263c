import MarfaSDK
import Testing

extension SyncStateMachineTests {
  @Test(arguments: [(500, true), (503, true), (429, false), (nil, false)])
  func `a server that answers with an error is told from one that cannot be reached`(
    status: Int?, isServerError: Bool
  ) throws {
    var machine = Self.machine(.start)
    let failure = SyncFailure.transient(message: "no", retryAfter: nil, status: status)

    _ = machine.on(.progress(.identify, .failed(failure), connection: 1))

    #expect(machine.state == .offline)
    let expected =
      try isServerError ? ConnectionObstacle.serverError(status: #require(status)) : nil
    #expect(machine.obstacle == expected)
    _ = machine.on(.timer(.reconnect))
    #expect(machine.obstacle == nil)
    let cut = SyncFailure.transient(message: "cut", retryAfter: nil)
    _ = machine.on(.progress(.identify, .failed(cut), connection: machine.connection))
    #expect(machine.obstacle == nil)
  }

  @Test func `a stream that ends with an error of the server says so until it is asked again`() {
    var machine = Self.idle()

    _ = machine.on(
      .streamEnded(.transient(message: "no", retryAfter: nil, status: 502), connection: 1))

    #expect(machine.obstacle == .serverError(status: 502))
    _ = machine.on(.signedIn)
    #expect(machine.obstacle == nil)
  }

  @Test func `a pause before the start holds when it starts`() {
    var machine = Self.machine(.pause)
    #expect(machine.phase == .stopped)

    #expect(machine.on(.start).isEmpty)

    #expect(machine.obstacle == .paused)
    #expect(machine.on(.queued).isEmpty)
    #expect(
      machine.on(.resume) == [.perform(.identify, connection: 2), .publish(.connecting)])
  }

  @Test func `a pause that ended before the start is none`() {
    var machine = Self.machine(.pause, .resume)

    #expect(machine.on(.start) == [.perform(.identify, connection: 1), .publish(.connecting)])
  }
}
