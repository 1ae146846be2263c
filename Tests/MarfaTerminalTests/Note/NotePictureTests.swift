import Foundation
import MarfaSDK
import MarfaTerminal
import NoteFiles
import TerminalUI
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct NotePictureTests {
  /// The head of a PNG of some size, which is all that is looked at here.
  private func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    let size = [width, height].flatMap { number in
      (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - 8 * UInt32($0))) }
    }
    return [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13] + Array("IHDR".utf8) + size
      + [UInt8](repeating: 0, count: 20)
  }

  /// A note with a picture of 320×160 pixels, and lines below it.
  private func fixture(
    _ body: String = "# Rye\n\n![[crumb.png]]\n\nbelow", rows: Int = 30,
    configuration: String? = nil, file: [UInt8]? = nil, environment: [String: String] = [:]
  ) async throws -> ApplicationFixture {
    let fixture = try await ApplicationFixture(
      columns: 120, rows: rows, environment: environment, notes: [body],
      configuration: configuration)
    let note = try #require(fixture.application.workspace.selectedNote?.id)
    try await fixture.client.attachments.add(
      data: file ?? png(320, 160), to: note, title: "crumb.png")
    await fixture.settle()
    return fixture
  }

  private func answer(_ fixture: ApplicationFixture) async {
    fixture.application.context.settings.picturesFound(.kitty)
    await fixture.settle()
  }

  @Test func `a picture is shown below its name once the terminal has said that it can`()
    async throws
  {
    let fixture = try await fixture()
    #expect(fixture.frame.pictures.isEmpty)
    #expect(fixture.screen.contains("[image crumb.png 320×160 44 B]"))

    await answer(fixture)

    let picture = try #require(fixture.frame.pictures.first)
    #expect(picture.rect.size == Size(columns: 40, rows: 10))
    let rows = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let name = try #require(rows.firstIndex { $0.contains("[image crumb.png 320×160 44 B]") })
    #expect(picture.rect.minRow == name + 1)
    #expect(rows[name + 12].contains("below"))
    #expect(picture.picture.payload == Array(Data(png(320, 160)).base64EncodedString().utf8))
  }

  @Test func `a picture goes when it is not wholly seen, or something lies over it`() async throws {
    let fixture = try await fixture(
      "# Rye\n\n![[crumb.png]]\n\n" + (0..<60).map { "line \($0)\n\n" }.joined())
    await answer(fixture)
    #expect(fixture.frame.pictures.count == 1)

    await fixture.press("?")
    #expect(fixture.frame.pictures.isEmpty)
    await fixture.press("esc")
    #expect(fixture.frame.pictures.count == 1)

    await fixture.press("enter ctrl-d")
    #expect(fixture.frame.pictures.isEmpty)
    await fixture.press("g g")
    #expect(fixture.frame.pictures.count == 1)
  }

  @Test func `a large picture is as large as there is room`() async throws {
    let fixture = try await fixture(file: png(4000, 4000))
    await answer(fixture)

    let size = try #require(fixture.frame.pictures.first).rect.size

    #expect(size.rows <= 24)
    #expect(abs(size.columns - size.rows * 2) <= 2)
  }

  @Test func `a picture that is none, is turned off or is not here is only named`() async throws {
    let other = try await fixture(file: Array("not a picture".utf8))
    await answer(other)
    #expect(other.frame.pictures.isEmpty)

    let off = try await fixture(configuration: "reader: {pictures: never}\n")
    await answer(off)
    #expect(off.frame.pictures.isEmpty)

    let missing = try await fixture("# Rye\n\n![[gone.png]]\n")
    await answer(missing)
    #expect(missing.frame.pictures.isEmpty)
    #expect(missing.screen.contains("[image gone.png not found]"))
  }

  @Test func `a picture is found whose name the text writes in other letters`() async throws {
    let fixture = try await fixture("# Rye\n\n![[Crumb.PNG]]\n")
    await answer(fixture)

    #expect(fixture.frame.pictures.count == 1)
    #expect(fixture.screen.contains("[image Crumb.PNG 320×160 44 B]"))
  }

  @Test func `a picture within a sentence is only named`() async throws {
    let fixture = try await fixture("# Rye\n\nsee ![[crumb.png]] here\n")
    await answer(fixture)

    #expect(fixture.frame.pictures.isEmpty)
    #expect(fixture.screen.contains("see [image crumb.png 320×160 44 B] here"))
  }

  @Test func `where the terminal takes no picture it is drawn as half blocks by chafa`()
    async throws
  {
    let folder = try TemporaryDirectory()
    try await folder.writeProgram("#!/bin/sh\nprintf '▀▄▀▄\\n▄▀▄▀\\n'\n", to: "chafa")
    let fixture = try await fixture(environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    fixture.application.context.settings.halfBlocksFound(.all)
    await fixture.settle()

    #expect(fixture.frame.pictures.isEmpty)
    let rows = fixture.screen.split(separator: "\n", omittingEmptySubsequences: false)
    let name = try #require(rows.firstIndex { $0.contains("[image crumb.png") })
    #expect(rows[name + 1].contains("▀▄▀▄") && rows[name + 2].contains("▄▀▄▀"))
    #expect(rows[name + 12].contains("below"))

    await answer(fixture)
    #expect(fixture.frame.pictures.count == 1)
    #expect(!fixture.screen.contains("▀▄▀▄"))
  }

  @Test func `a terminal of sixels gets them by chafa, in the cells that they fit`() async throws {
    let folder = try TemporaryDirectory()
    try await folder.writeProgram(SixelChafa.script, to: "chafa")
    let fixture = try await fixture(environment: ["PATH": folder.path + ":/usr/bin:/bin"])
    fixture.application.context.settings.halfBlocksFound(.all)
    fixture.application.context.settings.picturesFound(.sixel)
    await fixture.settle()
    #expect(fixture.frame.pictures.isEmpty)

    fixture.application.context.settings.cellsMeasured(Size(columns: 8, rows: 16))
    await fixture.settle()

    let placed = try #require(fixture.frame.pictures.first)
    #expect(placed.rect.size == Size(columns: 40, rows: 10))
    #expect(placed.picture.form == .sixel)
    let sent = String(decoding: placed.picture.payload, as: UTF8.self)
    #expect(sent == "\u{1b}P0;1;0q\"1;1;320;156#0;2;0;0;0~-\u{1b}\\")
  }

  @Test func `pictures are read again when a file is attached`() async throws {
    let fixture = try await fixture("# Rye\n\n![[late.png]]\n")
    await answer(fixture)
    #expect(fixture.frame.pictures.isEmpty)

    let note = try #require(fixture.application.workspace.selectedNote?.id)
    try await fixture.client.attachments.add(data: png(80, 80), to: note, title: "late.png")
    await fixture.settle()

    #expect(fixture.frame.pictures.map(\.rect.size) == [Size(columns: 10, rows: 5)])
  }
}
