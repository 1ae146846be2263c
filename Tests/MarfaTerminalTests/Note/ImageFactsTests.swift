import Foundation
import MarfaSDK
import NoteFiles
import TestSupport
import Testing

@MainActor
@Suite(.timeLimit(.minutes(20))) struct ImageFactsTests {
  private nonisolated static let png: [UInt8] =
    [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
    + [0, 0, 3, 0x20, 0, 0, 2, 0x58, 8, 6]

  @Test(arguments: [
    (png, 800, 600),
    (Array("GIF89a".utf8) + [0x20, 3, 0x58, 2], 800, 600),
    (
      [0xff, 0xd8, 0xff, 0xe0, 0, 4, 1, 2, 0xff, 0xff, 0xc2, 0, 17, 8, 2, 0x58, 3, 0x20, 3], 800,
      600
    ),
    (
      Array("RIFF....WEBPVP8X".utf8) + [10, 0, 0, 0, 0, 0, 0, 0, 0x1f, 3, 0, 0x57, 2, 0], 800, 600
    ),
    (
      Array("RIFF....WEBPVP8 ".utf8) + [0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a, 0x20, 3, 0x58, 2], 800,
      600
    ),
    (Array("RIFF....WEBPVP8L".utf8) + [0, 0, 0, 0, 0x2f, 0x1f, 0xc3, 0x95, 0], 800, 600),
  ])
  func `the head of a file has the size of its image`(head: [UInt8], width: Int, height: Int) throws
  {
    let size = try #require(ImageSize(head))
    #expect((size.width, size.height) == (width, height))
    for count in 0..<head.count {
      _ = ImageSize(Array(head.prefix(count)))
    }
  }

  @Test func `an image on this machine says how large it is, any other only its name`() async throws
  {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/hide map.png"
    try Data(Self.png + [UInt8](repeating: 0, count: 119_974)).write(to: URL(filePath: path))
    let address = try #require(path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed))
    let fixture = try await ApplicationFixture(
      columns: 120, rows: 30,
      notes: [
        """
        # Images

        ![map](\(address))

        ![](file://\(address))

        ![far](https://example.org/a.png) ![gone](/nowhere/b.png) ![folder](/tmp)
        """
      ])

    #expect(fixture.screen.contains("[image map 800×600 120 kB]"), "\(fixture.screen)")
    #expect(fixture.screen.contains("[image 800×600 120 kB]"))
    #expect(
      fixture.screen.contains("[image far] [image gone not found] [image folder not"))
  }

  @Test func `an image next to the file of an imported note is found, others are reported missing`()
    async throws
  {
    let folder = try TemporaryDirectory()
    try folder.write("![](../pictures/hide%20map.png) ![](x.png)", to: "Birds/one.md")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/pictures", withIntermediateDirectories: true)
    try Data(Self.png).write(to: URL(filePath: folder.path + "/pictures/hide map.png"))
    let fixture = try await ApplicationFixture(columns: 120, rows: 30, notes: ["![](y.png)"])
    #expect(fixture.screen.contains("[image y.png not found]"), "\(fixture.screen)")
    await fixture.press("3 tab enter")
    #expect(fixture.screen.contains("No image at y.png."))

    try ImportFolders(directories: fixture.application.context.settings.directories)
      .record(folder.path, of: "import:Notes")
    _ = try await fixture.client.store.createItem(
      NewItem(
        CreateItemInput(
          type: "core.note",
          properties: [
            "body": "![](../pictures/hide%20map.png) ![](x.png) ![](https://a.example/z.png)"
          ],
          source: "import:Notes"),
        origin: ItemOrigin(name: "Notes", path: "Birds/one.md")))
    await fixture.settle()
    await fixture.press("2 g g")

    #expect(
      fixture.screen.contains("[image 800×600 26 B] [image x.png not found] [image"),
      "\(fixture.screen)")
    #expect(fixture.screen.contains("z.png]"))
    await fixture.press("3 tab enter")
    #expect(fixture.screen.contains("The image is at \(folder.path)/pictures/hide map.png."))
  }
}
