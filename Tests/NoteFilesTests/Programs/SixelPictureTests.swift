import Foundation
import NoteFiles
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SixelPictureTests {
  private func sixels(_ content: String) -> String { "\u{1b}P\(content)\u{1b}\\" }

  @Test func `one sequence of sixels is taken, with its size`() throws {
    let sequence = sixels("0;1;0q\"1;1;12;12#0;2;0;0;0#0!12~-#0!12~$-")

    let picture = try #require(SixelPicture(sequence + "\n"))

    #expect(String(decoding: picture.bytes, as: UTF8.self) == sequence)
    #expect(picture.pixels == Size(columns: 12, rows: 12))
  }

  @Test(arguments: [
    "", "▀", "\u{1b}Pq\"1;1;6;6~", "\u{1b}P\u{1b}\\", "\u{1b}]2;title\u{1b}\\",
    "\u{1b}Pq~\u{1b}\\", "\u{1b}Pq\"1;1;6~\u{1b}\\", "\u{1b}Pq\"1;1;0;6~\u{1b}\\",
    "\u{1b}P$q\"1;1;6;6~\u{1b}\\", "\u{1b}Pq\"1;1;6;6~\u{7}\u{1b}\\",
    "\u{1b}Pq\"1;1;6;6~\u{1b}[2J\u{1b}\\", "\u{1b}Pq\"1;1;6;6~\u{1b}\\\u{1b}\\",
    "\u{1b}Pq\"1;1;6;6~ \u{1b}\\", "\u{1b}Pq\"1;1;6;6~é\u{1b}\\",
    "\u{1b}Pq\"1;1;6;6~---\u{1b}\\", "\u{1b}Pq\"1;1;6;99999999999999999999~\u{1b}\\",
    "\u{1b}[2J\u{1b}Pq\"1;1;6;6~\u{1b}\\",
  ])
  func `anything else is no picture`(output: String) {
    #expect(SixelPicture(output) == nil)
  }

  @Test func `chafa draws for the pixels of the cells, whatever it takes cells to be`() async throws
  {
    let folder = try TemporaryDirectory()
    func chafa(_ script: String) async throws {
      try await folder.writeProgram(script, to: "chafa")
    }
    func make(_ columns: Int, _ rows: Int) async -> Size? {
      await SixelPicture.make(
        of: folder.path + "/one.png", pixels: Size(columns: columns, rows: rows),
        environment: ["PATH": folder.path + ":/usr/bin:/bin"]
      )?.pixels
    }

    #expect(await make(320, 160) == nil)
    try await chafa(SixelChafa.script)
    #expect(await make(320, 160) == Size(columns: 320, rows: 156))
    try await chafa(
      SixelChafa.script.replacing("* 8)", with: "* 10)").replacing("* 8 /", with: "* 20 /"))
    #expect(await make(325, 165) == Size(columns: 320, rows: 156))
    try await chafa("#!/bin/sh\nprintf '\\033Pq\"1;1;600;600~\\033\\134'\n")
    #expect(await make(320, 160) == nil)
    try await chafa("#!/bin/sh\nexit 1\n")
    #expect(await make(320, 160) == nil)
  }
}
