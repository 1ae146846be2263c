import MarfaTerminal
import Testing

@Suite struct JumpListTests {
  @Test func `going back leads to the note before and forward again`() {
    var jumps = JumpList()
    for id in ["a", "b", "c"] { jumps.visit(id) }

    #expect(jumps.back() == "b")
    #expect(jumps.back() == "a")
    #expect(jumps.back() == nil)
    #expect(jumps.forward() == "b")
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
