import Foundation
import Glibc
import MarfaSDK
import Settings

/// A zip archive as a folder, for as long as an import reads it; a folder is taken as it is.
///
/// Only its owner may read the folder. Names that the system cannot have, or that two files have,
/// are refused by the system as any other file's.
package final class UnpackedArchive: Sendable {
  /// The absolute path of the folder with the files.
  package let path: String
  /// The name of the folder: of an archive with files at its top its own, without `.zip`.
  package let name: String
  /// The folder that is removed at the end; nil when the files were a folder already.
  private let temporary: ImportWorkFolder?

  /// Unpacks an archive.
  ///
  /// - Parameters:
  ///   - path: The absolute path of the archive, or of a folder or another file, which is left as
  ///     it is.
  ///   - parent: The folder in which it is unpacked; made if need be.
  ///   - timeZone: The zone of the archive's dates.
  /// - Throws: `CommandFailure` with what is wrong with it; nothing is left then.
  package init(_ path: String, in parent: String, timeZone: TimeZone) throws {
    var isFolder: ObjCBool = false
    guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      case let file = try ArchiveFile(path), try ZipArchive.begins(file)
    else {
      (self.path, name, temporary) = (path, Self.lastName(of: path), nil)
      return
    }
    let archive = try ZipArchive(file)
    let temporary = try ImportWorkFolder(in: parent)
    let folder = temporary.path
    try Self.requireRoom(for: archive, in: parent)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    for entry in archive.entries {
      try Self.unpack(entry, of: archive.file, to: folder, calendar)
    }
    let root = Self.root(of: folder)
    let own = Self.lastName(of: path)
    name =
      root != folder
      ? Self.lastName(of: root) : own.lowercased().hasSuffix(".zip") ? String(own.dropLast(4)) : own
    (self.path, self.temporary) = (root, temporary)
  }

  private static func lastName(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? "/"
  }

  /// Whether it was an archive.
  package var isArchive: Bool { temporary != nil }

  /// Whether there is a folder now: an archive, or what was one before.
  var isFolder: Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }

  /// The one file of a kind in the folder and those in it; nil when there are none or several.
  ///
  /// - Parameter isWanted: Whether a name is of the kind.
  /// - Returns: Its absolute path.
  func onlyFile(_ isWanted: (String) -> Bool) -> String? {
    guard let names = FileManager.default.enumerator(atPath: path) else { return nil }
    let found = names.compactMap { $0 as? String }.filter {
      isWanted($0) && !$0.hasPrefix("__MACOSX/")
    }
    return found.count == 1 ? found.first.map { path + "/" + $0 } : nil
  }

  /// The one folder that an archive of a folder holds, or else all of it.
  private static func root(of folder: String) -> String {
    // What cannot be listed cannot be imported either, and the import says so.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    // macOS packs what it knows of the files next to them.
    let own = names.filter { $0 != "__MACOSX" && $0 != ".DS_Store" }
    var isFolder: ObjCBool = false
    guard own.count == 1, let name = own.first,
      FileManager.default.fileExists(atPath: folder + "/" + name, isDirectory: &isFolder),
      isFolder.boolValue
    else { return folder }
    return folder + "/" + name
  }

  private static func requireRoom(for archive: ZipArchive, in folder: String) throws {
    let room = Int(clamping: archive.byteCount) + FreeSpace.reserve
    guard let free = FreeSpace.bytes(at: folder), free < room else { return }
    throw CommandFailure(
      .failure,
      "\(archive.file.path): unpacking needs \(room >> 20) MB, but only \(free >> 20) MB are free; "
        + "nothing was imported.")
  }

  private static func unpack(
    _ entry: ZipArchive.Entry, of file: ArchiveFile, to folder: String, _ calendar: Calendar
  ) throws {
    try Task.checkCancellation()
    let target = folder + "/" + entry.name
    try ApplicationDirectories.create(URL(filePath: target).deletingLastPathComponent().path)
    let sink = try FileSink(path: target)
    do {
      if MarkdownFile.isNamed(entry.name), entry.size > MarkdownFile.maximumBytes {
        // No note may be so large, and the import says so: it is only looked at for its size.
        try sink.finish(.leaveToSystem)
        truncate(target, off_t(entry.size))
        return
      }
      try ZipEntryReader(entry, of: file).read { try sink.write($0) }
      try sink.finish(.leaveToSystem)
    } catch {
      sink.discard()
      throw error
    }
    if let date = entry.modified.flatMap({ calendar.date(from: $0) }) {
      let time = timespec(tv_sec: Int(date.timeIntervalSince1970), tv_nsec: 0)
      utimensat(AT_FDCWD, target, [time, time], 0)
    }
  }
}
