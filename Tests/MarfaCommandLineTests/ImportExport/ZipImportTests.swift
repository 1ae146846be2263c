import Foundation
import MarfaSDK
import Testing

@Suite(.timeLimit(.minutes(20))) struct ZipImportTests {
  private let flour = "# Rye\n\n![[crumb.png]]\n"

  private func vault(in folder: String = "") -> ZipFile {
    var zip = ZipFile()
    zip.add(folder + "Bread/Rye.md", flour)
    zip.add(folder + "Bread/", [])
    zip.add(folder + "crumb.png", "PNG")
    return zip
  }

  private func left(_ fixture: CommandFixture) throws -> [String] {
    let folder = fixture.directory.path + "/data/imports/converted"
    guard FileManager.default.fileExists(atPath: folder) else { return [] }
    return try FileManager.default.contentsOfDirectory(atPath: folder)
  }

  @Test(arguments: ["", "vault/"])
  func `a zipped folder of Markdown comes as the folder itself would`(folder: String) async throws {
    let fixture = try CommandFixture()
    try vault(in: folder).write(to: fixture.directory.path + "/vault.zip")

    let report = try await fixture.report("import md vault.zip --json")
    let second = try await fixture.report("import md vault.zip --json")
    try fixture.directory.write(flour, to: "vault/Bread/Rye.md")
    try fixture.directory.write("PNG", to: "vault/crumb.png")
    let unpacked = try await fixture.report("import md vault --json")

    #expect(report["imported"] == 2)
    #expect(second["imported"] == 0)
    #expect(unpacked["imported"] == 0)
    #expect(await fixture.run("show Rye --raw").output == flour)
    #expect(await fixture.run("attach Rye").output == "here  3 bytes  crumb.png\n")
    #expect(try await fixture.store().notebooks().paths.map(\.path) == ["/vault", "/vault/Bread"])
    #expect(try left(fixture) == [])
  }

  @Test func `a note that is too large is not unpacked, and the others come`() async throws {
    let fixture = try CommandFixture()
    var zip = vault()
    // Its bytes would be damaged: they are not looked at.
    zip.add("bomb.md", [], packed: [UInt8](repeating: 0, count: 40_000), size: 33 << 20)
    try zip.write(to: fixture.directory.path + "/vault.zip")

    let transcript = await fixture.run("import md vault.zip --no-notebook --json")

    let report = try #require(try JSONParser.parse(Array(transcript.output.utf8)).objectValue)
    #expect(transcript.status == 8)
    #expect(report["imported"] == 2)
    #expect(reasons(report, "failed").keys.sorted() == ["bomb.md"])
    #expect(try left(fixture) == [])
  }

  @Test func `the files of a killed import are removed by the next, and those in use stay`()
    async throws
  {
    let fixture = try CommandFixture()
    try vault().write(to: fixture.directory.path + "/vault.zip")
    try fixture.directory.write("x", to: "data/imports/converted/killed/x.md")
    try fixture.directory.write("x", to: "data/imports/converted/used/x.md")
    let lock = try FileLock.take(
      fixture.directory.path + "/data/imports/converted/used.lock", .exclusive)

    _ = try await fixture.report("import md vault.zip --json")

    #expect(try left(fixture).sorted() == ["used", "used.lock"])
    withExtendedLifetime(lock) {}
  }

  @Test func `the archive of Simplenote is taken as it is`() async throws {
    let fixture = try CommandFixture()
    var zip = ZipFile()
    zip.add("Rye.txt", "Rye")
    zip.add(
      "source/notes.json",
      """
      {"activeNotes":[{"id":"a1","content":"Rye","creationDate":"2020-01-02T03:04:05.678Z",
      "lastModified":"2021-01-02T03:04:05.678Z","tags":["sour"]}],"trashedNotes":[]}
      """)
    try zip.write(to: fixture.directory.path + "/notes.zip")

    let report = try await fixture.report("import simplenote notes.zip --json")

    #expect(report["imported"] == 1)
    #expect(try await fixture.titles() == ["Rye"])
    #expect(try left(fixture) == [])
  }

  @Test func `an archive with several exports of Evernote, or none, is refused`() async throws {
    let fixture = try CommandFixture()
    var zip = ZipFile()
    zip.add("a.enex", "<en-export/>")
    zip.add("b.enex", "<en-export/>")
    try zip.write(to: fixture.directory.path + "/x.zip")

    let refused = await fixture.run("import enex x.zip")

    #expect(refused.status == 1)
    #expect(refused.error.contains("x.zip does not hold one ENEX file; unpack it"))
    #expect(try left(fixture) == [])
  }

  private static let fixedRye: [UInt8] = [
    0x0B, 0xAA, 0x4C, 0x55, 0x48, 0x2A, 0x4A, 0x4D, 0x4C, 0xD1, 0x51, 0x28, 0xC2, 0xC2, 0xD4, 0xE3,
    0x02, 0x00,
  ]
  private static let rye = Array("Rye bread, rye bread, rye bread.\n".utf8)

  @Test func `a compressed file is unpacked, and its time is its note's`() async throws {
    let fixture = try CommandFixture()
    var zip = ZipFile()
    zip.add("Rye.md", Self.rye, packed: Self.fixedRye)
    try zip.write(to: fixture.directory.path + "/vault.zip")

    _ = try await fixture.report("import md vault.zip --json")

    #expect(await fixture.run("show Rye --raw").output == "Rye bread, rye bread, rye bread.\n")
    let note = try await fixture.json("list --json").arrayValue?.first?.objectValue
    #expect(note?["updated_at"] == "2020-01-02T03:04:06.000Z")
  }

  /// Archives that lie, and what is said of them.
  private static let lies: [(String, @Sendable (inout ZipFile) -> Void)] = [
    ("../evil.md is a path out of the archive", { $0.add("../evil.md", "x") }),
    ("/etc/evil.md is a path out of the archive", { $0.add("/etc/evil.md", "x") }),
    ("a/../../evil.md is a path out of the archive", { $0.add("a/../../evil.md", "x") }),
    ("..\\evil.md is a path out of the archive", { $0.add("..\\evil.md", "x") }),
    ("a//evil.md is a path out of the archive", { $0.add("a//evil.md", "x") }),
    ("evil.md is a link", { $0.add("evil.md", Array("/etc/passwd".utf8), mode: 0o120777) }),
    ("evil.md is encrypted", { $0.add("evil.md", [1], flags: 1) }),
    (
      "evil.md is compressed in a way that is not known (12)",
      { $0.add("evil.md", [1], method: 12) }
    ),
    ("the length of evil.md is not true", { $0.add("evil.md", [1], size: 2) }),
    (
      "the length of evil.md is not true",
      { $0.add("evil.md", rye, packed: fixedRye, size: 1 << 30) }
    ),
    (
      "evil.md is longer than the 5 bytes that it is said to have",
      { $0.add("evil.md", rye, packed: fixedRye, size: 5) }
    ),
    ("evil.md is damaged", { $0.add("evil.md", rye, packed: fixedRye, size: 34) }),
    ("evil.md is damaged", { $0.add("evil.md", [1], sum: 5) }),
    ("evil.md is damaged", { $0.add("evil.md", rye, packed: Array(fixedRye.dropLast(4))) }),
    ("evil.md is not where it is said to be", { $0.add("evil.md", [1], place: 0) }),
    ("evil.md is not where it is said to be", { $0.add("evil.md", [1], place: 1 << 30) }),
    (
      "evil.md and b.md share bytes",
      {
        var inner = ZipFile()
        inner.add("b.md", [1])
        $0.add("evil.md", Array(inner.bytes.prefix(35)))
        // After the header, the name and the byte of a.md, and the header and name of evil.md.
        $0.add("b.md", [1], place: 35 + 37)
      }
    ),
    ("it holds two files with the name a.md", { $0.add("a.md", "another") }),
    ("it holds two files with the name a.md", { $0.add("./a.md", "another") }),
    (
      "it holds two files with the name b/evil.md",
      {
        $0.add("b/evil.md", "one")
        $0.add("c.md", "c")
        $0.add("b/evil.md", "one")
      }
    ),
    ("its directory is damaged", { $0.saidCount = 9 }),
    (
      "it would unpack to 524 MB, more than 100 times its size; unpack it yourself if that is meant, "
        + "and import the folder",
      { $0.add("bomb.bin", [], packed: [UInt8](repeating: 0, count: 600_000), size: 500 << 20) }
    ),
  ]

  @Test(arguments: lies.indices)
  func `an archive that lies is refused as a whole`(index: Int) async throws {
    let (words, lie) = Self.lies[index]
    let fixture = try CommandFixture()
    var zip = ZipFile()
    zip.add("a.md", "a")
    lie(&zip)
    try zip.write(to: fixture.directory.path + "/x.zip")

    let refused = await fixture.run("import md x.zip")

    #expect(refused.status == 1)
    #expect(
      refused.error == "marfa: \(fixture.directory.path)/x.zip: \(words); nothing was imported.\n")
    #expect(try await fixture.titles().isEmpty)
    #expect(try left(fixture) == [])
  }

  @Test func `names that differ in a letter's case or an accent's form are two`() async throws {
    let fixture = try CommandFixture()
    var zip = ZipFile()
    for (number, name) in ["caf\u{E9}.md", "cafe\u{301}.md", "CAF\u{E9}.md"].enumerated() {
      zip.add(name, "note \(number)")
    }
    try zip.write(to: fixture.directory.path + "/x.zip")

    let report = try await fixture.report("import md x.zip --json")

    #expect(report["imported"] == 3)
  }

  @Test func `an archive that is cut at any byte is refused, and nothing traps`() async throws {
    let fixture = try CommandFixture()
    let bytes = vault().bytes
    for count in stride(from: 4, to: bytes.count, by: 5) {
      try Data(bytes.prefix(count)).write(to: URL(filePath: fixture.directory.path + "/x.zip"))

      let refused = await fixture.run("import md x.zip")

      #expect(refused.status == 1, "\(count)")
      #expect(refused.error.contains("nothing was imported"), "\(count): \(refused.error)")
    }
    #expect(try await fixture.titles().isEmpty)
    #expect(try left(fixture) == [])
  }
}
