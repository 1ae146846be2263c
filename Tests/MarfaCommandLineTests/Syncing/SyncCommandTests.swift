import Editor
import Foundation
import MarfaSDK
import NoteEditing
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct SyncCommandTests {
  /// A server and two devices that have a note of the same text.
  private struct Pair {
    let server: ServedNotes
    let one: CommandFixture
    let two: CommandFixture
    let id: String

    init(_ text: String = "first\nmiddle\nlast\n") async throws {
      server = try await ServedNotes.start()
      let key = try await server.key()
      (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2))
      id = await one.note("--title Shared", text: text)
      for device in [one, two] {
        let login = try await device.logIn(to: server, key: key)
        try #require(login.status == 0, "\(login.error)")
      }
    }
  }

  @Test func `a note and its edit travel from device to device`() async throws {
    let pair = try await Pair()
    let new = await pair.one.note("--title New --tag a", text: "new\n")
    try await pair.one.succeeds("sync --wait")
    try await pair.two.succeeds("sync --wait")

    try await pair.two.succeeds("edit \(new) -", input: "changed\n")
    let before = try await pair.two.status()
    try await pair.two.succeeds("sync --wait")
    try await pair.one.succeeds("sync --wait")

    #expect(before["pending"] == 1)
    #expect(before["all_on_server"] == false)
    #expect(await pair.one.text(new) == "changed\n")
    #expect(try await pair.one.titles("tag:a") == ["New"])
    #expect(try await pair.two.status()["all_on_server"] == true)
  }

  @Test func `with sync.mode paused nothing goes to the server`() async throws {
    let pair = try await Pair()
    try await pair.one.succeeds("config set sync.mode paused")
    let new = await pair.one.note("--title New", text: "new\n")

    let refused = await pair.one.run("sync --wait")
    #expect(refused.status == 5)
    #expect(refused.error.contains("Paused by sync.mode"))
    #expect(try await pair.one.status()["connection"] == "paused")
    try await pair.one.succeeds("sync --queue")
    try await pair.one.succeeds("config set sync.mode auto")
    try await pair.one.succeeds("sync --wait")
    #expect(await pair.one.text(new) == "new\n")
  }

  @Test func `a purge on one device leaves no undo history on another`() async throws {
    let pair = try await Pair()
    let archives = UndoArchives(stateDirectory: pair.two.stateDirectory)
    for id in [pair.id, "absent"] { await archives.keep(Editor("secret"), noteId: id) }
    try await pair.two.succeeds("sync --wait")
    let folder = pair.two.stateDirectory + "/undo"
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["\(pair.id).json"])

    try await pair.one.succeeds("rm --purge --yes \(pair.id)")
    try await pair.one.succeeds("sync --wait")
    try await pair.two.succeeds("sync --wait")

    #expect(try await pair.two.titles() == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
  }

  @Test func `edits of different places are merged without asking`() async throws {
    let pair = try await Pair()
    try await pair.one.succeeds("edit \(pair.id) -", input: "FIRST\nmiddle\nlast\n")
    try await pair.two.succeeds("edit \(pair.id) -", input: "first\nmiddle\nLAST\n")

    for device in [pair.one, pair.two, pair.one] { try await device.succeeds("sync --wait") }

    for device in [pair.one, pair.two] {
      #expect(await device.text(pair.id) == "FIRST\nmiddle\nLAST\n")
      #expect(try await device.titles() == ["Shared"])
    }
  }

  @Test func `edits of the same place wait for the person and then go on`() async throws {
    let pair = try await Pair("old\n")
    try await pair.one.succeeds("edit \(pair.id) -", input: "from one\n")
    try await pair.two.succeeds("edit \(pair.id) -", input: "from two\n")
    try await pair.one.succeeds("sync --wait")

    let sync = await pair.two.run("sync --wait --quiet")
    let status = try await pair.two.status()
    let conflicts = try await pair.two.json("conflicts list --json").arrayValue ?? []

    #expect(sync.status == 4)
    #expect(
      sync.error == "marfa: 1 conflict waits for you; `marfa conflicts list` shows them.\n")
    #expect(status["conflicts"] == 1)
    #expect(status["all_on_server"] == false)
    #expect(await pair.two.text(pair.id) == "from two\n")
    let conflict = try #require(conflicts.first?.objectValue)
    #expect(conflicts.count == 1)
    #expect(conflict["id"] == .string(pair.id))
    #expect(conflict["title"] == "Shared")
    #expect(conflict["fields"] == ["body"])
    #expect(conflict["mine"] == ["body": "from two\n"])
    #expect(conflict["theirs"] == ["body": "from one\n"])

    try await pair.two.succeeds("conflicts resolve \(pair.id) --mine")
    for device in [pair.two, pair.one] { try await device.succeeds("sync --wait") }

    #expect(await pair.one.text(pair.id) == "from two\n")
    #expect(try await pair.two.status()["all_on_server"] == true)
  }

  @Test(arguments: [("--mine", "from two"), ("--theirs", "from one")])
  func `what one side alone changed stays, whichever side is taken`(
    choice: String, place: String
  ) async throws {
    let pair = try await Pair("one\n\nold\n\ntwo\n")
    try await pair.one.succeeds("edit \(pair.id) -", input: "ONE\n\nfrom one\n\ntwo\n")
    try await pair.two.succeeds("edit \(pair.id) -", input: "one\n\nfrom two\n\nTWO\n")
    try await pair.one.succeeds("sync --wait")
    let sync = await pair.two.run("sync --wait --quiet")
    try #require(sync.status == 4, "\(sync.error)")

    try await pair.two.succeeds("conflicts resolve \(pair.id) \(choice)")
    for device in [pair.two, pair.one] { try await device.succeeds("sync --wait") }

    for device in [pair.one, pair.two] {
      #expect(await device.text(pair.id) == "ONE\n\n\(place)\n\nTWO\n")
    }
  }

  @Test(arguments: [
    (["--theirs"], "from one\n", ["Shared"]), (["--both"], "from one\n", ["Shared", "Shared"]),
    (["--file", "merged.txt"], "from both\n", ["Shared"]),
    (["--file", "-"], "from input\n", ["Shared"]),
  ])
  func `a conflict is settled as the person says`(
    choice: [String], text: String, titles: [String]
  ) async throws {
    let pair = try await Pair("old\n")
    try pair.two.directory.write("from both\n", to: "merged.txt")
    try await pair.one.succeeds("edit \(pair.id) -", input: "from one\n")
    try await pair.two.succeeds("edit \(pair.id) -", input: "from two\n")
    try await pair.one.succeeds("sync --wait")
    let sync = await pair.two.run("sync --wait --quiet")
    try #require(sync.status == 4, "\(sync.error)")

    let resolve = await pair.two.run(
      ["conflicts", "resolve", pair.id] + choice, input: Array("from input\n".utf8))
    for device in [pair.two, pair.one] { try await device.succeeds("sync --wait") }

    #expect(resolve.status == 0, "\(resolve.error)")
    for device in [pair.one, pair.two] {
      #expect(await device.text(pair.id) == text)
      let list = try await device.json("list --json").arrayValue ?? []
      #expect(list.compactMap { $0.objectValue?["title"]?.stringValue } == titles)
    }
    if choice == ["--both"] {
      let copy = try await pair.one.json("list --json tag:conflicted-copy").arrayValue?.first
      let id = try #require(copy?.objectValue?["id"]?.stringValue)
      #expect(await pair.one.text(id) == "from two\n")
      for device in [pair.one, pair.two] {
        let note = try await device.json("show --json \(id)").objectValue
        #expect(note?["derived_from"] == [.string(pair.id)])
      }
    }
  }

  @Test func `both keeps what was written of a note that the other side moved to the trash`()
    async throws
  {
    let pair = try await Pair("old\n")
    try await pair.one.succeeds("rm \(pair.id)")
    try await pair.two.succeeds("edit \(pair.id) -", input: "from two\n")
    try await pair.one.succeeds("sync --wait")
    try #require(await pair.two.run("sync --wait --quiet").status == 4)

    try await pair.two.succeeds("conflicts resolve \(pair.id) --both")
    for device in [pair.two, pair.one] { try await device.succeeds("sync --wait") }

    for device in [pair.one, pair.two] {
      let kept = try await device.json("list --json").arrayValue ?? []
      let id = try #require(kept.first?.objectValue?["id"]?.stringValue)
      #expect(kept.count == 1)
      #expect(await device.text(id) == "from two\n")
      #expect(await device.text(pair.id) == "old\n")
      let trash = try await device.json("list --json --trash").arrayValue ?? []
      #expect(trash.map { $0.objectValue?["id"] } == [.string(pair.id)])
    }
  }

  @Test func `removals that are allowed are done by the run that finds them`() async throws {
    let pair = try await Pair()
    let count = 25
    for number in 1...count { _ = await pair.one.note("--title N\(number)", text: "x\n") }
    for device in [pair.one, pair.two] { try await device.succeeds("sync --wait") }
    #expect(try await pair.two.titles().count == count + 1)
    let list = try await pair.one.json("list --json N").arrayValue ?? []
    let ids = list.compactMap { $0.objectValue?["id"]?.stringValue }.filter { $0 != pair.id }
    try await pair.one.succeeds("rm --purge --yes \(ids.joined(separator: " "))")
    try await pair.one.succeeds("sync --wait")

    let sync = await pair.two.run("sync --allow-removals")

    #expect(sync.status == 0, "\(sync.error)")
    #expect(try await pair.two.titles() == ["Shared"])
  }

  @Test func `with the setting a copy is kept instead of asking`() async throws {
    let pair = try await Pair("old\n")
    try await pair.two.succeeds("config set server.conflicts copy")
    try await pair.one.succeeds("edit \(pair.id) -", input: "from one\n")
    try await pair.two.succeeds("edit \(pair.id) -", input: "from two\n")

    for device in [pair.one, pair.two, pair.one] { try await device.succeeds("sync --wait") }

    for device in [pair.one, pair.two] {
      let list = try await device.json("list --json").arrayValue ?? []
      let ids = list.compactMap { $0.objectValue?["id"]?.stringValue }
      var texts: Set<String> = []
      for id in ids { texts.insert(await device.text(id)) }
      #expect(texts == ["from one\n", "from two\n"])
    }
  }

  @Test func `a server that is killed takes nothing with it`() async throws {
    let pair = try await Pair()
    await pair.server.kill()
    try await pair.one.succeeds("edit \(pair.id) -", input: "while it was away\n")
    let new = await pair.two.note("--title Offline", text: "offline\n")

    let sync = await pair.one.run("sync --quiet")
    let queue = await pair.one.run("sync --queue")
    let limited = await pair.one.run("sync --wait --timeout 1")
    let status = try await pair.one.status()
    try await pair.server.restart()
    for device in [pair.one, pair.two, pair.one] { try await device.succeeds("sync --wait") }

    #expect(sync.status == 5)
    #expect(
      sync.error == "marfa: The exchange with the server failed: couldn't connect to server.\n")
    #expect(queue.status == 0)
    #expect(queue.error == "Waiting: 1 pending.\n")
    #expect(limited.status == 5)
    #expect(status["pending"] == 1)
    #expect(status["all_on_server"] == false)
    #expect(await pair.one.text(new) == "offline\n")
    #expect(await pair.two.text(pair.id) == "while it was away\n")
  }

  @Test func `a revoked key is 6 and loses nothing`() async throws {
    let pair = try await Pair()
    try await pair.one.succeeds("edit \(pair.id) -", input: "later\n")
    let folder = pair.one.stateDirectory + "/credentials"
    let name = try #require(try FileManager.default.contentsOfDirectory(atPath: folder).first)
    try pair.one.directory.write("marfa_k1_gone", to: "state/credentials/" + name)
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o600], ofItemAtPath: folder + "/" + name)

    let sync = await pair.one.run("sync --wait")
    let status = try await pair.one.status()

    #expect(sync.status == 6)
    #expect(status["connection"] == "signed out")
    #expect(
      sync.error == "marfa: The server does not know the key; `marfa login` takes another one.\n")
    #expect(try await pair.one.status()["pending"] == 1)
  }

  @Test(arguments: ["sync", "sync --wait", "sync --queue"])
  func `notes without a server say how they get one`(line: String) async throws {
    let transcript = await (try CommandFixture()).run(line)

    #expect(transcript.status == 2)
    #expect(
      transcript.error
        == "marfa: These notes have no server; `marfa login --server URL` gives them one.\n")
  }
}
