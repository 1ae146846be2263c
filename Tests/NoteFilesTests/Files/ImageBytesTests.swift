import Foundation
import NoteFiles
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct ImageBytesTests {
  private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  private static func png(width: [UInt8], height: [UInt8]) -> [UInt8] {
    signature + [0, 0, 0, 13] + Array("IHDR".utf8) + width + height
      + [UInt8](repeating: 0, count: 20)
  }

  private static let jpeg: [UInt8] =
    [0xFF, 0xD8, 0xFF, 0xC0, 0, 17, 8, 0, 30, 0, 40, 3] + [UInt8](repeating: 0, count: 20)

  @Test func `PNG and JPEG are taken with their size`() throws {
    let png = try #require(
      ImageBytes(Self.png(width: [0, 0, 1, 64], height: [0, 0, 0, 160])))
    let jpeg = try #require(ImageBytes(Self.jpeg))

    #expect(png.form == .png && png.size.width == 320 && png.size.height == 160)
    #expect(jpeg.form == .jpeg && jpeg.size.width == 40 && jpeg.size.height == 30)
  }

  @Test(arguments: [
    [], Array("GIF89a".utf8), Array("<svg>".utf8), signature, Array(jpeg.prefix(3)),
    png(width: [0, 0, 0, 0], height: [0, 0, 0, 1]),
    png(width: [0, 1, 0, 0], height: [0, 0, 0, 1]),
    png(width: [0, 0, 64, 0], height: [0, 0, 64, 0]),
    png(width: [255, 255, 255, 255], height: [255, 255, 255, 255]),
    signature + [0, 0, 0, 12] + Array("IHDR".utf8) + [UInt8](repeating: 1, count: 30),
    signature + [0, 0, 0, 13] + Array("IDAT".utf8) + [UInt8](repeating: 1, count: 30),
  ])
  func `other files, and those with too many pixels, are not`(bytes: [UInt8]) {
    #expect(ImageBytes(bytes) == nil)
  }

  @Test func `a file that is too large, a folder and a pipe are not read`() throws {
    let folder = try TemporaryDirectory()
    let path = folder.path + "/large.png"
    try Data(Self.png(width: [0, 0, 0, 9], height: [0, 0, 0, 9])).write(to: URL(filePath: path))
    #expect(ImageBytes(file: path) != nil)

    truncate(path, off_t(ImageBytes.maximumBytes + 1))
    mkfifo(folder.path + "/pipe", 0o600)

    #expect(ImageBytes(file: path) == nil)
    #expect(ImageBytes(file: folder.path) == nil)
    #expect(ImageBytes(file: folder.path + "/pipe") == nil)
    #expect(ImageBytes(file: folder.path + "/none") == nil)
  }
}
