import Foundation
import NoteFiles
import Settings
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct EditFileTests {
  private let id = "01890a5d-ac96-774b-bcce-b302099a8057"

  @Test func `the file is named after the note and for its owner only`() async throws {
    let directory = try TemporaryDirectory()

    let file = try EditFile.create(
      in: directory.path + "/edit", id: id, title: "Réed warblers / 2026!", text: "text\n")

    #expect(file.name == "reed-warblers-2026-099a8057.md")
    #expect(await file.read()?.text == "text\n")
    let manager = FileManager.default
    let mode = try manager.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
    let folder = try manager.attributesOfItem(atPath: file.directory)[.posixPermissions] as? Int
    #expect(mode == 0o600)
    #expect(folder == 0o700)
  }

  @Test func `a file that is there is never touched`() async throws {
    let directory = try TemporaryDirectory()
    let first = try EditFile.create(in: directory.path, id: id, title: "a", text: "first")

    let second = try EditFile.create(in: directory.path, id: id, title: "a", text: "second")

    #expect(second.name == "a-099a8057-2.md")
    #expect(await first.read()?.text == "first")
    #expect(await second.read()?.text == "second")
  }

  @Test(arguments: [
    ("", "note"), ("../../etc", "etc"), ("漢字", "note"), ("-a-", "a"), ("A  B", "a-b"),
    (String(repeating: "x", count: 99), String(repeating: "x", count: 40)),
    ("ÆØÅ é\u{1b}[m", "a-e-m"),
  ])
  func `a slug has only plain letters and dashes`(title: String, slug: String) {
    let made = EditFile.slug(title)

    #expect(made == slug)
    #expect(made.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") })
  }

  @Test func `survivors are found with their note and the text before`() throws {
    let directory = try TemporaryDirectory()
    let file = try EditFile.create(in: directory.path, id: id, title: "a", text: "base\n")
    try directory.write("changed\n", to: file.name)
    _ = try EditFile.create(in: directory.path, id: "other-id-1", title: "b", text: "same")
    try directory.write("stray", to: "stray.md")

    let survivors = EditFile.survivors(in: directory.path)

    #expect(Set(survivors.map(\.id)) == [id, "other-id-1"])
    let changed = try #require(survivors.first { $0.isChanged })
    #expect(changed.base == "base\n")
    #expect(changed.text == "changed\n")
    #expect(survivors.count { $0.isChanged } == 1)
  }

  @Test func `a removed file leaves nothing behind`() throws {
    let directory = try TemporaryDirectory()
    let file = try EditFile.create(in: directory.path, id: id, title: "a", text: "")

    file.remove()

    #expect(try FileManager.default.contentsOfDirectory(atPath: directory.path) == [])
    #expect(EditFile.survivors(in: directory.path) == [])
    #expect(EditFile.survivors(in: directory.path + "/missing") == [])
  }

  @Test func `bytes that are no text do not lose the rest`() async throws {
    let directory = try TemporaryDirectory()
    let file = try EditFile.create(in: directory.path, id: id, title: "a", text: "")
    try Data([0x0a, 0xef, 0xbf, 0xbd, 0x61, 0xff, 0x62]).write(to: URL(filePath: file.path))

    let content = await file.read()

    #expect(content?.text == "\n\u{fffd}a\u{fffd}b")
    #expect(content?.invalidPlace == SourcePosition(line: 2, column: 3))
  }
}
