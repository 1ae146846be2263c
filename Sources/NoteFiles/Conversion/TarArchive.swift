import Foundation

/// The plain files of a tar archive (POSIX.1-1988 `ustar`, see
/// <https://www.gnu.org/software/tar/manual/html_node/Standard.html>).
///
/// Nothing is unpacked by the names that the archive gives. One that names a path outside, holds a
/// link or a device, or lies about a length is refused as a whole, before anything of it is used.
struct TarArchive: Sendable {
  /// A file in the archive.
  struct Entry: Hashable {
    /// Its name there.
    var name: String
    /// Where its bytes begin.
    var offset: Int64
    /// In bytes.
    var size: Int64
  }

  private static let block: Int64 = 512
  private static let mostEntries = 1_000_000

  /// The archive.
  let file: ArchiveFile
  /// The files, in their order.
  private(set) var entries: [Entry] = []

  /// Reads the table of an archive.
  ///
  /// - Throws: `CommandFailure` with what is wrong with it.
  init(_ file: ArchiveFile) throws {
    self.file = file
    var offset: Int64 = 0
    var hasEnd = false
    while offset < file.size {
      let header = try file.read(at: offset, count: Int(Self.block))
      if header.allSatisfy({ $0 == 0 }) {
        hasEnd = true
        break
      }
      guard header.count == Self.block, Self.hasChecksum(header) else {
        throw refusal(
          offset == 0 ? "it is not a tar archive" : "the header at byte \(offset) is damaged")
      }
      offset = try take(header, at: offset + Self.block)
      guard entries.count <= Self.mostEntries else {
        throw refusal("it has more than \(Self.mostEntries) files")
      }
    }
    if !hasEnd, file.size > 0 { throw refusal("it was cut off, and has no end") }
    if entries.isEmpty { throw refusal("there are no files in it") }
  }

  /// Takes one entry; answers where the next header is.
  private mutating func take(_ header: [UInt8], at start: Int64) throws -> Int64 {
    let name = Self.name(header)
    guard let size = Self.number(header[124..<136]), size >= 0 else {
      throw refusal("the length of \(name) is not a number")
    }
    guard size <= file.size - start else {
      throw refusal("\(name) is said to have \(size) bytes, more than the archive")
    }
    let parts = name.split(separator: "/", omittingEmptySubsequences: false)
    guard !name.hasPrefix("/"), !parts.contains(".."), !name.utf8.contains(0) else {
      throw refusal("\(name) is a path out of the archive")
    }
    // `tar c .` writes "./" before each name.
    let plain = parts.filter { $0 != "." }.joined(separator: "/")
    switch header[156] {
    case 0, UInt8(ascii: "0"), UInt8(ascii: "7"):
      entries.append(Entry(name: plain, offset: start, size: size))
    case UInt8(ascii: "1"), UInt8(ascii: "2"): throw refusal("\(name) is a link")
    // Folders, and what says more of the next entry: names that are longer than ours ever are.
    case UInt8(ascii: "5"), UInt8(ascii: "x"), UInt8(ascii: "g"), UInt8(ascii: "L"): break
    default: throw refusal("\(name) is not a plain file")
    }
    return start + (size + Self.block - 1) / Self.block * Self.block
  }

  private func refusal(_ reason: String) -> CommandFailure {
    CommandFailure(.failure, "\(file.path): \(reason); nothing was imported.")
  }

  // MARK: - Headers

  private static func name(_ header: [UInt8]) -> String {
    let name = text(header[0..<100])
    let prefix = header[257..<262].elementsEqual("ustar".utf8) ? text(header[345..<500]) : ""
    return prefix.isEmpty ? name : prefix + "/" + name
  }

  private static func text(_ field: ArraySlice<UInt8>) -> String {
    String(decoding: field.prefix { $0 != 0 }, as: UTF8.self)
  }

  /// An octal number, or one of 63 bits after a byte of 128.
  private static func number(_ field: ArraySlice<UInt8>) -> Int64? {
    if field.first == 0x80 {
      guard field.dropFirst().prefix(3).allSatisfy({ $0 == 0 }) else { return nil }
      let value = field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int64(exactly: value)
    }
    let digits = field.drop { $0 == 0x20 }.prefix { $0 != 0 && $0 != 0x20 }
    guard digits.allSatisfy({ (0x30...0x37).contains($0) }) else { return nil }
    return digits.reduce(Int64(0)) { $0 << 3 | Int64($1 - 0x30) }
  }

  /// Whether the sum of a header is what it says, its own eight bytes counted as blanks.
  private static func hasChecksum(_ header: [UInt8]) -> Bool {
    guard let said = number(header[148..<156]) else { return false }
    let sum = header.enumerated().reduce(Int64(0)) { sum, byte in
      sum + Int64((148..<156).contains(byte.offset) ? 0x20 : byte.element)
    }
    return sum == said
  }
}
