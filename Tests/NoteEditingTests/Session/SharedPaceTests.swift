import NoteEditing
import Testing

/// When a text is stored for which others wait.
@Suite(.timeLimit(.minutes(20))) struct SharedPaceTests {
  /// A machine whose last save took 40 ms.
  private static func machine() -> SaveMachine {
    var machine = SaveMachine()
    for event in [.typed, .elapsed(.rest), .stored(milliseconds: 40)] as [SaveMachine.Event] {
      _ = machine.on(event, autosaveMilliseconds: 300, pace: .shared)
    }
    return machine
  }

  @Test(arguments: [(0, 40), (15, 25), (40, 0), (5_000, 0), (.max, 0)])
  func `a key waits as long after the last save as that took`(passed: Int, wait: Int) {
    var machine = Self.machine()

    let actions = machine.on(
      .typed, autosaveMilliseconds: 300, pace: .shared, sinceSaveMilliseconds: passed)

    #expect(
      actions == [.wait(.rest, milliseconds: wait), .wait(.pause, milliseconds: wait)])
  }

  @Test(arguments: [(0, false), (39, false), (40, true), (.max, true)])
  func `where nothing gathers, a key after a rest is stored before its frame`(
    passed: Int, isStored: Bool
  ) {
    var machine = Self.machine()

    let actions = machine.on(
      .typed, autosaveMilliseconds: 300, pace: .urgent, sinceSaveMilliseconds: passed)

    #expect((actions == [.store]) == isStored)
  }

  @Test func `the time of a save counts from its end`() {
    var machine = Self.machine()
    _ = machine.on(.typed, autosaveMilliseconds: 300, pace: .shared)
    #expect(machine.on(.elapsed(.pause), autosaveMilliseconds: 300, pace: .shared) == [.store])
    _ = machine.on(.typed, autosaveMilliseconds: 300, pace: .shared)
    _ = machine.on(.elapsed(.rest), autosaveMilliseconds: 300, pace: .shared)

    // What rested during the save is stored right after it, and what comes then waits.
    #expect(
      machine.on(.stored(milliseconds: 30), autosaveMilliseconds: 300, pace: .shared) == [.store])
    _ = machine.on(.stored(milliseconds: 30), autosaveMilliseconds: 300, pace: .shared)
    #expect(
      machine.on(
        .typed, autosaveMilliseconds: 300, pace: .shared, sinceSaveMilliseconds: 10)
        == [.wait(.rest, milliseconds: 20), .wait(.pause, milliseconds: 20)])
  }
}
