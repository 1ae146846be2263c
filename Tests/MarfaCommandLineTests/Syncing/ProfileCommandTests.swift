import Foundation
import MarfaCommandLine
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ProfileCommandTests {
  @Test func `two profiles have their own notes and their own servers`() async throws {
    let (home, work) = (try await ServedNotes.start(), try await ServedNotes.start())
    let device = try CommandFixture.device(1)
    let homeKey = try await home.key()
    try await device.succeeds("profile new work")
    _ = await device.note("--title Home", text: "home\n")
    _ = await device.run("--profile work new --title Work", input: "work\n")
    _ = try await device.logIn(to: home, key: homeKey)

    let login = await device.run(
      "--profile work login --server \(work.url)", input: try await work.key())
    let list = try await device.json("profile list --json").arrayValue ?? []

    #expect(login.status == 0, "\(login.error)")
    #expect(try await device.titles() == ["Home"])
    #expect(try await device.titles("--profile work") == ["Work"])
    #expect(
      list == [
        ["name": "default", "server": .string(home.url), "is_current": true],
        ["name": "work", "server": .string(work.url), "is_current": false],
      ])
    // Each server has the notes of its profile.
    for (server, key, title) in [(home, homeKey, "Home"), (work, try await work.key(), "Work")] {
      let other = try CommandFixture.device(2)
      _ = try await other.logIn(to: server, key: key)
      #expect(try await other.titles() == [title])
    }
  }

  @Test func `two profiles can be open at once`() async throws {
    let server = try await ServedNotes.start()
    let other = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    try await device.succeeds("profile new work")
    _ = try await device.logIn(to: server, key: try await server.key())
    _ = await device.run("--profile work login --server \(other.url)", input: try await other.key())
    // Each holds the lock of its engine for as long as it waits for a server that is away.
    _ = await device.note("--title Home", text: "home\n")
    _ = await device.run("--profile=work new --title Work", input: "work\n")
    await server.kill()
    await other.kill()
    let waiting = try ["default", "work"].map {
      try ProgramRun(
        ProgramRun.built("marfa"), ["--profile", $0, "sync", "--wait"],
        environment: device.variables)
    }

    // A line of the log of each says that both are at work.
    for profile in ["default", "work"] {
      let log = try ProgramRun(
        ProgramRun.built("marfa"), ["log", "--follow", "--jsonl", "--profile", profile],
        watching: .output, environment: device.variables)
      while let line = await log.lines.next(), !line.contains("\"failed\"") {}
      log.signal(SIGINT)
    }
    let status = await device.run("status --profile work --format {connection}:{pending}")
    try await server.restart()
    try await other.restart()
    for run in waiting { #expect(await run.exitStatus() == 0) }

    #expect(status.output == "offline:1\n")
    for profile in ["default", "work"] {
      let json = try await device.json("--profile \(profile) status --json")
      #expect(json.objectValue?["all_on_server"] == true)
    }
  }

  @Test func `a profile is removed with everything that was its own`() async throws {
    let device = try CommandFixture.device(1)
    try await device.succeeds("profile new work")
    _ = await device.run("new --profile work --title Work", input: "work words\n")
    try await device.succeeds("config set --profile work server.url https://work.example.org")

    let refused = await device.run("profile rm work")
    let removed = await device.run("profile rm work --yes")

    #expect(refused.status == 2)
    #expect(refused.error.hasPrefix("Without a server, 1 note is only here.\n"))
    #expect(removed.status == 0)
    for name in try FileManager.default.subpathsOfDirectory(atPath: device.directory.path) {
      #expect(!name.contains("work"), "\(name)")
    }
    #expect(await device.run("profile list").output == "default  (this one)\n")
  }

  @Test(arguments: [
    (
      "list --profile nosuch", 3,
      "No profile named “nosuch”; `marfa profile new nosuch` creates it."
    ),
    ("list --profile", 2, "--profile needs a name."),
    (
      "--profile=../x list", 2,
      "A profile's name must be at most 64 letters, digits, -, _ and ., a letter or digit first."
    ),
    (
      "profile new .x", 2,
      "A profile's name must be at most 64 letters, digits, -, _ and ., a letter or digit first."
    ),
    ("profile new default", 2, "There is a profile “default” already."),
    ("profile rm nosuch --yes", 3, "No profile named “nosuch”."),
    ("profile rm default --yes", 2, "The default profile stays; see `marfa logout --wipe`."),
  ])
  func `a profile that cannot be is refused`(
    line: String, status: Int32, problem: String
  ) async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run(line)

    #expect(transcript.status == status)
    #expect(transcript.error == "marfa: \(problem)\n")
    #expect(!FileManager.default.fileExists(atPath: fixture.databasePath))
  }

  @Test func `the option is taken from everywhere before two dashes`() {
    let front = ProfileArgument(["--profile", "work", "new", "--title", "x"])
    let middle = ProfileArgument(["new", "--profile=work", "text"])
    let text = ProfileArgument(["new", "--", "--profile", "work"])

    #expect(front.name == "work" && front.arguments == ["new", "--title", "x"])
    #expect(middle.name == "work" && middle.arguments == ["new", "text"])
    #expect(text.name == nil && text.arguments == ["new", "--", "--profile", "work"])
    #expect(CommandLineProgram.terminalArguments(["--profile", "work"]) == TerminalArguments())
  }

  @Test func `shells complete profiles`() async throws {
    let fixture = try CommandFixture()
    try await fixture.succeeds("profile new work")

    #expect(await fixture.run("complete profile bash w").output == "work\n")
    #expect(!FileManager.default.fileExists(atPath: fixture.databasePath))
  }
}
