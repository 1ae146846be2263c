import Foundation
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SmallCommandTests {
  @Test(arguments: [["new"], ["new", "-"], ["new", "--tag", "a", "-"], ["new", "--no-input"]])
  func `new without text and title fails and saves nothing`(arguments: [String]) async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run(arguments, input: Array(" \n".utf8))

    #expect(transcript.status == 1)
    #expect(transcript.output == "")
    #expect(transcript.error.contains("Nothing to save"))
    #expect(await fixture.run("list --json").output == "[]\n")
  }

  @Test(arguments: [
    "list --limit -1", "list --limit=-1", "search x --limit -1", "backup --keep -1",
  ])
  func `a negative number is refused with what is allowed`(line: String) async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run(line)

    #expect(transcript.status == 2)
    #expect(transcript.error.contains(" or more."))
  }

  @Test func `a limit of 0 is none, for every command that has one`() async throws {
    let fixture = try CommandFixture()
    let target = await fixture.note("--title Target")
    for number in 1...3 { _ = await fixture.note("word-\(number) [[Target]]") }
    _ = await fixture.note("Target word-4")

    for (line, count) in [
      ("list", 5), ("list word", 4), ("search word", 4), ("backlinks \(target)", 3),
      ("backlinks \(target) --mentions", 1),
    ] {
      for (limit, expected) in [("0", count), ("2", min(2, count)), ("100", count)] {
        let ids = await fixture.run("\(line) --limit \(limit) --format {id}").output
        #expect(ids.split(separator: "\n").count == expected, "\(line) --limit \(limit)")
      }
      let help = await fixture.run("\(line) --help").output
      #expect(help.contains("Maximum number of results (0 = all)."))
    }
  }

  @Test func `an export does not go into what is no folder`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write("mine", to: "letter")

    let refused = await fixture.run("export md letter")

    #expect(refused.status == 2)
    #expect(refused.error == "marfa: \(fixture.directory.path)/letter is not a folder.\n")
  }

  @Test(arguments: ["backup", "export json"])
  func `the notes are not written over by a copy of themselves`(command: String) async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title One", text: "x\n")
    let link = fixture.directory.path + "/link"
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: fixture.databasePath)

    for path in [fixture.databasePath, fixture.databasePath + "-wal", link] {
      let transcript = await fixture.run(command.split(separator: " ").map(String.init) + [path])

      #expect(transcript.status == 2)
      #expect(transcript.error.contains("is the notes' database itself"))
    }
    #expect(await fixture.run("show \(id)").output == "x\n")
  }

  @Test func `a backup takes the place of a backup and of nothing else`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title One", text: "x\n")
    let path = fixture.directory.path + "/copy"
    try fixture.directory.write("a letter", to: "letter")

    let refused = await fixture.run(["backup", fixture.directory.path + "/letter"])

    #expect(refused.status == 2)
    #expect(refused.error.contains("exists and is not a backup; nothing was written."))
    #expect(
      try String(contentsOfFile: fixture.directory.path + "/letter", encoding: .utf8) == "a letter")
    #expect(await fixture.run(["backup", path]).status == 0)
    #expect(await fixture.run(["backup", path]).status == 0)

    let link = fixture.directory.path + "/link"
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: "nowhere")
    let pipe = fixture.directory.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    for other in [link, pipe] {
      let transcript = await fixture.run(["backup", other])
      #expect(transcript.status == 2)
      #expect(transcript.error.contains("\(other) is not a file; nothing was written."))
    }
  }

  @Test func `an unknown command is refused by its name`() async throws {
    let fixture = try CommandFixture()

    let near = await fixture.run("serch word")
    let far = await fixture.run("zzzzzz")

    #expect(near.status == 2)
    let below = try await CommandFixture().run("help notebook renam")
    #expect(below.error == "marfa: Unknown command “renam”; did you mean 'rename'?\n")
    #expect(near.error == "marfa: Unknown command “serch”; did you mean 'search'?\n")
    #expect(
      far.error == "marfa: Unknown command “zzzzzz”; `marfa --help` lists all.\n")
  }

  @Test func `a command that changes notes prints them when a format is given`() async throws {
    let fixture = try CommandFixture()
    let made = try await fixture.json("new --title Rye --json text").objectValue
    let id = made?["id"]?.stringValue ?? ""
    let template = "--format {title}:{tags}:{state}:{version}"

    #expect(made?["title"] == "Rye")
    #expect(await fixture.run("tag add bread \(id) \(template)").output == "Rye:bread:active:1\n")
    #expect(await fixture.run("tag add bread \(id) --jsonl").output == "")
    #expect(
      await fixture.run("edit \(id) - \(template)", input: "x").output == "Rye:bread:active:2\n")
    #expect(await fixture.run("show \(id) --format {title}={body}").output == "Rye=x\n")
    #expect(
      await fixture.run("show \(id) \(id) --jsonl").output.split(separator: "\n").count == 2)
    #expect(await fixture.run("tag rm bread \(id) \(template)").output == "Rye::active:2\n")
    #expect(await fixture.run("rm \(id) \(template)").output == "Rye::trashed:2\n")
    #expect(await fixture.run("restore \(id) \(template)").output == "Rye::active:2\n")
    #expect(try await fixture.json("rm \(id) --purge --yes --json").arrayValue?.count == 1)
    #expect(await fixture.run("show \(id)").status == 3)
  }

  @Test func `a list has the active notes, and is asked for others by state or query`()
    async throws
  {
    let fixture = try CommandFixture()
    let away = await fixture.note("--title Away --tag old", text: "bread\n")
    _ = await fixture.note("--title Here --tag old", text: "bread\n")
    let gone = await fixture.note("--title Gone", text: "bread\n")
    _ = await fixture.run("move \(away) --archive")
    _ = await fixture.run("rm \(gone)")
    func titles(_ line: String) async throws -> Set<String> {
      let notes = try await fixture.json("\(line) --json").arrayValue ?? []
      return Set(notes.compactMap { $0.objectValue?["title"]?.stringValue })
    }

    #expect(try await titles("list") == ["Here"])
    #expect(try await titles("list --state active") == ["Here"])
    #expect(try await titles("list --state archived") == ["Away"])
    #expect(try await titles("list --state trashed") == ["Gone"])
    #expect(try await titles("list --state all") == ["Here", "Away"])
    #expect(try await titles("list --tag old") == ["Here", "Away"])
    #expect(try await titles("list --tag old --state active") == ["Here"])
    #expect(try await titles("list bread") == ["Here", "Away"])
    #expect(try await titles("list is:archived") == ["Away"])
    #expect(await fixture.run("list --trash --state active").status == 2)
    #expect(await fixture.run("list bread").output.contains("Away (archived) #old\n"))
    #expect(await fixture.run("search bread").output.contains("Away (archived)"))
    #expect(await fixture.run("list --help").output.contains("--state"))
  }

  @Test func `notes are moved to notebooks and to the archive and back`() async throws {
    let fixture = try CommandFixture()
    let directory = try TemporaryDirectory()
    try directory.write("# Rye\n", to: "Flour/rye.md")
    _ = await fixture.run("import md \(directory.path)")
    let note = await fixture.note("--title Spelt", text: "x\n")
    let titles = "--format {title}:{state}"

    #expect(await fixture.run("move \(note) --to flour \(titles)").output == "Spelt:active\n")
    #expect(try await fixture.json("list in:flour --json").arrayValue?.count == 2)
    #expect(await fixture.run("move \(note) --inbox").status == 0)
    #expect(try await fixture.json("list in:flour --json").arrayValue?.count == 1)
    #expect(
      await fixture.run("move \(note) --archive \(titles)").output == "Spelt:archived\n")
    #expect(
      await fixture.run("move \(note) --unarchive \(titles)").output == "Spelt:active\n")

    let missing = await fixture.run("move \(note) --to Bread")
    #expect(missing.status == 3)
    #expect(missing.error.contains("No notebook “Bread”; use --make to create it."))
    #expect(await fixture.run("move \(note)").status == 2)
    #expect(await fixture.run("move \(note) --inbox --archive").status == 2)
  }

  @Test func `a notebook is made with those above it, under what there is of its path`()
    async throws
  {
    let fixture = try CommandFixture()
    let note = await fixture.note("--title Spelt", text: "x\n")

    #expect(await fixture.run("move \(note) --to House/Garden --make").status == 0)
    let other = await fixture.note("--title Oat --notebook garden/Beds --make", text: "x\n")
    #expect(await fixture.run("move \(note) --to House/Garden --make").status == 0)

    #expect(try await fixture.json("list in:/House/Garden/Beds --json").arrayValue?.count == 1)
    #expect(try await fixture.json("list in:/House/Garden --json").arrayValue?.count == 2)
    #expect(await fixture.run("move \(other) --to /Garden --make").status == 0)
    #expect(try await fixture.json("list in:/Garden --json").arrayValue?.count == 1)
    #expect(await fixture.run("move \(other) --inbox --make").status == 2)
    #expect(await fixture.run(["move", other, "--to", "/", "--make"]).status == 2)
  }

  @Test func `notebooks of one name are distinguished by their paths`() async throws {
    let fixture = try CommandFixture()
    let directory = try TemporaryDirectory()
    for path in ["House/Garden/a.md", "Work/Garden/b.md", "Garden/c.md", "Garden/Beds/d.md"] {
      try directory.write("# \(path)\n", to: path)
    }
    _ = await fixture.run("import md \(directory.path) --no-notebook --title heading")
    let note = await fixture.note("--title Spelt", text: "x\n")

    let ambiguous = await fixture.run("move \(note) --to Garden")
    #expect(ambiguous.status == 2)
    for path in ["/House/Garden", "/Work/Garden", "/Garden"] {
      #expect(ambiguous.error.contains(path))
    }
    for (name, other) in [
      ("house/garden", "House/Garden/a.md"), ("/Work/Garden", "Work/Garden/b.md"),
      ("/Garden", "Garden/c.md"), ("Beds", "Garden/Beds/d.md"),
      ("House/Garden/", "House/Garden/a.md"),
    ] {
      #expect(await fixture.run("move \(note) --to \(name)").status == 0)
      let inside = await fixture.run("list in:\(name)")
      #expect(inside.output.contains("Spelt") && inside.error.isEmpty, "\(name)")
      let beside = await fixture.run("list in:\(name.split(separator: "/").last ?? "")")
      #expect(beside.output.contains("Spelt") && beside.output.contains(other))
    }
    let made = await fixture.note("--title Oat --notebook work/garden", text: "x\n")
    #expect(await fixture.run("show \(made)").status == 0)
    let nowhere = await fixture.run("move \(note) --to Garden/Shed")
    #expect(nowhere.status == 3)
    #expect(nowhere.error.contains("No notebook “Garden/Shed”; use --make to create it."))
    for command in ["list", "search"] {
      let nothing = await fixture.run("\(command) in:Garden/Shed")
      #expect(nothing.status == 3)
      #expect(nothing.error.contains("No notebook “Garden/Shed”."))
    }
    for name in ["", "/", " "] {
      let none = await fixture.run(["move", note, "--to", name])
      #expect(none.status == 2)
      #expect(none.error.contains("Give a notebook by its name, its path or its id."))
    }
  }

  @Test func `links, renamed tags and differences are records, too`() async throws {
    let fixture = try CommandFixture()
    let one = await fixture.note("--title One --tag a", text: "x\n")
    let two = await fixture.note("--title Two", text: "x\n")
    _ = await fixture.run("edit \(two) -", input: "y\n")

    let link = try await fixture.json("link \(one) \(two) --json").objectValue
    let renamed = try await fixture.json("tag rename a b --json")
    let difference = try await fixture.json("diff \(two) --json").objectValue
    let removed = await fixture.run("link \(one) \(two) --rm --format {target_id}")

    #expect(link?["source_id"] == .string(one))
    #expect(link?["target_id"] == .string(two))
    #expect(link?["type"] == "references")
    #expect(renamed == ["old": "a", "new": "b", "count": 1])
    #expect(difference?["old"] == 1)
    #expect(difference?["diff"]?.stringValue?.hasSuffix("-x\n+y\n") == true)
    #expect(removed.output == two + "\n")
  }

  @Test func `a list goes by the last edit as the screen does, and by any change when asked`()
    async throws
  {
    let fixture = try CommandFixture()
    let first = await fixture.note("--title First", text: "wheat")
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.note("--title Second", text: "wheat")
    fixture.clock.advance(byMilliseconds: 1000)
    _ = await fixture.run("tag add t \(first)")

    #expect(await fixture.run("list --format {title}").output == "Second\nFirst\n")
    #expect(await fixture.run("list wheat --format {title}").output == "Second\nFirst\n")
    #expect(
      await fixture.run("list --sort updated --format {title}").output == "First\nSecond\n")
    #expect(
      await fixture.run("list wheat --sort updated --format {title}").output == "First\nSecond\n")
  }

  @Test func `the version is printed as JSON, too`() async throws {
    let fixture = try CommandFixture()

    let version = try await fixture.json("version --json").objectValue

    #expect(
      await fixture.run("version").output == "marfa \(version?["version"]?.stringValue ?? "")\n")
  }
}
