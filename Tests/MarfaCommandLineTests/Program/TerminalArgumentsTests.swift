import MarfaCommandLine
import Testing

@Suite(.timeLimit(.minutes(20))) struct TerminalArgumentsTests {
  @Test(
    arguments: [
      ([], nil), (["tui"], nil), (["tutor"], "app.tutor"), (["exec", "go.tags"], "go.tags"),
      (["tutor", "--ascii"], "app.tutor"),
    ] as [([String], String?)])
  func `arguments that open the application say what it does first`(
    arguments: [String], action: String?
  ) throws {
    let asked = try #require(CommandLineProgram.terminalArguments(arguments))

    #expect(asked.action == action)
    #expect(asked.isASCII == arguments.contains("--ascii"))
  }

  @Test func `an action that there is not is refused with what was perhaps meant`() async throws {
    #expect(CommandLineProgram.terminalArguments(["exec", "go.tag"]) == nil)

    let transcript = try await CommandFixture().run("exec go.tag")

    #expect(transcript.status == 2)
    #expect(transcript.error.contains("go.tags"))
  }

  @Test func `the option --version prints what the command does`() async throws {
    let fixture = try CommandFixture()

    let option = await fixture.run("--version")
    let command = await fixture.run("version")

    #expect(option.status == 0)
    #expect(option.output == command.output)
    #expect(option.error.isEmpty)
  }
}
