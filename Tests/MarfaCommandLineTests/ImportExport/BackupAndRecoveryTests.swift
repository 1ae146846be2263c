import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct BackupAndRecoveryTests {
  @Test func `a backup is a store with the same notes`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "Flour")
    try FileManager.default.createDirectory(
      atPath: fixture.directory.path + "/copy", withIntermediateDirectories: false)

    let made = await fixture.run("backup copy/notes.sqlite")

    let path = fixture.directory.path + "/copy/notes.sqlite"
    #expect(made == .init(output: path + "\n", error: "", status: 0))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    fixture.set("MARFA_DATA", fixture.directory.path + "/copy")
    #expect(await fixture.run("show \(id)").output == "Flour\n")
  }

  @Test func `a backup has the attached files, and is opened with them`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye", text: "Flour")
    for name in ["crumb.jpg", "gone.jpg"] {
      try fixture.directory.write("bytes of \(name)", to: name)
      _ = await fixture.run("attach Rye \(name)")
    }
    let whole = await fixture.run("backup")
    let gone = try #require(
      try await fixture.json("attach Rye --json").arrayValue?.last?.objectValue?["hash"]?
        .stringValue)
    let digits = gone.dropFirst("sha256:".count)
    try FileManager.default.removeItem(
      atPath: fixture.directory.path + "/data/blobs/\(digits.prefix(2))/\(digits.dropFirst(2))")
    try FileManager.default.createDirectory(
      atPath: fixture.directory.path + "/copy", withIntermediateDirectories: false)

    let partial = await fixture.run("backup copy/notes.sqlite")

    #expect(whole.status == 0, "\(whole.error)")
    #expect(partial.status == 8)
    #expect(
      partial.error == "marfa: \(gone) is not in the backup: its bytes are not on this machine.\n")
    fixture.set("MARFA_DATA", fixture.directory.path + "/copy")
    try FileManager.default.removeItem(atPath: fixture.directory.path + "/data/notes.sqlite")
    _ = await fixture.run("get \(id) crumb.jpg --output out.jpg")
    #expect(try fixture.directory.read("out.jpg") == "bytes of crumb.jpg")
    let shared = fixture.directory.path + "/data/backups/blobs/\(digits.prefix(2))"
    #expect(FileManager.default.fileExists(atPath: shared + "/\(digits.dropFirst(2))"))
  }

  @Test func `a limited number of backups is kept, the newest`() async throws {
    let fixture = try CommandFixture()
    var paths: [String] = []
    for _ in 0..<3 {
      fixture.clock.advance(byMilliseconds: 86_400_000)
      paths.append(await fixture.run("backup --keep 2").output.trimmingCharacters(in: .newlines))
    }

    let exist = paths.map { FileManager.default.fileExists(atPath: $0) }

    #expect(exist == [false, true, true])
  }

  @Test func `without room for a copy none is begun, and the older ones stay`() async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye", text: "Flour")
    let older = await fixture.run("backup").output.trimmingCharacters(in: .newlines)
    let folder = URL(filePath: older).deletingLastPathComponent().path
    let backup = BackUpNotes(store: try await fixture.store()) { _ in 1 << 20 }

    let error = await #expect(throws: (any Error).self) {
      try await backup.run(
        .init(path: folder + "/daily-20261122-000000.sqlite", keptCount: 1))
    }

    let words = String(describing: error)
    #expect(words.contains("a backup needs 64 MB, but only 1 MB are free"), "\(words)")
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
  }

  @Test
  func `the files of a killed backup are removed by the next one, those of a running one are not`()
    async throws
  {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye", text: "Flour")
    // No process has the first number: it is above the most that Linux gives.
    let dead = "daily-20261121-000000.sqlite.new-4194305.partial"
    let alive = "daily-20261121-000000.sqlite.new-\(getppid()).partial"
    for name in [dead, alive] { try fixture.directory.write("x", to: "data/backups/" + name) }

    _ = await fixture.run("backup")

    let names = try FileManager.default.contentsOfDirectory(
      atPath: fixture.directory.path + "/data/backups")
    #expect(!names.contains(dead))
    #expect(names.contains(alive))
    #expect(names.count == 2)
  }

  @Test func `each write of the editor is stored, and its file goes`() async throws {
    let fixture = try CommandFixture()
    fixture.set("EDITOR", "an-editor")
    let id = await fixture.note("--title Rye --tag a", text: "one\n")

    let transcript = await fixture.run(["edit", id]) { words in
      let path = words.last ?? ""
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      let changed = text.replacing("one", with: "two").replacing("[a]", with: "[a, b]")
      return (try? changed.write(toFile: path, atomically: false, encoding: .utf8)) == nil
        ? .failed("cannot write") : .code(0)
    }

    #expect(transcript.status == 0, "\(transcript.error)")
    #expect(await fixture.run("show \(id)").output == "two\n")
    #expect(try await fixture.json("list --json --tag b").arrayValue?.count == 1)
    #expect(await fixture.run("recover --json").output == "[]\n")
  }

  @Test func `when both sides change a line the text stays in a file and is recovered`()
    async throws
  {
    let fixture = try CommandFixture()
    fixture.set("EDITOR", "an-editor")
    let id = await fixture.note("--title Rye", text: "one\n")

    let transcript = await fixture.run(["edit", id]) { words in
      let store = try? await fixture.store()
      _ = try? await store?.replaceText(id: id, body: "theirs\n")
      let path = words.last ?? ""
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      try? text.replacing("one", with: "mine").write(
        toFile: path, atomically: false, encoding: .utf8)
      return .code(0)
    }

    #expect(transcript.status == 4)
    #expect(await fixture.run("show \(id)").output == "theirs\n")
    let listed = try await fixture.json("recover --json").arrayValue?.first?.objectValue
    #expect(listed?["id"] == .string(id))
    #expect(listed?["is_changed"] == true)
    let path = listed?["path"]?.stringValue ?? ""
    let refused = await fixture.run("recover --restore \(path)")
    #expect(refused.status == 4)
    _ = await fixture.run("edit \(id) -", input: "one\n")
    let restored = await fixture.run("recover --restore \(path)")
    #expect(restored.status == 0)
    #expect(await fixture.run("show \(id)").output == "mine\n")
    #expect(await fixture.run("recover --json").output == "[]\n")
  }

  @Test func `text written while another is recovered stays`() async throws {
    let fixture = try CommandFixture()
    fixture.set("EDITOR", "an-editor")
    let before = "one\n\ntwo\n\nthree\n"
    let id = await fixture.note("--title Rye", text: before)
    let store = try await fixture.store()
    _ = await fixture.run(["edit", id]) { words in
      _ = try? await store.replaceText(id: id, body: "one\n\ntwo\n\ntheirs\n")
      try? "one\n\ntwo\n\nmine\n".write(
        toFile: words.last ?? "", atomically: false, encoding: .utf8)
      return .code(0)
    }
    let path = try await fixture.json("recover --json").arrayValue?.first?
      .objectValue?["path"]?.stringValue
    try await store.replaceText(id: id, body: before)

    async let restored = fixture.run("recover --restore \(path ?? "")")
    var line = "one"
    for number in 0..<40 {
      let next = "one \(number)"
      try await store.mergeText(
        id: id, from: line + "\n\ntwo\n\nthree\n", to: next + "\n\ntwo\n\nthree\n")
      line = next
    }

    let transcript = await restored
    #expect(transcript.status == 0, "\(transcript.error)")
    #expect(await fixture.run("show \(id)").output == "one 39\n\ntwo\n\nmine\n")
  }

  @Test func `without an editor a sentence says what to set`() async throws {
    let fixture = try CommandFixture()
    let id = await fixture.note("--title Rye")

    let transcript = await fixture.run("edit \(id)")

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("EDITOR"))
  }

  @Test func `a new note is written in the editor, or not made`() async throws {
    let fixture = try CommandFixture()
    fixture.set("EDITOR", "an-editor")

    let empty = await fixture.run(["new"], terminal: true) { _ in .code(0) }
    let written = await fixture.run(["new", "--tag", "t"], terminal: true) { words in
      let path = words.last ?? ""
      let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
      try? (text + "# Fresh\n").write(toFile: path, atomically: false, encoding: .utf8)
      return .code(0)
    }

    #expect(empty.status == 1)
    #expect(written.status == 0, "\(written.error)")
    #expect(await fixture.run("list --format {title}:{tags}").output == "Fresh:t\n")
  }
}
