import Foundation

/// Numbers of a zip archive, the lowest byte first.
struct ZipFields {
  private let bytes: [UInt8]
  private(set) var position = 0

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Takes a number of 2, 4 or 8 bytes; nil at the end, or for one beyond 63 bits.
  mutating func take(_ count: Int) -> Int? {
    guard bytes.count - position >= count else { return nil }
    defer { position += count }
    let value = bytes[position..<(position + count)].reversed()
      .reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Int(exactly: value)
  }

  /// Takes bytes; nil when there are fewer.
  mutating func takeBytes(_ count: Int) -> [UInt8]? {
    guard bytes.count - position >= count else { return nil }
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  mutating func skip(_ count: Int) { position = min(position + count, bytes.count) }
}

/// Where the directory of a zip archive is: what the archive ends with (sections 4.3.14 to 4.3.16).
struct ZipDirectoryEnd {
  let offset: Int64
  let size: Int64
  let count: Int

  /// Looks for it from the end: at most a comment of 65,535 bytes comes after it.
  ///
  /// - Throws: `CommandFailure` for a file that has none.
  init(_ file: ArchiveFile) throws {
    let start = max(0, file.size - 65_557)
    let tail = try file.read(at: start, count: Int(file.size - start))
    let place = tail.indices.dropLast(21).last { index in
      tail[index] == 0x50 && tail[index + 1] == 0x4B && tail[index + 2] == 5
        && tail[index + 3] == 6
    }
    let failure = CommandFailure(
      .failure, "\(file.path) is not a whole zip archive; nothing was imported.")
    guard let place else { throw failure }
    var fields = ZipFields(Array(tail[(place + 10)...]))
    guard var count = fields.take(2), var size = fields.take(4), var offset = fields.take(4) else {
      throw failure
    }
    if count == 0xFFFF || size == 0xFFFF_FFFF || offset == 0xFFFF_FFFF {
      (count, size, offset) = try Self.long(file, before: start + Int64(place), failure)
    }
    guard Int64(offset) <= file.size, Int64(size) <= file.size - Int64(offset) else {
      throw failure
    }
    (self.offset, self.size, self.count) = (Int64(offset), Int64(size), count)
  }

  /// The numbers of an archive that is too large for the short form (zip64).
  private static func long(
    _ file: ArchiveFile, before end: Int64, _ failure: CommandFailure
  ) throws -> (count: Int, size: Int, offset: Int) {
    guard end >= 20 else { throw failure }
    var locator = ZipFields(try file.read(at: end - 20, count: 20))
    guard locator.take(4) == 0x0706_4B50 else { throw failure }
    locator.skip(4)
    guard let place = locator.take(8), Int64(place) <= file.size - 56 else { throw failure }
    var fields = ZipFields(try file.read(at: Int64(place), count: 56))
    guard fields.take(4) == 0x0606_4B50 else { throw failure }
    fields.skip(28)
    guard let count = fields.take(8), let size = fields.take(8), let offset = fields.take(8) else {
      throw failure
    }
    return (count, size, offset)
  }
}

/// What the directory of a zip archive says of one file (section 4.3.12).
struct ZipHeader {
  private(set) var nameBytes: [UInt8] = []
  private(set) var method = 0
  private(set) var checksum: UInt32 = 0
  private(set) var packedSize: Int64 = 0
  private(set) var size: Int64 = 0
  private(set) var offset: Int64 = 0
  private(set) var isEncrypted = false
  private(set) var isLink = false
  private(set) var modified: DateComponents?

  /// The name; bytes that are no UTF-8 become replacement characters.
  var name: String { String(decoding: nameBytes, as: UTF8.self) }

  /// Takes the next header; nil for a damaged one.
  init?(_ fields: inout ZipFields) {
    guard fields.take(4) == 0x0201_4B50, let maker = fields.take(2) else { return nil }
    fields.skip(2)
    guard let flags = fields.take(2), let method = fields.take(2), let time = fields.take(2),
      let date = fields.take(2), let checksum = fields.take(4), let packed = fields.take(4),
      let size = fields.take(4), let nameCount = fields.take(2), let extraCount = fields.take(2),
      let commentCount = fields.take(2)
    else { return nil }
    fields.skip(4)
    guard let attributes = fields.take(4), let offset = fields.take(4),
      let name = fields.takeBytes(nameCount), let extra = fields.takeBytes(extraCount)
    else { return nil }
    fields.skip(commentCount)
    (self.method, self.checksum, nameBytes) = (method, UInt32(checksum), name)
    (packedSize, self.size, self.offset) = (Int64(packed), Int64(size), Int64(offset))
    isEncrypted = flags & 1 != 0
    // Of those who made it under Unix the upper half is the mode; 0o120000 is a link.
    isLink = maker >> 8 == 3 && attributes >> 16 & 0o170000 == 0o120000
    modified = Self.date(date, time)
    guard takeLong(extra) else { return nil }
  }

  /// Takes what is too large for four bytes from the extra field 1 (section 4.5.3).
  private mutating func takeLong(_ extra: [UInt8]) -> Bool {
    var fields = ZipFields(extra)
    while let id = fields.take(2), let count = fields.take(2) {
      guard let content = fields.takeBytes(count) else { return false }
      guard id == 1 else { continue }
      var long = ZipFields(content)
      for path in [\ZipHeader.size, \ZipHeader.packedSize, \ZipHeader.offset]
      where self[keyPath: path] == 0xFFFF_FFFF {
        guard let value = long.take(8) else { return false }
        self[keyPath: path] = Int64(value)
      }
    }
    return true
  }

  /// A date of MS-DOS, which counts from 1980 in steps of two seconds.
  private static func date(_ date: Int, _ time: Int) -> DateComponents? {
    let (month, day) = (date >> 5 & 15, date & 31)
    guard (1...12).contains(month), day > 0 else { return nil }
    return DateComponents(
      year: 1980 + date >> 9, month: month, day: day, hour: time >> 11, minute: time >> 5 & 63,
      second: (time & 31) * 2)
  }
}
