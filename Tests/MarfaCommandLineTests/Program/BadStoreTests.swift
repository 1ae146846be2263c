import Foundation
import MarfaCommandLine
import MarfaSDK
import MarfaTerminal
import StoreFixtures
import TestSupport
import Testing

@MainActor @Suite(.timeLimit(.minutes(20))) struct BadStoreTests {
  @Test(arguments: ["list", "list --json", "new --title x --no-input", "tag list", "backup"])
  func `a damaged database is 9 with a sentence, and stays as it is`(line: String) async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write(
      String(repeating: "no database ", count: 400), to: "data/notes.sqlite")
    let before = try Data(contentsOf: URL(filePath: fixture.databasePath))

    let transcript = await fixture.run(line)

    #expect(transcript.status == 9)
    #expect(transcript.output.isEmpty)
    #expect(transcript.error.contains("damaged"))
    #expect(try Data(contentsOf: URL(filePath: fixture.databasePath)) == before)
  }

  @Test func `a damaged database is backed up, reported, and no older backup is removed`()
    async throws
  {
    let fixture = try CommandFixture()
    try fixture.directory.write("", to: "data/.keep")
    try await DamagedStore.write(to: fixture.databasePath)
    try fixture.directory.write("whole", to: "data/backups/notes-20200101-000000.sqlite")

    let transcript = await fixture.run("backup --keep 1")

    #expect(transcript.status == 9)
    #expect(transcript.error.contains("is damaged ("))
    let copy = transcript.output.trimmingCharacters(in: .newlines)
    #expect(FileManager.default.fileExists(atPath: copy))
    #expect(try fixture.directory.read("data/backups/notes-20200101-000000.sqlite") == "whole")
  }

  @Test func `a data directory that cannot be made is 9`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write("a file", to: "data")

    let transcript = await fixture.run("list")

    #expect(transcript.status == 9)
    #expect(transcript.error.hasPrefix("marfa: "))
  }

  @Test(arguments: ["list", "new --title x --no-input", "backup", "export json", "search x"])
  func `a data directory that cannot be made is named with the reason`(line: String) async throws {
    let fixture = try CommandFixture()
    fixture.set("MARFA_DATA", "/proc/marfa-data")

    let transcript = await fixture.run(line)

    #expect(transcript.status == 9)
    #expect(
      transcript.error
        == "marfa: The notes' database cannot be opened "
        + "(/proc/marfa-data: No such file or directory).\n")
  }

  @Test func `the application says of such a directory what a command says`() async throws {
    let folder = try TemporaryDirectory()
    let environment = [
      "MARFA_DATA": "/proc/marfa-data", "MARFA_CONFIG": folder.path + "/config",
      "MARFA_STATE": folder.path + "/state", "TERM": "xterm",
    ]
    let written = WrittenText()
    do {
      _ = try await TerminalLaunch.start(
        TerminalLaunch.Options(
          environment: environment, executable: "/nowhere/marfa", report: { _ in }))
      Issue.record("The application started.")
    } catch {
      #expect(CommandLineProgram.tell(error, streams: written.streams) == 9)
    }
    #expect(
      written.text
        == "marfa: The notes' database cannot be opened "
        + "(/proc/marfa-data: No such file or directory).\n")
  }

  @Test(arguments: ["backup none/x", "export json none/x", "export md none/x"])
  func `nothing is written into a folder that is not there`(line: String) async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title x")

    let transcript = await fixture.run(line)

    let folder = fixture.directory.path + "/none"
    #expect(transcript.status == 1)
    #expect(
      transcript.error
        == "marfa: No folder \(folder); create it first. Nothing was written.\n")
    #expect(!FileManager.default.fileExists(atPath: folder))
  }

  @Test func `doctor says that the database is damaged, and ends with 1`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write(
      String(repeating: "no database ", count: 400), to: "data/notes.sqlite")

    let transcript = await fixture.run("doctor --format {name}={status}")

    #expect(transcript.status == 1)
    #expect(transcript.output.contains("database=error\n"))
  }

  @Test func `doctor is content with a new place, and makes nothing`() async throws {
    let fixture = try CommandFixture()

    let transcript = await fixture.run("doctor --format {name}={status}")

    #expect(transcript.status == 0)
    #expect(transcript.output.contains("database=ok\n"))
    #expect(!FileManager.default.fileExists(atPath: fixture.directory.path + "/data"))
  }

  @Test func `doctor names what cannot be read in a theme, in use or not`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write("theme: night\n", to: "config/config.yaml")
    try fixture.directory.write("ui.text: {fg: 16, bg: 232}\n", to: "config/themes/night.yaml")
    try fixture.directory.write("ui.txt: red\n", to: "config/themes/spare.yaml")

    let transcript = await fixture.run("doctor --format {name}={status}:{value}:{advice}")

    #expect(transcript.status == 0)
    #expect(transcript.output.contains("theme=warning:night:"))
    #expect(transcript.output.contains("'ui.text' has a contrast of 1.0:1, below 3:1"))
    #expect(transcript.output.contains("theme=warning:spare (not in use):"))
  }

  @Test func `doctor is content with the keys that the README shows`() async throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: root.appending(path: "README.md"), encoding: .utf8)
    let parts = readme.components(separatedBy: "<!-- keys -->\n```yaml\n")
    try #require(parts.count == 2)
    let keys = try #require(parts[1].components(separatedBy: "```").first)
    let fixture = try CommandFixture()
    try fixture.directory.write(keys, to: "config/keys.yaml")

    let transcript = await fixture.run("doctor --format {name}={status}:{advice}")

    #expect(transcript.output.contains("keys=ok:\n"))
  }

  @Test func `doctor names every fault of a theme, errors first`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write("theme: night\n", to: "config/config.yaml")
    try fixture.directory.write(
      "ui.txt: red\nui.title: nocolour\nui.tag: blue\ntag: {fg: nix}\n",
      to: "config/themes/night.yaml")

    let transcript = await fixture.run("doctor --json")

    #expect(transcript.status == 1)
    let checks = try JSONParser.parse(Array(transcript.output.utf8)).arrayValue ?? []
    let theme = checks.compactMap(\.objectValue).first { $0["name"] == "theme" }
    let lines = (theme?["advice"]?.stringValue ?? "").split(separator: "\n")
    #expect(lines.count == 4)
    #expect(lines.prefix(2).allSatisfy { $0.contains("error: ") })
    #expect(lines.suffix(2).allSatisfy { $0.contains("warning: unknown scope") })
  }

  @Test func `doctor is content with the themes that come along`() async throws {
    let fixture = try CommandFixture()
    fixture.set("NO_COLOR", "1")

    let transcript = await fixture.run("doctor --format {name}={status}:{value}")

    #expect(transcript.output.contains("theme=ok:mono\n"))
    #expect(!transcript.output.contains("theme=warning"))
  }

  @Test func `doctor names an editor that is not there and a bad configuration`() async throws {
    let fixture = try CommandFixture()
    fixture.set("EDITOR", "no-such-editor --wait")
    try fixture.directory.write("mouse: perhaps\n", to: "config/config.yaml")

    let transcript = await fixture.run("doctor --format {name}={status}:{advice}")

    #expect(transcript.status == 1)
    #expect(transcript.output.contains("editor=error:No program named “no-such-editor”.\n"))
    #expect(transcript.output.contains("configuration=error:"))
    #expect(transcript.output.contains("config.yaml:1:"))
  }

  @Test func `doctor names each bad line of the keys with its place`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write(
      "list:\n  x: note.trash\n  y: note.trsh\nlists:\n  z: app.quit\n", to: "config/keys.yaml")

    let transcript = await fixture.run("doctor")

    #expect(transcript.output.contains("keys.yaml:3:"))
    #expect(transcript.output.contains("keys.yaml:4:1"))
    #expect(transcript.status == 1)
    try fixture.directory.write("list:\n  x: note.trash\n", to: "config/keys.yaml")
    #expect(await fixture.run("doctor --format {name}={status}").output.contains("keys=ok\n"))
  }

  @Test func `a large database is read as a whole only when that is asked for`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rings", text: "three\n")
    #expect(await fixture.run("doctor").output.contains("integrity: no damage found"))

    // SQLite knows how many pages there are, and passes over the rest.
    try #require(truncate(fixture.databasePath, 80 << 20) == 0)
    let quick = await fixture.run("doctor --format {name}={status}:{value}")
    let deep = await fixture.run("doctor --deep --format {name}={status}:{value}")

    #expect(
      quick.output.contains(
        "integrity=ok:not read, being 83 MB; `marfa doctor --deep` reads everything\n"),
      "\(quick.output)")
    #expect(deep.output.contains("integrity=ok:no damage found\n"), "\(deep.output)")
  }
}
