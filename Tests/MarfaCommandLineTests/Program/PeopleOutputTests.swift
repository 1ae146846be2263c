import MarfaCommandLine
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// What commands print for people: columns, local times, colours, pages.
@Suite(.timeLimit(.minutes(20))) struct PeopleOutputTests {
  @Test func `a row has short id, time, notebook, title and tags`() async throws {
    let fixture = try CommandFixture()
    let rye = await fixture.note("--title Rye --tag b --tag a --notebook House/Garden --make")
    fixture.clock.advance(byMilliseconds: 60_000)
    let oat = await fixture.note("--title Oat")

    let listed = await fixture.run("list").output
    let json = try await fixture.json("list --json").arrayValue

    #expect(
      listed == """
        \(oat.suffix(8))  2026-09-21 14:14                Oat
        \(rye.suffix(8))  2026-09-21 14:13  House/Garden  Rye #a #b

        """)
    #expect(json?.map { $0.objectValue?["notebook"] } == [JSONValue.null, "House/Garden"])
    #expect(json?.last?.objectValue?["edited_at"] == "2026-09-21T14:13:20.000Z")
  }

  @Test func `versions and differences have local times for people`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    _ = await fixture.run("edit \(id) -", input: "y\n")

    #expect(
      await fixture.run("history \(id)").output.hasPrefix("2  2026-09-21 14:13  2 B  Rye  (now)\n"))
    #expect(
      await fixture.run("diff \(id)").output.hasPrefix(
        "--- version 1\t2026-09-21 14:13:20 +0000\n"))
    let history = try await fixture.json("history \(id) --json").arrayValue
    #expect(history?.first?.objectValue?["created_at"] == "2026-09-21T14:13:20.000Z")
  }

  @Test func `a difference is shown by words on a terminal, and where it is asked for`()
    async throws
  {
    let fixture = try CommandFixture()
    let same = "one\ntwo\nthree\nfour\nfive\n"
    let id = await fixture.note("--title Rye", text: same + "the rye is ripe\n")
    _ = await fixture.run("edit \(id) -", input: same + "the rye was ripe\n")
    let head =
      "--- version 1\t2026-09-21 14:13:20 +0000\n+++ version 2\t2026-09-21 14:13:20 +0000\n"
    let near = "… 3 lines are the same\nthree\nfour\nfive\n"

    let words = await fixture.run("diff \(id) --words").output
    fixture.set("NO_COLOR", "1")
    let plain = await fixture.run(["diff", id], terminal: true).output
    let unified = await fixture.run(["diff", id, "--unified"], terminal: true).output
    fixture.set("NO_COLOR", nil)
    let colored = await fixture.run(["diff", id], terminal: true).output

    #expect(words == head + near + "the rye [-is-]{+was+} ripe\n")
    #expect(plain == words)
    #expect(unified.hasSuffix("\n-the rye is ripe\n+the rye was ripe\n"))
    #expect(colored.hasSuffix("the rye \u{1b}[9;31mis\u{1b}[m\u{1b}[32mwas\u{1b}[m ripe\n"))
    #expect(await fixture.run("diff \(id)").output == unified)
    #expect(await fixture.run("diff \(id) --words --unified").status == 2)
  }

  @Test func `a person learns that nothing matches`() async throws {
    let fixture = try CommandFixture()

    let found = await fixture.run(["search", "qqqq"], terminal: true)
    let listed = await fixture.run(["list", "tag:nope"], terminal: true)
    let piped = await fixture.run("search qqqq")

    #expect(found.status == 3 && found.error == "No notes match qqqq.\n")
    #expect(listed.status == 3 && listed.error == "No notes match tag:nope.\n")
    #expect(piped.status == 3 && piped.error.isEmpty)
  }

  @Test func `colours are on terminals only, and are refused by NO_COLOR`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye --tag a")

    #expect(
      await fixture.run(["list"], terminal: true).output
        == "\u{1b}[33m\(id.suffix(8))\u{1b}[m  \u{1b}[2m2026-09-21 14:13\u{1b}[m  Rye \u{1b}[32m#a\u{1b}[m\n"
    )
    #expect(await fixture.run("list").output.contains("\u{1b}") == false)
    fixture.set("NO_COLOR", "1")
    #expect(await fixture.run(["list"], terminal: true).output.contains("\u{1b}") == false)
    fixture.set("NO_COLOR", nil)
    fixture.set("CLICOLOR_FORCE", "1")
    #expect(await fixture.run("list").output.contains("\u{1b}[33m"))
  }

  @Test func `matches, counts and the words of doctor are styled on a terminal`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.run("new --title Rye --tag a", input: "one rye two Rye\n").output
      .trimmingCharacters(in: .newlines)
    let short = id.suffix(8)

    let piped = await fixture.run("search rye").output
    let found = await fixture.run(["search", "rye"], terminal: true).output
    let tags = await fixture.run(["tag", "list"], terminal: true).output
    let health = await fixture.run(["doctor"], terminal: true).output

    #expect(piped == "\(short)  Rye\n    one rye two Rye\n")
    #expect(
      found == "\u{1b}[33m\(short)\u{1b}[m  Rye\n"
        + "    one \u{1b}[1mrye\u{1b}[m two \u{1b}[1mRye\u{1b}[m\n")
    #expect(tags == "\u{1b}[2m1\u{1b}[m\ta\n")
    #expect(await fixture.run("tag list").output == "1\ta\n")
    #expect(health.hasPrefix("\u{1b}[32mok\u{1b}[m      version: "))
    #expect(await fixture.run("doctor").output.hasPrefix("ok      version: "))
    fixture.set("NO_COLOR", "1")
    #expect(await fixture.run(["search", "rye"], terminal: true).output == piped)
  }

  @Test func `show lays a note out on a terminal, with its title once`() async throws {
    let fixture = try CommandFixture()
    fixture.set("NO_COLOR", "1")
    _ = await fixture.run("new", input: "# Lists\n\n- *one*\n")
    _ = await fixture.run("new --title Rye --tag grain", input: "some **flour**\n")

    let lists = await fixture.run(["show", "Lists"], terminal: true).output
    let rye = await fixture.run(["show", "Rye"], terminal: true).output
    let both = await fixture.run(["show", "Lists", "Rye"], terminal: true).output

    #expect(lists.contains("• one") && lists.components("Lists") == 1)
    #expect(rye == "Rye\n#grain\n\nsome flour\n")
    #expect(both == lists + String(repeating: "─", count: 80) + "\n" + rye)
    #expect(
      await fixture.run(["show", "--raw", "Lists"], terminal: true).output == "# Lists\n\n- *one*\n"
    )
    #expect(await fixture.run("show Lists").output == "# Lists\n\n- *one*\n")
  }

  @Test func `long results go to the pager, and what is said comes after it`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye")
    let seen = Mutex<(bytes: [UInt8], starts: Int, ends: Int)>(([], 0, 0))
    let pager: @Sendable ([String: String]) -> OutputPager? = { _ in
      seen.withLock { $0.starts += 1 }
      return OutputPager(
        write: { bytes in
          seen.withLock { $0.bytes += bytes }
          return .written
        }, finish: { seen.withLock { $0.ends += 1 } })
    }

    let paged = await fixture.run(["list"], terminal: true, pager: pager)
    let nothing = await fixture.run(["list", "nothing-like-it"], terminal: true, pager: pager)
    let refused = await fixture.run(["list", "--no-pager"], terminal: true, pager: pager)
    let piped = await fixture.run(["list"], pager: pager)

    #expect(paged.output.isEmpty && paged.status == 0)
    #expect(nothing.status == 3)
    #expect(refused.output.contains("Rye") && piped.output.contains("Rye"))
    seen.withLock { seen in
      #expect(String(decoding: seen.bytes, as: UTF8.self).contains("Rye"))
      #expect(seen.starts == 1 && seen.ends == 1)
    }
  }

  @Test(arguments: [
    (["PAGER": "more", "MARFA_PAGER": "most -s"], "most -s"), (["PAGER": "more"], "more"),
    (["PAGER": ""], nil), (["PAGER": "cat"], nil), (["PATH": "/nowhere"], nil),
  ])
  func `the pager is found as git finds it`(
    environment: [String: String], command: String?
  ) {
    #expect(OutputPager.command(in: environment) == command)
  }

  @Test func `the same query finds the same as in the application`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Tables")
    _ = await fixture.note("--title Taps")
    _ = await fixture.note("--title Ta")

    #expect(try await fixture.json("list ta --json").arrayValue?.count == 3)
    #expect(try await fixture.json("search tabl --json").arrayValue?.count == 1)
  }
}

extension String {
  /// How often a text is in it.
  fileprivate func components(_ text: String) -> Int { ranges(of: text).count }
}
