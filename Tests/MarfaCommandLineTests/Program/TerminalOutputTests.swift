import Foundation
import MarfaCommandLine
import MarfaSDK
import MarfaTerminal
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct TerminalOutputTests {
  private static let hostile = "a\u{1b}]52;c;AAAA\u{7}\u{9b}31m\u{202e}b"

  @Test(arguments: [
    ["list"], ["search", "word"], ["list", "--json"], ["search", "word", "--json"],
    ["list", "--format", "{title}"], ["list", "--format", "tsv"],
  ])
  func `nothing in a note acts on a terminal`(arguments: [String]) async throws {
    let fixture = try CommandFixture()
    let id = await fixture.run(
      ["new", "--title", Self.hostile, "word " + Self.hostile]
    ).output.trimmingCharacters(in: .newlines)

    let listed = await fixture.run(arguments, terminal: true)
    let shown = await fixture.run(["show", id], terminal: true)

    for transcript in [listed, shown] {
      // Our own colours are the only sequences.
      let scalars = transcript.output.replacing(/\u{1b}\[[0-9;]*m/, with: "").unicodeScalars
      #expect(transcript.status == 0)
      #expect(!scalars.contains { $0 == "\u{1b}" || $0 == "\u{7}" || $0 == "\u{9b}" })
      #expect(!scalars.contains("\u{202e}"))
    }
    #expect(shown.output.contains("^[]52"))
  }

  @MainActor
  @Test func `control characters in a start-up error are shown, not sent to the terminal`()
    async throws
  {
    let folder = try TemporaryDirectory()
    let arguments = try #require(
      CommandLineProgram.terminalArguments(["--theme", Self.hostile]))
    let written = WrittenText()
    do {
      var options = TerminalLaunch.Options(
        environment: ["HOME": folder.path], executable: "/nowhere/marfa", report: { _ in })
      options.theme = arguments.theme
      _ = try await TerminalLaunch.start(options)
      Issue.record("The application started.")
    } catch {
      #expect(CommandLineProgram.tell(error, streams: written.streams) == 2)
    }

    #expect(
      written.text.hasPrefix("marfa: Unknown theme “a^[]52;c;AAAA^G<009B>31m<202E>b”; available: ")
    )
  }

  @Test(arguments: [["--theme"], ["list", "--format"], ["exec"], ["show"], []])
  func `nothing in a refused argument acts on a terminal`(words: [String]) async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run(words + ["--" + Self.hostile], terminal: true)

    let scalars = (transcript.output + transcript.error).unicodeScalars
    #expect(transcript.status != 0)
    #expect(!scalars.contains { $0 == "\u{1b}" || $0 == "\u{7}" || $0 == "\u{9b}" })
  }

  @Test func `JSON on a terminal still has the same value`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.run(["new", "--title", Self.hostile, "x"])

    let piped = await fixture.run(["list", "--json"])
    let painted = await fixture.run(["list", "--json"], terminal: true)

    #expect(piped.output != painted.output)
    let left = try JSONParser.parse(Array(piped.output.utf8))
    let right = try JSONParser.parse(Array(painted.output.utf8))
    #expect(left == right)
  }

  @Test func `text in a pipe is left as it is`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.run(["new", Self.hostile]).output.trimmingCharacters(in: .newlines)

    #expect(await fixture.run("show \(id)").output == Self.hostile + "\n")
  }

  @Test func `a reader that goes away is no error`() async throws {
    let fixture = try CommandFixture()
    for number in 0..<20 { _ = await fixture.note("--title N\(number)") }
    let streams = CommandStreams(
      readInput: { [] }, write: { target, _ in target == .output ? .closed : .written },
      isInputTerminal: false, isOutputTerminal: false, isErrorTerminal: false)
    let host = CommandHost(
      environment: ["MARFA_DATA": fixture.directory.path + "/data"], currentDirectory: "/",
      streams: streams, launch: { _ in .code(0) }, interrupts: { AsyncStream { $0.finish() } })

    #expect(await CommandLineProgram.run(["list"], host: host) == 0)
  }

  @Test func `a full disk under the output is reported`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title A")
    let errors = Mutex<[UInt8]>([])
    let streams = CommandStreams(
      readInput: { [] },
      write: { target, bytes in
        if target == .output { return .failed(ENOSPC) }
        errors.withLock { $0 += bytes }
        return .written
      }, isInputTerminal: false, isOutputTerminal: false, isErrorTerminal: false)
    let host = CommandHost(
      environment: ["MARFA_DATA": fixture.directory.path + "/data"], currentDirectory: "/",
      streams: streams, launch: { _ in .code(0) }, interrupts: { AsyncStream { $0.finish() } })

    let status = await CommandLineProgram.run(["list"], host: host)

    #expect(status == 1)
    #expect(String(decoding: errors.withLock { $0 }, as: UTF8.self).contains("No space left"))
  }
}
