import Testing

/// Which note a command means, and what it does in which state of it.
@Suite(.timeLimit(.minutes(20))) struct NoteNamesAndStatesTests {
  @Test func `a note in the trash is restored before anything else becomes of it`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye")
    let archived = await fixture.note("--title Oat")
    _ = await fixture.run("rm \(id)")
    _ = await fixture.run("move --archive \(archived)")

    for option in ["--archive", "--unarchive"] {
      let refused = await fixture.run("move \(option) \(id)")
      #expect(refused.status == 2)
      #expect(
        refused.error
          == "marfa: \(id) is in the trash; restore it first (`marfa restore`).\n")
    }
    let restored = await fixture.run("restore \(archived)")

    #expect(restored.status == 2)
    #expect(
      restored.error.contains("is in the archive, not in the trash; use `marfa move --unarchive`"))
    #expect(await fixture.run("list --state trashed --format {title}").output == "Rye\n")
    #expect(await fixture.run("list --state archived --format {title}").output == "Oat\n")
    #expect(await fixture.run("restore \(id)").status == 0)
    #expect(await fixture.run("restore \(id)").status == 0)
    #expect(await fixture.run("move --unarchive \(id) \(archived)").status == 0)
  }

  @Test func `a note is named by its title where only one has it`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye", text: "one\n")
    let other = await fixture.note("--title Oat", text: "two\n")
    _ = await fixture.note("--title Oat --notebook House/Shed --make")

    #expect(await fixture.run("show rye").output == "one\n")
    #expect(await fixture.run("tag add grain RYE").status == 0)
    #expect(await fixture.run("list tag:grain --format {title}").output == "Rye\n")
    let several = await fixture.run("show Oat")
    #expect(several.status == 2)
    #expect(several.error.hasPrefix("marfa: Several notes are called Oat.\n  "))
    #expect(several.error.contains("  Oat  in House/Shed\n"))
    _ = await fixture.run("rm \(other)")
    #expect(await fixture.run("show Oat").status == 0)
    _ = await fixture.run("rm Rye")
    #expect(await fixture.run("restore Rye").status == 0)
    #expect(await fixture.run("rm -", input: "Rye bread\n").status == 3)
  }

  @Test func `of titles that differ only in capitals the exact one is meant`()
    async throws
  {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Named", text: "one\n")
    _ = await fixture.note("--title named", text: "two\n")

    #expect(await fixture.run("show Named").output == "one\n")
    #expect(await fixture.run("show named").output == "two\n")
    #expect(await fixture.run("show NAMED").status == 2)
  }

  @Test func `a notebook comes back from the trash by its title or its path`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.run("notebook new House/Garden")
    _ = await fixture.run("notebook new Garden")
    // A note with the same name outside the trash does not matter.
    _ = await fixture.note("--title Garden")
    func paths() async -> String { await fixture.run("notebook list --format {path}").output }

    for path in ["/Garden", "House/Garden", "House"] {
      #expect(await fixture.run(["notebook", "rm", path, "--keep-notes"]).status == 0)
    }
    let several = await fixture.run("restore Garden")
    #expect(several.status == 2 && several.error.contains("  Garden\n"))
    #expect(await fixture.run("restore House House/Garden").status == 0)
    #expect(await paths() == "House\nHouse/Garden\n")
    #expect(await fixture.run("complete trashed fish gar").output.hasPrefix("Garden\t"))
    #expect(await fixture.run("restore Garden").status == 0)
    #expect(await paths() == "Garden\nHouse\nHouse/Garden\n")
    #expect(await fixture.run("restore Nowhere").error == "marfa: No note named “Nowhere”.\n")
  }

  @Test func `moving by two names says how the notebook is given`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye")

    let moved = await fixture.run(["mv", "Rye", "Home Sub"])
    #expect(moved.status == 2)
    #expect(moved.error.contains("as in `marfa move NOTE --to \"Home Sub\"`."))
    #expect(
      await fixture.run("mv Rye").error.contains("--inbox, --archive and --unarchive.\n"))
  }

  @Test func `a tag that is given after its note is pointed out`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye")

    let tagged = await fixture.run("tag add Rye grain")
    #expect(tagged.status == 3)
    #expect(tagged.error.hasSuffix("The tag comes before the notes: grain Rye\n"))
    #expect(!(await fixture.run("tag add wheat grain").error.contains("comes before")))
  }
}
