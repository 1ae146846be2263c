import NIOCore

/// The header of one file in a tar archive, POSIX ustar
/// (<https://pubs.opengroup.org/onlinepubs/9699919799/utilities/pax.html#tag_20_92_13_06>).
struct TarHeader: Hashable, Sendable {
  /// The size in bytes of the blocks of headers and contents.
  static let blockSize = 512
  /// What ends an archive: two blocks of zeros.
  static let end = ByteBuffer(repeating: 0, count: 2 * blockSize)

  /// The file's name, at most 100 bytes of ASCII.
  var name: String
  /// The file's size in bytes.
  var size: Int64
  /// Whether it is a folder, which tar(1) writes and this server does not.
  private(set) var isFolder = false

  /// Bytes of zeros between the content and the next header.
  var padding: Int {
    let rest = Int(size % Int64(Self.blockSize))
    return rest == 0 ? 0 : Self.blockSize - rest
  }

  /// The header's block; the time is 1970 so that equal contents give equal archives.
  var block: ByteBuffer {
    var bytes = [UInt8](repeating: 0, count: Self.blockSize)
    func put(_ text: String, at offset: Int) {
      for (index, byte) in text.utf8.enumerated() { bytes[offset + index] = byte }
    }
    put(String(name.prefix(100)), at: 0)
    put("0000600\0", at: 100)
    put("0000000\0", at: 108)
    put("0000000\0", at: 116)
    bytes.replaceSubrange(124..<136, with: Self.field(size))
    put("00000000000\0", at: 136)
    put("        ", at: 148)
    put("0", at: 156)
    put("ustar\0" + "00", at: 257)
    let sum = bytes.reduce(0) { $0 + Int($1) }
    put(Self.padded(String(sum, radix: 8), to: 6) + "\0 ", at: 148)
    return ByteBuffer(bytes: bytes)
  }

  init(name: String, size: Int64) {
    self.name = name
    self.size = size
  }

  /// Reads a block; nil when it is no header of a plain file or a folder with a right sum.
  init?(block: ByteBuffer) {
    let bytes = Array(block.readableBytesView)
    guard bytes.count == Self.blockSize, let sum = Self.number(bytes[148..<156]) else {
      return nil
    }
    let blank = bytes.enumerated().reduce(0) { total, entry in
      total + ((148..<156).contains(entry.offset) ? 32 : Int64(entry.element))
    }
    let kind = bytes[156] == 0 ? UInt8(ascii: "0") : bytes[156]
    guard sum == blank, kind == UInt8(ascii: "0") || kind == Self.folderKind,
      let size = Self.size(bytes[124..<136]), size >= 0
    else { return nil }
    name = String(decoding: bytes[0..<100].prefix { $0 != 0 }, as: UTF8.self)
    self.size = size
    isFolder = kind == Self.folderKind
  }

  private static let folderKind = UInt8(ascii: "5")

  /// Eleven octal digits, which end at 8 GiB; from there on the number itself, big-endian with the
  /// highest bit set, as GNU and BSD tar have it
  /// (<https://www.gnu.org/software/tar/manual/html_node/Extensions.html>).
  private static func field(_ size: Int64) -> [UInt8] {
    guard size >= 1 << 33 else {
      return Array((padded(String(size, radix: 8), to: 11) + "\0").utf8)
    }
    return [0x80, 0, 0, 0] + (0..<8).map { UInt8(truncatingIfNeeded: size >> (56 - 8 * $0)) }
  }

  private static func size(_ field: ArraySlice<UInt8>) -> Int64? {
    guard field.first == 0x80 else { return number(field) }
    guard field.dropFirst().prefix(3).allSatisfy({ $0 == 0 }) else { return nil }
    return field.suffix(8).reduce(0) { $0 << 8 | Int64($1) }
  }

  private static func padded(_ digits: String, to count: Int) -> String {
    String(repeating: "0", count: max(0, count - digits.count)) + digits
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    let digits = field.drop { $0 == 32 }.prefix { (48...55).contains($0) }
    guard !digits.isEmpty, digits.count <= 20 else { return nil }
    return Int64(String(decoding: digits, as: UTF8.self), radix: 8)
  }
}
