import MarfaSDK
import Testing

/// Files of an imported folder that change between imports, under one name.
@Suite(.timeLimit(.minutes(20))) struct ChangedPictureTests {
  /// The contents of a note's files, first to last; each is one letter.
  private func contents(_ fixture: CommandFixture) async throws -> String {
    let letters = ["4b68ab38": "X", "18f5384d": "Y", "df7e70e5": "B"]
    let list = try await fixture.json("attach one --json").arrayValue ?? []
    return list.map { entry in
      let hash = entry.objectValue?["hash"]?.stringValue ?? ""
      return letters[String(hash.dropFirst("sha256:".count).prefix(8))] ?? "?"
    }.joined()
  }

  /// Writes a file, and imports the folder a minute later.
  private func report(
    _ fixture: CommandFixture, with text: String, in path: String
  ) async throws -> [String: JSONValue] {
    try fixture.directory.write(text, to: "notes/" + path)
    fixture.clock.advance(byMilliseconds: 60_000)
    return try await fixture.report()
  }

  @Test func `a picture that becomes what it was before is the one that the text means`()
    async throws
  {
    let fixture = try CommandFixture.importing(["one.md": "![](x.png)", "x.png": "X"])
    _ = try await fixture.report()
    _ = try await report(fixture, with: "Y", in: "x.png")
    #expect(try await contents(fixture) == "YX")

    let third = try await report(fixture, with: "X", in: "x.png")
    let fourth = try await fixture.report()

    #expect(third["attached"] == ["x.png"])
    #expect(try await contents(fixture) == "XY")
    #expect(reasons(fourth, "skipped") == ["one.md": "unchanged", "x.png": "unchanged"])
    try await fixture.succeeds("export md out")
    #expect(try fixture.directory.read("out/x.png") == "X")
  }

  @Test func `undoing the import of a picture that changed back puts the other one first again`()
    async throws
  {
    let fixture = try CommandFixture.importing(["one.md": "![](x.png)", "x.png": "X"])
    _ = try await fixture.report()
    _ = try await report(fixture, with: "Y", in: "x.png")
    _ = try await report(fixture, with: "B", in: "x.png")
    _ = try await report(fixture, with: "X", in: "x.png")
    #expect(try await contents(fixture) == "XBY")

    let undone = await fixture.run("import undo")

    #expect(undone.output == "0 removed, 1 reverted, 0 kept\n")
    #expect(try await contents(fixture) == "BYX")
    try await fixture.succeeds("export md out")
    #expect(try fixture.directory.read("out/x.png") == "B")
  }

  @Test func `of files of one name the first that a text shows stays first when others change`()
    async throws
  {
    let fixture = try CommandFixture.importing([
      "one.md": "![](a/x.png) ![](b/x.png)", "a/x.png": "X", "b/x.png": "B",
    ])
    _ = try await fixture.report()

    let second = try await report(fixture, with: "Y", in: "b/x.png")
    let third = try await fixture.report()

    #expect(second["attached"] == ["b/x.png"])
    #expect(try await contents(fixture) == "XBY")
    #expect(third["imported"] == 0)
    try await fixture.succeeds("export md out")
    #expect(try fixture.directory.read("out/a/x.png") == "X")
    #expect(try fixture.directory.read("out/b/x.png") == "Y")
  }
}
