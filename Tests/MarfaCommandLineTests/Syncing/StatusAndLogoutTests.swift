import Foundation
import MarfaSDK
import Settings
import Synchronization
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct StatusAndLogoutTests {
  /// A device that is signed in, with one note that is on the server.
  private func signedIn() async throws -> (server: ServedNotes, device: CommandFixture) {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    _ = await device.note("--title Rings", text: "three\n")
    let login = try await device.logIn(to: server, key: try await server.key())
    try #require(login.status == 0, "\(login.error)")
    return (server, device)
  }

  @Test func `notes of this machine alone have a status, and it makes no notes`() async throws {
    let fixture = try CommandFixture()

    let plain = await fixture.run("status")
    let json = await fixture.run("status --json")

    #expect(plain.output == "stored on this machine\n")
    #expect(
      json.output == """
        {"mode":"local","connection":null,"pending":0,"uploads":0,"conflicts":0,"refused":0,\
        "server_full":false,"last_synced_at":null,"all_on_server":false,\
        "last_exchanged_at":null}

        """)
    #expect(!FileManager.default.fileExists(atPath: fixture.databasePath))
  }

  @Test func `looking at the status leaves the file of the notes as it is`() async throws {
    let (server, device) = try await signedIn()
    await server.kill()
    let before = try Data(contentsOf: URL(filePath: device.databasePath))

    let status = try await device.status()

    #expect(status["connection"] == "offline")
    #expect(try Data(contentsOf: URL(filePath: device.databasePath)) == before)
    #expect(!FileManager.default.fileExists(atPath: device.databasePath + "-wal"))
  }

  @Test func `the status is known while the server is away`() async throws {
    let (server, device) = try await signedIn()
    await server.kill()
    _ = await device.note("--title Later", text: "later\n")

    let status = try await device.status()
    let line = await device.run("status --format {connection}:{pending}")

    #expect(status["mode"] == "synced")
    #expect(status["connection"] == "offline")
    #expect(status["pending"] == 1)
    #expect(status["all_on_server"] == false)
    #expect(status["last_synced_at"]?.stringValue?.hasPrefix("20") == true)
    #expect(line.output == "offline:1\n")
  }

  @Test func `a follower gets a line of JSON for each change`() async throws {
    let (server, device) = try await signedIn()
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["status", "--watch"], watching: .output,
      environment: device.variables)

    let first = try #require(await run.lines.next())
    _ = await device.note("--title Later", text: "later\n")
    var pending: JSONValue?
    while pending != 1, let line = await run.lines.next() {
      pending = try JSONParser.parse(Array(line.utf8)).objectValue?["pending"]
    }
    try await device.succeeds("sync")
    var isDone = false
    while !isDone, let line = await run.lines.next() {
      let status = try JSONParser.parse(Array(line.utf8)).objectValue
      isDone = status?["all_on_server"] == true && status?["connection"] == "offline"
    }
    run.signal(SIGINT)

    #expect(first.contains("\"pending\":0"))
    #expect(pending == 1)
    #expect(isDone)
    #expect(await run.exitStatus() == 130)
    withExtendedLifetime(server) {}
  }

  @Test func `signing out keeps the notes and records what changes`() async throws {
    let (server, device) = try await signedIn()

    let logout = await device.run("logout")
    let nothingWaits = try await device.status()
    let line = await device.run("status")
    let new = await device.note("--title Meanwhile", text: "meanwhile\n")
    let sync = await device.run("sync --wait --quiet")
    let status = try await device.status()
    let doctor = await device.run("doctor --format {name}={status}:{advice}")
    let login = try await device.logIn(to: server, key: try await server.key())

    #expect(doctor.output.contains("server=warning:`marfa login` signs in.\n"))
    #expect(logout.status == 0)
    #expect(logout.error == "Signed out.\n")
    #expect(nothingWaits["pending"] == 0)
    #expect(nothingWaits["all_on_server"] == false)
    #expect(line.output.hasPrefix("signed out · synced "))
    #expect(sync.status == 6)
    #expect(sync.error == "marfa: Signed out; `marfa login` signs in.\n")
    #expect(status["connection"] == "signed out")
    #expect(status["pending"] == 1)
    #expect(login.status == 0, "\(login.error)")
    let other = try CommandFixture.device(2)
    _ = try await other.logIn(to: server, key: try await server.key())
    #expect(await other.text(new) == "meanwhile\n")
  }

  @Test func `wiping is refused while marfa is open, also when it is signed out`() async throws {
    let (_, device) = try await signedIn()
    try await device.succeeds("logout")
    let mark = RunMark(
      directories: ApplicationDirectories(environment: device.variables))
    _ = mark.set()

    let wipe = await device.run("logout --wipe --yes")
    mark.remove()

    #expect(wipe.status == 1)
    #expect(wipe.error == "marfa: marfa is open; close it first. Nothing was removed.\n")
    #expect(try await device.titles() == ["Rings"])
  }

  @Test func `wiping names what is not on the server and removes the rest of the notes`()
    async throws
  {
    let (server, device) = try await signedIn()
    _ = await device.note("--title Unsent", text: "unsent words\n")
    try await device.succeeds("backup")
    // What an opened file, a mirror, a restore that was killed and a former server leave.
    let directories = ApplicationDirectories(environment: device.variables)
    for path in [
      directories.state + "/opened/1/Rings.txt", directories.state + "/mirrors/1/notes",
      directories.data + "/restoring-1/restored.sqlite", directories.state + "/credentials/former",
    ] {
      let file = URL(filePath: path)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data("Rings".utf8).write(to: file)
    }

    let refused = await device.run("logout --wipe")
    let stillThere = try await device.titles()
    let wipe = await device.run("logout --wipe --yes")

    #expect(refused.status == 2)
    #expect(
      refused.error == """
        Not on the server: 1 pending.
          Unsent
        marfa: --wipe removes the notes; confirm with --yes.

        """)
    #expect(stillThere == ["Rings", "Unsent"])
    #expect(wipe.status == 0, "\(wipe.error)")
    for name in try FileManager.default.subpathsOfDirectory(atPath: device.directory.path) {
      #expect(!name.contains("notes.sqlite"), "\(name)")
      let data = FileManager.default.contents(atPath: device.directory.path + "/" + name)
      for word in ["unsent words", "Rings"] {
        #expect(data?.range(of: Data(word.utf8)) == nil, "\(name)")
      }
    }
    #expect(try await device.status()["mode"] == "local")
    // The server has its notes still.
    _ = try await device.logIn(to: server, key: try await server.key())
    #expect(try await device.titles() == ["Rings"])
  }

  @Test func `the log has what was done and no text of a note`() async throws {
    let (server, device) = try await signedIn()
    let other = try CommandFixture.device(2)
    _ = try await other.logIn(to: server, key: try await server.key())
    let id = await other.note("--title Secret", text: "hidden words\n")
    try await other.succeeds("sync")
    try await device.succeeds("sync")

    let log = await device.run("log --jsonl")
    let events = try log.output.split(separator: "\n").map {
      try JSONParser.parse(Array($0.utf8)).objectValue ?? [:]
    }

    #expect(events.contains { $0["event"] == "item_created" && $0["id"] == .string(id) })
    #expect(events.contains { $0["event"] == "synced" })
    #expect(!log.output.contains("hidden"))
    #expect(!log.output.contains("Secret"))
    #expect(await device.run("log --limit 1").output.split(separator: "\n").count == 1)
  }

  /// A clock that is wrong by some days.
  private struct WrongClock: WallClock {
    var days: Int64

    var now: Timestamp {
      Timestamp(milliseconds: SystemWallClock().now.milliseconds + days * 86_400_000)
    }
  }

  @Test(arguments: [
    (365, "365 days ahead of the server's"), (-365, "365 days behind the server's"),
  ])
  func `a wrong clock is named by doctor and in the log`(days: Int64, words: String) async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture(seed: 1, now: WrongClock(days: days))
    #expect(try await device.logIn(to: server, key: try await server.key()).status == 0)
    _ = await device.note("--title Rings", text: "x\n")

    try await device.succeeds("sync --wait")

    #expect(await device.run("doctor").output.contains(words))
    #expect(await device.run("log").output.contains(words))
    #expect(try await device.status()["all_on_server"] == true)
    await server.kill()
  }

  @Test func `a follower of the log gets what comes later`() async throws {
    let (server, device) = try await signedIn()
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["log", "--follow", "--jsonl", "--limit", "1"],
      watching: .output, environment: device.variables)

    let first = try #require(await run.lines.next())
    try await device.succeeds("sync")
    let second = try #require(await run.lines.next())
    run.signal(SIGINT)

    #expect(first.contains("\"event\":"))
    #expect(second.contains("\"event\":"))
    #expect(await run.exitStatus() == 130)
    withExtendedLifetime(server) {}
  }
}
