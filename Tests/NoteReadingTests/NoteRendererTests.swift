import NoteReading
import Testing

@Suite(.timeLimit(.minutes(20))) struct NoteRendererTests {
  @Test func `the actor gives what the renderer gives`() async throws {
    let text = "# a\n\n- b\n- [c](d)\n"
    let options = RenderOptions(width: 30)

    let document = try await NoteRenderer().render(text, options: options)

    #expect(document == MarkdownRenderer.render(text, options: options))
  }

  @Test func `a very large text is shown as it is`() async throws {
    let line = "# not a heading \u{1b} " + String(repeating: "x", count: 40) + "\n"
    let text = String(repeating: line, count: RenderOptions.plainThreshold / line.utf8.count + 1)

    let document = try await NoteRenderer().render(text, options: RenderOptions(width: 50))

    #expect(document.isPlain)
    #expect(document.lines[0].text.hasPrefix("# not a heading ^[ "))
    #expect(document.lines[1].sourceLine == 1)
    #expect(document.lines[2].sourceLine == 2)
    #expect(document.lines.count == text.utf8.count { $0 == 0x0a } * 2)
  }

  @Test func `a first screen of a very large text is its beginning as it is`() async throws {
    let text = "# Head\n\n" + String(repeating: "text text text\n\n", count: 400_000)

    let document = try await NoteRenderer().render(
      text, options: RenderOptions(width: 50, maximumLines: 20))

    #expect(document.isPlain)
    #expect(document.lines[0].text == "# Head")
    #expect((20...1000).contains(document.lines.count))
    #expect(document.isTruncated)
  }

  @Test func `rendering stops when its task is cancelled`() async {
    let text = String(repeating: "a *b* c\n\n", count: 2_000)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await NoteRenderer().render(text, options: RenderOptions(width: 50))
    }

    await #expect(throws: CancellationError.self) { try await task.value }
  }
}
