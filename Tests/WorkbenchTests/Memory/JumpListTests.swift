import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct JumpListTests {
  @Test func `going back leads to the note before and forward again`() {
    var jumps = JumpList()
    for id in ["a", "b", "c"] { jumps.visit(id) }

    #expect(jumps.back() == "b")
    #expect(jumps.back() == "a")
    #expect(jumps.back() == nil)
    #expect(jumps.forward() == "b")
  }

  @Test func `a note that is gone is passed over, and so is another visit of the present one`() {
    var jumps = JumpList()
    for id in ["a", "b", "c", "b", "d"] { jumps.visit(id) }

    #expect(jumps.past == ["b", "c", "b", "a"])
    #expect(jumps.back(past: ["c", "d"]) == "b")
    #expect(jumps.back(past: ["c", "d"]) == "a")
    #expect(jumps.future == ["b", "c", "b", "d"])
    #expect(jumps.forward(past: ["b", "c"]) == "d")
    #expect(jumps.forward(past: []) == nil)
  }

  @Test func `visiting after going back forgets what lay forward`() {
    var jumps = JumpList()
    for id in ["a", "b", "c"] { jumps.visit(id) }
    _ = jumps.back()

    jumps.visit("d")

    #expect(!jumps.canGoForward)
    #expect(jumps.back() == "b")
  }
}
