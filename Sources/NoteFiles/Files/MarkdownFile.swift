import Foundation
import Glibc

/// Reads one Markdown file as text.
enum MarkdownFile {
  /// Files beyond this many bytes are not imported: no editor of notes is made for them.
  static let maximumBytes = 32 << 20

  /// Why a file cannot be read as text, in a few words.
  struct Failure: Error, Hashable {
    var reason: String
  }

  private static let extensions: Set<String> = ["md", "markdown", "mdown", "mkd"]

  /// Whether a name is that of a Markdown file.
  static func isNamed(_ path: String) -> Bool {
    guard let dot = path.lastIndex(of: ".") else { return false }
    return extensions.contains(path[path.index(after: dot)...].lowercased())
  }

  /// The text of a file, without a byte order mark.
  ///
  /// - Parameter path: Its absolute path.
  /// - Returns: The text, with line ends as they are; NUL is kept.
  /// - Throws: `Failure`.
  static func text(at path: String) throws(Failure) -> String {
    try content(at: path).text
  }

  /// The text of a file without a byte order mark, and the mark if it is one of UTF-8.
  ///
  /// - Parameter path: Its absolute path.
  /// - Returns: Both; the mark is empty for none.
  /// - Throws: `Failure`.
  static func content(at path: String) throws(Failure) -> (text: String, mark: String) {
    let bytes = try bytes(at: path)
    if bytes.starts(with: [0xff, 0xfe]) || bytes.starts(with: [0xfe, 0xff]) {
      return (try wideText(bytes), "")
    }
    let plain = ByteOrderMark.dropped(from: bytes)
    guard let text = String(validating: plain, as: UTF8.self) else {
      throw Failure(reason: ImportReason.notUTF8)
    }
    return (text, plain.count == bytes.count ? "" : "\u{FEFF}")
  }

  /// Text in UTF-16, as its byte order mark says.
  private static func wideText(_ bytes: [UInt8]) throws(Failure) -> String {
    guard bytes.count.isMultiple(of: 2) else { throw Failure(reason: ImportReason.notUTF8) }
    let isLittle = bytes[0] == 0xff
    let units = stride(from: 2, to: bytes.count, by: 2).map { index in
      let (low, high) = isLittle ? (0, 1) : (1, 0)
      return UInt16(bytes[index + low]) | UInt16(bytes[index + high]) << 8
    }
    guard let text = String(validating: units, as: UTF16.self) else {
      throw Failure(reason: ImportReason.notUTF8)
    }
    return text
  }

  private static func bytes(at path: String) throws(Failure) -> [UInt8] {
    // Without O_NONBLOCK a pipe put in the file's place would hold the import up forever.
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw Failure(reason: SystemError.sentence(errno)) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else {
      throw Failure(reason: SystemError.sentence(errno))
    }
    guard status.st_mode & S_IFMT == S_IFREG else { throw Failure(reason: ImportReason.special) }
    guard status.st_size <= maximumBytes else { throw Failure(reason: ImportReason.tooLarge) }
    return try contents(of: descriptor, size: Int(status.st_size))
  }

  private static func contents(of descriptor: Int32, size: Int) throws(Failure) -> [UInt8] {
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let read = Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, size - count)
        if read < 0, errno == EINTR { continue }
        if read < 0 { failure = errno }
        guard read > 0 else { return }
        count += read
      }
    }
    guard failure == 0 else { throw Failure(reason: SystemError.sentence(failure)) }
    return bytes
  }
}
