import Foundation
import Glibc
import MarfaSDK
import Settings

/// Notes of another program as a folder of Markdown files, for as long as an import reads it.
///
/// Only its owner may read it; all names in it are made here.
final class ConvertedFolder: Sendable {
  /// A note of another program.
  struct Note {
    /// What the program knows it by.
    var sourceId: String
    /// Its title; may be empty.
    var title: String
    /// Its text, with addresses from its folder.
    var body: String
    /// Its tags.
    var tags: [String] = []
    /// When it was made; nil where the export has no date of it that can be read.
    var createdAt: Timestamp?
    /// When it was last changed; nil for when it was made.
    var updatedAt: Timestamp?
    /// What else is said of it.
    var fields: [(key: String, value: String)] = []
  }

  /// The folder of the files that belong to notes.
  static let files = "_resources"

  /// What is said of a note that has no date of its own.
  static let undatedRemark = "no date that can be read; it has the export's date"

  /// The absolute path.
  var path: String { folder.path }
  private let folder: ImportWorkFolder
  /// When the export was written: the date of notes without one.
  ///
  /// It is the same in each import of the same export, and older than what is written here later.
  private let exportedAt: Timestamp

  /// Creates an empty folder on the disk.
  ///
  /// - Parameters:
  ///   - parent: The folder that it is in, which is made if need be.
  ///   - export: The export's path, whose time is that of notes without a date.
  /// - Throws: The file system's error.
  init(in parent: String, of export: String) throws {
    var status = stat()
    let isDated = stat(export, &status) == 0 && status.st_mtim.tv_sec > 0
    exportedAt = Timestamp(
      milliseconds: Int64(isDated ? status.st_mtim.tv_sec : time(nil)) * 1000)
    folder = try ImportWorkFolder(in: parent)
    try FileManager.default.createDirectory(
      atPath: folder.path + "/" + Self.files, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// The id that a note of another program gets: the same each time.
  ///
  /// - Parameters:
  ///   - sourceId: What the program knows it by.
  ///   - program: The program.
  ///   - createdAt: When it was made; nil for a note without a date.
  /// - Returns: The id.
  static func id(of sourceId: String, in program: String, createdAt: Timestamp?) -> String {
    let words = [program + "\u{0}" + sourceId, sourceId + "\u{0}" + program]
    let sums = words.map { word in
      // FNV-1a: <http://www.isthe.com/chongo/tech/comp/fnv/>.
      word.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
    let time = min(max(createdAt?.milliseconds ?? 0, 0), 1 << 47)
    return UUIDv7(
      milliseconds: time, randomA: UInt16(truncatingIfNeeded: sums[1]), randomB: sums[0]
    ).description
  }

  /// The name of a note's file: its title and some digits that are its own.
  static func fileName(_ title: String, id: String) -> String {
    "\(ExportNames.safe(title)) \(id.suffix(8)).md"
  }

  /// Writes a note.
  ///
  /// - Parameters:
  ///   - note: The note.
  ///   - file: Its path in the folder.
  ///   - id: Its id.
  /// - Throws: The file system's error.
  func write(_ note: Note, at file: String, id: String) throws {
    var lines = ["---", "id: \(id)"]
    if !note.title.isEmpty { lines.append("title: " + YAMLText.scalar(note.title)) }
    if !note.tags.isEmpty {
      lines.append("tags: [" + note.tags.map(YAMLText.quoted).joined(separator: ", ") + "]")
    }
    let createdAt = note.createdAt ?? note.updatedAt ?? exportedAt
    let updatedAt = max(note.updatedAt ?? createdAt, createdAt)
    lines.append("created: \(createdAt.iso8601)")
    lines.append("updated: \(updatedAt.iso8601)")
    for (key, value) in note.fields {
      lines.append("\(YAMLText.scalar(key)): \(YAMLText.quoted(value))")
    }
    let text = (lines + ["---", ""]).joined(separator: "\n") + note.body
    let target = path + "/" + file
    try FileManager.default.createDirectory(
      atPath: URL(filePath: target).deletingLastPathComponent().path,
      withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileSink.write(text, to: target, .leaveToSystem)
    let seconds = Int(updatedAt.milliseconds / 1000)
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    utimensat(AT_FDCWD, target, [time, time], 0)
  }

  /// A path as an address in a text: from one folder to a file, with everything special escaped.
  static func address(of file: String, from folder: String) -> String {
    let ups = folder.split(separator: "/").map { _ in "../" }.joined()
    let plain = CharacterSet(charactersIn: "-._~/").union(
      CharacterSet(charactersIn: "a"..."z").union(CharacterSet(charactersIn: "A"..."Z")).union(
        CharacterSet(charactersIn: "0"..."9")))
    return ups + (file.addingPercentEncoding(withAllowedCharacters: plain) ?? file)
  }
}
