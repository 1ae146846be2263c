import MarfaSDK
import Testing

/// Tasks are searched for as the reader and the editor know them.
@Suite(.timeLimit(.minutes(20))) struct TaskSearchTests {
  @Test(arguments: [
    ("- [ ] a", "todo"), ("1. [ ] a", "todo"), ("+ [ ] a", "todo"), ("> - [ ] a", "todo"),
    ("* [X] a", "done"), ("+ [X] a", "done"), ("2) [x] a", "done"),
    ("- [x] a\n- [ ] b", "todo"),
    ("```\n- [ ] a\n```", ""), ("- [ ]a", ""), ("a [ ] b", ""), ("- [-] a", ""), ("none", ""),
  ])
  func `a note is found by its tasks`(body: String, state: String) async throws {
    let fixture = try await StoreFixture()
    try await fixture.note("Heron", body)

    var isFound: [Bool] = []
    for query in ["is:todo", "is:done", "has:todo"] {
      isFound.append(try await fixture.titles(searching: query) == ["Heron"])
    }

    #expect(isFound == [state == "todo", state == "done", !state.isEmpty])
  }
}
