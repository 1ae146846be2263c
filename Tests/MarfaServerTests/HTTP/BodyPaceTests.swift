import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct BodyPaceTests {
  @Test func `a body that drips is too slow after a minute, and not before`() {
    var pace = BodyPace(now: .zero)

    let answers = (1...60).map { pace.take(1, now: .seconds($0)) }

    #expect(answers.dropLast().allSatisfy { $0 })
    #expect(answers.last == false)
  }

  @Test func `each minute counts for itself`() {
    var pace = BodyPace(now: .zero)

    let pieces = [
      (1 << 20, 59), (1, 60), (BodyPace.least - 1, 119), (1, 120), (BodyPace.least - 1, 179),
      (0, 180),
    ]
    let answers = pieces.map { pace.take($0.0, now: .seconds($0.1)) }

    #expect(answers == [true, true, true, true, true, false])
  }
}
