import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import NoteFiles
import TerminalUI
import Testing

/// What the status line says of a text that is typed: nothing that a crash could disprove.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct StoringWordsTests {
  @Test func `typing is stored once it rests and not before`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)

    await fixture.press("e")
    await fixture.type("iX")

    #expect(try await fixture.client.store.noteText(id: id).body == "# Old")
    #expect(!fixture.screen.contains("stored"))

    await fixture.passDelays()

    #expect(try await fixture.client.store.noteText(id: id).body == "X# Old")
    await fixture.passDelays()
    #expect(fixture.screen.contains("stored on this machine"))
  }

  @Test func `typing without a rest is stored as often as with one`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e")
    await fixture.type("iab")
    let saves = fixture.host.scheduled.filter {
      !$0.isCancelled && $0.delay == .milliseconds(300)
    }
    try #require(saves.count == 2, "one that waits for a rest, and one that does not")

    fixture.host.fire([saves[0]])
    await fixture.settle()

    #expect(try await fixture.client.store.noteText(id: id).body == "ab# Old")
    #expect(!fixture.screen.contains("stored"))
    await fixture.type("c")
    await fixture.passDelays()
    #expect(try await fixture.client.store.noteText(id: id).body == "abc# Old")
    await fixture.passDelays()
    #expect(fixture.screen.contains("stored on this machine"))
  }

  @Test func `keys that come slowly paint the text and the place, until typing rests`()
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# Old\n\nOne"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e G A")
    await fixture.type(" t")
    for (letter, stored) in [("w", " t"), ("o", " tw")] {
      await store(fixture)
      #expect(try await fixture.client.store.noteText(id: id).body.hasSuffix("One" + stored))
      let before = fixture.frame.textRows

      await fixture.type(letter)

      let after = fixture.frame.textRows
      #expect(after.indices.filter { after[$0] != before[$0] }.count == 2)
      #expect(!fixture.screen.contains("stor"))
    }

    await store(fixture)
    #expect(!fixture.screen.contains("stor"))
    await fixture.passDelays()
    #expect(fixture.screen.contains("stored on this machine"))
  }

  @Test func `a note that was left is called stored once it is`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    await fixture.press("e")
    await fixture.type("iX")

    for _ in 0..<2 { fixture.application.handle(.key(KeyEvent(.escape))) }
    #expect(!fixture.application.workspace.note.isEditing)
    #expect(!fixture.screen.contains("stored"))

    await fixture.settle()
    #expect(fixture.screen.contains("stored on this machine"))
  }

  @Test func `text that waits long for the store is shown as being stored`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Old"])
    await fixture.press("e")
    await fixture.type("iX")

    fixture.host.fire(
      fixture.host.scheduled.filter { !$0.isCancelled && $0.delay == ShownPending.grace })
    #expect(fixture.screen.contains("storing …"))

    await store(fixture)
    #expect(!fixture.screen.contains("stor"))
  }

  /// Lets so much time pass that what was typed is stored.
  private func store(_ fixture: ApplicationFixture) async {
    fixture.host.fire(
      fixture.host.scheduled.filter { !$0.isCancelled && $0.delay == .milliseconds(300) })
    await fixture.settle()
  }
}
