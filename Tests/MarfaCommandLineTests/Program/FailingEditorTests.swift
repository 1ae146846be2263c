import Foundation
import Glibc
import NoteFiles
import Testing

@Suite(.timeLimit(.minutes(20))) struct FailingEditorTests {
  /// An editor that writes a text over the file's, and ends in some way.
  private func editor(
    writing text: String?, _ exit: EditSession.EditorExit
  ) -> @MainActor @Sendable ([String]) async -> EditSession.EditorExit {
    { words in
      guard let text else { return exit }
      let isWritten = FileManager.default.createFile(
        atPath: words.last ?? "", contents: Data(text.utf8))
      return isWritten ? exit : .failed("cannot write")
    }
  }

  private func fixture() async throws -> (CommandFixture, id: String) {
    let fixture = try CommandFixture()
    fixture.set("EDITOR", "an-editor")
    let id = await fixture.note("--title Rye", text: "one\n")
    try #require(await fixture.run("config set editor_front_matter false").status == 0)
    return (fixture, id)
  }

  @Test(arguments: [
    (EditSession.EditorExit.code(3), "exited with code 3"), (.signal(9), "killed by signal 9"),
    (.failed("it broke"), "it broke"),
  ])
  func `nobody to ask: the note stays, the text stays in a file that is named`(
    exit: EditSession.EditorExit, words: String
  ) async throws {
    let (fixture, id) = try await fixture()

    let transcript = await fixture.run(["edit", id], editor: editor(writing: "half", exit))

    #expect(transcript.status == 1)
    #expect(transcript.error.contains(words))
    let kept = try await fixture.json("recover --json").arrayValue?.first?.objectValue
    let path = try #require(kept?["path"]?.stringValue)
    #expect(transcript.error.contains(path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "half")
    #expect(await fixture.run("show \(id)").output == "one\n")
  }

  @Test func `title and tags that cannot be read stay in a file, and the text is stored`()
    async throws
  {
    let (fixture, id) = try await fixture()
    _ = await fixture.run("config set editor_front_matter true")
    let written = "---\ntitle: [Oat\ntags: {\n---\n\ntwo\n"

    let transcript = await fixture.run(["edit", id], editor: editor(writing: written, .code(0)))

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("Title and tags cannot be read and are unchanged"))
    let kept = try await fixture.json("recover --json").arrayValue?.first?.objectValue
    let path = try #require(kept?["path"]?.stringValue)
    #expect(transcript.error.contains(path))
    #expect(try String(contentsOfFile: path, encoding: .utf8) == written)
    #expect(await fixture.run("show --format {title} \(id)").output == "Rye\n")
    #expect(await fixture.run("show \(id)").output == "two\n")
  }

  @Test func `mistakes in the configuration are reported once`() async throws {
    let (fixture, id) = try await fixture()
    try fixture.directory.write("theem: dark\n", to: "config/config.yaml")

    let transcript = await fixture.run(["edit", id], editor: editor(writing: "two\n", .code(0)))

    #expect(transcript.error.split(separator: "theem").count == 2, "\(transcript.error)")
  }

  @Test func `a byte order mark is no part of the text`() async throws {
    let (fixture, id) = try await fixture()

    let transcript = await fixture.run(
      ["edit", id], editor: editor(writing: "\u{feff}two\n", .code(0)))

    #expect(transcript.status == 0)
    #expect(await fixture.run("show \(id)").output.unicodeScalars.first == "t")
    _ = await fixture.run("config set editor_front_matter true")
    _ = await fixture.run(
      ["edit", id],
      editor: editor(writing: "\u{feff}---\ntitle: Oat\ntags: [x]\n---\n\nthree\n", .code(0)))
    #expect(await fixture.run("show --format {title}:{tags}:{body} \(id)").output.hasPrefix("Oat:"))
    #expect(await fixture.run("show \(id)").output == "three\n")
  }

  @Test func `a folder or a pipe in the file's place is reported, and the note stays`() async throws
  {
    let (fixture, id) = try await fixture()
    for (isFolder, reason) in [(true, "Is a directory"), (false, "Operation not supported")] {
      let transcript = await fixture.run(
        ["edit", id],
        editor: { words in
          let path = words.last ?? ""
          unlink(path)
          let status = isFolder ? mkdir(path, 0o700) : mkfifo(path, 0o600)
          return status == 0 ? .code(0) : .failed("cannot make it")
        })

      #expect(transcript.status == 1)
      #expect(transcript.error.contains("The edited file cannot be read and is kept: "))
      #expect(transcript.error.contains(reason))
      #expect(await fixture.run("show \(id)").output == "one\n")
      #expect(await fixture.run("recover --json").output == "[]\n")
    }
  }

  @Test func `a file that became empty stays, and so does the note`() async throws {
    let (fixture, id) = try await fixture()

    let transcript = await fixture.run(["edit", id], editor: editor(writing: "", .code(0)))

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("The file is now empty."))
    #expect(await fixture.run("show \(id)").output == "one\n")
  }

  @Test func `a text that is not UTF-8 is reported with its place, and recovered once it is`()
    async throws
  {
    let (fixture, id) = try await fixture()
    let editor: @MainActor @Sendable ([String]) async -> EditSession.EditorExit = { words in
      let bytes = Data([0x0a, 0x61, 0xe9, 0x0a])
      return FileManager.default.createFile(atPath: words.last ?? "", contents: bytes)
        ? .code(0) : .failed("cannot write")
    }

    let transcript = await fixture.run(["edit", id], editor: editor)

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("Line 2, column 2 of the file is not UTF-8 text."))
    #expect(await fixture.run("show \(id)").output == "one\n")
    let kept = try await fixture.json("recover --json").arrayValue?.first?.objectValue
    let path = try #require(kept?["path"]?.stringValue)
    let refused = await fixture.run("recover --restore \(path)")
    #expect(refused.status == 1)
    #expect(refused.error.contains("Line 2, column 2"))

    try Data("\na\u{e9}\n".utf8).write(to: URL(filePath: path))
    #expect(await fixture.run("recover --restore \(path)").status == 0)
    #expect(await fixture.run("show \(id)").output == "\na\u{e9}\n")
  }

  @Test(arguments: [EditSession.EditorExit.code(1), .failed("an-editor is not found")])
  func `an editor that changed nothing and failed is reported, and leaves nothing behind`(
    exit: EditSession.EditorExit
  ) async throws {
    let (fixture, id) = try await fixture()

    let transcript = await fixture.run(["edit", id], editor: editor(writing: nil, exit))

    #expect(transcript.status == 1)
    #expect(transcript.error.contains(exit.sentence))
    #expect(await fixture.run("recover --json").output == "[]\n")
  }

  @Test func `the configuration is opened, and its mistakes are reported afterwards`()
    async throws
  {
    let (fixture, _) = try await fixture()

    let wrong = await fixture.run(
      ["config", "edit"], editor: editor(writing: "bell: lound\n", .code(0)))
    let mended = await fixture.run(
      ["config", "edit"], editor: editor(writing: "bell: none\n", .code(0)))

    #expect(wrong.status == 1)
    #expect(wrong.error.contains("config.yaml:1:7: error:"))
    #expect(mended == .init(output: "", error: "", status: 0))
    #expect(await fixture.run("config get bell").output == "none\n")
  }

  @Test func `a theme that there is not is refused on the command line, too`() async throws {
    let (fixture, _) = try await fixture()

    let transcript = await fixture.run("config set theme nosuch")

    #expect(transcript.status == 2)
    for name in ["'default'", "'mono'"] { #expect(transcript.error.contains(name)) }
    #expect(await fixture.run("config get theme").output == "default\n")
  }

  @Test func `a new note of a failing editor is kept, and recovered`() async throws {
    let (fixture, _) = try await fixture()

    let transcript = await fixture.run(
      ["new"], terminal: true, editor: editor(writing: "# Draft\n", .code(1)))
    #expect(transcript.status == 1)
    let kept = try await fixture.json("recover --json").arrayValue?.first?.objectValue
    let restored = await fixture.run("recover --restore \(kept?["path"]?.stringValue ?? "")")

    #expect(restored.status == 0)
    #expect(await fixture.run("list --format {title}").output == "Draft\nRye\n")
  }
}
