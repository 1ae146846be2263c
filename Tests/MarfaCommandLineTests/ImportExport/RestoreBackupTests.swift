import Foundation
import MarfaSDK
import NoteFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct RestoreBackupTests {
  /// Two notes, one with a file, and a backup of them; then one note changes and one goes.
  private struct Scene {
    let fixture: CommandFixture
    let backup: String
    let hash: String

    init() async throws {
      fixture = try CommandFixture()
      _ = await fixture.note("--title Rye", text: "Flour")
      _ = await fixture.note("--title Spelt", text: "Grain")
      try fixture.directory.write("a picture", to: "crumb.jpg")
      hash = try #require(
        try await fixture.json("attach Rye crumb.jpg --json").arrayValue?.last?.objectValue?[
          "hash"]?.stringValue)
      backup = await fixture.run("backup").output.trimmingCharacters(in: .newlines)
      _ = await fixture.run("edit Rye -", input: "Changed")
      _ = await fixture.run("rm Spelt")
    }

    var name: String { URL(filePath: backup).lastPathComponent }

    func titles() async -> [String] {
      await fixture.run("list --format {title}").output.split(separator: "\n").map(String.init)
        .sorted()
    }

    func blob(in folder: String) -> String {
      let digits = hash.dropFirst("sha256:".count)
      return
        "\(fixture.directory.path)/data/\(folder)blobs/\(digits.prefix(2))/\(digits.dropFirst(2))"
    }

    /// What is left in the data folder, without what is always there.
    func leftovers() throws -> [String] {
      try FileManager.default.contentsOfDirectory(atPath: fixture.directory.path + "/data")
        .filter { $0.hasPrefix("restoring-") }
    }
  }

  @Test func `a restored backup has its notes and files, and the former notes can be restored`()
    async throws
  {
    let scene = try await Scene()
    let fixture = scene.fixture
    try FileManager.default.removeItem(atPath: scene.blob(in: ""))

    let restored = await fixture.run("backup --restore \(scene.name) --yes --json")

    #expect(restored.status == 0, "\(restored.error)")
    let record = try JSONParser.parse(Array(restored.output.utf8)).objectValue
    #expect(record?["items"] == 2)
    #expect(record?["files"] == 1)
    #expect(await fixture.run("show Rye").output == "Flour\n")
    #expect(await scene.titles() == ["Rye", "Spelt"])
    _ = await fixture.run("get Rye crumb.jpg --output out.jpg")
    #expect(try fixture.directory.read("out.jpg") == "a picture")
    #expect(try scene.leftovers() == [])

    let former = try #require(record?["former"]?.stringValue)
    #expect(former != scene.backup)
    let undone = await fixture.run("backup --restore \(former) --yes")
    #expect(
      undone.output.hasPrefix("Restored 2 items and 1 attached file. The former notes are in "))
    #expect(await fixture.run("show Rye").output == "Changed\n")
    #expect(await scene.titles() == ["Rye"])
  }

  @Test func `it asks before it replaces notes, and elsewhere wants to be told`() async throws {
    let scene = try await Scene()
    let command = ["backup", "--restore", scene.name]

    let silent = await scene.fixture.run(command)
    let no = await scene.fixture.run(command, terminal: true, line: "n")

    #expect(silent.status == 2)
    #expect(
      silent.error
        == "marfa: --restore replaces the 2 items here; confirm with --yes. Nothing was changed.\n")
    #expect(no.status == 1)
    #expect(no.error.contains("Replace the 2 items here with the 2 items and 1 attached file of"))
    #expect(await scene.fixture.run("show Rye").output == "Changed\n")
    #expect(try scene.leftovers() == [])

    let yes = await scene.fixture.run(command, terminal: true, line: "y")
    #expect(yes.status == 0, "\(yes.error)")
    #expect(await scene.fixture.run("show Rye").output == "Flour\n")
  }

  @Test func `without notes it does not ask`() async throws {
    let scene = try await Scene()
    scene.fixture.set("MARFA_DATA", scene.fixture.directory.path + "/new")

    let restored = await scene.fixture.run(["backup", "--restore", scene.backup])

    #expect(restored.output == "Restored 2 items and 1 attached file.\n", "\(restored.error)")
    #expect(await scene.fixture.run("show Rye").output == "Flour\n")
    _ = await scene.fixture.run("get Rye crumb.jpg --output out.jpg")
    #expect(try scene.fixture.directory.read("out.jpg") == "a picture")
  }

  @Test func `a damaged backup is refused, and nothing changes`() async throws {
    let scene = try await Scene()
    let path = scene.backup
    let whole = try Data(contentsOf: URL(filePath: path))
    var damaged = whole
    damaged.replaceSubrange(
      4096..<(whole.count - 4096), with: Data(repeating: 0x55, count: whole.count - 8192))
    let cases: [(Data, String)] = [
      (Data(), "it is not a database"), (Data("letter".utf8), "it is not a database"),
      (damaged, "is not a whole backup"), (whole.prefix(whole.count / 2), "is not a whole backup"),
    ]

    for (bytes, words) in cases {
      try bytes.write(to: URL(filePath: path))
      let refused = await scene.fixture.run(["backup", "--restore", path, "--yes"])
      #expect(refused.status == 1, "\(bytes.count)")
      #expect(refused.error.contains(words), "\(refused.error)")
    }

    let none = await scene.fixture.run("backup --restore nothing.sqlite --yes")
    #expect(none.status == 3)
    #expect(await scene.fixture.run("show Rye").output == "Changed\n")
    #expect(try scene.leftovers() == [])
  }

  @Test func `files that the backup lacks are listed, and damaged ones are not taken`() async throws
  {
    let scene = try await Scene()
    for folder in ["", "backups/"] {
      let path = scene.blob(in: folder)
      try FileManager.default.removeItem(atPath: path)
      try Data("other bytes".utf8).write(to: URL(filePath: path))
    }

    let restored = await scene.fixture.run("backup --restore \(scene.name) --yes")

    #expect(restored.status == 8)
    #expect(restored.error.contains("\(scene.hash) cannot be restored: its bytes"))
    #expect(await scene.fixture.run("show Rye").output == "Flour\n")
  }

  @Test func `a damaged file here is replaced by the backup's`() async throws {
    let scene = try await Scene()
    let here = scene.blob(in: "")
    try FileManager.default.removeItem(atPath: here)
    try Data("other bytes".utf8).write(to: URL(filePath: here))

    let restored = await scene.fixture.run("backup --restore \(scene.name) --yes")

    #expect(restored.status == 0, "\(restored.error)")
    #expect(try String(contentsOfFile: here, encoding: .utf8) == "a picture")
  }

  @Test func `a damaged database is replaced, and kept as it was`() async throws {
    let scene = try await Scene()
    let database = scene.fixture.databasePath
    try Data("no database at all, but long enough to be read".utf8)
      .write(to: URL(filePath: database))

    let asked = await scene.fixture.run("backup --restore \(scene.name)")
    let restored = await scene.fixture.run("backup --restore \(scene.name) --yes --json")

    #expect(asked.error.contains("--restore replaces the damaged notes here"))
    #expect(restored.status == 0, "\(restored.error)")
    let former = try JSONParser.parse(Array(restored.output.utf8)).objectValue?["former"]
    #expect(
      try String(contentsOfFile: former?.stringValue ?? "", encoding: .utf8)
        .hasPrefix("no database at all"))
    #expect(await scene.fixture.run("show Rye").output == "Flour\n")
  }

  @Test func `while another program has the notes open nothing is restored`() async throws {
    let scene = try await Scene()
    let open = try await scene.fixture.store()

    let refused = await scene.fixture.run("backup --restore \(scene.name) --yes")

    #expect(refused.status == 1)
    #expect(refused.error.contains("Another program has the notes open"))
    #expect(try await open.statistics().itemCount == 2)
    #expect(await scene.fixture.run("show Rye").output == "Changed\n")
  }

  @Test func `backups are listed, the newest last`() async throws {
    let scene = try await Scene()
    scene.fixture.clock.advance(byMilliseconds: 5_000)
    let second = await scene.fixture.run("backup").output

    let listed = await scene.fixture.run("backup --list --format {path}")

    #expect(listed.output == scene.backup + "\n" + second)
    #expect(await scene.fixture.run("backup --list --restore x").status == 2)
    #expect(await scene.fixture.run("backup --yes").status == 2)
  }
}
