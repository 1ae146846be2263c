import Documents
import MarfaSDK
import MarfaTerminal
import NoteEditingFixtures
import TerminalUI
import Testing

/// What is said of people, and of oneself.
extension PeopleScreenTests {
  @Test func `a person who leaves is reported once`() async throws {
    let shared = try await shared()
    await shared.fixture.press("e")
    await shared.show([SharedNoteDocument.person(20, "Ana"), SharedNoteDocument.person(30, "Bo")])
    await shared.fixture.passDelays()

    await shared.show([SharedNoteDocument.person(30, "Bo")])
    #expect(!shared.fixture.screen.contains("Ana left."))
    await shared.fixture.passDelays()

    #expect(shared.fixture.screen.contains("Ana left."))
    #expect(!shared.fixture.screen.contains("Bo left"))
  }

  @Test(arguments: [(["Ana"], "Ana was"), (["Ana", "Bo"], "2 people were")])
  func `people who are not seen because the server is away are said to have been seen last`(
    names: [String], who: String
  ) async throws {
    let shared = try await shared()
    await shared.fixture.press("e")
    await shared.show(
      names.enumerated().map { SharedNoteDocument.person(20 + UInt64($0), $1) })
    await shared.fixture.passDelays()
    shared.fixture.clock.advance(byMilliseconds: (14 * 60 + 2) * 60_000)
    shared.fixture.application.context.sync.cannotConnect(.offline, because: "It is away.")

    await shared.show([])
    await shared.fixture.passDelays()

    #expect(shared.fixture.screen.contains("Your edits are kept. \(who) last seen at 14:02."))
    #expect(!shared.fixture.screen.contains("Ana left."))
  }

  @Test func `without colours a theme tells people apart by signs and lines`() async throws {
    let shared = try await shared(configuration: "theme: mono\n")
    await shared.fixture.press("e")
    await shared.show([try ana(shared, at: 40, from: 30), try bo(shared, at: 102)])

    let frame = shared.fixture.frame
    let row = try #require(frame.textRows.firstIndex { $0.contains("Morning") })
    let line = frame.textRows[row]
    let start = try #require(line.firstRange(of: "Morning")).lowerBound
    let column = line.distance(from: line.startIndex, to: start)
    #expect(line[line.index(before: start)] == "A")
    // "# Field notes" and an empty line are 15 characters.
    let caret = frame[column + 25, row].style
    let selected = frame[column + 20, row].style
    let between = frame[column + 30, row].style
    #expect(caret.modifiers.contains(.reversed))
    #expect(selected.modifiers.contains(.underlined))
    #expect(between.modifiers.isDisjoint(with: [.underlined, .reversed]))
    #expect(Set([caret, selected, between].map(\.foreground)).count == 1)
  }

  @Test func `by default others see the label of the key as the name`() async throws {
    let shared = try await shared()
    try shared.server.identify(offering: ["documents"], keyLabel: "Ana's laptop")
    await shared.fixture.press("e")

    await shared.document.hasShown { $0 != nil }

    #expect(shared.document.shown.last??["name"] == "Ana's laptop")
  }
}
