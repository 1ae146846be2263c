import MarfaSDK
import MarfaTerminal
import TerminalLayers
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct MergeViewTests {
  private let merge = ThreeWayMerge(
    base: "one\ntwo\nthree\n", mine: "ONE\ntwo\nTHREE\n", theirs: "1\ntwo\n3\n")

  private func open(
    _ fixture: ApplicationFixture, decided: @escaping @MainActor (String?) -> Void
  ) -> MergeView {
    let view = MergeView(context: fixture.application.context, merge: merge, decided: decided)
    fixture.application.compositor.push(view)
    return view
  }

  @Test(arguments: [
    ("m t", "ONE\ntwo\n3\n"), ("] [ m t", "ONE\ntwo\n3\n"), ("] m [ t", "1\ntwo\nTHREE\n"),
  ])
  func `each place is decided by a key and Enter gives the text`(keys: String, text: String)
    async throws
  {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30)
    var result: String?
    _ = open(fixture) { result = $0 }
    #expect(fixture.screen.contains("mine (from your editor)"))
    #expect(fixture.screen.contains("theirs (in the note now)"))

    await fixture.press(keys + " enter")

    #expect(result == text)
    #expect(fixture.application.compositor.layers.isEmpty)
  }

  @Test func `both sides are lines of their own where the text ends without a line break`()
    async throws
  {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30)
    let ends = ThreeWayMerge(base: "one", mine: "ONE", theirs: "1")
    var result: String?
    fixture.application.compositor.push(
      MergeView(context: fixture.application.context, merge: ends) { result = $0 })

    await fixture.press("b enter")

    #expect(result == "ONE\n1")
  }

  @Test func `Enter does nothing while a place is open`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30)
    var calls = 0
    _ = open(fixture) { _ in calls += 1 }

    await fixture.press("m enter")

    #expect(calls == 0)
    #expect(fixture.screen.contains("1 conflict is unresolved."))
  }

  @Test func `a decision can be undone and both sides can be kept`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30)
    let view = open(fixture) { _ in }

    await fixture.press("t u b")
    #expect(view.result == "ONE\n1\ntwo\nTHREE\n")
  }

  @Test(arguments: [(80, 24), (120, 30)])
  func `each line of the texts has a row of its own`(columns: Int, rows: Int) async throws {
    let fixture = try await ApplicationFixture(columns: columns, rows: rows)
    let view = MergeView(
      context: fixture.application.context,
      merge: ThreeWayMerge(
        base: "a\nb\nc\nd\nold\nz\n", mine: "a\nb\nc\nd\nme\nmyself\nz\n",
        theirs: "a\nb\nc\nd\nthem\nz\n")
    ) { _ in }
    fixture.application.compositor.push(view)

    await fixture.settle()

    #expect(!fixture.screen.contains("^J"))
    #expect(fixture.screen.contains(#/ me( .*)?\n myself/#))
    #expect(fixture.screen.contains(#/result\n c\n d\n me\n myself\n z/#))
    #expect(fixture.screen.contains(columns < 100 ? "Esc later" : "Esc decide later"))
  }

  @Test func `Escape puts the decision off`() async throws {
    let fixture = try await ApplicationFixture(columns: 80, rows: 24)
    var results: [String?] = []
    _ = open(fixture) { results.append($0) }

    await fixture.press("m esc")

    #expect(results == [nil])
  }
}
