import Foundation
import MarfaSDK
import TestSupport
import Testing

/// What other programs exported: counted exactly, taken once, undone, and out again byte for byte.
@Suite(.timeLimit(.minutes(20))) struct ForeignRoundTripTests {
  enum Program: String, CaseIterable, Sendable {
    case jex = "joplin x.jex"
    case raw = "joplin raw"
    case enex = "enex x.enex"
    case simplenote = "simplenote notes.json"

    /// Whether its exports have files.
    var hasFiles: Bool { self != .simplenote }
  }

  /// Each byte four times.
  private static let picture = Data((0..<1024).map { UInt8(truncatingIfNeeded: $0) })

  private static let texts = ["First\r\n\r\n*line* \u{e9}\n", "", "tail  \n\n"]

  /// Writes an export of the program, of three notes.
  private func write(_ program: Program, to fixture: CommandFixture) async throws {
    switch program {
    case .jex, .raw: try await writeJoplin(program, to: fixture)
    case .enex:
      let notes = Self.texts.enumerated().map { number, text in
        let picture = number > 0 ? "" : "<en-media type=\"image/png\" hash=\"\(Self.md5)\"/>"
        let resource =
          "<resource><data encoding=\"base64\">\(Self.picture.base64EncodedString())</data>"
          + "<mime>image/png</mime><resource-attributes><file-name>c.png</file-name>"
          + "</resource-attributes></resource>"
        return "<note><title>N\(number)</title><content><![CDATA[<en-note><div>\(text)</div>"
          + "\(picture)</en-note>]]></content><created>20200102T03040\(number)Z</created>"
          + "<tag>sour</tag>\(number > 0 ? "" : resource)</note>"
      }
      try fixture.directory.write("<en-export>\(notes.joined())</en-export>", to: "x.enex")
    case .simplenote:
      let notes = Self.texts.enumerated().map { number, text in
        JSONValue.object([
          "id": .string("a\(number)"), "content": .string("N\(number)\n" + text),
          "creationDate": .string("2020-01-02T03:04:0\(number).678Z"), "tags": ["sour"],
        ])
      }
      try Data(JSONWriter.bytes(of: ["activeNotes": .array(notes), "trashedNotes": []]))
        .write(to: URL(filePath: fixture.directory.path + "/notes.json"))
    }
  }

  /// The MD5 of the picture, by which ENEX names it.
  private static let md5 = "b2ea9f7fcea831a4a63b213f41a8855b"

  private func writeJoplin(_ program: Program, to fixture: CommandFixture) async throws {
    let source = try CommandFixture(seed: 8)
    let path = source.directory.path + "/c.png"
    try Self.picture.write(to: URL(filePath: path))
    for (number, text) in Self.texts.enumerated() {
      source.clock.advance(byMilliseconds: 1_000)
      _ = await source.note("- --title N\(number) --tag sour", text: text)
    }
    try await source.succeeds("attach N0 \(path) --quiet")
    let archive = fixture.directory.path + "/x.jex"
    try await source.succeeds("export jex \(archive)")
    guard program == .raw else { return }
    let folder = fixture.directory.path + "/raw"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let tar = try await ProgramRun.run("/usr/bin/tar", ["-xf", archive, "-C", folder])
    try #require(tar.status == 0)
  }

  @Test(arguments: Program.allCases)
  func `an export is counted exactly, taken once and undone`(program: Program) async throws {
    let fixture = try CommandFixture()
    try await write(program, to: fixture)

    let report = try await fixture.report("import \(program.rawValue) --json")
    let second = try await fixture.report("import \(program.rawValue) --json")

    let files = program.hasFiles ? 1 : 0
    #expect(report["imported"] == .integer(Int64(3 + files)), "\(report)")
    for report in [report, second] {
      let left = reasons(report, "skipped").count
      #expect(report["failed"] == [])
      #expect(
        report["seen"]?.integerValue == (report["imported"]?.integerValue ?? -1) + Int64(left))
    }
    #expect(second["imported"] == 0)
    #expect(try await fixture.titles("tag:sour") == ["N0", "N1", "N2"])
    let undone = await fixture.run("import undo")
    #expect(undone.output.hasSuffix(" removed, 0 reverted, 0 kept\n"), "\(undone)")
    #expect(try await fixture.titles().isEmpty)
  }

  @Test(arguments: Program.allCases)
  func `what came in goes out and in again byte for byte, files too`(
    program: Program
  ) async throws {
    let (one, two) = (try CommandFixture(), try CommandFixture(seed: 9))
    try await write(program, to: one)
    try await one.succeeds("import \(program.rawValue)")

    try await one.succeeds("export obsidian out --plain")
    try await two.succeeds("import obsidian \(one.directory.path)/out --no-notebook")
    try await two.succeeds("export obsidian out --plain")

    let first = try tree(one.directory.path + "/out")
    #expect(first.filter { $0.key.hasSuffix(".md") }.count == 3)
    #expect(try tree(two.directory.path + "/out") == first)
    guard program.hasFiles else { return }
    try await one.succeeds("get N0 --output got")
    let got = try Data(contentsOf: URL(filePath: one.directory.path + "/got"))
    #expect(got == Self.picture)
    #expect(first.values.contains(Self.picture))
  }
}
