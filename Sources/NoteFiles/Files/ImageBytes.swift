import Foundation
import Glibc
import NoteMarkup

/// The bytes of an image file that a terminal may be given: PNG or JPEG, of a size that it can
/// show.
package struct ImageBytes: Hashable, Sendable {
  /// How the bytes are to be read.
  package enum Form: Hashable, Sendable {
    case png, jpeg
  }

  /// Larger files are only named: a terminal has to take them while keys wait.
  package static let maximumBytes = 4 << 20
  /// More pixels are only named: each takes four bytes in the terminal's memory.
  package static let maximumPixels = 40_000_000

  /// How the bytes are to be read.
  package let form: Form
  /// The size in pixels, as the head of the file says.
  package let size: ImageSize
  /// The file.
  package let bytes: [UInt8]

  /// Reads a file; nil for what is no such image, is too large, or cannot be read.
  ///
  /// - Parameter path: The absolute path.
  package init?(file path: String) {
    // A pipe must not be waited for.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      (1...Self.maximumBytes).contains(Int(status.st_size))
    else { return nil }
    let count = Int(status.st_size)
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = read(descriptor, buffer.baseAddress.map { $0 + filled }, count - filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    self.init(bytes)
  }

  /// Takes the bytes of a file; nil for what is no such image, or has too many pixels.
  package init?(_ bytes: [UInt8]) {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      // The first chunk is the header, of 13 bytes.
      guard bytes.count > 33, bytes[8..<16].elementsEqual([0, 0, 0, 13] + Array("IHDR".utf8)) else {
        return nil
      }
      form = .png
    } else if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      form = .jpeg
    } else {
      return nil
    }
    guard let size = ImageSize(Array(bytes.prefix(256 << 10))), size.width <= 16_384,
      size.height <= 16_384, size.width * size.height <= Self.maximumPixels
    else { return nil }
    (self.size, self.bytes) = (size, bytes)
  }
}
