import Foundation
import MarfaCommandLine
import MarfaSDK
import MarfaTerminal
import Settings
import TestSupport
import Testing
import Workbench

@Suite(.timeLimit(.minutes(20))) struct LoginTests {
  @Test func `the first login sends the notes and another device gets them`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let (one, two) = (try CommandFixture.device(1), try CommandFixture.device(2))
    let id = await one.note("--title Rings --tag birds", text: "three reed warblers\n")
    _ = await two.note("--title Shopping", text: "flour\n")

    let first = try await one.logIn(to: server, key: key)
    let second = try await two.logIn(to: server, key: key)
    try await one.succeeds("sync")

    #expect(first.status == 0, "\(first.error)")
    #expect(
      first.error == "Signed in to \(server.url).\nAll notes are on the server.\n")
    #expect(second.status == 0, "\(second.error)")
    #expect(try await one.titles() == ["Rings", "Shopping"])
    #expect(try await two.titles("tag:birds") == ["Rings"])
    #expect(await two.text(id) == "three reed warblers\n")
  }

  @Test func `no server gets the first note of a store unless it was changed`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let devices = try (1...3).map { try CommandFixture.device($0) }
    for device in devices {
      try FileManager.default.createDirectory(
        atPath: device.stateDirectory, withIntermediateDirectories: true)
    }
    func open(_ device: CommandFixture) async throws {
      try await Welcome.createIfNew(
        in: LocalClient(store: try await device.store()),
        directories: ApplicationDirectories(environment: device.variables))
    }
    try await open(devices[0])
    try await open(devices[1])
    #expect(try await devices[0].titles() == ["Welcome to marfa"])
    let mine = try #require(
      await devices[1].run("list --format {id}").output.split(separator: "\n").first)
    try await devices[1].succeeds("edit \(mine) -", input: "# Mine\n")

    for device in devices { _ = try await device.logIn(to: server, key: key) }
    for device in devices {
      try await open(device)
      try await device.succeeds("sync --quiet")
    }

    for device in devices { #expect(try await device.titles() == ["Mine"]) }
  }

  @Test func `the key is in no file but its own, which only its owner may read`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let device = try CommandFixture.device(1)
    _ = await device.note("--title Rings", text: "three\n")

    let login = try await device.logIn(to: server, key: key)
    try await device.succeeds("sync")
    try FileManager.default.removeItem(atPath: device.directory.path + "/key")

    #expect(!(login.output + login.error).contains(key))
    var holders: [String] = []
    for name in try FileManager.default.subpathsOfDirectory(atPath: device.directory.path) {
      let path = device.directory.path + "/" + name
      guard let data = FileManager.default.contents(atPath: path) else { continue }
      if data.range(of: Data(key.utf8)) != nil { holders.append(path) }
    }
    let holder = try #require(holders.first)
    #expect(holders.count == 1)
    #expect(holder.hasPrefix(device.stateDirectory + "/credentials/"))
    let mode = try FileManager.default.attributesOfItem(atPath: holder)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(
      try device.directory.read("config/config.yaml") == "server:\n  url: \"\(server.url)\"\n")
  }

  @Test func `a token file that others may read is refused with the line that mends it`()
    async throws
  {
    let device = try CommandFixture.device(1)
    try device.directory.write("marfa_k1_x\n", to: "key")
    let file = device.directory.path + "/key"
    try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: file)

    let login = await device.run("login --server http://127.0.0.1:9 --token-file \(file)")

    #expect(login.status == 6)
    #expect(
      login.error
        == "marfa: Other users can read \(file); run `chmod 600 '\(file)'` and consider a new key.\n"
    )
  }

  @Test func `a key that the server does not know stores nothing`() async throws {
    let server = try await ServedNotes.start()
    let device = try CommandFixture.device(1)
    _ = await device.note("--title Rings", text: "three\n")

    let login = try await device.logIn(to: server, key: "marfa_k1_wrong")

    #expect(login.status == 6)
    #expect(login.error == "marfa: The server does not know this key; nothing was stored.\n")
    #expect(try await device.status()["mode"] == "local")
    #expect(
      !FileManager.default.fileExists(atPath: device.stateDirectory + "/credentials"))
    #expect(!FileManager.default.fileExists(atPath: device.directory.path + "/config"))
  }

  @Test(arguments: [
    ("login", "Name the server: `marfa login --server https://…`."),
    (
      "login --server notes.example.org",
      "The address must look like https://notes.example.org."
    ),
    (
      "login --server https://dee:secret@notes.example.org",
      "The address must not hold a user or a password; `marfa login` stores the key."
    ),
  ])
  func `an address that is none is refused before anything is asked`(
    line: String, problem: String
  ) async throws {
    let login = await (try CommandFixture.device(1)).run(line, input: "marfa_k1_x\n")

    #expect(login.status == 2)
    #expect(login.error == "marfa: \(problem)\n")
  }

  @Test func `cleartext beyond this machine is refused without the setting`() async throws {
    let device = try CommandFixture.device(1)

    let login = await device.run("login --server http://notes.example.org", input: "marfa_k1_x\n")

    #expect(login.status == 2)
    #expect(login.error.contains("is not encrypted: others could read the notes and the key"))
    #expect(!login.error.contains("marfa_k1_x"))
  }

  @Test func `a server that is not there is 5 and changes nothing`() async throws {
    let server = try await ServedNotes.start()
    await server.kill()
    let device = try CommandFixture.device(1)

    let login = try await device.logIn(to: server, key: "marfa_k1_x")

    #expect(login.status == 5)
    #expect(try await device.status()["mode"] == "local")
  }

  @Test func `a key that may only read says so`() async throws {
    let server = try await ServedNotes.start()
    let full = try await server.key()
    let writer = try CommandFixture.device(1)
    _ = await writer.note("--title Rings", text: "three\n")
    _ = try await writer.logIn(to: server, key: full)
    let reading = try await server.key("--role member --type core.*=read")
    let reader = try CommandFixture.device(2)

    _ = await reader.note("--title Mine", text: "mine\n")
    let login = try await reader.logIn(to: server, key: reading)
    let sync = await reader.run("sync --quiet")
    let new = await reader.run("new --title More", input: "more\n")

    #expect(login.status == 7, "\(login.error)")
    #expect(
      login.error.contains("This key may only read: nothing can be changed here."))
    #expect(try await reader.titles() == ["Mine", "Rings"])
    #expect(sync.status == 7)
    #expect(sync.error == "marfa: The key may only read: 1 change stays here.\n")
    #expect(new.status == 7)
    #expect(new.error.contains("The key may not write core.note."), "\(new.error)")
    #expect(try await reader.status()["all_on_server"] == false)
    #expect(try await reader.status()["pending"] == 1)
  }

  @Test func `the notes of one server are not sent to another`() async throws {
    let (home, other) = (try await ServedNotes.start(), try await ServedNotes.start())
    let device = try CommandFixture.device(1)
    _ = await device.note("--title Rings", text: "three\n")
    _ = try await device.logIn(to: home, key: try await home.key())

    let login = try await device.logIn(to: other, key: try await other.key())
    try await device.succeeds("sync")

    #expect(login.status == 7)
    #expect(
      login.error.contains("These notes belong to the server at \(home.url); nothing was sent."))
  }

  @Test func `the key is asked for on a terminal`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let device = try CommandFixture.device(1)
    let words = ["login", "--quiet", "--server", server.url]

    let none = await device.run(words, terminal: true)
    let login = await device.run(words, terminal: true, secret: key)

    #expect(none.status == 2)
    #expect(none.error == "marfa: Give the key with --token-file or on standard input.\n")
    #expect(login.status == 0, "\(login.error)")
    #expect(!(login.output + login.error).contains(key))
  }

  @Test func `the key comes from standard input where that is no terminal`() async throws {
    let server = try await ServedNotes.start()
    let key = try await server.key()
    let device = try CommandFixture.device(1)

    let login = await device.run("login --quiet --server \(server.url)", input: key + "\n")

    #expect(login.status == 0, "\(login.error)")
    #expect(try await device.status()["mode"] == "synced")
  }

  @Test(
    arguments: [
      ("abc\r", .done, "abc"), ("ab\u{7f}c\n", .done, "ac"), ("ab\u{15}c\n", .done, "c"),
      ("ab\u{3}", .givenUp, "ab"), ("\u{4}", .givenUp, ""), ("a\u{4}", .done, "a"),
      ("ab", .more, "ab"),
    ] as [(String, TypedSecret.Outcome, String)])
  func `a word that is not shown can be mended and given up`(
    keys: String, outcome: TypedSecret.Outcome, word: String
  ) {
    var typed = TypedSecret()
    var last = TypedSecret.Outcome.more

    for byte in keys.utf8 { last = typed.take(byte) }

    #expect(last == outcome)
    #expect(String(decoding: typed.bytes, as: UTF8.self) == word)
  }

  @Test func `notes move to another server, which they belong to from then on`() async throws {
    let (first, second) = (try await ServedNotes.start(), try await ServedNotes.start())
    let device = try CommandFixture.device(1)
    let id = await device.note("--title Rings --tag birds", text: "three reed warblers\n")
    _ = try await device.logIn(to: first, key: try await first.key())

    let key = try await second.key()
    try device.directory.write(key + "\n", to: "second")
    let file = device.directory.path + "/second"
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let moved = await device.run("login --server \(second.url) --token-file \(file) --move")
    let other = try CommandFixture.device(2)
    _ = try await other.logIn(to: second, key: key)
    try await other.succeeds("edit \(id) -", input: "four\n")
    try await other.succeeds("sync")
    try await device.succeeds("sync")

    #expect(moved.status == 0, "\(moved.error)")
    #expect(await other.text(id) == "four\n")
    #expect(await device.text(id) == "four\n")
    #expect(try await device.titles("tag:birds") == ["Rings"])
    #expect(try await device.status()["all_on_server"] == true)
  }

  @Test func `a copy on another server has ids of its own`() async throws {
    let (first, second) = (try await ServedNotes.start(), try await ServedNotes.start())
    let device = try CommandFixture.device(1)
    let id = await device.note("--title Rings", text: "see [[Shopping]]\n")
    _ = await device.note("--title Shopping", text: "flour\n")
    _ = try await device.logIn(to: first, key: try await first.key())

    let key = try await second.key()
    try device.directory.write(key + "\n", to: "second")
    let file = device.directory.path + "/second"
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    let copied = await device.run("login --server \(second.url) --token-file \(file) --copy")
    let other = try CommandFixture.device(2)
    _ = try await other.logIn(to: second, key: key)

    #expect(copied.status == 0, "\(copied.error)")
    #expect(try await other.titles() == ["Rings", "Shopping"])
    #expect(await other.run("show --raw \(id)").status == 3)
    #expect(await other.run("show --raw Rings").output == "see [[Shopping]]\n")
    let again = await device.run("login --server \(second.url) --token-file \(file) --copy")
    #expect(again.status == 2)
    #expect(again.error.contains("--copy would double them"), "\(again.error)")
  }
}
