import Foundation
import MarfaSDK

/// The plain files of a zip archive, see
/// <https://pkware.cachefly.net/webdocs/casestudies/APPNOTE.TXT>.
///
/// One that names a path outside, holds a link, an encrypted file, two files of one name or in the
/// same bytes, or lies about a length is refused as a whole, before anything of it is written.
struct ZipArchive {
  /// A file in the archive.
  struct Entry: Hashable {
    /// Its path there.
    var name: String
    /// Whether it is compressed by DEFLATE; else it is stored.
    var isDeflated: Bool
    /// What the sum of its bytes must be.
    var checksum: UInt32
    /// Where its bytes begin, and how many there are in the archive.
    var offset: Int64
    var packedSize: Int64
    /// How many bytes it has.
    var size: Int64
    /// When it was changed, in the local time of its packer; nil when that is no date.
    var modified: DateComponents?
  }

  private static let mostEntries = 1_000_000
  /// How many times larger the files may be than the archive: text shrinks to a tenth of its size.
  private static let mostRatio: Int64 = 100
  /// What any archive may unpack to, however small it is.
  private static let harmlessBytes: Int64 = 256 << 20
  /// A directory that is larger is no directory of notes.
  private static let mostDirectoryBytes: Int64 = 256 << 20

  /// The archive.
  let file: ArchiveFile
  /// The files, in the order of their places.
  private(set) var entries: [Entry] = []

  /// Whether a file begins as zip archives do.
  static func begins(_ file: ArchiveFile) throws -> Bool {
    let start = try file.read(at: 0, count: 4)
    return start == [0x50, 0x4B, 3, 4] || start == [0x50, 0x4B, 5, 6]
  }

  /// Reads the directory of an archive.
  ///
  /// - Throws: `CommandFailure` with what is wrong with it.
  init(_ file: ArchiveFile) throws {
    self.file = file
    let end = try ZipDirectoryEnd(file)
    guard end.size <= Self.mostDirectoryBytes, end.count <= Self.mostEntries else {
      throw refusal("its directory is too large")
    }
    let bytes = try file.read(at: end.offset, count: Int(end.size))
    guard bytes.count == end.size else { throw refusal("its directory is outside of it") }
    var reader = ZipFields(bytes)
    var names: Set<[UInt8]> = []
    for _ in 0..<end.count {
      guard let header = ZipHeader(&reader) else { throw refusal("its directory is damaged") }
      guard let entry = try entry(header, directory: end.offset) else { continue }
      // The second would be written over the first. As bytes, because the file system compares
      // them.
      guard names.insert(Array(entry.name.utf8)).inserted else {
        throw refusal("it holds two files with the name \(entry.name)")
      }
      entries.append(entry)
    }
    entries.sort { $0.offset < $1.offset }
    for (before, after) in zip(entries, entries.dropFirst())
    where before.offset + before.packedSize > after.offset {
      throw refusal("\(before.name) and \(after.name) share bytes")
    }
    if entries.isEmpty { throw refusal("there are no files in it") }
    try requireMeasure()
  }

  /// Refuses an archive whose files would fill the disk, though it is small itself.
  private func requireMeasure() throws {
    guard byteCount > Self.harmlessBytes, byteCount / Self.mostRatio > file.size else { return }
    throw refusal(
      "it would unpack to \(ByteWords.size(byteCount)), more than \(Self.mostRatio) times its size; "
        + "unpack it yourself if that is meant, and import the folder")
  }

  /// The bytes of all files together.
  var byteCount: Int64 { entries.reduce(0) { $0 + $1.size } }

  /// Checks a header of the directory, and finds the bytes; nil for a folder.
  private func entry(_ header: ZipHeader, directory: Int64) throws -> Entry? {
    // Some packers write ./a, which is a.
    let parts = header.name.split(separator: "/", omittingEmptySubsequences: false)
      .filter { $0 != "." }
    let name = parts.joined(separator: "/")
    guard !header.name.isEmpty, !name.hasPrefix("/"), !parts.contains(".."), !name.contains("\\"),
      !name.utf8.contains(0), !parts.dropLast().contains("")
    else { throw refusal("\(name) is a path out of the archive") }
    if name.isEmpty || name.hasSuffix("/") { return nil }
    if header.isLink { throw refusal("\(name) is a link") }
    if header.isEncrypted { throw refusal("\(name) is encrypted") }
    guard header.method == 0 || header.method == 8 else {
      throw refusal("\(name) is compressed in a way that is not known (\(header.method))")
    }
    // DEFLATE makes at most 1,032 bytes of one.
    let most = header.method == 0 ? header.packedSize : header.packedSize * 1032 + 1032
    guard header.packedSize >= 0, header.size >= 0, header.offset >= 0, header.size <= most,
      header.method == 8 || header.size == header.packedSize
    else { throw refusal("the length of \(name) is not true") }
    let start = try offset(ofBytes: header)
    guard start <= directory, header.packedSize <= directory - start else {
      throw refusal("\(name) is said to have \(header.packedSize) bytes, more than the archive")
    }
    return Entry(
      name: name, isDeflated: header.method == 8, checksum: header.checksum, offset: start,
      packedSize: header.packedSize, size: header.size, modified: header.modified)
  }

  /// Where the bytes of a file begin: after a header of their own, which must name the same file.
  private func offset(ofBytes header: ZipHeader) throws -> Int64 {
    var fields = ZipFields(try file.read(at: header.offset, count: 30))
    guard header.offset < file.size, fields.take(4) == 0x0403_4B50 else {
      throw refusal("\(header.name) is not where it is said to be")
    }
    fields.skip(22)
    guard let nameCount = fields.take(2), let extraCount = fields.take(2),
      try file.read(at: header.offset + 30, count: nameCount) == header.nameBytes
    else { throw refusal("\(header.name) is not where it is said to be") }
    return header.offset + 30 + Int64(nameCount) + Int64(extraCount)
  }

  private func refusal(_ reason: String) -> CommandFailure {
    CommandFailure(.failure, "\(file.path): \(reason); nothing was imported.")
  }
}
