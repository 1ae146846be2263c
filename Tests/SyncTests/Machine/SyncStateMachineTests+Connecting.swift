import MarfaSDK
import Testing

extension SyncStateMachineTests {
  @Test func `a known place is followed, and the queue is sent when the stream speaks`() {
    var machine = Self.machine(.start)

    #expect(
      machine.on(Self.identified(.resume(cursor: "7")))
        == [.openStream(connection: 1), Self.patience])
    #expect(
      machine.on(.streamOpened(connection: 1))
        == [.cancel(.streamPatience), .perform(.types, connection: 1), .publish(.syncing)])
    #expect(
      machine.on(.progress(.types, .more, connection: 1)) == [.perform(.types, connection: 1)])
    #expect(
      machine.on(.progress(.types, .done, connection: 1)) == [.perform(.confirm, connection: 1)])
    #expect(
      machine.on(.progress(.confirm, .done, connection: 1)) == [.perform(.drain, connection: 1)])
    #expect(
      machine.on(.progress(.drain, .more, connection: 1)) == [.perform(.drain, connection: 1)])
    #expect(
      machine.on(.progress(.drain, .done, connection: 1)) == [.tellSynced, .publish(.online)])
  }

  @Test func `types that are known as they are are not asked for`() {
    var machine = Self.machine(
      .start,
      .progress(
        .identify,
        .identified(Identification(start: .resume(cursor: "7"), knowsTypes: true)), connection: 1))

    #expect(
      machine.on(.streamOpened(connection: 1))
        == [.cancel(.streamPatience), .perform(.confirm, connection: 1), .publish(.syncing)])
  }

  @Test func `a snapshot comes before the stream`() {
    var machine = Self.machine(.start)

    #expect(
      machine.on(Self.identified(.snapshot))
        == [.perform(.types, connection: 1), .publish(.syncing)])
    #expect(
      machine.on(.progress(.types, .done, connection: 1)) == [.perform(.sweep, connection: 1)])
    #expect(
      machine.on(.progress(.sweep, .more, connection: 1)) == [.perform(.sweep, connection: 1)])
    #expect(
      machine.on(.progress(.sweep, .done, connection: 1))
        == [.openStream(connection: 1), Self.patience, .publish(.connecting)])
  }

  @Test func `without a snapshot the pages are read once the stream is open`() {
    var machine = Self.machine(.start)

    #expect(
      machine.on(Self.identified(.pages(cursor: nil)))
        == [
          .openStream(connection: 1), Self.patience, .publish(.syncing),
        ])
    #expect(
      machine.on(.streamOpened(connection: 1))
        == [.cancel(.streamPatience), .perform(.types, connection: 1)])
    #expect(
      machine.on(.progress(.types, .done, connection: 1)) == [.perform(.sweep, connection: 1)])
    #expect(
      machine.on(.progress(.sweep, .done, connection: 1))
        == [.perform(.confirm, connection: 1)])
  }

  @Test func `without a snapshot the pages are read although the stream is silent`() {
    var machine = Self.machine(.start, Self.identified(.pages(cursor: nil)))

    #expect(machine.on(.timer(.streamPatience)) == [.perform(.types, connection: 1)])
    #expect(
      machine.on(.progress(.types, .done, connection: 1)) == [.perform(.sweep, connection: 1)])
  }

  @Test func `a silent stream does not keep the queue`() {
    var machine = Self.machine(.start, Self.identified(.resume(cursor: "7")))

    #expect(
      machine.on(.timer(.streamPatience))
        == [.perform(.types, connection: 1), .publish(.syncing)])
    #expect(
      machine.on(.progress(.types, .done, connection: 1)) == [.perform(.confirm, connection: 1)])
  }
}
