import Foundation
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ExportJoplinTests {
  private static let texts = [
    "# One\n\nsee [[Two]], [[Two|the second]], [[Nowhere]] and ![[x.png]]\n",
    "", "\n\nafter two empty lines", "key: value\n\nid: no\n\n", "a\r\nb\r\n", "Ünï 🙂",
    "<img src='x.png'/> [gone](gone.pdf)",
  ]

  /// Notes in notebooks, with tags, links, files that a text names and files that none does.
  private func filled() async throws -> CommandFixture {
    let fixture = try CommandFixture()
    var random = SplitMix64(seed: 5)
    let bytes = Data((0..<3_000).map { _ in UInt8(truncatingIfNeeded: random.next()) })
    let folder = fixture.directory.path
    try bytes.write(to: URL(filePath: folder + "/x.png"))
    try fixture.directory.write("%PDF", to: "plan.pdf")
    for (index, text) in Self.texts.enumerated() {
      fixture.clock.advance(byMilliseconds: 1_000)
      let place = index % 2 == 0 ? ["--notebook", "Birds/Rings", "--make"] : []
      let title = ["One", "Two", "Three", "Four", "Five", "Six", "Seven"][index]
      let made = await fixture.run(
        ["new", "-", "--title", title, "--tag", "t\(index % 3)"] + place, input: Array(text.utf8))
      #expect(made.status == 0, "\(made.error)")
    }
    for (note, file) in [("One", "x.png"), ("Two", "plan.pdf"), ("Seven", "x.png")] {
      try await fixture.succeeds("attach \(note) \(folder)/\(file)")
    }
    return fixture
  }

  private func archive(_ fixture: CommandFixture, _ name: String) async throws -> Data {
    let exported = await fixture.run(["export", "jex", name])
    #expect(exported.status == 0, "\(exported.error)")
    return try Data(contentsOf: URL(filePath: fixture.directory.path + "/" + name))
  }

  @Test func `an archive comes out of another store as it went in, byte for byte`() async throws {
    let fixture = try await filled()
    let other = try CommandFixture(seed: 8)
    let first = try await archive(fixture, "x.jex")

    let report = try await other.report(
      "import joplin \(fixture.directory.path)/x.jex --json")
    let second = try await archive(other, "y.jex")

    #expect(report["imported"] == .integer(Int64(Self.texts.count + 2)))
    #expect(report["failed"] == [])
    #expect(first == second)
    #expect(try await fixture.titles() == other.titles())
    #expect(try await other.store().notebooks().paths.map(\.path) == ["/Birds", "/Birds/Rings"])
  }

  @Test func `notebooks keep titles that no folder can have`() async throws {
    let fixture = try CommandFixture()
    let other = try CommandFixture(seed: 8)
    for (note, title) in [("One", "Who: what?"), ("Two", "..."), ("Three", "birds")] {
      fixture.clock.advance(byMilliseconds: 1_000)
      let made = await fixture.run(
        ["new", "--title", note, "--notebook", title, "--make"], input: [])
      #expect(made.status == 0, "\(made.error)")
    }
    let first = try await archive(fixture, "x.jex")

    _ = try await other.report("import joplin \(fixture.directory.path)/x.jex --json")

    let titles = try await other.store().notebooks().map(\.title).sorted()
    #expect(titles == ["...", "Who: what?", "birds"])
    #expect(try await archive(other, "y.jex") == first)
  }

  @Test func `texts without links come in byte for byte, with their tags and times`() async throws {
    let fixture = try await filled()
    let other = try CommandFixture(seed: 8)
    _ = try await archive(fixture, "x.jex")
    _ = try await other.report("import joplin \(fixture.directory.path)/x.jex --json")

    for title in ["Three", "Four", "Five", "Six"] {
      let before = try await fixture.json("show \(title) --json")
      let after = try await other.json("show \(title) --json")
      for name in ["id", "body", "tags", "created_at"] {
        #expect(field(before, name) == field(after, name), "\(title): \(name)")
      }
    }
    #expect(await other.run("attach Two").output.contains("plan.pdf"))
  }

  private func field(_ value: JSONValue, _ name: String) -> JSONValue? {
    (value.arrayValue?.first ?? value).objectValue?[name]
  }

  @Test func `an archive of ours makes no second notes where it came from`() async throws {
    let fixture = try await filled()
    _ = try await archive(fixture, "x.jex")
    let titles = try await fixture.titles()

    _ = try await fixture.report("import joplin x.jex --json")

    #expect(try await fixture.titles() == titles)
  }

  @Test func `another program reads the archive`() async throws {
    let fixture = try await filled()
    _ = try await archive(fixture, "x.jex")

    let tar = try await ProgramRun.run(
      "/usr/bin/env", ["tar", "tf", fixture.directory.path + "/x.jex"])
    let list = tar.output

    #expect(tar.status == 0, "\(tar.errors)")
    #expect(list.split(separator: "\n").count { $0.hasPrefix("resources/") } == 2)
    #expect(list.split(separator: "\n").count { $0.hasSuffix(".md") } > Self.texts.count)
  }

  @Test func `the archive's folder must be there, and the store is not written over`() async throws
  {
    let fixture = try await filled()

    let nowhere = await fixture.run("export jex no/such/x.jex")
    let store = await fixture.run(["export", "jex", fixture.databasePath])

    #expect(nowhere.status != 0)
    #expect(store.status != 0)
    #expect(try await fixture.titles().count == Self.texts.count)
  }
}
