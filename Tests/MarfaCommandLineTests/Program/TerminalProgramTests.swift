import Foundation
import Glibc
import MarfaCommandLine
import NoteFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TerminalProgramTests {
  @Test func `a program is in the group of the command, which has the terminal`() async throws {
    let folder = try TemporaryDirectory()
    let program = try TerminalProgram(
      path: "/bin/sh",
      arguments: [
        "-c", "read -r a b c d group rest </proc/self/stat; echo $group >\"$OUT\"; exit 3",
      ],
      environment: ["OUT": folder.path + "/group"])

    #expect(await program.end() == .code(3))
    let text = try String(contentsOfFile: folder.path + "/group", encoding: .utf8)
    #expect(text == "\(getpgrp())\n")
  }

  @Test func `a program that hangs on a pipe ends with who has the other end`() async throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    _ = fcntl(ends[1], F_SETFD, FD_CLOEXEC)
    let program = try TerminalProgram(
      path: "/bin/sleep", arguments: ["600"], environment: [:])
    program.send(SIGTERM, whenClosed: ends[0])
    // The program has it, too.
    close(ends[0])

    close(ends[1])

    #expect(await program.end() == .signal(SIGTERM))
  }

  @Test func `a pager shows what it is given and ends with it`() async throws {
    let folder = try TemporaryDirectory()
    let pager = try #require(
      OutputPager.start(["MARFA_PAGER": "cat >\"$OUT\"", "OUT": folder.path + "/shown"]))

    _ = pager.write(Array("two\nlines\n".utf8))
    await pager.finish()

    #expect(
      try String(contentsOfFile: folder.path + "/shown", encoding: .utf8) == "two\nlines\n")
  }

  @Test(arguments: ["/nope", "nosuchpager -R", "less '", "exit 127"])
  func `results go past a pager that does not start`(command: String) async throws {
    let folder = try TemporaryDirectory()
    try await folder.writeProgram("#!/bin/sh\nexec /bin/cat >\"$OUT\"\n", to: "cat")
    let pager = try #require(
      OutputPager.start([
        "MARFA_PAGER": command, "OUT": folder.path + "/shown",
        "PATH": folder.path + ":/usr/bin:/bin",
      ]))

    _ = pager.write(Array("two\nlines\n".utf8))
    await pager.finish()

    #expect(
      try String(contentsOfFile: folder.path + "/shown", encoding: .utf8) == "two\nlines\n")
  }

  @Test func `a program that is not there cannot be started`() {
    #expect(throws: POSIXError.self) {
      try TerminalProgram(path: "/nowhere/editor", arguments: [], environment: [:])
    }
  }
}
