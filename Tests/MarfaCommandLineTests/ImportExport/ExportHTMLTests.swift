import Foundation
import Testing

@Suite(.timeLimit(.minutes(30))) struct ExportHTMLTests {
  private func filled() async throws -> CommandFixture {
    let fixture = try CommandFixture.importing([
      "Birds/Field notes.md":
        "---\ntags: [birds]\n---\n![[wren.png]] see [[Ring records|rings]], [list](../Shopping.md)\n\n"
        + "| a | b |\n|---|---|\n| **1** | <script>alert(1)</script> |\n\n[x](javascript:alert)\n",
      "Birds/wren.png": "PNG", "Birds/Ring records.md": "# Rings\n\n- [x] done [[Gone]]\n",
      "Shopping.md": "A & B [plan](plan.pdf)\n", "plan.pdf": "%PDF",
    ])
    _ = await fixture.run("import md notes --no-notebook")
    return fixture
  }

  @Test func `notes become pages that lead to one another and to their files`() async throws {
    let fixture = try await filled()

    let exported = await fixture.run("export html out")

    #expect(exported.status == 0, "\(exported.error)")
    let page = try fixture.directory.read("out/Birds/Field notes.html")
    let files = try FileManager.default.contentsOfDirectory(
      atPath: fixture.directory.path + "/out/files")
    let picture = try #require(files.first { $0.hasSuffix("-wren.png") })
    #expect(files.count == 2)
    #expect(try fixture.directory.read("out/files/" + picture) == "PNG")
    #expect(page.contains("<img src=\"../files/\(picture)\""), "\(page)")
    #expect(page.contains("<a href=\"../Birds/Ring%20records.html\">rings</a>"))
    #expect(page.contains("<a href=\"../Shopping.html\">list</a>"))
    #expect(page.contains("<h1>Field notes</h1>"))
    #expect(page.contains("#birds"))
    #expect(page.contains("<td><strong>1</strong></td>"))
    #expect(!page.contains("<script"))
    #expect(!page.contains("javascript:"))
    let rings = try fixture.directory.read("out/Birds/Ring records.html")
    #expect(rings.contains("<h1>Rings</h1>"))
    #expect(!rings.contains("<h1>Ring records</h1>"))
    #expect(rings.contains("done Gone"))
    let index = try fixture.directory.read("out/index.html")
    #expect(index.contains("<a href=\"Birds/Field%20notes.html\">Field notes</a>"))
  }

  @Test(arguments: ["t\n", "![[x.txt]]\n"])
  func `a page leads to each of two files with one name`(text: String) async throws {
    let fixture = try CommandFixture()
    _ = await fixture.note("--title Rye", text: text)
    for (folder, content) in [("a", "A"), ("b", "BB")] {
      try fixture.directory.write(content, to: folder + "/x.txt")
      try await fixture.succeeds("attach Rye \(folder)/x.txt")
    }

    try await fixture.succeeds("export html out")

    let files = try FileManager.default.contentsOfDirectory(
      atPath: fixture.directory.path + "/out/files")
    let page = try fixture.directory.read("out/Rye.html")
    #expect(files.count == 2)
    for file in files { #expect(page.contains("files/" + file), "\(page)") }
  }

  @Test func `a second export writes nothing, and foreign files are left alone`() async throws {
    let fixture = try await filled()
    _ = await fixture.run("export html out")
    let second = try await fixture.json("export html out --json").objectValue
    try fixture.directory.write("mine", to: "out/Shopping.html")

    let refused = await fixture.run("export html out")
    let forced = await fixture.run("export html out --force")

    #expect(second?["written"] == 0)
    #expect(second?["unchanged"] == 3)
    #expect(second?["files_written"] == 0)
    #expect(refused.status == 8)
    #expect(
      refused.error == "Shopping.html: failed: another file is there; overwrite it with --force\n")
    #expect(forced.status == 0)
    #expect(try fixture.directory.read("out/Shopping.html").contains("A &amp; B"))
  }

  @Test func `a note or a notebook is exported alone`() async throws {
    let fixture = try await filled()

    let note = await fixture.run(["export", "html", "one", "--note", "Field notes"])
    let notebook = await fixture.run("export html two --notebook Birds")

    let root = fixture.directory.path
    let one = try FileManager.default.subpathsOfDirectory(atPath: root + "/one")
    let two = try FileManager.default.subpathsOfDirectory(atPath: root + "/two")
    #expect(note.status == 0, "\(note.error)")
    #expect(notebook.status == 0, "\(notebook.error)")
    #expect(one.filter { $0.hasSuffix(".html") } == ["Field notes.html"])
    for (folder, files) in [("one", one), ("two", two)] {
      let picture = try #require(files.first { $0.hasSuffix("-wren.png") })
      #expect(try fixture.directory.read(folder + "/" + picture) == "PNG")
      let page = try fixture.directory.read(folder + "/Field notes.html")
      #expect(page.contains("<img src=\"\(picture)\""), "\(page)")
    }
    #expect(
      Set(two.filter { $0.hasSuffix(".html") })
        == ["index.html", "Field notes.html", "Ring records.html"])
  }

  @Test(arguments: [[], ["--notebook", "Birds"]])
  func `a note called index does not lose its page to the list`(options: [String]) async throws {
    let fixture = try CommandFixture.importing(["Birds/index.md": "A wren.\n"])
    try await fixture.succeeds("import md notes --no-notebook")

    let exported = await fixture.run(["export", "html", "out"] + options)
    let again = await fixture.run(["export", "html", "out"] + options)

    let paths = try FileManager.default.subpathsOfDirectory(
      atPath: fixture.directory.path + "/out"
    ).filter { $0.hasSuffix(".html") }
    let pages = try paths.map { try fixture.directory.read("out/" + $0) }
    #expect(exported.status == 0, "\(exported.error)")
    #expect(paths.count == 2, "\(paths)")
    #expect(pages.count { $0.contains("A wren.") } == 1)
    #expect(!again.error.contains("failed"))
  }

  @Test func `a page shows a picture that its text writes in other letters`() async throws {
    let fixture = try CommandFixture.importing([
      "Rye.md": "![[CRUMB.png]] and ![](crust.PNG)\n", "crumb.png": "A", "Crust.png": "B",
    ])
    try await fixture.succeeds("import md notes --no-notebook")

    try await fixture.succeeds("export html out")

    let page = try fixture.directory.read("out/Rye.html")
    #expect(page.matches(of: #/<img src="files/[0-9a-f]{8}-crumb\.png"/#).count == 1, "\(page)")
    #expect(page.matches(of: #/<img src="files/[0-9a-f]{8}-Crust\.png"/#).count == 1, "\(page)")
    #expect(!page.contains("<ul>"))
  }
}
