import MarfaSDK
import MarfaTerminal
import Testing

@Suite struct SmallCommandTests {
  @Test(arguments: [["new"], ["new", "-"], ["new", "--tag", "a", "-"], ["new", "--no-input"]])
  func `nothing is not saved`(arguments: [String]) async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run(arguments, input: Array(" \n".utf8))

    #expect(transcript.status == 1)
    #expect(transcript.output == "")
    #expect(transcript.error.contains("There is nothing to save"))
    #expect(await fixture.run("list --json").output == "[]\n")
  }

  @Test func `the version is told as JSON, too`() async throws {
    let fixture = try CommandFixture()

    let version = try await fixture.json("version --json").objectValue

    #expect(
      await fixture.run("version").output == "marfa \(version?["version"]?.stringValue ?? "")\n")
  }
}
