import Foundation
import Glibc
import MarfaSDK

/// Goes through a folder and all in it, one entry at a time, in the order of the names' bytes.
///
/// Folders behind symbolic links are not entered, so there is no loop and no way out of the root.
struct FolderWalk {
  /// What was found.
  enum Finding: Hashable {
    /// A Markdown file with its path from the root, and when it was last changed.
    case file(path: String, modified: Timestamp)
    /// Something that is no note.
    case skipped(path: String, reason: String)
    /// Something that could not be looked at.
    case failed(path: String, reason: String)
  }

  /// The absolute path of the root.
  let root: String
  /// Paths that are still to be looked at, the next one last.
  private var waiting: [String] = []

  /// Begins at a folder.
  ///
  /// - Parameter root: Its absolute path.
  /// - Throws: `CommandFailure` when it is none or cannot be read.
  init(root: String) throws {
    self.root = root
    var status = stat()
    guard stat(root, &status) == 0 else {
      throw CommandFailure(.notFound, "\(root): \(SystemError.sentence(errno)).")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandFailure(.usage, "\(root) is not a folder.")
    }
    do {
      waiting = try Self.names(in: root)
    } catch {
      throw CommandFailure(.failure, "\(root): \(SystemError.sentence(error.code.rawValue)).")
    }
  }

  /// The next finding, or nil at the end.
  mutating func next() -> Finding? {
    while let path = waiting.popLast() {
      if let finding = look(at: path) { return finding }
    }
    return nil
  }

  /// A folder gives nothing but what is in it.
  private mutating func look(at path: String) -> Finding? {
    var status = stat()
    let absolute = root + "/" + path
    guard lstat(absolute, &status) == 0 else {
      return .failed(path: path, reason: SystemError.sentence(errno))
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, stat(absolute, &status) != 0 {
      return .failed(path: path, reason: SystemError.sentence(errno))
    }
    let isHidden = path.split(separator: "/").last?.hasPrefix(".") == true
    if isHidden { return .skipped(path: path, reason: ImportReason.hidden) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR where isLink: return .skipped(path: path, reason: ImportReason.linkedFolder)
    case S_IFDIR: return enter(path)
    case S_IFREG where MarkdownFile.isNamed(path):
      return .file(path: path, modified: Timestamp(status.st_mtim))
    case S_IFREG: return .skipped(path: path, reason: ImportReason.notMarkdown)
    default: return .skipped(path: path, reason: ImportReason.special)
    }
  }

  private mutating func enter(_ path: String) -> Finding? {
    do {
      waiting += try Self.names(in: root + "/" + path).map { path + "/" + $0 }
      return nil
    } catch {
      return .failed(path: path, reason: SystemError.sentence(error.code.rawValue))
    }
  }

  /// The names in a folder, last first.
  private static func names(in folder: String) throws(POSIXError) -> [String] {
    guard let directory = opendir(folder) else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
  }
}

extension Timestamp {
  /// The instant of a time of the file system, in whole milliseconds.
  init(_ time: timespec) {
    self.init(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
