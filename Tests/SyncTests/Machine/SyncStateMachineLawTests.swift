import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SyncStateMachineLawTests {
  private typealias Machine = SyncStateMachine

  @Test func `in any order of events one exchange at most is on its way`() {
    var numbers = SplitMix64(seed: 11)
    for _ in 0..<300 {
      var machine = Machine()
      var flying = 0
      for _ in 0..<60 {
        let event = Self.event(&numbers, machine)
        if case .progress(let work, _, let number) = event, number == machine.connection,
          work == machine.busy
        {
          flying -= 1
        }
        let before = machine.connection
        for action in machine.on(event) {
          if case .perform(let work, let number) = action {
            #expect(work != .drain || machine.stream != .behind)
            if number != before { flying = 0 }
            flying += 1
            #expect(number == machine.connection)
          }
        }
        if machine.connection != before, machine.busy == nil { flying = 0 }
        #expect(flying == (machine.busy == nil ? 0 : 1))
      }
    }
  }

  private static func event(
    _ numbers: inout SplitMix64, _ machine: SyncStateMachine
  ) -> SyncStateMachine.Event {
    let connection = machine.connection - (Int.random(in: 0..<4, using: &numbers) == 0 ? 1 : 0)
    let work = machine.busy ?? .drain
    switch Int.random(in: 0..<14, using: &numbers) {
    case 0: return .start
    case 1: return .stop
    case 2: return .pause
    case 3: return .resume
    case 4: return .pathChanged(isReachable: .random(using: &numbers))
    case 5: return .queued
    case 6:
      return .streamOpened(isBehind: .random(using: &numbers), connection: connection)
    case 7: return .streamEnded(nil, connection: connection)
    case 8:
      return .streamApplied(
        hasDoubts: .random(using: &numbers), needsSweep: false,
        isBehind: .random(using: &numbers), connection: connection)
    case 9:
      return .timer(Machine.Timer.allCases.randomElement(using: &numbers) ?? .reconnect)
    case 10 where work == .identify:
      let starts: [Identification.Start] = [.snapshot, .pages(cursor: nil), .resume(cursor: "1")]
      return .progress(
        work,
        .identified(Identification(start: starts.randomElement(using: &numbers) ?? .snapshot)),
        connection: connection)
    case 11:
      return .progress(
        work, .failed(.transient(message: "no", retryAfter: nil)), connection: connection)
    case 12: return .progress(work, .done, connection: connection)
    default: return .progress(work, .more, connection: connection)
    }
  }
}
