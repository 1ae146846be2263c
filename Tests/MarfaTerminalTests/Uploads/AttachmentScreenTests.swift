import Foundation
import MarfaSDK
import MarfaSDKTestSupport
import MarfaTerminal
import TerminalUI
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct AttachmentScreenTests {
  /// A screen over one note.
  private func fixture(
    environment: [String: String] = [:], configuration: String? = nil
  ) async throws -> (ApplicationFixture, note: String) {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, environment: environment, notes: ["# Rye\n\n![[crumb.jpg]]"],
      configuration: configuration)
    return (fixture, try #require(fixture.application.workspace.selectedNote?.id))
  }

  private func write(_ fixture: ApplicationFixture, _ name: String, _ text: String) throws -> String
  {
    let path = fixture.folder.path + "/" + name
    try Data(text.utf8).write(to: URL(filePath: path))
    return path
  }

  // MARK: - Attaching

  @Test func `a file is attached by its path, which Tab completes`() async throws {
    let (fixture, note) = try await fixture()
    let folder = fixture.folder.path
    _ = try write(fixture, "crumb.jpg", "bread")

    await fixture.press("A")
    await fixture.type(folder + "/cru")
    #expect(fixture.screen.contains("Tab: 1 name"))
    await fixture.press("tab")
    #expect(fixture.screen.contains("5 bytes"))
    await fixture.press("enter")

    #expect(
      try await fixture.client.attachments.list(note).map(\.attachment.title) == ["crumb.jpg"])
    #expect(fixture.screen.contains("Attached “crumb.jpg” (5 bytes)."))
    #expect(fixture.screen.contains("▣ crumb.jpg      5 B  on this machine"))

    await fixture.press("u")
    #expect(try await fixture.client.attachments.list(note).isEmpty)
    #expect(!fixture.screen.contains("▣ crumb.jpg"))
    await fixture.press("ctrl-r")
    #expect(try await fixture.client.attachments.list(note).map(\.size) == [5])
  }

  @Test func `there is an empty row between a long text and the files`() async throws {
    let lines = (1...40).map { "line \($0)" }.joined(separator: "\n")
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30, notes: ["# Rye\n\n\(lines)"])
    let path = try write(fixture, "crumb.jpg", "bread")
    await fixture.press("A")
    await fixture.type(path + "\n")

    for key in ["3", "i"] {
      await fixture.press(key)
      let rows = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
      let files = try #require(rows.firstIndex { $0.contains("▣ crumb.jpg") })
      let between = rows[files - 1].split(separator: "│").dropFirst(2).joined(separator: "")
      #expect(between.trimmingCharacters(in: .whitespaces) == "")
      #expect(rows[files - 2].contains("│ line"))
    }
  }

  @Test func `a path of no file stays to be mended, with the reason below`() async throws {
    let (fixture, note) = try await fixture()
    let path = try write(fixture, "crumb.jpg", "bread")

    await fixture.press("A")
    await fixture.type("/dev/null\n")
    let refused = fixture.screen.split(separator: "\n")
    #expect(refused.contains { $0.hasPrefix(" Attach file: /dev/null") })
    #expect(refused.contains(" It is a device; only files can be attached."))
    #expect(try await fixture.client.attachments.list(note).isEmpty)
    #expect(fixture.application.context.sync.uploads.rows.isEmpty)

    await fixture.press("backspace")
    #expect(!fixture.screen.contains("It is a device"))
    #expect(fixture.screen.contains("Attach file: /dev/nul"))
    await fixture.press("ctrl-u")
    await fixture.type(path + "\n")

    #expect(fixture.application.compositor.layers.isEmpty)
    #expect(try await fixture.client.attachments.list(note).count == 1)
  }

  @Test(arguments: ["", "/"])
  func `a folder is not attached; the name of a file in it is asked for`(end: String) async throws {
    let (fixture, note) = try await fixture()
    _ = try write(fixture, "crumb.jpg", "bread")

    await fixture.press("A")
    await fixture.type(fixture.folder.path + end)
    if end == "/" { #expect(fixture.screen.contains("a folder   Tab: ")) }
    await fixture.press("enter")

    #expect(fixture.screen.contains("It is a folder: go on with the name of a file in it"))
    #expect(fixture.screen.contains(" Attach file: \(fixture.folder.path)\(end)"))
    #expect(try await fixture.client.attachments.list(note).isEmpty)
  }

  @Test func `a path that is pasted outside the text is offered to be attached`() async throws {
    let (fixture, note) = try await fixture()
    let path = try write(fixture, "a b.txt", "x")

    fixture.application.handle(.paste("'\(path)' "))
    await fixture.settle()
    #expect(fixture.screen.contains("Attach “a b.txt” (1 byte) to “Rye”?"))
    await fixture.press("a")
    #expect(try await fixture.client.attachments.list(note).map(\.attachment.title) == ["a b.txt"])

    fixture.application.handle(.paste(path + ".none"))
    await fixture.settle()
    #expect(fixture.screen.contains("Paste ignored"))
  }

  @Test func `a path that is pasted into the text is attached, or stays text`() async throws {
    let (fixture, note) = try await fixture()
    let path = try write(fixture, "x.png", "x")
    await fixture.press("e G o")

    fixture.application.handle(.paste(path))
    await fixture.settle()
    #expect(fixture.screen.contains("a attach it   Enter paste the path as text"))
    await fixture.press("enter")
    #expect(fixture.application.workspace.note.session?.editor.text.hasSuffix(path) == true)

    fixture.application.handle(.paste(path))
    await fixture.settle()
    await fixture.press("a")
    #expect(fixture.application.workspace.note.session?.editor.text.hasSuffix("![[x.png]]") == true)
    #expect(try await fixture.client.attachments.list(note).count == 1)

    fixture.application.handle(.paste("plain"))
    await fixture.settle()
    #expect(fixture.application.workspace.note.session?.editor.text.hasSuffix("plain") == true)
  }

  // MARK: - Opening

  private func attach(_ fixture: ApplicationFixture, _ note: String) async throws -> String {
    let added = try await fixture.client.attachments.add(
      data: Array("bread".utf8), to: note, title: "crumb.jpg")
    await fixture.settle()
    return added.attachment.blobRef
  }

  @Test func `Enter on a file shows a copy with the configured program`() async throws {
    let (fixture, note) = try await fixture(
      configuration: "attachments: {open: \"feh --title 'my file' {file}\"}\n")
    _ = try await attach(fixture, note)

    await fixture.press("4 enter")

    let started = try #require(fixture.host.started.first)
    #expect(started.prefix(3) == ["feh", "--title", "my file"])
    let path = try #require(started.last)
    #expect(path.hasSuffix("/crumb.jpg"))
    #expect(try Data(contentsOf: URL(filePath: path)) == Data("bread".utf8))
    #expect(fixture.screen.contains("Opened “crumb.jpg”."))
  }

  @Test func `over ssh the path is reported, and the picture in the text leads to its file`()
    async throws
  {
    let (fixture, note) = try await fixture(
      environment: ["SSH_TTY": "/dev/pts/1", "DISPLAY": ":0"])
    _ = try await attach(fixture, note)

    await fixture.press("l tab enter")

    #expect(fixture.host.started.isEmpty)
    #expect(fixture.screen.contains("The path of “crumb.jpg” was copied: /"))
    #expect(fixture.host.copied.last?.hasSuffix("/crumb.jpg") == true)
  }

  @Test func `files have the rows that a short text leaves, and the last one attached is seen`()
    async throws
  {
    let (fixture, note) = try await fixture()
    for number in 10..<50 {
      try await fixture.client.attachments.add(
        data: [UInt8(number)], to: note, title: "f\(number).txt")
    }
    await fixture.settle()
    #expect(fixture.screen.contains("▣ f24.txt"))
    #expect(!fixture.screen.contains("▣ f49.txt"))
    #expect(fixture.screen.contains(" more"))

    let path = try write(fixture, "last.txt", "x")
    fixture.application.context.files.attach(path, to: note)
    await fixture.settle()

    #expect(fixture.screen.contains("▣ last.txt"))
    #expect(fixture.screen.contains(" above"))
  }

  @Test func `a file is taken away after a question`() async throws {
    let (fixture, note) = try await fixture()
    _ = try await attach(fixture, note)

    await fixture.press("4 ?")
    #expect(fixture.screen.contains("Copy name"))
    await fixture.type("Remo\n")
    #expect(fixture.screen.contains("Take “crumb.jpg” away from this note?"))
    await fixture.press("esc x")
    #expect(fixture.screen.contains("Take “crumb.jpg” away from this note?"))
    await fixture.press("t")

    #expect(try await fixture.client.attachments.list(note).isEmpty)
    #expect(fixture.application.focused === fixture.application.workspace.note)
    await fixture.press("u")
    #expect(try await fixture.client.attachments.list(note).map(\.size) == [5])
  }
}
