import MarfaSDK
import MarfaTerminal
import NoteReading
import Testing
import Workbench

@MainActor
@Suite(.timeLimit(.minutes(20))) struct BigNoteTests {
  private let body = (1...20_000).map { "paragraph \($0)\n\n" }.joined()

  @Test func `a big note shows its first screen at once and the rest when it is laid out`()
    async throws
  {
    let application = try await ApplicationFixture(notes: []).application
    let rendering = NoteRendering()
    var whole: RenderedDocument?
    let options = RenderOptions(
      width: 60, styles: MarkdownStyles(application.context.settings.theme.style))

    let first = rendering.document(of: body, options: options, firstScreen: 20) { whole = $0 }

    #expect(first?.lines.first?.text == "paragraph 1")
    #expect((first?.lines.count ?? 0) <= 21)
    #expect(whole == nil)

    await rendering.finish()

    #expect((whole?.lines.count ?? 0) > 20_000)
    #expect(
      rendering.document(of: body, options: options, firstScreen: nil) { _ in } == nil)
  }

  @Test func `the first screen of a very big note is the beginning of the whole`() async throws {
    let application = try await ApplicationFixture(notes: []).application
    let rendering = NoteRendering()
    let text = String(repeating: "# not *Markdown*\nsome words\n", count: 50_000)
    var whole: RenderedDocument?
    let options = RenderOptions(
      width: 60, styles: MarkdownStyles(application.context.settings.theme.style))

    let head = rendering.document(of: text, options: options, firstScreen: 20) { whole = $0 }
    await rendering.finish()

    let first = try #require(head)
    #expect(first.isTruncated && first.lines.count >= 20)
    #expect(first.lines.prefix(20).elementsEqual(try #require(whole).lines.prefix(20)))
  }

  @Test func `a big note can be read to its end and edited`() async throws {
    let fixture = try await ApplicationFixture(notes: [body])
    let id = try #require(fixture.application.workspace.selectedNote?.id)

    await fixture.press("enter G")
    #expect(fixture.screen.contains("paragraph 20000"))

    await fixture.press("e")
    await fixture.type("ggx")
    await fixture.passDelays()

    let stored = try await fixture.client.store.noteText(id: id).body
    #expect(stored == String(body.dropFirst()))
  }

  @Test func `a very big note is shown as it is, to its end, and as it was edited`() async throws {
    let filler = String(repeating: " and more", count: 7)
    let text = (1...17_000).map { "line \($0)\(filler)\n" }.joined()
    let fixture = try await ApplicationFixture(notes: [text, "small"])
    await fixture.press("G")
    let id = try #require(fixture.application.workspace.selectedNote?.id)

    await fixture.press("enter G")
    let isPlain = fixture.application.workspace.note.reader.document.isPlain
    #expect(isPlain)
    #expect(fixture.screen.contains("line 17000 and more"))

    await fixture.press("e")
    await fixture.type("ggiX")
    await fixture.press("esc esc")
    await fixture.press("g g")

    #expect(fixture.screen.contains("Xline 1 and more"))
    let isStored = try await fixture.client.store.noteText(id: id).body == "X" + text
    #expect(isStored)
  }

  @Test func `text typed during a save is stored when the note is left`() async throws {
    let fixture = try await ApplicationFixture(notes: ["one"])
    let id = try #require(fixture.application.workspace.selectedNote?.id)
    await fixture.press("e i")
    let note = fixture.application.workspace.note

    _ = note.handle(.paste("A"))
    note.saveNow()
    _ = note.handle(.paste("B"))
    note.leave()
    await fixture.settle()

    #expect(try await fixture.client.store.noteText(id: id).body == "ABone")
  }
}
