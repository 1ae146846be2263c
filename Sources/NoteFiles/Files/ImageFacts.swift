import Foundation
import Glibc
import MarfaSDK
import NoteMarkup

/// What is shown of an image in place of its pixels: its size, as `800×600 120 kB`.
///
/// Only files on this machine are looked at, by their path or `file:` address: nothing is fetched.
package enum ImageFacts {
  /// Where the size of an image in pixels is at the latest: a photo may begin with a preview.
  private static let headBytes = 256 << 10

  /// The facts of an image; nil when it is not on this machine.
  ///
  /// - Parameters:
  ///   - address: The image's address, as a note has it.
  ///   - files: The facts about the files next to the note.
  /// - Returns: The width and height, if the form of the file is known, and the bytes; or that it
  ///   is not there.
  package static func text(for address: String, beside files: ReferencedFiles = ReferencedFiles())
    -> String?
  {
    guard FileAddress.isLocal(address) else { return nil }
    for path in files.paths(of: address) {
      if let text = text(ofFile: path) { return text }
    }
    return files.mediaType(of: address) ?? FileAddress.missing
  }

  private static func text(ofFile path: String) -> String? {
    // A pipe must not be waited for.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let head = [UInt8](unsafeUninitializedCapacity: headBytes) { buffer, count in
      count = max(0, read(descriptor, buffer.baseAddress, headBytes))
    }
    let bytes = text(ofBytes: Int(status.st_size))
    guard let size = ImageSize(head) else { return bytes }
    return "\(size.width)×\(size.height) \(bytes)"
  }

  /// As the list of the note's files says it.
  private static func text(ofBytes count: Int) -> String {
    count < 1000 ? "\(count) B" : ByteWords.size(Int64(count))
  }
}

/// The width and height of an image, as the head of its file says.
package struct ImageSize: Hashable, Sendable {
  /// Columns of pixels.
  package let width: Int
  /// Lines of pixels.
  package let height: Int

  /// Reads the head of a PNG, GIF, JPEG or WebP file.
  ///
  /// The forms: <https://www.w3.org/TR/png/#11IHDR>,
  /// <https://www.w3.org/Graphics/GIF/spec-gif89a.txt>,
  /// <https://www.w3.org/Graphics/JPEG/itu-t81.pdf> (B.2.2),
  /// <https://developers.google.com/speed/webp/docs/riff_container>.
  ///
  /// - Parameter head: The first bytes.
  package init?(_ head: [UInt8]) {
    let head = Head(bytes: head)
    let found: (width: Int?, height: Int?)
    if head.has("\u{89}PNG", at: 0) {
      found = (head.big(16, 4), head.big(20, 4))
    } else if head.has("GIF8", at: 0) {
      found = (head.little(6, 2), head.little(8, 2))
    } else if head.has("RIFF", at: 0), head.has("WEBP", at: 8) {
      found = head.webP
    } else if head.has("\u{ff}\u{d8}\u{ff}", at: 0) {
      found = head.jpeg
    } else {
      return nil
    }
    guard let width = found.width, let height = found.height, width > 0, height > 0 else {
      return nil
    }
    (self.width, self.height) = (width, height)
  }
}

/// The first bytes of a file, of which any may be missing.
private struct Head {
  let bytes: [UInt8]

  /// Whether characters up to U+00FF are at a place, a byte each.
  func has(_ text: String, at place: Int) -> Bool {
    let wanted = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    return bytes.count >= place + wanted.count && bytes[place...].starts(with: wanted)
  }

  /// A number whose first byte weighs most.
  func big(_ place: Int, _ count: Int) -> Int? {
    guard bytes.count >= place + count else { return nil }
    return bytes[place..<place + count].reduce(0) { $0 << 8 | Int($1) }
  }

  /// A number whose last byte weighs most.
  func little(_ place: Int, _ count: Int) -> Int? {
    guard bytes.count >= place + count else { return nil }
    return bytes[place..<place + count].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  /// The size in the first chunk: with extras, lossless or lossy.
  var webP: (width: Int?, height: Int?) {
    if has("VP8X", at: 12) { return (little(24, 3).map { $0 + 1 }, little(27, 3).map { $0 + 1 }) }
    if has("VP8L", at: 12), let bits = little(21, 4) {
      return (bits & 0x3fff + 1, bits >> 14 & 0x3fff + 1)
    }
    return (little(26, 2).map { $0 & 0x3fff }, little(28, 2).map { $0 & 0x3fff })
  }

  /// The size in the header of the frame, to which the lengths of the segments before lead.
  var jpeg: (width: Int?, height: Int?) {
    var place = 2
    while let marker = big(place, 2), marker > 0xff00 {
      switch marker & 0xff {
      case 0xc0...0xc3, 0xc5...0xc7, 0xc9...0xcb, 0xcd...0xcf:
        return (big(place + 7, 2), big(place + 5, 2))
      case 0xff: place += 1
      default:
        guard let length = big(place + 2, 2), length >= 2 else { return (nil, nil) }
        place += 2 + length
      }
    }
    return (nil, nil)
  }
}
