import MarfaSDK
import Testing

/// Tags that are added and removed by commands.
@Suite(.timeLimit(.minutes(20))) struct TagChangeTests {
  @Test func `a tag after the note is said in two lines`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Home")

    let removed = await fixture.run("tag rm Home z")

    #expect(removed.status == 3)
    #expect(!removed.error.contains("0 notes"))
    #expect(removed.error.contains("The tag comes before the notes: z Home"), "\(removed.error)")
  }

  @Test func `a favourite is no tag in the list of tags`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye --tag favorite --tag grain")

    #expect(await fixture.run("tag list --format {tag}").output == "grain\n")
    #expect(await fixture.run("list is:favourite --format {title}").output == "Rye\n")
  }
}
