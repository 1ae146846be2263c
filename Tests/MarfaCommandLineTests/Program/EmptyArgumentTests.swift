import Testing

@Suite(.timeLimit(.minutes(20))) struct EmptyArgumentTests {
  @Test(arguments: [["mirror", "", "--once"], ["import", "md", ""], ["export", "md", ""]])
  func `an empty folder is not the current one`(command: [String]) async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run(command)

    #expect(transcript.status == 2)
    #expect(transcript.error.contains("Name a folder; . is the current one."))
  }

  @Test func `a source of no name is refused, and nothing is imported`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A"])

    let transcript = await fixture.run(["import", "md", "notes", "--name", ""])

    #expect(transcript.status == 2)
    #expect(transcript.error.contains("--name needs a name"))
    #expect(await fixture.run("list").output.isEmpty)
  }

  @Test func `a note keeps its title rather than none`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Two", text: "x\n")

    let transcript = await fixture.run(["rename", "Two", " "])

    #expect(transcript.status == 2)
    #expect(transcript.error.contains("A title needs at least one letter."))
    #expect(await fixture.run("list --format {title}").output == "Two\n")
  }

  @Test func `a text that ends in CR LF is printed as it is`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Two", text: "a\r\nb\r\n")

    #expect(await fixture.run("show Two --raw").output == "a\r\nb\r\n")
  }
}
