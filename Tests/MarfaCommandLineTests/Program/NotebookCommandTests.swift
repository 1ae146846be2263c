import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct NotebookCommandTests {
  private func paths(_ fixture: CommandFixture) async -> [String] {
    await fixture.run("notebook list --format {path}:{count}").output
      .split(separator: "\n").map(String.init)
  }

  @Test func `notebooks are made by their path and listed with their counts`() async throws {
    let fixture = try CommandFixture()

    let made = await fixture.run("notebook new House/Garden")
    let again = await fixture.run("notebook new house/garden")
    let top = await fixture.run("notebook new Garden")
    _ = await fixture.note("--title Rye --notebook /House/Garden")

    let id = made.output.trimmingCharacters(in: .newlines)
    #expect(UUIDv7.isValid(id) && made.status == 0 && top.status == 0)
    #expect(
      again.status == 2 && again.error.contains("There is a notebook “house/garden” already."))
    #expect(await paths(fixture) == ["Garden:0", "House:0", "House/Garden:1"])
    #expect(
      await fixture.run("notebook list").output.contains("\(id.suffix(8))  House/Garden  1\n"))
  }

  @Test func `they are renamed and moved`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.run("notebook new House/Garden")

    #expect(
      await fixture.run("notebook rename Garden Beds --format {path}").output == "House/Beds\n")
    #expect(await fixture.run("notebook move Beds --top").status == 0)
    #expect(await paths(fixture) == ["Beds:0", "House:0"])
    #expect(await fixture.run("notebook mv House --to Beds").status == 0)
    let circle = await fixture.run("notebook move Beds --to House")
    #expect(circle.status == 2 && circle.error.contains("cannot be moved into itself"))
    #expect(await paths(fixture) == ["Beds:0", "Beds/House:0"])
    #expect(await fixture.run("notebook rename House a/b").status == 2)
    let missing = await fixture.run("notebook rename nope x")
    #expect(missing.status == 3 && missing.error == "marfa: No notebook “nope”.\n")
    #expect(await fixture.run("notebook move House").status == 2)
    #expect(await fixture.run("notebook rename Nowhere x").status == 3)
  }

  @Test func `the short id that lists show names a notebook`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.run("notebook new House/Garden").output
      .trimmingCharacters(in: .newlines)
    _ = await fixture.note("--title Rye --notebook /House/Garden")
    let short = String(id.suffix(8))

    #expect(await fixture.run("list in:\(short) --format {title}").output == "Rye\n")
    #expect(await fixture.run("notebook list").output.contains("  House  1\n"))
    #expect(await fixture.run("notebook rename \(short) Beds").status == 0)
    #expect(await paths(fixture) == ["House:0", "House/Beds:1"])
  }

  @Test func `no rename or move makes two of one path`() async throws {
    let fixture = try CommandFixture()
    for path in ["vault", "zwei", "zwei/Vault"] {
      _ = await fixture.run(["notebook", "new", path])
    }

    let renamed = await fixture.run("notebook rename zwei vault")
    let moved = await fixture.run("notebook move zwei/Vault --top")

    #expect(renamed.status != 0 && renamed.error.contains("There is a notebook “vault” already."))
    #expect(moved.status != 0 && moved.error.contains("There is a notebook “Vault” already."))
    #expect(await paths(fixture) == ["vault:0", "zwei:0", "zwei/Vault:0"])
  }

  @Test func `removing one asks what becomes of its notes`() async throws {
    let fixture = try CommandFixture()
    let rye = await fixture.note("--title Rye --notebook House --make")

    let refused = await fixture.run("notebook rm House")
    let cancelled = await fixture.run(["notebook", "rm", "House"], terminal: true, line: "")
    #expect(refused.status == 2 && refused.error.contains("--keep-notes or --trash-notes"))
    #expect(cancelled.status == 1 && cancelled.error.contains("Nothing was removed."))
    #expect(await paths(fixture) == ["House:1"])

    let kept = await fixture.run(["notebook", "rm", "House"], terminal: true, line: "k")
    #expect(kept.status == 0 && kept.error.hasSuffix("Moved to the trash; 1 note kept.\n"))
    #expect(await paths(fixture) == [])
    #expect(await fixture.run("list --format {title}:{notebook}").output == "Rye:\n")

    _ = await fixture.run("move \(rye) --to Barn --make")
    let trashed = await fixture.run("notebook rm Barn --trash-notes --json")
    #expect(trashed.status == 0 && trashed.output.contains("\"note_ids\":[\"\(rye)\"]"))
    #expect(await fixture.run("list --trash --format {title}").output == "Rye\n")
  }

  @Test func `an empty notebook goes without a question`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.run("notebook new House")

    #expect(await fixture.run("notebook rm House").status == 0)
    #expect(await paths(fixture) == [])
  }
}
