import MarfaSDK
import MarfaTerminal
import TerminalLayers
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ConflictKeysTests {
  private let merge = ThreeWayMerge(
    base: "one\ntwo\nthree\n", mine: "ONE\ntwo\nTHREE\n", theirs: "1\ntwo\n3\n")

  private func open(_ fixture: ApplicationFixture, _ merge: ThreeWayMerge? = nil) -> MergeView {
    let view = MergeView(context: fixture.application.context, merge: merge ?? self.merge) { _ in }
    fixture.application.compositor.push(view)
    return view
  }

  @Test(arguments: ["z", "x", "n", "1", "#", "A"])
  func `a key that is none of the view's does nothing to the panes behind it, and says so`(
    key: String
  ) async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30)
    let before = fixture.screen
    let view = open(fixture)

    await fixture.press(key)

    #expect(fixture.screen.contains("\(key) does nothing before the conflict is settled."))
    #expect(fixture.application.compositor.layers.last === view)
    await fixture.press("esc")
    #expect(lines(fixture.screen, 20) == lines(before, 20))
  }

  private func lines(_ screen: String, _ count: Int) -> [Substring] {
    Array(screen.split(separator: "\n", omittingEmptySubsequences: false).prefix(count))
  }

  @Test(arguments: [(40, 12), (60, 20), (80, 24)])
  func `at any width it is said how to choose, save and leave`(columns: Int, rows: Int)
    async throws
  {
    let fixture = try await ApplicationFixture(columns: columns, rows: rows)
    _ = open(fixture)
    await fixture.settle()

    for words in ["Enter save", "Esc later", " e "] {
      #expect(fixture.screen.contains(words), "\(fixture.screen)")
    }
    await fixture.press("e")
    for words in ["Esc keep", "Ctrl-C discard"] { #expect(fixture.screen.contains(words)) }
  }

  @Test func `the help lists the view's own keys, and each of them does something`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 40)
    let view = open(fixture)
    await fixture.settle()
    let keys = view.ownKeys.map(\.keys)
    #expect(keys == ["m", "t", "b", "e", "M", "T", "u", "o", "]", "["])

    await fixture.press("f1")
    for hint in view.ownKeys {
      #expect(fixture.screen.contains(hint.label.dropFirst()), "\(fixture.screen)")
    }
    // Nothing of the panes behind, which get no letter.
    for words in ["New note", "Move to the trash", "Filter", "Redo", "Search", "pane", "Scroll"] {
      #expect(!fixture.screen.contains(words), "\(fixture.screen)")
    }
    await fixture.press("esc")
    for key in keys where key != "e" {
      await fixture.press(key)
      #expect(!fixture.screen.contains("does nothing"), "\(key)")
    }
    await fixture.press("f1 enter")
    #expect(view.decision.choices.contains { $0 == .mine })
  }

  @Test(arguments: [
    ("ctrl-r", "Ctrl-r"), ("ctrl-f", "Ctrl-f"), ("ctrl-o", "Ctrl-o"), ("pagedown", "PgDn"),
  ])
  func `a key of a command of the panes does nothing, and says so`(
    key: String, name: String
  ) async throws {
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, notes: ["one", "two"])
    await fixture.press("x u")
    let before = try await fixture.client.items.list(ListFilters()).data.map(\.state)
    let view = open(fixture)

    await fixture.press(key)

    #expect(fixture.screen.contains("\(name) does nothing here."), "\(fixture.screen)")
    #expect(fixture.application.compositor.layers.last === view)
    #expect(try await fixture.client.items.list(ListFilters()).data.map(\.state) == before)
  }

  @Test(arguments: [
    ("g", "Go to the first line", "Go to the trash"),
    ("space", "Choose a theme", "Show the outline of the note"),
  ])
  func `the box of keys that may follow lists those that do something here`(
    key: String, does: String, other: String
  ) async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 40, configuration: "auto_info: now\n")
    await fixture.press(key)
    #expect(fixture.screen.contains(other), "\(fixture.screen)")
    await fixture.press("esc")
    _ = open(fixture)

    await fixture.press(key)

    #expect(fixture.screen.contains(does), "\(fixture.screen)")
    #expect(!fixture.screen.contains(other), "\(fixture.screen)")
  }

  @Test(arguments: [(80, 24), (120, 30)])
  func `o shows what was there before, with both sides still in sight`(columns: Int, rows: Int)
    async throws
  {
    let fixture = try await ApplicationFixture(columns: columns, rows: rows)
    _ = open(fixture)
    await fixture.settle()
    let before = fixture.screen
    #expect(before.contains("o old"))
    #expect(!before.contains("one"))

    await fixture.press("o")
    for words in [" old", "one", "ONE", " 1"] { #expect(fixture.screen.contains(words)) }
    await fixture.press("o")
    #expect(fixture.screen == before)
  }

  @Test func `a side that removed the words says so`() async throws {
    let fixture = try await ApplicationFixture()
    _ = open(fixture, ThreeWayMerge(base: "a\nb\n", mine: "a\n", theirs: "a\nc\n"))
    await fixture.settle()

    #expect(fixture.screen.split(separator: "\n").contains(" (nothing)"), "\(fixture.screen)")
  }

  @Test func `short sides leave their rows to the result`() async throws {
    let fixture = try await ApplicationFixture(columns: 200, rows: 60)
    let lines = (1...80).map { "line \($0)\n" }.joined()
    _ = open(
      fixture, ThreeWayMerge(base: "a\n" + lines, mine: "b\n" + lines, theirs: "c\n" + lines))
    await fixture.settle()

    #expect(fixture.screen.contains("line 50"), "\(fixture.screen)")
  }

  @Test(arguments: [80, 120])
  func `long sides leave two fifths to the result`(columns: Int) async throws {
    let fixture = try await ApplicationFixture(columns: columns, rows: 30)
    let mine = (1...80).map { "mine \($0)\n" }.joined()
    let theirs = (1...80).map { "theirs \($0)\n" }.joined()
    _ = open(fixture, ThreeWayMerge(base: "old\n", mine: mine, theirs: theirs))
    await fixture.settle()

    let screen = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let result = try #require(screen.firstIndex { $0.hasPrefix(" result") })
    #expect((15...18).contains(result), "\(fixture.screen)")
    #expect(fixture.screen.contains("mine 6"))
    #expect(fixture.screen.contains("theirs 6"))
  }
}
