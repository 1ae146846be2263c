import Foundation
import Glibc
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct AttachCommandTests {
  private func file(_ fixture: CommandFixture, _ name: String, _ bytes: [UInt8]) throws {
    try Data(bytes).write(to: URL(filePath: fixture.directory.path + "/" + name))
  }

  private func bytes(_ fixture: CommandFixture, _ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: URL(filePath: fixture.directory.path + "/" + name)))
  }

  @Test func `files are attached, listed, written again and taken away`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    try file(fixture, "crumb.jpg", [1, 2, 3])
    try file(fixture, "empty.txt", [])

    let attached = await fixture.run(["attach", id, "crumb.jpg", "empty.txt"])
    let list = try await fixture.json("attach \(id) --json").arrayValue ?? []
    try FileManager.default.removeItem(atPath: fixture.directory.path + "/crumb.jpg")
    let got = await fixture.run(["get", id, "crumb.jpg", "--output", "copy.jpg"])
    let removed = await fixture.run(["attach", id, "--remove", "crumb.jpg"])

    #expect(attached.status == 0, "\(attached.error)")
    #expect(attached.output == "here  3 bytes  crumb.jpg\nhere  0 bytes  empty.txt\n")
    #expect(list.count == 2)
    #expect(list.first?.objectValue?["type"] == "image/jpeg")
    #expect(list.first?.objectValue?["size"] == 3)
    #expect(list.first?.objectValue?["state"] == "here")
    #expect(got.output == fixture.directory.path + "/copy.jpg\n")
    #expect(try bytes(fixture, "copy.jpg") == [1, 2, 3])
    #expect(removed.status == 0)
    #expect(await fixture.run("attach \(id)").output == "here  0 bytes  empty.txt\n")
  }

  @Test func `of two files of one name the hash says which one is meant`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    try file(fixture, "a.txt", [1])
    _ = await fixture.run(["attach", id, "a.txt"])
    try file(fixture, "a.txt", [2])
    _ = await fixture.run(["attach", id, "a.txt"])

    let remove = await fixture.run(["attach", id, "--remove", "a.txt"])
    let get = await fixture.run(["get", id, "a.txt", "--output", "-"])

    for refused in [remove, get] {
      #expect(refused.status == 2)
      #expect(
        refused.error.contains("Several attachments are called “a.txt”; name one by its hash"))
    }
    #expect(try await fixture.json("attach \(id) --json").arrayValue?.count == 2)
  }

  @Test func `a path that is no file is refused with a reason, and the others are attached`()
    async throws
  {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    let root = fixture.directory.path
    try FileManager.default.createDirectory(
      atPath: root + "/folder", withIntermediateDirectories: false)
    try #require(mkfifo(root + "/pipe", 0o600) == 0)
    try file(fixture, "good", [1])

    let folder = await fixture.run(["attach", id, "folder"])
    let device = await fixture.run(["attach", id, "/dev/null"])
    let pipe = await fixture.run(["attach", id, "pipe"])
    let unnamed = await fixture.run(["attach", id, ""])
    let absent = await fixture.run(["attach", id, "nothing"])
    let mixed = await fixture.run(["attach", id, "nothing", "good"])

    #expect(folder.status == 2)
    #expect(folder.error == "marfa: \(root)/folder: it is a folder; only files can be attached.\n")
    #expect(device.status == 2)
    #expect(device.error.contains("it is a device"))
    #expect(pipe.status == 2)
    #expect(unnamed.status == 2)
    #expect(unnamed.error == "marfa: The name of a file is empty.\n")
    #expect(absent.status == 3)
    #expect(absent.error == "marfa: The file \(root)/nothing does not exist.\n")
    #expect(mixed.status == 8)
    #expect(mixed.output == "here  1 byte  good\n")
  }

  @Test func `an odd name comes back as the name of a harmless file`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    let name = "a\nb\u{1b}[31m" + String(repeating: "c", count: 200)
    try file(fixture, name, [7])
    let attached = await fixture.run(["attach", id, name])
    try FileManager.default.createDirectory(
      atPath: fixture.directory.path + "/out", withIntermediateDirectories: false)

    let got = await fixture.run(["get", id, "--output", "out"])

    // A row is a line, whatever is in the name.
    #expect(attached.output.split(separator: "\n").count == 1)
    #expect(!attached.output.contains("\u{1b}"))
    let expected = "a_b_[31m" + String(repeating: "c", count: 200)
    #expect(got.output == fixture.directory.path + "/out/\(expected)\n")
    #expect(try bytes(fixture, "out/" + expected) == [7])
  }

  @Test func `a name as long as file systems take comes back whole`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    let name = "\n\u{1b}[31m" + String(repeating: "c", count: 249)
    try #require(name.utf8.count == 255)
    try file(fixture, name, [7])
    try FileManager.default.createDirectory(
      atPath: fixture.directory.path + "/out", withIntermediateDirectories: false)

    let attached = await fixture.run(["attach", id, name])
    _ = await fixture.run(["get", id, "--output", "out"])

    #expect(attached.status == 0)
    let expected = "__[31m" + String(repeating: "c", count: 249)
    #expect(try bytes(fixture, "out/" + expected) == [7])
  }

  @Test func `the progress as JSON is one object per line, apart from the results`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    try file(fixture, "a.txt", Array("text\n".utf8))

    let attached = await fixture.run(["attach", id, "a.txt", "none", "--progress", "json"])
    let got = await fixture.run(["get", id, "--output", "copy", "--progress", "json"])

    #expect(attached.output == "here  5 bytes  a.txt\n")
    let lines = attached.error.split(separator: "\n").map(String.init)
    #expect(
      lines == [
        #"{"name":"a.txt","phase":"hashing","bytes":5,"total":5,"percent":100,"message":null}"#,
        #"{"name":"a.txt","phase":"done","bytes":5,"total":5,"percent":100,"message":null}"#,
        #"{"name":"none","phase":"failed","bytes":null,"total":null,"percent":null,"#
          + #""message":"The file \#(fixture.directory.path)/none does not exist."}"#,
        "marfa: The file \(fixture.directory.path)/none does not exist.",
      ])
    #expect(
      got.error
        == #"{"name":"a.txt","phase":"done","bytes":5,"total":5,"percent":100,"message":null}"#
        + "\n")
    #expect(await fixture.run(["attach", id, "a.txt", "--progress", "xml"]).status == 2)
  }

  @Test func `damaged bytes are never given out`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    try file(fixture, "a.txt", [1, 2, 3])
    _ = await fixture.run(["attach", id, "a.txt"])
    let hash = try #require(
      try await fixture.json("attach \(id) --json").arrayValue?.first?.objectValue?["hash"]?
        .stringValue)
    let digits = hash.dropFirst("sha256:".count)
    let kept =
      URL(filePath: fixture.databasePath).deletingLastPathComponent().path
      + "/blobs/\(digits.prefix(2))/\(digits.dropFirst(2))"
    try Data([1, 2, 4]).write(to: URL(filePath: kept))

    let got = await fixture.run(["get", id, "--output", "copy"])
    let piped = await fixture.run(["get", id, "--output", "-"])

    for refused in [got, piped] {
      #expect(refused.status == 1)
      #expect(refused.output.isEmpty)
      #expect(refused.error.contains("is damaged; nothing of it was written"))
    }
    #expect(!FileManager.default.fileExists(atPath: fixture.directory.path + "/copy"))
  }

  @Test func `a file that is there is not written over, and one attachment goes to the output`()
    async throws
  {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "x\n")
    try file(fixture, "a.txt", Array("text\n".utf8))
    _ = await fixture.run(["attach", id, "a.txt"])

    let refused = await fixture.run(["get", id])
    let output = await fixture.run(["get", id, "a.txt", "--output", "-"])
    let unknown = await fixture.run(["get", id, "b.txt"])
    let nowhere = await fixture.run(["get", id, "--output", "no/copy.txt"])

    #expect(refused.status == 1)
    #expect(refused.error.contains("is there already"))
    #expect(nowhere.status == 3)
    #expect(nowhere.error == "marfa: The folder \(fixture.directory.path)/no does not exist.\n")
    #expect(output.output == "text\n")
    #expect(unknown.status == 3)
    #expect(unknown.error == "marfa: The note has no attachment “b.txt”.\n")
  }

  @Test func `without notes nothing is being sent`() async throws {
    let fixture = try CommandFixture()

    #expect(await fixture.run("uploads --json").output == "[]\n")
    #expect(!FileManager.default.fileExists(atPath: fixture.databasePath))
  }

  @Test func `a sync sends the files, and another device gets them`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2))
    let id = await one.note("--title Rye", text: "x\n")
    try file(one, "crumb.jpg", Array(repeating: 5, count: 100_000))
    for device in [one, two] {
      #expect(try await device.logIn(to: server, key: key).status == 0)
    }
    _ = await one.run(["attach", id, "crumb.jpg"])

    let waiting = try await one.json("uploads --json").arrayValue?.first?.objectValue
    _ = await one.run(["uploads", "pause", "crumb.jpg"])
    let paused = await one.run("sync --quiet")
    _ = await one.run(["uploads", "resume", "--all"])
    let sent = await one.run("sync --quiet")
    _ = await two.run("sync --quiet")
    let remote = await two.run("attach \(id)")
    let got = await two.run(["get", id])

    #expect(waiting?["state"] == "queued")
    #expect(waiting?["percent"] == 0)
    #expect(paused.status == 5)
    #expect(sent.status == 0, "\(sent.error)")
    #expect(await one.run("uploads").output.isEmpty)
    #expect(await one.run("attach \(id)").output == "stored  100 kB  crumb.jpg\n")
    #expect(remote.output == "remote  100 kB  crumb.jpg\n")
    #expect(got.status == 0, "\(got.error)")
    #expect(try bytes(two, "crumb.jpg") == Array(repeating: 5, count: 100_000))
    let log = await one.run("log").output
    #expect(log.contains("upload_completed  crumb.jpg\n"))
    #expect(!log.contains("sha256:"))
    #expect(await one.run("log --jsonl").output.contains(#""name":"crumb.jpg""#))
  }

  @Test func `a file that is damaged here and whole on the server is fetched again`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let device = try CommandFixture.device(1)
    #expect(try await device.logIn(to: server, key: key).status == 0)
    let id = await device.note("--title Rye", text: "x\n")
    try file(device, "a.txt", [1, 2, 3])
    _ = await device.run(["attach", id, "a.txt"])
    #expect(await device.run("sync --quiet").status == 0)
    let hash = try #require(
      try await device.json("attach \(id) --json").arrayValue?.first?.objectValue?["hash"]?
        .stringValue)
    let digits = hash.dropFirst("sha256:".count)
    let kept =
      URL(filePath: device.databasePath).deletingLastPathComponent().path
      + "/blobs/\(digits.prefix(2))/\(digits.dropFirst(2))"
    try Data([1, 2, 4]).write(to: URL(filePath: kept))

    let got = await device.run(["get", id, "--output", "copy"])

    #expect(got.status == 0, "\(got.error)")
    #expect(try bytes(device, "copy") == [1, 2, 3])
    #expect(try Data(contentsOf: URL(filePath: kept)) == Data([1, 2, 3]))
  }

  @Test func `a watcher of the uploads gets an object for each change`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    let id = await device.note("--title Rye", text: "x\n")
    #expect(try await device.logIn(to: server, key: try await server.key()).status == 0)
    try file(device, "crumb.jpg", [1, 2, 3])
    try await device.succeeds("attach \(id) crumb.jpg")
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["uploads", "--progress", "json"], watching: .output,
      environment: device.variables)

    let first = try #require(await run.lines.next())
    try await device.succeeds("uploads pause crumb.jpg")
    let second = try #require(await run.lines.next())
    run.signal(SIGINT)

    #expect(first.contains(#""name":"crumb.jpg""#))
    #expect(first.contains(#""state":"queued""#))
    #expect(second.contains(#""state":"paused""#))
    #expect(await run.exitStatus() == 130)
    withExtendedLifetime(server) {}
  }
}
