import Foundation
import NoteFiles
import TerminalUI
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CellPictureTests {
  private let red = Color.rgb(red: 255, green: 0, blue: 0)
  private let blue = Color.rgb(red: 0, green: 0, blue: 255)

  @Test func `half blocks come with their colours`() throws {
    let picture = try #require(
      CellPicture(
        "\u{1b}[?25l\u{1b}[38;2;255;0;0;48;2;0;0;255m▀▀\u{1b}[0m \n\u{1b}[7m\u{1b}[48;5;9m█\u{1b}[0m"
          + "\u{1b}[31;104m▄\u{1b}[39;49m▄\n\u{1b}[?25h"))

    let plain = Style(foreground: .terminalDefault, background: .terminalDefault)
    #expect(
      picture.rows == [
        StyledText([
          .init("▀▀", style: Style(foreground: red, background: blue)), .init(" ", style: plain),
        ]),
        StyledText([
          .init(
            "█",
            style: Style(
              foreground: .terminalDefault, background: .indexed(9), modifiers: .reversed)),
          .init("▄", style: Style(foreground: .ansi(1), background: .ansi(12))),
          .init("▄", style: plain),
        ]),
      ])
  }

  @Test(arguments: [
    "", "a", "▀\u{1b}]2;title\u{7}", "\u{1b}[2J▀", "\u{1b}[38;9m▀", "\u{1b}[38;2;1;2m▀",
    "\u{1b}[300m▀", "\u{1b}[1", "\u{1b}", "▀\u{8}", "\u{1b}[?1049h▀", "▀\u{301}",
  ])
  func `anything else is no picture`(output: String) {
    #expect(CellPicture(output) == nil)
  }

  @Test func `chafa is asked for the size and the colours, and its failure is none of ours`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let path = "\(folder.path)/it's \"one\".png"
    func chafa(_ script: String) async throws {
      try await folder.writeProgram("#!/bin/sh\n\(script)\n", to: "chafa")
    }
    func make() async -> CellPicture? {
      await CellPicture.make(
        of: path, columns: 40, rows: 10, colors: .indexed,
        environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    }

    #expect(await make() == nil)
    try await chafa("printf '%s\\n' \"$@\" > '\(folder.path)/asked'; echo no >&2; printf '▀▀\\n'")
    #expect(await make()?.rows.count == 1)
    let asked = try folder.read("asked").split(separator: "\n").map(String.init)
    #expect(asked.last == path)
    #expect(asked.contains("--size=40x10") && asked.contains("--colors=256"))
    try await chafa("printf '▀▀\\n'; exit 1")
    #expect(await make() == nil)
  }
}
