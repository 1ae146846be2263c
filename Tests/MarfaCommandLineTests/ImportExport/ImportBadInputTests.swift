import Foundation
import Glibc
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct ImportBadInputTests {
  @Test func `malformed front matter is kept as text and reported`() async throws {
    let text = "---\ntitle: [unclosed\n---\nbody\n"
    let fixture = try CommandFixture.importing(["bad.md": text])

    let transcript = await fixture.run("import md notes")

    #expect(transcript.status == 0)
    #expect(transcript.error.hasPrefix("bad.md: front matter kept as text, line "))
    let id = try #require(
      try await fixture.json("list --json").arrayValue?.first?.objectValue?["id"]?.stringValue)
    #expect(await fixture.run("show \(id)").output == text)
  }

  @Test func `an import that the database ends early reports what came in, and goes on later`()
    async throws
  {
    let fixture = try CommandFixture.importing(
      Dictionary(uniqueKeysWithValues: (0..<600).map { ("n\($0).md", "text") }))
    _ = await fixture.run("list")
    let refusal = "CREATE TRIGGER refusal BEFORE INSERT ON item WHEN new.origin_id = 'n599.md' "
    try await fixture.change(refusal + "BEGIN SELECT RAISE(ABORT, 'refused'); END")

    let broken = await fixture.run("import md notes --json")
    try await fixture.change("DROP TRIGGER refusal")
    let again = try await fixture.report()

    let report = try #require(try JSONParser.parse(Array(broken.output.utf8)).objectValue)
    #expect(broken.status == 9)
    #expect(report["seen"] == 500)
    #expect(report["imported"] == 500)
    #expect(
      broken.error.hasSuffix(
        "500 notes were imported before that; run it again to continue.\n"))
    #expect(again["imported"] == 100)
  }

  @Test func `a name that is not text is reported, and stops nothing`() async throws {
    let fixture = try CommandFixture.importing(["good.md": "fine"])
    let path = Array((fixture.directory.path + "/notes/").utf8CString.dropLast())
    for name in ["bad\u{1}.md", "bad\u{1}.png", ".bad\u{1}.md"] {
      // A byte that no UTF-8 has.
      let bytes = name.utf8CString.map { $0 == 1 ? CChar(bitPattern: 0xff) : $0 }
      close(open(path + bytes, O_WRONLY | O_CREAT, 0o600))
    }
    mkdir(path + [CChar(bitPattern: 0xfe), 0], 0o700)

    let transcript = await fixture.run("import md notes --json")

    let report = try #require(
      try JSONParser.parse(Array(transcript.output.utf8)).objectValue)
    #expect(transcript.status == 8)
    #expect(report["imported"] == 1)
    #expect(
      reasons(report, "failed") == [
        "bad\u{fffd}.md": "the name is not UTF-8 text", "\u{fffd}": "the name is not UTF-8 text",
      ])
    #expect(
      reasons(report, "skipped") == [
        "bad\u{fffd}.png": "not a Markdown file", ".bad\u{fffd}.md": "hidden",
      ])
  }

  @Test func `files that cannot be notes are reported, and the others are imported`() async throws {
    let fixture = try CommandFixture.importing([
      "good.md": "fine", ".hidden.md": "h", "image.png": "x", ".md": "m",
      ".dir/a.md": "a",
    ])
    let path = fixture.directory.path + "/notes"
    try Data([0x61, 0xff, 0x62]).write(to: URL(filePath: path + "/latin.md"))
    symlink("loop.md", path + "/loop.md")
    symlink("..", path + "/parent")
    symlink("nowhere", path + "/broken.md")
    mkfifo(path + "/pipe.md", 0o600)
    let large = open(path + "/large.md", O_WRONLY | O_CREAT, 0o600)
    ftruncate(large, 50 << 20)
    close(large)

    let transcript = await fixture.run("import md notes --json")

    let report = try #require(
      try JSONParser.parse(Array(transcript.output.utf8)).objectValue)
    #expect(transcript.status == 8)
    #expect(report["imported"] == 1)
    #expect(
      reasons(report, "skipped") == [
        ".hidden.md": "hidden", ".md": "hidden", ".dir": "hidden",
        "image.png": "not a Markdown file, and no note names it",
        "parent": "a symbolic link to a folder is not followed", "pipe.md": "not a regular file",
      ])
    #expect(
      reasons(report, "failed") == [
        "latin.md": "not UTF-8 text", "large.md": "larger than 32 MB",
        "loop.md": "Too many levels of symbolic links",
        "broken.md": "No such file or directory",
      ])
    #expect(report["seen"] == 11)
  }

  @Test func `a note that is called by dots is not hidden`() async throws {
    let fixture = try CommandFixture.importing([
      "common/..md": "# .\n\n> Run a file.", "...md": "two", "..hidden.md": "h",
    ])

    let report = try await fixture.report()

    #expect(report["imported"] == 2 && report["failed"] == [])
    #expect(reasons(report, "skipped") == ["..hidden.md": "hidden"])
    #expect(await fixture.run("list --sort title --format {title}").output == ".\n..\n")
    #expect(try await fixture.report()["imported"] == 0)
  }

  @Test(.enabled(if: getuid() != 0, "root reads everything"))
  func `a file that may not be read is reported`() async throws {
    let fixture = try CommandFixture.importing(["a.md": "x", "secret.md": "y"])
    chmod(fixture.directory.path + "/notes/secret.md", 0)

    let report = try await fixture.report()

    #expect(reasons(report, "failed") == ["secret.md": "Permission denied"])
  }

  @Test func `NUL, a byte order mark and UTF-16 are read`() async throws {
    let fixture = try CommandFixture.importing([:])
    let path = fixture.directory.path + "/notes/"
    try Data("a\0b".utf8).write(to: URL(filePath: path + "nul.md"))
    try Data([0xef, 0xbb, 0xbf] + "# Bom".utf8).write(to: URL(filePath: path + "bom.md"))
    let wide = "# Wide ✓".utf16.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    try Data([0xff, 0xfe] + wide).write(to: URL(filePath: path + "wide.md"))

    let report = try await fixture.report()

    #expect(report["imported"] == 3)
    let titles = await fixture.run("list --sort title --format {title}").output
    #expect(titles == "Bom\nnul\nWide ✓\n")
    let items = try await fixture.store().items(ListFilters()).data
    #expect(items.contains { $0.properties["body"] == "a\0b" })
  }

  @Test(arguments: ["import md nowhere", "import md notes/a.md"])
  func `a path that is no folder is refused`(line: String) async throws {
    let fixture = try CommandFixture.importing(["a.md": "x"])

    let transcript = await fixture.run(line)

    let isMissing = line.hasSuffix("nowhere")
    #expect(transcript.status == (isMissing ? 3 : 2))
    #expect(
      transcript.error.contains(
        isMissing ? "No such file" : "notes/a.md is neither a folder nor a zip archive."))
    #expect(transcript.output.isEmpty)
  }

  @Test func `an interrupted import ends with 130 and can go on`() async throws {
    let files = Dictionary(
      uniqueKeysWithValues: (0..<1200).map { ("d\($0 % 7)/n\($0).md", "# Note \($0)") })
    let fixture = try CommandFixture.importing(files)

    let interrupted = await fixture.run(
      ["import", "md", "notes", "--no-notebook"], interrupted: true)
    let rest = try await fixture.report()

    #expect(interrupted.status == 130)
    #expect(interrupted.output.isEmpty)
    #expect(rest["seen"] == 1200)
    #expect(try await fixture.json("list --json").arrayValue?.count == 1200)
    #expect(try await fixture.store().notebooks().map(\.count).reduce(0, +) == 1200)
  }
}
