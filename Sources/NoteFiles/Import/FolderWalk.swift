import Foundation
import Glibc
import MarfaSDK

/// Goes through a folder and all in it, one entry at a time, in the order of the names' bytes.
///
/// Symbolic links to folders are not followed, so there is no loop and no way out of the root.
struct FolderWalk {
  /// What was found.
  enum Finding: Hashable {
    /// A Markdown file with its path from the root, and when it was last changed.
    case file(path: String, modified: Timestamp)
    /// A file that is no note, which notes may refer to.
    case other(path: String)
    /// Something that is neither.
    case skipped(path: String, reason: String)
    /// Something that could not be looked at.
    case failed(path: String, reason: String)
  }

  /// The absolute path of the root.
  let root: String
  /// Paths that are still to be looked at, the next one last.
  private var waiting: [String] = []
  /// Paths among them that only resemble their own, whose name is no text, and whether they may be
  /// folders.
  private var misread: [String: Bool] = [:]

  /// Begins at a folder.
  ///
  /// - Parameters:
  ///   - root: Its absolute path.
  ///   - remark: What it is said to be when it is no folder.
  /// - Throws: `CommandFailure` when it is none or cannot be read.
  init(root: String, orElse remark: String = "not a folder") throws {
    self.root = root
    var status = stat()
    guard stat(root, &status) == 0 else {
      throw CommandFailure(.notFound, "\(root): \(SystemError.sentence(errno)).")
    }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      throw CommandFailure(.usage, "\(root) is \(remark).")
    }
    do {
      waiting = try names(in: "")
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
    if let mayBeFolder = misread[path] { return named(path, mayBeFolder: mayBeFolder) }
    var status = stat()
    let absolute = root + "/" + path
    guard lstat(absolute, &status) == 0 else {
      return .failed(path: path, reason: SystemError.sentence(errno))
    }
    let isLink = status.st_mode & S_IFMT == S_IFLNK
    if isLink, stat(absolute, &status) != 0 {
      return .failed(path: path, reason: SystemError.sentence(errno))
    }
    if Self.isHidden(path) { return .skipped(path: path, reason: ImportReason.hidden) }
    switch status.st_mode & S_IFMT {
    case S_IFDIR where isLink: return .skipped(path: path, reason: ImportReason.linkedFolder)
    case S_IFDIR: return enter(path)
    case S_IFREG where MarkdownFile.isNamed(path):
      return .file(path: path, modified: Timestamp(status.st_mtim))
    case S_IFREG: return .other(path: path)
    default: return .skipped(path: path, reason: ImportReason.special)
    }
  }

  /// Whether a name begins with a dot and is not that of a note which is called `.` or `..`.
  private static func isHidden(_ path: String) -> Bool {
    guard path.split(separator: "/").last?.hasPrefix(".") == true else { return false }
    let stem = MarkdownNote.stem(of: path)
    return stem.isEmpty || !MarkdownFile.isNamed(path) || stem.contains { $0 != "." }
  }

  /// What is known of an entry from its name alone, which is no text: nothing can be opened by it.
  private func named(_ path: String, mayBeFolder: Bool) -> Finding {
    if Self.isHidden(path) { return .skipped(path: path, reason: ImportReason.hidden) }
    guard mayBeFolder || MarkdownFile.isNamed(path) else {
      return .skipped(path: path, reason: ImportReason.notMarkdown)
    }
    return .failed(path: path, reason: ImportReason.nameNotUTF8)
  }

  private mutating func enter(_ path: String) -> Finding? {
    do {
      let names = try names(in: path + "/")
      waiting += names
      return nil
    } catch {
      return .failed(path: path, reason: SystemError.sentence(error.code.rawValue))
    }
  }

  /// The paths in a folder, last first; its own path ends with a slash or is empty.
  private mutating func names(in folder: String) throws(POSIXError) -> [String] {
    guard let directory = opendir(root + "/" + folder) else {
      throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
    }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let (name, isText) = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) {
          (String(cString: $0), String(validatingCString: $0) != nil)
        }
      }
      if name == "." || name == ".." { continue }
      names.append(folder + name)
      if !isText {
        misread[folder + name] = [DT_DIR, DT_UNKNOWN].contains(Int(entry.pointee.d_type))
      }
    }
    return names.sorted { $1.utf8.lexicographicallyPrecedes($0.utf8) }
  }
}

extension Timestamp {
  /// The instant of a time of the file system, in whole milliseconds.
  package init(_ time: timespec) {
    self.init(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }
}
