import MarfaSDK
import Testing

extension SyncStateMachineTests {
  @Test func `an unknown key stops everything until there is another one`() {
    var machine = Self.idle()
    _ = machine.on(.queued)

    #expect(
      machine.on(.streamEnded(.signedOut, connection: 1))
        == [
          .closeStream, .cancel(.debounce), .set(.reconnect, .duration(.seconds(60))),
          .tell(.signedOut), .publish(.offline),
        ])
    #expect(machine.obstacle == .signedOut)
    #expect(machine.on(.queued).isEmpty)
    #expect(machine.on(.pathChanged(isReachable: false)).isEmpty)
    #expect(machine.obstacle == .signedOut)
    _ = machine.on(.pathChanged(isReachable: true))
    #expect(machine.obstacle == nil)
    _ = machine.on(.progress(.identify, .failed(.signedOut), connection: machine.connection))
    #expect(
      machine.on(.signedIn).suffix(2)
        == [.perform(.identify, connection: machine.connection), .publish(.connecting)])
  }

  @Test func `a server that does not know the key is asked again, later each time`() {
    var machine = Self.idle()
    var waits: [SyncStateMachine.Wait] = []
    _ = machine.on(.streamEnded(.signedOut, connection: machine.connection))
    for _ in 0..<8 {
      #expect(machine.obstacle == .signedOut)
      _ = machine.on(.timer(.reconnect))
      let actions = machine.on(
        .progress(.identify, .failed(.signedOut), connection: machine.connection))
      for case .set(.reconnect, let wait) in actions { waits.append(wait) }
    }

    #expect(
      waits == [2, 4, 8, 16, 32, 60, 60, 60].map { .duration(.seconds($0 * 60)) })
    _ = machine.on(.timer(.reconnect))
    _ = machine.on(
      .progress(
        .identify, .identified(Identification(start: .resume(cursor: "7"), isReadOnly: false)),
        connection: machine.connection))
    #expect(machine.obstacle == nil)
    #expect(machine.stream == .opening)
  }

  @Test func `a server that refuses is asked again, later each time and on another way at once`() {
    var machine = Self.idle()
    let no = SyncFailure.refused("No.")
    var waits: [SyncStateMachine.Wait] = []
    for _ in 0..<3 {
      let actions = machine.on(.streamEnded(no, connection: machine.connection))
      for case .set(.reconnect, let wait) in actions { waits.append(wait) }
      #expect(machine.obstacle == .refused(message: "No."))
      #expect(machine.on(.queued).isEmpty)
      #expect(
        machine.on(.timer(.reconnect)).suffix(2)
          == [.perform(.identify, connection: machine.connection), .publish(.connecting)])
    }

    #expect(waits == [1, 2, 4].map { .duration(.seconds($0 * 60)) })
    _ = machine.on(.progress(.identify, .failed(no), connection: machine.connection))
    #expect(machine.on(.pathChanged(isReachable: false)).isEmpty)
    _ = machine.on(.pathChanged(isReachable: true))
    #expect(machine.obstacle == nil)
  }
}
