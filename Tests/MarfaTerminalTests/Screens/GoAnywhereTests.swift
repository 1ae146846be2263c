import MarfaSDK
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct GoAnywhereTests {
  @Test func `the title that was typed comes first, then those that begin with it`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, notes: ["# git", "# jj git", "# gitlab", "# git commit"])
    for _ in 0..<3 {
      await fixture.press("space f")
      await fixture.type("git commit\n")
      await fixture.press("esc")
    }

    await fixture.press("space f")
    await fixture.type("git")

    let titles = fixture.screen.split(separator: "\n")
      .compactMap { $0.firstMatch(of: #/│ [ ▌]([gj][\w ]*\w) {2,}\w+  │/#).map { String($0.1) } }
    #expect(titles == ["git", "git commit", "gitlab", "jj git"])
  }

  @Test func `going anywhere finds a note by parts of its title`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Reed warblers", "# Shopping list"])

    await fixture.press("space f")
    await fixture.type("rdwrb\n")

    #expect(fixture.application.workspace.note.title == "Reed warblers")
  }

  @Test func `where more titles match than are shown their number is at the foot`() async throws {
    let fixture = try await ApplicationFixture(notes: (1...130).map { "# Note \($0)" })

    await fixture.press("space f")
    #expect(!fixture.screen.contains("the best of"))
    await fixture.type("note")
    #expect(fixture.screen.contains("the best of 130 · 1 of 101 "))

    await fixture.type(" 13")
    #expect(!fixture.screen.contains("the best of"), "\(fixture.screen)")
  }

  @Test func `going to a title that is not there creates the note`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One"])

    await fixture.press("space f")
    await fixture.type("Quite new\n")

    #expect(try await fixture.id(titled: "Quite new") != nil)
  }

  @Test func `a note and a notebook can be created although others match`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# Reading list"])
    await fixture.press("space f")
    await fixture.type("Read")
    #expect(fixture.screen.contains("Create “Read”"))
    await fixture.press("down enter esc esc esc 2 m")
    await fixture.type("Workshop\n")

    await fixture.press("g g m")
    await fixture.type("Work")
    await fixture.press("down enter")

    #expect(try await fixture.id(titled: "Read") != nil)
    let notebooks = try await fixture.client.store.notebooks().map(\.title)
    #expect(notebooks.sorted() == ["Work", "Workshop"])
  }

  @Test func `going anywhere marks notebooks and shows what is in them`() async throws {
    let fixture = try await ApplicationFixture(notes: ["# One", "# Two"])
    await fixture.press("m")
    await fixture.type("Workshop\n")

    await fixture.press("space f")
    await fixture.type("wshop")
    #expect(fixture.screen.contains(#/Workshop +notebook/#))
    await fixture.type("\n")

    guard case .notebook(_, "Workshop") = fixture.application.workspace.list.source else {
      Issue.record("The list shows \(fixture.application.workspace.list.source).")
      return
    }
    #expect(fixture.application.workspace.list.window.count == 1)
  }

  @Test(arguments: ["g i", "/ l o o s e enter"])
  func `a note opened from outside the list is the one that commands act on`(hiding: String)
    async throws
  {
    let fixture = try await ApplicationFixture(notes: ["# Loose", "# Filed"])
    let loose = try #require(try await fixture.id(titled: "Loose"))
    let filed = try #require(try await fixture.id(titled: "Filed"))
    await fixture.press("g g m")
    await fixture.type("Workshop\n")
    await fixture.press(hiding)
    #expect(fixture.application.workspace.list.window.count == 1)

    await fixture.press("space f")
    await fixture.type("Filed\n")
    #expect(fixture.application.workspace.list.selectedRow?.id == filed)
    await fixture.press("x")

    #expect(try await fixture.client.store.noteText(id: loose).state == .active)
    #expect(try await fixture.client.store.noteText(id: filed).state == .trashed)
  }

  @Test func `going anywhere distinguishes equal titles`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, notes: ["# Ring records", "# Ring records"])
    await fixture.press("m")
    await fixture.type("Birds\n")

    await fixture.press("space f")
    await fixture.type("ring")

    #expect(fixture.screen.contains(#/Ring records +Birds /#))
    #expect(fixture.screen.contains(#/Ring records +(now|\d+m) /#))
  }

  @Test func `equal titles in one place also show their times`() async throws {
    let fixture = try await ApplicationFixture(
      columns: 120, notes: ["# Ring records", "# Ring records"])
    for _ in 0..<2 {
      await fixture.press("g g j m")
      await fixture.type("Birds\n")
    }

    await fixture.press("g g m")
    await fixture.type("Birds\n")
    await fixture.press("space f")
    await fixture.type("ring")

    #expect(fixture.screen.matches(of: #/Ring records +Birds, (now|\d+m) /#).count == 2)
  }
}
