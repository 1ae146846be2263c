import Foundation
import MarfaSDK
import Testing

/// A tar archive for tests.
private struct Tar {
  private(set) var bytes: [UInt8] = []

  mutating func add(
    _ name: String, _ content: [UInt8], kind: Character = "0", size: Int? = nil
  ) {
    var header = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { header[offset + index] = byte }
    }
    put(name, at: 0)
    put("0000644", at: 100)
    let octal = String(size ?? content.count, radix: 8)
    put(String(repeating: "0", count: 11 - octal.count) + octal, at: 124)
    put("        ", at: 148)
    put(String(kind), at: 156)
    put("ustar", at: 257)
    let sum = String(header.reduce(0) { $0 + Int($1) }, radix: 8)
    put(String(repeating: "0", count: 6 - sum.count) + sum + "\u{0} ", at: 148)
    let padding = [UInt8](repeating: 0, count: (512 - content.count % 512) % 512)
    bytes += header + content + padding
  }

  mutating func add(_ name: String, _ text: String) { add(name, Array(text.utf8)) }
}

@Suite(.timeLimit(.minutes(30))) struct ForeignImportTests {
  private static let note = "0123456789abcdef0123456789abcdef"
  private static let other = "1123456789abcdef0123456789abcdef"
  private static let folder = "2123456789abcdef0123456789abcdef"
  private static let resource = "3123456789abcdef0123456789abcdef"
  private static let tag = "4123456789abcdef0123456789abcdef"
  private static let link = "5123456789abcdef0123456789abcdef"

  /// The files of an export of Joplin.
  private var joplin: [String: String] {
    let times =
      "created_time: 2020-01-02T03:04:05.678Z\nupdated_time: 2021-01-02T03:04:05.678Z"
    return [
      "\(Self.note).md":
        "Rye bread\n\n![](:/\(Self.resource)) see [two](:/\(Self.other))\n\n"
        + "<img src=\":/\(Self.resource)\"/>\n\nid: \(Self.note)\nparent_id: \(Self.folder)\n"
        + "\(times)\nis_conflict: 0\nsource_url: \nis_todo: 1\ntodo_completed: 0\ntype_: 1",
      "\(Self.other).md":
        "Two\n\nid: \(Self.other)\nparent_id: \(Self.folder)\n\(times)\ntype_: 1",
      "\(Self.folder).md": "Baking\n\nid: \(Self.folder)\nparent_id: \n\(times)\ntype_: 2",
      "\(Self.resource).md":
        "crumb 1.png\n\nid: \(Self.resource)\nmime: image/png\nfile_extension: png\ntype_: 4",
      "\(Self.tag).md": "sour\n\nid: \(Self.tag)\ntype_: 5",
      "\(Self.link).md": "id: \(Self.link)\nnote_id: \(Self.note)\ntag_id: \(Self.tag)\ntype_: 6",
      "resources/\(Self.resource).png": "PNG",
    ]
  }

  private func write(_ tar: Tar, _ fixture: CommandFixture) throws {
    try Data(tar.bytes + [UInt8](repeating: 0, count: 1024))
      .write(to: URL(filePath: fixture.directory.path + "/x.jex"))
  }

  /// Fixtures with the export of Joplin as an archive, or as a folder.
  private func fixture(archived: Bool, prefix: String = "") throws -> CommandFixture {
    let fixture = try CommandFixture()
    var tar = Tar()
    for (name, text) in joplin.sorted(by: { $0.key < $1.key }) {
      if !archived { try fixture.directory.write(text, to: "x.jex/" + name) }
      tar.add(prefix + name, text)
    }
    if archived { try write(tar, fixture) }
    return fixture
  }

  private func count(_ value: JSONValue?) -> Int { value?.arrayValue?.count ?? -1 }

  @Test(arguments: [(true, ""), (true, "./"), (false, "")])
  func `an export of Joplin comes with its notebooks, tags, times, links and files`(
    archived: Bool, prefix: String
  ) async throws {
    let fixture = try fixture(archived: archived, prefix: prefix)

    let report = try await fixture.report("import joplin x.jex --json")
    let second = try await fixture.report("import joplin x.jex --json")

    #expect(report["imported"] == 3)
    #expect(count(report["failed"]) == 0)
    #expect(second["imported"] == 0)
    #expect(count(second["failed"]) == 0)
    let note = try #require(
      try await fixture.json("list --json tag:sour").arrayValue?.first?.objectValue)
    #expect(note["title"] == "Rye bread")
    #expect(note["tags"] == ["sour"])
    #expect(note["created_at"] == "2020-01-02T03:04:05.678Z")
    #expect(await fixture.run(["attach", "Rye bread"]).output == "here  3 bytes  crumb 1.png\n")
    #expect(await fixture.run(["backlinks", "Two", "--format", "{title}"]).output == "Rye bread\n")
    let text = await fixture.run(["show", "--raw", "Rye bread"]).output
    let picture = try #require(text.firstMatch(of: #/!\[\]\(([^)]+)\)/#), "\(text)").1
    #expect(!picture.hasPrefix(":") && text.contains("<img src=\"\(picture)\"/>"), "\(text)")
    #expect(try await fixture.store().notebooks().paths.map(\.path) == ["/Baking"])
    let left = fixture.directory.path + "/data/imports/converted"
    #expect(try FileManager.default.contentsOfDirectory(atPath: left).isEmpty)
  }

  @Test func `a note that was renamed in Joplin stays the same note`() async throws {
    let fixture = try fixture(archived: false)
    _ = try await fixture.report("import joplin x.jex --json")
    let text = try #require(joplin["\(Self.other).md"])
    try fixture.directory.write(
      text.replacingOccurrences(of: "Two\n", with: "Three\n")
        .replacingOccurrences(of: "updated_time: 2021", with: "updated_time: 2999"),
      to: "x.jex/\(Self.other).md")
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 32_503_680_000)],
      ofItemAtPath: fixture.directory.path + "/x.jex/\(Self.other).md")

    _ = try await fixture.report("import joplin x.jex --json")

    #expect(try await fixture.titles() == ["Rye bread", "Three"])
  }

  @Test func `undo takes an import from Joplin back`() async throws {
    let fixture = try fixture(archived: true)
    _ = try await fixture.report("import joplin x.jex --json")

    let undone = await fixture.run("import undo")

    #expect(undone.output == "3 removed, 0 reverted, 0 kept\n")
    #expect(try await fixture.titles().isEmpty)
  }

  @Test(
    arguments: [
      ("../evil.md", "0", "../evil.md is a path out of the archive"),
      ("/etc/evil.md", "0", "/etc/evil.md is a path out of the archive"),
      ("a/../../evil.md", "0", "a/../../evil.md is a path out of the archive"),
      ("evil.md", "1", "evil.md is a link"), ("evil.md", "2", "evil.md is a link"),
      ("evil.md", "3", "evil.md is not a plain file"),
      ("evil.md", "6", "evil.md is not a plain file"),
    ] as [(String, Character, String)])
  func `an archive that leads elsewhere is refused as a whole`(
    name: String, kind: Character, reason: String
  ) async throws {
    let fixture = try CommandFixture()
    var tar = Tar()
    for (name, text) in joplin { tar.add(name, text) }
    tar.add(name, Array("x".utf8), kind: kind)
    try write(tar, fixture)

    let transcript = await fixture.run("import joplin x.jex")

    #expect(transcript.status == 1)
    #expect(
      transcript.error
        == "marfa: \(fixture.directory.path)/x.jex: \(reason); nothing was imported.\n")
    #expect(try await fixture.titles().isEmpty)
  }

  @Test func `lengths that are not true are refused`() async throws {
    let fixture = try CommandFixture()
    var tar = Tar()
    tar.add("bomb.md", [], size: 0o77777777777)
    try write(tar, fixture)

    let long = await fixture.run("import joplin x.jex")
    var cut = Tar()
    cut.add("cut.md", [UInt8](repeating: 65, count: 2_000))
    try Data(cut.bytes.prefix(1_000))
      .write(to: URL(filePath: fixture.directory.path + "/x.jex"))
    let short = await fixture.run("import joplin x.jex")
    var whole = Tar()
    whole.add("note.md", "text")
    try Data(whole.bytes).write(to: URL(filePath: fixture.directory.path + "/x.jex"))
    let endless = await fixture.run("import joplin x.jex")
    try fixture.directory.write("no archive at all", to: "x.jex")
    let other = await fixture.run("import joplin x.jex")

    #expect(long.error.contains("bomb.md is said to have 8589934591 bytes, more than the archive"))
    #expect(short.error.contains("cut.md is said to have 2000 bytes, more than the archive"))
    #expect(other.error.contains("it is not a tar archive; nothing was imported"))
    #expect(endless.error.contains("it was cut off, and has no end; nothing was imported"))
    for transcript in [long, short, endless, other] { #expect(transcript.status == 1) }
  }

  @Test func `a folder of Joplin with a link is refused`() async throws {
    let fixture = try fixture(archived: false)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.directory.path + "/x.jex/a-link.md",
      withDestinationPath: "/etc/passwd")

    let transcript = await fixture.run("import joplin x.jex")

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("is a symbolic link; nothing was imported"))
  }

  // MARK: - Evernote

  private func enex(_ notes: String) -> String {
    "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      + "<!DOCTYPE en-export SYSTEM \"http://xml.evernote.com/pub/evernote-export4.dtd\">\n"
      + "<en-export export-date=\"20240101T000000Z\">\(notes)</en-export>"
  }

  @Test func `an ENEX file comes with texts, tags, times and files`() async throws {
    let fixture = try CommandFixture()
    // The MD5 of `PNG`.
    let content =
      "<![CDATA[<?xml version=\"1.0\"?><!DOCTYPE en-note SYSTEM \"x.dtd\"><en-note>"
      + "<h1>Rye</h1><div><b>500 g</b> flour &amp; water</div><ul><li><div>one</div></li>"
      + "<li>two</li></ul><div><en-todo checked=\"true\"/>done</div>"
      + "<en-media type=\"image/png\" hash=\"55505ba281b015ec31f03ccb151b2a34\"/>"
      + "<a href=\"https://example.com\">link</a></en-note>]]>"
    try fixture.directory.write(
      enex(
        "<note><title>Bread &lt;1&gt;</title><content>\(content)</content>"
          + "<created>20200102T030405Z</created><updated>20210102T030405Z</updated>"
          + "<tag>sour dough</tag><resource><data encoding=\"base64\">\nUE5H\n</data>"
          + "<mime>image/png</mime><resource-attributes><file-name>c.png</file-name>"
          + "</resource-attributes></resource></note>"), to: "x.enex")

    let report = try await fixture.report("import enex x.enex --json")
    let second = try await fixture.report("import enex x.enex --json")

    #expect(report["imported"] == 2)
    #expect(second["imported"] == 0)
    #expect(count(report["failed"]) == 0)
    let note = try #require(try await fixture.json("list --json").arrayValue?.first?.objectValue)
    #expect(note["title"] == "Bread <1>")
    #expect(note["created_at"] == "2020-01-02T03:04:05.000Z")
    #expect(await fixture.run(["attach", "Bread <1>"]).output == "here  3 bytes  c.png\n")
    #expect(
      await fixture.run(["show", "Bread <1>"]).output
        == "# Rye\n\n**500 g** flour & water\n- one\n- two\n\n- [x] done\n"
        + "![](_resources/c.png)[link](https://example.com)\n")
  }

  @Test(arguments: [
    ("<html></html>", "it begins with <html>, not with <en-export>"),
    ("<!DOCTYPE a [<!ENTITY b \"c\">]><en-export></en-export>", "it declares entities of its own"),
    ("<en-export><note><title>a", "it ends within <title>"),
    ("<en-export></en-export>", "is not an ENEX file with notes"), ("", "is not an ENEX file"),
    ("<en-export><note></title></note></en-export>", "</title> closes nothing that is open"),
    (
      "<en-export>" + String(repeating: "<a>", count: 500), "it is too deep"
    ),
  ])
  func `a file that is no ENEX is refused with a reason`(text: String, reason: String) async throws
  {
    let fixture = try CommandFixture()
    try fixture.directory.write(text, to: "x.enex")

    let transcript = await fixture.run("import enex x.enex")

    #expect(transcript.status == 1)
    #expect(transcript.error.contains(reason), "\(transcript.error)")
    #expect(transcript.error.contains("nothing was imported"))
    #expect(try await fixture.titles().isEmpty)
  }

  // MARK: - Simplenote

  @Test func `an export of Simplenote comes with tags and times`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write(
      """
      {"activeNotes":[{"id":"a1","content":"Rye\\r\\nflour","creationDate":"2020-01-02T03:04:05.678Z",
      "lastModified":"2021-01-02T03:04:05.678Z","tags":["sour"],"pinned":true},{"id":"a2"}],
      "trashedNotes":[{"id":"a3","content":"gone"}]}
      """, to: "notes.json")

    let transcript = await fixture.run("import simplenote notes.json --json")
    let second = try await fixture.report("import simplenote notes.json --json")

    let report = try #require(try JSONParser.parse(Array(transcript.output.utf8)).objectValue)
    #expect(transcript.status == 8)
    #expect(report["imported"] == 1)
    #expect(reasons(report, "skipped") == ["trashed note 1": "in Simplenote's trash"])
    #expect(reasons(report, "failed") == ["note 2": "no id or no content"])
    #expect(second["imported"] == 0)
    let note = try #require(try await fixture.json("list --json").arrayValue?.first?.objectValue)
    #expect(note["title"] == "Rye")
    #expect(note["tags"] == ["favorite", "sour"])
    #expect(note["created_at"] == "2020-01-02T03:04:05.678Z")
  }

  @Test func `a file that is no export of Simplenote is refused`() async throws {
    let fixture = try CommandFixture()
    try fixture.directory.write("{\"notes\":[]}", to: "notes.json")

    let transcript = await fixture.run("import simplenote notes.json")

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("is not the notes.json of a Simplenote export"))
  }
}
