import MarfaSDK
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct MergeDecisionTests {
  @Test func `each decision goes on to the next open place, and is undone with its place`() {
    var decision = MergeDecision(count: 3)

    decision.choose(.mine)
    #expect((decision.current, decision.open) == (1, 2))
    decision.go(to: 2)
    decision.choose(.theirs)
    #expect((decision.current, decision.open) == (2, 1))
    decision.goToOpen()
    #expect(decision.current == 1)
    decision.undo()
    #expect(decision.choices == [.mine, nil, nil])
    #expect(decision.current == 2)
  }

  @Test func `one decision for all is one step back`() {
    var decision = MergeDecision(count: 2)
    decision.choose(.own("x"))

    decision.chooseAll(.theirs)
    #expect(decision.choices == [.theirs, .theirs])
    decision.undo()
    #expect(decision.choices == [.own("x"), nil])
    decision.undo()
    decision.undo()
    #expect(decision.open == 2)
  }

  @Test func `going beyond the ends stays at them`() {
    var decision = MergeDecision(count: 2)

    decision.go(to: 9)
    #expect(decision.current == 1)
    decision.go(to: -1)
    #expect(decision.current == 0)
  }
}
