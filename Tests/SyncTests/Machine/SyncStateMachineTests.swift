import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SyncStateMachineTests {
  typealias Machine = SyncStateMachine
  static let patience = Machine.Action.set(.streamPatience, .duration(.seconds(10)))
  private static let failure = SyncFailure.transient(message: "no", retryAfter: nil)

  /// A machine after some events.
  static func machine(_ events: Machine.Event...) -> Machine {
    var machine = Machine()
    for event in events { _ = machine.on(event) }
    return machine
  }

  static func identified(
    _ start: Identification.Start, isReadOnly: Bool = false
  ) -> Machine.Event {
    .progress(
      .identify, .identified(Identification(start: start, isReadOnly: isReadOnly)), connection: 1)
  }

  /// A machine whose stream is open and that has nothing to do.
  static func idle(isReadOnly: Bool = false) -> Machine {
    var machine = machine(
      .start, identified(.resume(cursor: "7"), isReadOnly: isReadOnly),
      .streamOpened(connection: 1), .progress(.types, .done, connection: 1),
      .progress(.confirm, .done, connection: 1))
    _ = machine.on(.progress(.drain, .done, connection: 1))
    return machine
  }

  @Test func `a start asks the server who it is`() {
    var machine = Machine()

    #expect(machine.on(.start) == [.perform(.identify, connection: 1), .publish(.connecting)])
    #expect(machine.on(.start).isEmpty)
  }

  @Test func `a burst of changes is sent once`() {
    var machine = Self.idle()

    #expect(machine.on(.queued) == [.set(.debounce, .debounce)])
    #expect(machine.on(.queued).isEmpty)
    #expect(
      machine.on(.timer(.debounce)) == [.perform(.drain, connection: 1), .publish(.syncing)])
    #expect(machine.on(.queued).isEmpty)
    #expect(
      machine.on(.progress(.drain, .done, connection: 1)) == [.perform(.drain, connection: 1)])
  }

  @Test func `all is reported as sent even if the last answer comes with news in doubt`() {
    var machine = Self.idle()
    _ = machine.on(.queued)
    _ = machine.on(.timer(.debounce))

    #expect(
      machine.on(.streamApplied(hasDoubts: true, needsSweep: false, connection: 1)).isEmpty)
    #expect(
      machine.on(.progress(.drain, .done, connection: 1)) == [.perform(.confirm, connection: 1)])
    #expect(
      machine.on(.progress(.confirm, .done, connection: 1)) == [.perform(.drain, connection: 1)])
    #expect(
      machine.on(.progress(.drain, .done, connection: 1)) == [.tellSynced, .publish(.online)])
  }

  @Test func `work that waited for an exchange of the last connection is sent when it ends`() {
    var machine = Self.idle()
    _ = machine.on(.queued)
    _ = machine.on(.timer(.debounce))
    _ = machine.on(.pause)
    _ = machine.on(.resume)
    let connection = machine.connection
    _ = machine.on(
      .progress(
        .identify, .identified(Identification(start: .resume(cursor: "7"), isReadOnly: false)),
        connection: connection))
    _ = machine.on(.streamOpened(connection: connection))
    _ = machine.on(.progress(.types, .done, connection: connection))
    _ = machine.on(.progress(.confirm, .done, connection: connection))
    _ = machine.on(.progress(.drain, .waits(until: nil), connection: connection))

    #expect(
      machine.on(.progress(.drain, .more, connection: 1)).first
        == .perform(.drain, connection: connection))
  }

  @Test(arguments: [
    SyncStateMachine(), SyncStateMachineTests.machine(.start),
    SyncStateMachineTests.machine(.start, .pause),
  ])
  func `a change is not sent before the connection is made`(before: SyncStateMachine) {
    var machine = before

    #expect(machine.on(.queued).isEmpty)
  }

  @Test func `a stream that breaks is made again, later each time`() {
    var machine = Self.idle()

    #expect(
      machine.on(.streamEnded(Self.failure, connection: 1))
        == [
          .closeStream, .set(.reconnect, .backoff(failures: 1)), .tell(Self.failure),
          .publish(.offline),
        ])
    #expect(
      machine.on(.timer(.reconnect))
        == [.perform(.identify, connection: 3), .publish(.connecting)])
    #expect(
      machine.on(.progress(.identify, .failed(Self.failure), connection: 3))
        == [.set(.reconnect, .backoff(failures: 2)), .tell(Self.failure), .publish(.offline)])
  }

  @Test func `a failed request is sent at once when the server is back`() {
    var machine = Self.idle()
    _ = machine.on(.streamEnded(nil, connection: 1))
    _ = machine.on(.timer(.reconnect))
    _ = machine.on(
      .progress(
        .identify, .identified(Identification(start: .resume(cursor: "9"))), connection: 3))

    #expect(machine.on(.streamOpened(connection: 3)).contains(.releaseWaits))
  }

  @Test func `a server that names a time is not asked earlier, whatever the way to it does`() {
    var machine = Self.machine(.start)
    let wait = SyncFailure.transient(message: "slow", retryAfter: .seconds(90))
    _ = machine.on(.progress(.identify, .failed(wait), connection: 1))

    #expect(machine.on(.pathChanged(isReachable: false)).isEmpty)
    #expect(machine.on(.pathChanged(isReachable: true)).isEmpty)
    #expect(
      machine.on(.timer(.reconnect))
        == [.perform(.identify, connection: 3), .publish(.connecting)])
  }

  @Test func `a failed change waits while the stream goes on`() {
    var machine = Self.idle()
    _ = machine.on(.queued)
    _ = machine.on(.timer(.debounce))

    let wait = SyncFailure.transient(message: "slow", retryAfter: .seconds(30))
    #expect(
      machine.on(.progress(.drain, .failed(wait), connection: 1))
        == [.set(.queueRetry, .duration(.seconds(30))), .tell(wait), .publish(.online)])
    #expect(
      machine.on(.timer(.queueRetry)) == [.perform(.drain, connection: 1), .publish(.syncing)])
    let time = Timestamp(milliseconds: 5)
    #expect(
      machine.on(.progress(.drain, .waits(until: time), connection: 1))
        == [.set(.queueRetry, .until(time)), .publish(.online)])
  }

  @Test func `another server is refused`() {
    var machine = Self.machine(.start)

    _ = machine.on(.progress(.identify, .failed(.otherServer("b")), connection: 1))

    #expect(machine.obstacle == .otherServer(id: "b"))
    #expect(machine.state == .offline)
  }

  @Test func `a key that only reads sends nothing`() {
    var machine = Self.idle(isReadOnly: true)

    #expect(machine.obstacle == .readOnly)
    #expect(machine.state == .online)
    #expect(machine.on(.queued).isEmpty)
  }

  @Test func `a key that only reads has exchanged everything once nothing is queued`() {
    var machine = Self.machine(
      .start, Self.identified(.resume(cursor: "7"), isReadOnly: true),
      .streamOpened(connection: 1), .progress(.types, .done, connection: 1),
      .progress(.confirm, .done, connection: 1))

    #expect(
      machine.on(.progress(.drain, .done, connection: 1)) == [.tellSynced, .publish(.online)])
  }

  @Test func `a lost path ends the connection, and its return makes it at once`() {
    var machine = Self.idle()

    #expect(
      machine.on(.pathChanged(isReachable: false)) == [.closeStream, .publish(.offline)])
    #expect(machine.on(.queued).isEmpty)
    #expect(
      machine.on(.pathChanged(isReachable: true))
        == [.perform(.identify, connection: 3), .publish(.connecting)])
  }

  @Test func `a pause ends the connection until it is over`() {
    var machine = Self.idle()

    #expect(machine.on(.pause) == [.closeStream, .publish(.offline)])
    #expect(machine.obstacle == .paused)
    #expect(machine.on(.pathChanged(isReachable: true)).isEmpty)
    #expect(machine.on(.resume).first == .perform(.identify, connection: 3))
  }

  @Test func `an answer from an earlier connection is ignored`() {
    var machine = Self.idle()
    _ = machine.on(.queued)
    _ = machine.on(.timer(.debounce))
    _ = machine.on(.streamEnded(nil, connection: 1))

    #expect(machine.on(.progress(.drain, .more, connection: 1)).isEmpty)
    #expect(machine.on(.streamOpened(connection: 1)).isEmpty)
    #expect(
      machine.on(.streamApplied(hasDoubts: true, needsSweep: true, connection: 1)).isEmpty)
    #expect(machine.on(.timer(.debounce)).isEmpty)
  }

  @Test func `a gap in the stream begins again`() {
    var machine = Self.idle()

    #expect(
      machine.on(.streamApplied(hasDoubts: false, needsSweep: true, connection: 1))
        == [.closeStream, .perform(.identify, connection: 2), .publish(.connecting)])
  }

  @Test func `a doubt is asked about before more is sent`() {
    var machine = Self.idle()
    _ = machine.on(.queued)
    _ = machine.on(.timer(.debounce))
    _ = machine.on(.streamApplied(hasDoubts: true, needsSweep: false, connection: 1))

    #expect(
      machine.on(.progress(.drain, .more, connection: 1)) == [.perform(.confirm, connection: 1)])
    #expect(
      machine.on(.progress(.confirm, .done, connection: 1)) == [.perform(.drain, connection: 1)])
  }
}
