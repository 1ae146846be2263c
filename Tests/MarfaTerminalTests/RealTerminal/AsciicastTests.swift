import Testing

@Suite(.timeLimit(.minutes(20))) struct AsciicastTests {
  private let cast = Asciicast(
    columns: 80, rows: 24, typescript: Array("Script started\na\u{1b}[1m\"é\r\n漢z".utf8),
    timing: "0.5 7\n1.25 4\n0.25 1\n0.5 2\n")

  @Test func `characters that come in two pieces are whole`() {
    #expect(
      cast.events == [
        .init(time: 0.5, text: "a\u{1b}[1m\""), .init(time: 1.75, text: "é\r\n"),
        .init(time: 2.5, text: "漢z"),
      ])
  }

  @Test func `a file is a head and a line for each piece, and can be read again`() throws {
    let lines = cast.file.split(separator: "\n")

    #expect(lines.count == 4)
    #expect(lines[0].contains("\"version\":2"))
    #expect(lines[1] == #"[0.5,"o","a\u001b[1m\""]"#)
    #expect(try Asciicast(cast.file) == cast)
    #expect(try Asciicast("{\"version\":1}\n") == nil)
  }
}
