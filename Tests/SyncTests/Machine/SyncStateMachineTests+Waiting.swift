import MarfaSDK
import Testing

extension SyncStateMachineTests {
  @Test(arguments: [
    (500, ConnectionObstacle.serverError(status: 500)), (503, .serverError(status: 503)),
    (429, .tooManyRequests), (408, nil), (nil, nil),
  ])
  func `a server that answers with an error is told from one that cannot be reached`(
    status: Int?, obstacle: ConnectionObstacle?
  ) {
    var machine = Self.machine(.start)
    let failure = SyncFailure.transient(message: "no", retryAfter: nil, status: status)

    _ = machine.on(.progress(.identify, .failed(failure), connection: 1))

    #expect(machine.state == .offline)
    #expect(machine.obstacle == obstacle)
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

  @Test func `a queue that was asked to wait says so until it is sent`() {
    var machine = Self.idle()
    func failure(_ status: Int?) -> SyncProgress {
      .failed(.transient(message: "no", retryAfter: .seconds(3), status: status))
    }
    func drain(_ progress: SyncProgress) {
      _ = machine.on(.queued)
      _ = machine.on(.timer(.debounce))
      _ = machine.on(.progress(.drain, progress, connection: 1))
    }

    drain(failure(429))
    #expect(machine.state == .online)
    #expect(machine.obstacle == .tooManyRequests)
    drain(.waits(until: Timestamp(milliseconds: 1)))
    #expect(machine.obstacle == .tooManyRequests)
    drain(failure(nil))
    #expect(machine.obstacle == nil)
    drain(failure(429))
    drain(.done)
    #expect(machine.obstacle == nil)
  }

  /// A machine with changes to send, whose stream has yet to bring what happened meanwhile.
  private static func behind() -> Machine {
    machine(
      .start, identified(.resume(cursor: "7")), .streamOpened(isBehind: true, connection: 1),
      .progress(.types, .done, connection: 1), .progress(.confirm, .done, connection: 1), .queued,
      .timer(.debounce))
  }

  private static func applied(isBehind: Bool) -> Machine.Event {
    .streamApplied(hasDoubts: false, needsSweep: false, isBehind: isBehind, connection: 1)
  }

  @Test func `nothing is sent before the stream has brought what it announced`() {
    var machine = Self.machine(.start, Self.identified(.resume(cursor: "7")))

    #expect(
      machine.on(.streamOpened(isBehind: true, connection: 1))
        == [Self.patience, .perform(.types, connection: 1), .publish(.syncing)])
    machine = Self.behind()
    #expect(machine.busy == nil)
    #expect(machine.state == .online)
    #expect(machine.on(Self.applied(isBehind: true)) == [Self.patience])
    #expect(
      machine.on(Self.applied(isBehind: false))
        == [.cancel(.streamPatience), .perform(.drain, connection: 1), .publish(.syncing)])
  }

  @Test func `a stream that brings no more of what it announced is not waited for`() {
    var machine = Self.behind()

    #expect(
      machine.on(.timer(.streamPatience))
        == [.perform(.confirm, connection: 1), .publish(.syncing)])
    #expect(
      machine.on(.progress(.confirm, .done, connection: 1)) == [.perform(.drain, connection: 1)])
    #expect(machine.stream == .silent)
    #expect(machine.state == .syncing)
  }

  @Test func `a stream that has spoken and does not bring what it announced is quiet`() {
    var machine = Self.behind()
    _ = machine.on(Self.applied(isBehind: true))

    _ = machine.on(.timer(.streamPatience))

    #expect(machine.stream == .quiet)
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

  @Test func `opened items are asked about before the queue is sent, and again after a failure`() {
    var machine = Self.idle()

    #expect(
      machine.on(.opened) == [.perform(.extensions, connection: 1), .publish(.syncing)])
    #expect(
      machine.on(.progress(.extensions, .done, connection: 1)) == [.publish(.online)])
    _ = machine.on(.opened)
    _ = machine.on(
      .progress(.extensions, .failed(.transient(message: "no", retryAfter: nil)), connection: 1))
    _ = machine.on(.timer(.reconnect))
    let number = machine.connection
    _ = machine.on(
      .progress(
        .identify, .identified(Identification(start: .resume(cursor: "7"))), connection: number))
    _ = machine.on(.streamOpened(connection: number))
    _ = machine.on(.progress(.types, .done, connection: number))

    #expect(
      machine.on(.progress(.confirm, .done, connection: number))
        == [.perform(.extensions, connection: number)])
    #expect(
      machine.on(.progress(.extensions, .done, connection: number))
        == [.perform(.drain, connection: number)])
  }
}
