import Foundation
import MarfaSDK
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct RenamedTagTests {
  private func fixture(configuration: String? = nil) async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 40, notes: ["# One", "# Two", "# Three"], configuration: configuration)
    for (title, tags) in [("One", ["rings"]), ("Two", ["birds", "rings"]), ("Three", ["birds"])] {
      let id = try #require(try await fixture.id(titled: title))
      _ = try await fixture.client.metadata.addTags(id: id, tags: tags)
    }
    await fixture.settle()
    return fixture
  }

  /// The line of the sources that is marked.
  private func marked(_ fixture: ApplicationFixture) -> String? {
    let rows = fixture.screen.split(separator: "\n").map { $0.prefix(21) }
    return rows.first { $0.hasPrefix("▌") }?.dropFirst().trimmingCharacters(in: .whitespaces)
  }

  @Test(arguments: ["ringing", "birds"])
  func `a list goes on under the name that another program gave its tag`(name: String) async throws
  {
    let fixture = try await fixture()
    fixture.application.actions.navigation.show(.tag("rings"))
    await fixture.settle()
    await fixture.press("G")
    let note = fixture.application.workspace.selectedNote
    #expect(note?.title == "One")

    _ = try await fixture.client.metadata.renameTag("rings", to: name)
    await fixture.settle()

    let list = fixture.application.workspace.list
    #expect(list.source == .tag(name))
    #expect(fixture.application.workspace.selectedNote?.id == note?.id)
    #expect(list.window.count == (name == "birds" ? 3 : 2))
    #expect(marked(fixture)?.hasPrefix("#\(name)") == true)
    #expect(fixture.screen.contains("The tag #rings is now #\(name)."))
  }

  @Test func `a list of a tag that is gone says so, and nothing else is marked`() async throws {
    let fixture = try await fixture()
    fixture.application.actions.navigation.show(.tag("rings"))
    await fixture.settle()

    for title in ["One", "Two"] {
      let id = try #require(try await fixture.id(titled: title))
      _ = try await fixture.client.store.removeTags(id: id, ["rings"])
    }
    await fixture.settle()

    #expect(fixture.application.workspace.list.source == .tag("rings"))
    #expect(fixture.screen.contains(#/2 #rings  0 +no such tag/#), "\(fixture.screen)")
    #expect(marked(fixture) == "#rings")
  }

  @Test func `a tag among the rare ones is shown and marked while it is selected`() async throws {
    let fixture = try await fixture()
    let id = try #require(try await fixture.id(titled: "Three"))
    let tags = (10...30).map { "tag\($0)" }
    _ = try await fixture.client.metadata.addTags(id: id, tags: tags)
    await fixture.settle()
    #expect(!fixture.screen.contains("#tag30 "))

    fixture.application.actions.navigation.show(.tag("tag30"))
    await fixture.settle()

    #expect(marked(fixture)?.contains(#/^#tag30 +1$/#) == true, "\(fixture.screen)")
    fixture.application.workspace.focus = .sources
    await fixture.press("j")
    #expect(marked(fixture)?.hasPrefix("Archive") == true)
  }

  @Test func `saved searches go on with the new name of a tag, and back`() async throws {
    let fixture = try await fixture(
      configuration: """
        # mine
        searches:
          both: 'TAG:birds #Rings -"tag:rings"'
          none: "tag:rings/old OR rings" # as it was
          ducks: (tAg:"rings" | title:ring)
        """)
    func queries() -> [String] {
      fixture.application.context.settings.configuration.savedSearches.map(\.query)
    }
    let before = queries()
    fixture.application.actions.navigation.show(.savedSearch(name: "ducks", query: before[2]))
    await fixture.settle()
    #expect(fixture.application.workspace.list.window.count == 2)

    fixture.application.actions.tagNames.rename("rings", counts: ["rings": 2])
    await fixture.press("ctrl-u")
    await fixture.type("ringing\n")

    let after = [
      #"TAG:birds #ringing -"tag:rings""#, "tag:rings/old OR rings",
      #"(tAg:"ringing" | title:ring)"#,
    ]
    #expect(queries() == after)
    let path = fixture.folder.path + "/config/config.yaml"
    let written = try String(contentsOfFile: path, encoding: .utf8)
    #expect(written.contains("# mine") && written.contains("ringing"))
    #expect(fixture.screen.contains("#rings is now #ringing on 2 notes and in @both, @ducks."))
    let list = fixture.application.workspace.list
    #expect(list.source == .savedSearch(name: "ducks", query: after[2]))
    #expect(list.window.count == 2)

    await fixture.press("u")
    #expect(queries() == before)
    #expect(list.window.count == 2)
    await fixture.press("ctrl-r")
    #expect(queries() == after)
  }

  @Test func `searches that cannot be written are reported, and the tag is renamed all the same`()
    async throws
  {
    let fixture = try await fixture(configuration: "searches: {ducks: 'tag:rings'}")
    try fixture.folder.write("searches: [", to: "config/config.yaml")

    fixture.application.actions.tagNames.rename("rings", counts: ["rings": 2])
    await fixture.press("ctrl-u")
    await fixture.type("ringing\n")

    let told = fixture.application.context.messages.history.map(\.text)
    #expect(
      told.contains { $0.contains("The tag was renamed, but @ducks could not be changed") },
      "\(told)")
    #expect(try await fixture.client.metadata.listTags().map(\.tag).contains("ringing"))
  }

  @Test func `a filter goes on with the new name of a tag`() async throws {
    let fixture = try await fixture()
    await fixture.press("2 /")
    await fixture.type("tag:rings -three\n")
    #expect(fixture.application.workspace.list.window.count == 2)

    fixture.application.actions.tagNames.rename("rings", counts: ["rings": 2])
    await fixture.press("ctrl-u")
    await fixture.type("ringing\n")

    #expect(fixture.application.workspace.list.filter == "tag:ringing -three")
    #expect(fixture.application.workspace.list.window.count == 2)
  }

  @Test func `a filter that names no tag says so, with the new name if that is known`() async throws
  {
    let fixture = try await fixture()
    await fixture.press("2 /")
    await fixture.type("#rings/old\n")
    let missing = #/No tag +│.*│ #rings\/old\./#.dotMatchesNewlines()
    #expect(fixture.screen.contains(missing), "\(fixture.screen)")

    _ = try await fixture.client.metadata.renameTag("rings", to: "ringing")
    fixture.application.actions.navigation.show(.all)
    await fixture.settle()
    fixture.application.actions.tagNames.rename("ringing", counts: [:])
    await fixture.press("ctrl-u")
    await fixture.type("rung\n")
    await fixture.press("/")
    await fixture.type("tag:ringing\n")

    let renamed = #/The tag +│.*│ #ringing is now #rung\./#.dotMatchesNewlines()
    #expect(fixture.screen.contains(renamed), "\(fixture.screen)")
    #expect(fixture.screen.contains("no such tag"))
  }
}
