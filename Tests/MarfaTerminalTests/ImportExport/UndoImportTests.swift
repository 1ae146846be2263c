import Foundation
import MarfaSDK
import MarfaTerminal
import Testing

@Suite struct UndoImportTests {
  private func titles(_ fixture: CommandFixture, _ options: String = "") async -> String {
    await fixture.run("list \(options) --sort title --format {title}").output
  }

  @Test func `what an import made is gone, with its notebooks`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A", "d/e/b.md": "# B"])
    _ = await fixture.note("--title Mine")
    _ = try await fixture.report()

    let undone = try await fixture.report("import undo --json")

    #expect(undone["removed"] == 4)
    #expect(await titles(fixture) == "Mine\n")
    #expect(await titles(fixture, "--trash").contains("A\nB\n"))
    #expect(try await fixture.store().notebooks().isEmpty)
    #expect(await fixture.run("import undo").status == 3)
  }

  @Test func `what an import changed is as before, tags too`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "---\ntags: [x]\n---\none"])
    _ = try await fixture.report()
    try fixture.directory.write("---\ntags: [y]\n---\ntwo", to: "notes/a.md")
    fixture.setTime(4_000_000_000, of: "a.md")
    fixture.clock.advance(byMilliseconds: 1000)
    _ = try await fixture.report()
    let id = await fixture.run("list --format {id}").output.trimmingCharacters(in: .newlines)
    #expect(await fixture.run("show \(id)").output == "two\n")

    let undone = try await fixture.report("import undo --json")

    #expect(undone["restored"] == 1)
    #expect(await fixture.run("show \(id)").output == "one\n")
    #expect(await fixture.run("tag list --format {tag}").output == "x\n")
  }

  @Test func `what was changed here since stays, with its notebook`() async throws {
    let fixture = try CommandFixture.importing(["d/a.md": "one", "d/b.md": "two"])
    _ = try await fixture.report()
    let ids = await fixture.run("list b --format {id}").output
    _ = await fixture.run("edit \(ids.trimmingCharacters(in: .newlines)) -", input: "mine")

    let undone = try await fixture.report("import undo --json")

    #expect(undone["removed"] == 1)
    #expect(undone["kept"]?.arrayValue?.count == 2)
    #expect(await titles(fixture) == "b\n")
    #expect(try await fixture.store().notebooks().map(\.title) == ["d"])
  }

  @Test func `a dry run changes nothing, and can be followed by the real one`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A"])
    _ = try await fixture.report()

    let dry = try await fixture.report("import undo --dry-run --json")

    #expect(dry["removed"] == 1)
    #expect(await titles(fixture) == "A\n")
    #expect(try await fixture.report("import undo --json")["removed"] == 1)
  }

  @Test func `after a purge the same files come in anew`() async throws {
    let fixture = try CommandFixture.importing(["d/a.md": "# A"])
    _ = try await fixture.report()

    let undone = try await fixture.report("import undo --purge --json")
    let again = try await fixture.report()

    #expect(undone["removed"] == 2)
    #expect(again["imported"] == 1)
    #expect(await titles(fixture) == "A\n")
  }

  @Test func `an import that changed nothing leaves nothing to take back`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "# A"])
    _ = try await fixture.report()
    fixture.clock.advance(byMilliseconds: 1000)
    _ = try await fixture.report()

    _ = await fixture.run("import undo")

    #expect(await titles(fixture).isEmpty)
  }
}
