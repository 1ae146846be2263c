import MarfaSDK
import Testing

/// Lines of vi's command mode, typed while a note is edited.
@MainActor
@Suite(.timeLimit(.minutes(20))) struct CommandModeTests {
  private func edited(_ text: String, configuration: String? = nil) async throws
    -> ApplicationFixture
  {
    let fixture = try await ApplicationFixture(
      columns: 120, notes: [text], configuration: configuration)
    await fixture.press("e")
    return fixture
  }

  private func run(_ line: String, in fixture: ApplicationFixture) async {
    await fixture.press(":")
    await fixture.type(line)
    await fixture.press("enter")
  }

  private func text(_ fixture: ApplicationFixture) -> String? {
    fixture.application.workspace.note.session?.editor.text
  }

  @Test func `Ctrl-o lets one line through, then typing goes on`() async throws {
    let fixture = try await edited("one\none")
    await fixture.press("A ctrl-o")
    await run("%s/one/two/", in: fixture)
    await fixture.type("!")
    #expect(text(fixture) == "two\n!two")

    await fixture.press("ctrl-o : esc")
    #expect(fixture.screen.contains("INSERT"))
    await fixture.press("ctrl-o")
    await run("w", in: fixture)
    await fixture.type("?")
    #expect(text(fixture) == "two\n!?two")
  }

  @Test func `lines are moved, copied and typed into`() async throws {
    let fixture = try await edited("xa\nb\nxc")
    await run("g/x/m$", in: fixture)
    await run("1t1", in: fixture)
    await run("g/x/normal A!", in: fixture)

    #expect(text(fixture) == "b\nb\nxa!\nxc!")
  }

  @Test(arguments: [
    ("g/x/sort", "Use s, d"), ("s/a/b/zz", "Use :s/old/new/"),
    ("set tw=72", "settings are in config.yaml"), ("m", "Use :m line"),
    ("%foo", "No :foo for lines"), ("s/x/b/|wq", "After | comes another command"),
    ("sort x", "Unknown argument “x” of :sort."), ("sort! n ux", "Unknown argument “ux” of :sort."),
    ("zzz", "Unknown action “zzz”"),
  ])
  func `a line that is not understood is answered with a valid form`(
    line: String, said: String
  ) async throws {
    let fixture = try await edited("xa\nb")

    await run(line, in: fixture)

    #expect(fixture.application.context.messages.current?.text.contains(said) == true)
    #expect(text(fixture) == "xa\nb")
  }

  @Test func `a line for the text of a note says so where none is edited`() async throws {
    let fixture = try await ApplicationFixture(columns: 120, notes: ["one"])

    await run("%s/one/two/", in: fixture)

    #expect(
      fixture.screen.contains("“%s/one/two/” is for the lines of a note: edit one first (e)."))
  }

  @Test func `gq fills lines to the width that is configured`() async throws {
    let fixture = try await edited(
      "one two three four five six", configuration: "editing:\n  text_width: 20\n")

    await fixture.press("g q q")

    #expect(text(fixture) == "one two three four\nfive six")
  }
}
