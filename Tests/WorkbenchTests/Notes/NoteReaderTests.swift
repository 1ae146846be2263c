import NoteReading
import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct NoteReaderTests {
  @Test func `links are visited in the order of the text, and round at the ends`() {
    let document = MarkdownRenderer.render(
      "[[One]] [two](2.md) [[Three]]", options: RenderOptions(width: 40))
    var reader = NoteReader(document: document)
    func steps(_ step: NoteReader.Step) -> [String?] {
      (0..<4).map { _ in
        reader.selectLink(step)
        return reader.link?.text
      }
    }

    #expect(steps(.next) == ["One", "two", "Three", "One"])
    #expect(steps(.previous) == ["Three", "two", "One", "Three"])
  }
}
