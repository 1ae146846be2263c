import Foundation
import MarfaSDK
import NoteFiles
import Settings
import TerminalDriver
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ErrorTextTests {
  @Test(arguments: [
    (
      TerminalError(.noTerminal, subject: "/dev/tty", underlying: "No such device"),
      "No terminal (No such device); `marfa --help` lists what works without one."
    ),
    (
      TerminalError(.unknownTerminal, subject: "wy\u{1b}60"),
      "Unknown terminal wy^[60; install ncurses-term, or set TERM to a similar terminal, such as "
        + "xterm-256color."
    ),
  ])
  func `a terminal's refusal says what to do`(error: TerminalError, sentence: String) {
    #expect(ErrorText.sentence(for: error) == sentence)
  }

  @Test func `an error of the file system names the place and the cause`() throws {
    let folder = try TemporaryDirectory()
    try folder.write("", to: "data")

    let error = #expect(throws: (any Error).self) {
      try ApplicationDirectories.create(folder.path + "/data")
    }

    let sentence = try ErrorText.sentence(for: #require(error))
    #expect(sentence == "\(folder.path)/data: File exists.")
  }

  @Test(arguments: [
    ("Couldn't connect to server.", "couldn't connect to server."),
    ("SSL connect error", "SSL connect error."),
  ])
  func `an exchange that failed is reported in a sentence`(words: String, end: String) {
    #expect(
      ErrorText.sentence(for: NetworkError(message: words))
        == "The exchange with the server failed: " + end)
  }

  @Test func `a server that asks to wait is no failure`() {
    let error = NetworkError(message: "Too many requests; wait 8 s.", status: 429)

    #expect(
      ErrorText.sentence(for: error)
        == "The server asks to wait: too many requests; wait 8 s.")
  }

  @Test(
    arguments: [
      (6_400_000_000, "/a.iso is too large: 6.4 GB, and the server takes 5.3 GB at most."),
      (5_368_709_121, "/a.iso is a little larger than the 5.3 GB that the server takes."),
    ] as [(Int64, String)])
  func `a file that is too large is reported with sizes in words`(size: Int64, sentence: String) {
    let error = BlobFileError(.tooLarge, "/a.iso", "", size: size, limit: 5_368_709_120)

    #expect(ErrorText.sentence(for: error) == sentence)
    #expect(error.sentence == "It" + sentence.dropFirst("/a.iso".count))
  }

  @Test func `the message about too many files has both numbers`() {
    let error = BlobFileError(.tooMany, "/a.iso", "", size: 200, limit: 150)

    #expect(
      ErrorText.sentence(for: error)
        == "/a.iso was not attached: the note has 200 files, and the server takes 150 at most.")
    #expect(error.sentence == "The note has 200 files, and the server takes 150 at most.")
  }

  @Test func `a folder that cannot be watched is named with the cause`() {
    let error = DirectoryWatcherError(code: 13, directory: "/nobody's")

    #expect(ErrorText.sentence(for: error) == "/nobody's: Permission denied.")
  }
}
