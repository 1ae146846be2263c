import Testing

import StorageKit

@Suite(.timeLimit(.minutes(20))) struct ExternalChangeProbeTests {
  @Test func `an event that shows no change is read again four times, ever later`() {
    var probe = ExternalChangeProbe(version: 1)

    #expect(probe.on(.fileTouched) == [.read])
    #expect(probe.on(.read(version: 1)) == [.wait(milliseconds: 5, number: 2)])
    #expect(probe.on(.waited(2)) == [.read])
    #expect(probe.on(.read(version: 1)) == [.wait(milliseconds: 50, number: 3)])
    #expect(probe.on(.waited(3)) == [.read])
    #expect(probe.on(.read(version: 1)) == [.wait(milliseconds: 500, number: 4)])
    #expect(probe.on(.waited(4)) == [.read])
    #expect(probe.on(.read(version: 1)) == [.wait(milliseconds: 5000, number: 5)])
    #expect(probe.on(.waited(5)) == [.read])
    #expect(probe.on(.read(version: 1)) == [])
  }

  @Test func `a reading that fails counts as a change and does not end the looking`() {
    var probe = ExternalChangeProbe(version: 1)
    _ = probe.on(.fileTouched)

    #expect(probe.on(.failedToRead) == [.notify, .wait(milliseconds: 5, number: 2)])
    #expect(probe.on(.waited(2)) == [.read])
    #expect(probe.on(.failedToRead) == [.notify, .wait(milliseconds: 50, number: 3)])
    #expect(probe.on(.fileTouched) == [.read])
  }

  @Test func `a changed version is reported once`() {
    var probe = ExternalChangeProbe(version: 1)
    _ = probe.on(.fileTouched)

    #expect(probe.on(.read(version: 2)) == [.notify, .wait(milliseconds: 5, number: 2)])
    #expect(probe.on(.waited(2)) == [.read])
    #expect(probe.on(.read(version: 2)) == [.wait(milliseconds: 50, number: 3)])
  }

  @Test func `a commit that becomes visible after the one before it was seen is seen too`() {
    var probe = ExternalChangeProbe(version: 1)
    _ = probe.on(.fileTouched)
    _ = probe.on(.read(version: 2))

    #expect(probe.on(.waited(2)) == [.read])
    #expect(probe.on(.read(version: 3)) == [.notify, .wait(milliseconds: 50, number: 3)])
  }

  @Test func `events during a reading lead to one more reading`() {
    var probe = ExternalChangeProbe(version: 1)
    _ = probe.on(.fileTouched)

    #expect(probe.on(.fileTouched) == [])
    #expect(probe.on(.fileTouched) == [])
    #expect(probe.on(.read(version: 2)) == [.notify, .read])
    #expect(probe.on(.read(version: 2)) == [.wait(milliseconds: 5, number: 4)])
  }

  @Test func `a new event overtakes the waits of the one before`() {
    var probe = ExternalChangeProbe(version: 1)
    _ = probe.on(.fileTouched)
    _ = probe.on(.read(version: 1))

    #expect(probe.on(.fileTouched) == [.read])
    #expect(probe.on(.waited(2)) == [])
    #expect(probe.on(.read(version: 1)) == [.wait(milliseconds: 5, number: 4)])
  }
}
