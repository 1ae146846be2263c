import Foundation
import MarfaSDK
import Settings
import TerminalFixtures
import TerminalUI
import TestSupport
import Testing

/// Shell commands of `keys.yaml` on the selected note.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct CustomCommandTests {
  private func fixture(_ commands: String) async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(notes: ["# Rye\n\nrye and oat\n"])
    try fixture.folder.write(
      "commands:\n  mine: \(commands)\nlist: {W: run.mine}\n", to: "config/keys.yaml")
    fixture.application.context.settings.reload()
    await fixture.settle()
    return fixture
  }

  @Test func `a command is asked about once, and its output is shown`() async throws {
    let fixture = try await fixture(
      #"'read -r line < "$NOTE_FILE"; echo "$NOTE_TITLE: $line"'"#)

    await fixture.press("W")
    #expect(fixture.screen.contains("Run this shell command on the note"))
    await fixture.press("enter")
    #expect(!fixture.screen.contains("Rye: # Rye"))

    await fixture.press("W y")
    #expect(fixture.screen.contains("Rye: # Rye"), "\(fixture.screen)")
    #expect(fixture.screen.contains("mine is done."))
    await fixture.press("esc W")
    #expect(fixture.screen.contains("Rye: # Rye"))
  }

  @Test func `a command that fails is reported with what it printed`() async throws {
    let fixture = try await fixture("{run: echo sorry >&2; exit 4, output: none}")

    await fixture.press("W y")

    #expect(fixture.screen.contains("sorry"), "\(fixture.screen)")
    #expect(fixture.screen.contains("mine failed with exit code 4."))
  }

  @Test(arguments: ["ctrl-c", "Q"])
  func `a command that runs long is said, and ends when it is asked to`(key: String) async throws {
    let fixture = try await fixture("sleep 600")
    fixture.application.context.memory.trustedCommands.insert("sleep 600")
    let chord = try #require(KeyChord(parsing: "W"))
    fixture.application.handle(.key(chord.event))
    fixture.host.fireAll()
    #expect(fixture.screen.contains("mine is running; Ctrl-c ends it."), "\(fixture.screen)")

    await fixture.press(key)

    #expect(fixture.host.hasQuit == (key == "Q"))
    #expect(!fixture.screen.contains("is running"))
    if key != "Q" { #expect(fixture.screen.contains("mine was ended.")) }
  }

  @Test func `a command gets the terminal with the note in its variables`() async throws {
    let fixture = try await fixture("{run: less it, output: terminal, summary: Read it}")
    var arguments: [[String]] = []
    fixture.host.program = { words in
      arguments.append(words)
      return 0
    }

    await fixture.press("?")
    await fixture.type("Read it\n")
    await fixture.press("y")

    #expect(arguments == [["/bin/sh", "-c", "less it"]])
    #expect(fixture.host.environments.last?["NOTE_TITLE"] == "Rye")
    let file = try #require(fixture.host.environments.last?["NOTE_FILE"])
    #expect(!FileManager.default.fileExists(atPath: file))
  }
}
