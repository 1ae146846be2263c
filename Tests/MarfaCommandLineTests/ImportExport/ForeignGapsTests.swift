import Foundation
import MarfaSDK
import Testing

/// Exports of other programs in which something is missing or wrong.
@Suite(.timeLimit(.minutes(20))) struct ForeignGapsTests {
  private let fixture: CommandFixture
  /// 2024-01-01, in seconds since 1970.
  private static let exported = 1_704_067_200

  init() throws { fixture = try CommandFixture() }

  private func write(_ text: String, to name: String) throws {
    try fixture.directory.write(text, to: name)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(Self.exported))],
      ofItemAtPath: fixture.directory.path + "/" + name)
  }

  private func onlyNote() async throws -> [String: JSONValue] {
    try #require(try await fixture.json("list --json").arrayValue?.first?.objectValue)
  }

  @Test(arguments: [
    (
      "enex", "x.enex",
      "<en-export><note><title>Rye</title><content>&lt;en-note/&gt;</content></note></en-export>"
    ),
    (
      "simplenote", "notes.json",
      #"{"activeNotes":[{"id":"a1","content":"Rye","creationDate":"last week"}]}"#
    ),
    (
      "joplin", "x/0123456789abcdef0123456789abcdef.md",
      "Rye\n\nid: 0123456789abcdef0123456789abcdef\nparent_id: \ntype_: 1"
    ),
  ])
  func `a note without a date has the export's, and the report says so`(
    program: String, name: String, text: String
  ) async throws {
    try write(text, to: name)
    let path = name.split(separator: "/").first.map(String.init) ?? name
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: Double(Self.exported))],
      ofItemAtPath: fixture.directory.path + "/" + path)

    let transcript = await fixture.run("import \(program) \(path)")
    let second = try await fixture.report("import \(program) \(path) --json")

    #expect(transcript.status == 0)
    #expect(
      transcript.error.hasSuffix(": no date that can be read; it has the export's date\n"))
    #expect(second["imported"] == 0)
    #expect(try await onlyNote()["created_at"] == "2024-01-01T00:00:00.000Z")
  }

  @Test func `a file that is not base64 fails alone`() async throws {
    try write(
      "<en-export><note><title>Rye</title><content>&lt;en-note&gt;x&lt;/en-note&gt;</content>"
        + "<created>20200102T030405Z</created><resource><data>%%%</data>"
        + "<resource-attributes><file-name>bad.png</file-name></resource-attributes></resource>"
        + "<resource><data>UE5H</data><resource-attributes><file-name>good.png</file-name>"
        + "</resource-attributes></resource></note></en-export>", to: "x.enex")

    let transcript = await fixture.run("import enex x.enex --json")

    let report = try #require(try JSONParser.parse(Array(transcript.output.utf8)).objectValue)
    #expect(transcript.status == 8)
    #expect(report["imported"] == 2)
    let failed = reasons(report, "failed")
    #expect(failed.count == 1)
    #expect(failed.keys.first?.hasSuffix(": bad.png") == true)
    #expect(failed.values.first == "it is not base64")
    #expect(await fixture.run(["attach", "Rye"]).output == "here  3 bytes  good.png\n")
  }

  @Test func `tasks, reminders, quotes and underlines of Evernote come with the note`()
    async throws
  {
    let text =
      "<div>a</div><div style=\"--en-task-group:true; --en-id:g1;\"></div>"
      + "<blockquote><div>b</div><div>c</div></blockquote><u>d</u>"
    try write(
      "<en-export><note><title>Rye</title>"
        + "<content><![CDATA[<en-note>\(text)</en-note>]]></content><created>20200102T030405Z</created><note-attributes><latitude>1.0</latitude>"
        + "<source>web</source><reminder-time>20210101T000000Z</reminder-time></note-attributes>"
        + "<task><title>Buy milk</title><created>20220102T030405Z</created>"
        + "<taskStatus>completed</taskStatus><taskGroupNoteLevelID>g1</taskGroupNoteLevelID>"
        + "<reminder><created>20220102T030405Z</created></reminder></task>"
        + "<task><title>Knead</title><taskStatus>open</taskStatus>"
        + "<dueDate>20230102T030405Z</dueDate><taskGroupNoteLevelID>g2</taskGroupNoteLevelID>"
        + "</task></note></en-export>", to: "x.enex")

    let transcript = await fixture.run("import enex x.enex")

    #expect(transcript.status == 0)
    #expect(transcript.error.hasSuffix(": left out: latitude\n"), "\(transcript.error)")
    #expect(
      await fixture.run("show Rye --raw").output
        == "a\n- [x] Buy milk\n\n> b\n> c\n\n<u>d</u>\n"
        + "- [ ] Knead (due 2023-01-02T03:04:05.000Z)\n")
    let item = try #require(
      try await fixture.store().items(ListFilters(type: "core.note")).data.first)
    #expect(item.createdAt == "2020-01-02T03:04:05.000Z")
    #expect(
      item.properties["front_matter"]?.objectValue?["reminder-time"]
        == "2021-01-01T00:00:00.000Z")
  }

  @Test func `a file of Joplin without an item comes with the note that shows it, or is reported`()
    async throws
  {
    let digits = "123456789abcdef0123456789abcdef"
    try write(
      "Rye\n\n![](:/1\(digits))\n\nid: 0\(digits)\nparent_id: \n"
        + "created_time: 2020-01-02T03:04:05.678Z\ntype_: 1", to: "x/0\(digits).md")
    try write("PNG", to: "x/resources/1\(digits).png")
    try write("PDF", to: "x/resources/2\(digits).pdf")

    let report = try await fixture.report("import joplin x --json")

    #expect(reasons(report, "skipped") == ["resources/2\(digits).pdf": "no note refers to it"])
    #expect(await fixture.run("attach Rye").output == "here  3 bytes  1\(digits).png\n")
  }

  @Test func `missing and foreign parts of an export of Joplin are reported once`()
    async throws
  {
    let digits = "123456789abcdef0123456789abcdef"
    try write(
      "Rye\n\n![](:/1\(digits))\n\nid: 0\(digits)\nparent_id: \n"
        + "created_time: 2020-01-02T03:04:05.678Z\ntype_: 1", to: "x/0\(digits).md")
    for number in 1...2 {
      try write(
        "crumb.png\n\nid: \(number)\(digits)\nfile_extension: png\ntype_: 4",
        to: "x/\(number)\(digits).md")
    }
    try write("no item", to: "x/other.md")

    let report = try await fixture.report("import joplin x --json")

    #expect(
      reasons(report, "skipped") == [
        "2\(digits)": "no note refers to it",
        "other.md": "not a note, notebook, tag or file of Joplin",
      ])
    let told = await fixture.run("import joplin x --dry-run").error
    #expect(told.contains("crumb.png is not in the export"))
    #expect(!told.contains("no file"), "\(told)")
  }

  @Test(arguments: [
    (
      "&lt;en-note&gt;&lt;div&gt;one&lt;b&gt;two&lt;/div&gt;three", "one**two**\nthree\n",
      "not closed well"
    ),
    ("&lt;en-note&gt;one&lt;/b&gt; two&lt;/en-note&gt;", "one two\n", "not closed well"),
    ("&lt;en-note&gt;one&lt;b title=", "one\n", "(it ends before >); only the text before that"),
  ])
  func `the text of a note of Evernote whose markup is not closed is kept`(
    content: String, text: String, remark: String
  ) async throws {
    try write(
      "<en-export><note><title>Rye</title><content>\(content)</content>"
        + "<created>20200102T030405Z</created></note></en-export>", to: "x.enex")

    let transcript = await fixture.run("import enex x.enex")

    #expect(transcript.status == 0)
    #expect(transcript.error.contains(remark), "\(transcript.error)")
    #expect(await fixture.run("show Rye --raw").output == text)
  }

  @Test func `a folder of notes without one of Joplin is no export`() async throws {
    try write("no item", to: "x/other.md")

    let transcript = await fixture.run("import joplin x")

    #expect(transcript.status == 1)
    #expect(transcript.error.contains("It has no notes of Joplin; nothing was imported."))
  }

  @Test(arguments: [
    ("simplenote", "source/notes.json", #"{"activeNotes":[{"id":"a1","content":"Rye"}]}"#),
    (
      "enex", "Rye.enex",
      "<en-export><note><title>Rye</title><content>&lt;en-note/&gt;</content></note></en-export>"
    ),
  ])
  func `an archive that was unpacked already comes as a folder`(
    program: String, name: String, text: String
  ) async throws {
    try write(text, to: "x/" + name)
    try write("Rye", to: "x/Rye.txt")

    let report = try await fixture.report("import \(program) x --json")
    try fixture.directory.write(text, to: "x/more/" + name)
    let several = await fixture.run("import \(program) x")

    #expect(report["imported"] == 1)
    #expect(try await fixture.titles() == ["Rye"])
    #expect(several.status == 1)
    #expect(several.error.contains("; import one of its files. Nothing was imported."))
  }

  @Test func `the time that a task of Joplin is due is kept`() async throws {
    let id = "0123456789abcdef0123456789abcdef"
    try write(
      "Rye\n\nid: \(id)\nparent_id: \ncreated_time: 2020-01-02T03:04:05.678Z\nis_todo: 1\n"
        + "todo_due: 1704067200000\ntodo_completed: 0\ntype_: 1", to: "x/\(id).md")

    _ = try await fixture.report("import joplin x --json")

    let item = try #require(
      try await fixture.store().items(ListFilters(type: "core.note")).data.first)
    #expect(
      item.properties["front_matter"]?.objectValue?["due"] == "2024-01-01T00:00:00.000Z")
  }

  @Test func `files whose names have no ending or a line break come out of an archive again`()
    async throws
  {
    let other = try CommandFixture(seed: 8)
    try write("all:\n", to: "Makefile")
    let odd = "new\nline-\u{1b}[31m.txt"
    try fixture.directory.write("abc", to: odd)
    _ = await fixture.note("--title Rye", text: "x\n")
    _ = await fixture.run(["attach", "Rye", "Makefile", odd])
    try await fixture.succeeds("export jex x.jex")

    _ = try await other.report("import joplin \(fixture.directory.path)/x.jex --json")

    let there = try await other.json("attach Rye --json").arrayValue ?? []
    #expect(there.compactMap { $0.objectValue?["size"]?.integerValue }.sorted() == [3, 5])
  }
}
