import Foundation
import Glibc

/// A file of a mirrored folder, which may be a symbolic link to one elsewhere: what is written goes
/// to the file that it leads to, and the link stays one.
struct MirrorFile {
  private let path: String

  /// Names the file by its absolute path, whether it exists or not.
  init(_ path: String) { self.path = path }

  /// Replaces the text; the file keeps its permissions, and a new one is readable for everybody.
  ///
  /// - Parameter text: The text.
  /// - Throws: `CommandFailure`; the old text is there then.
  func write(_ text: String) throws {
    var status = stat()
    let mode = stat(path, &status) == 0 ? status.st_mode & 0o7777 : 0o644
    let target = linkTarget ?? path
    try FileSink.write(text, to: target)
    chmod(target, mode)
  }

  /// Gives the file another name; a link leads where it led before.
  ///
  /// - Parameter newPath: The absolute path, at which nothing is.
  /// - Throws: `MarkdownFile.Failure`; the file has its old name then.
  func move(to newPath: String) throws {
    // From another folder a relative link would lead elsewhere.
    if let linkTarget {
      guard symlink(linkTarget, newPath) == 0 else {
        throw MarkdownFile.Failure(reason: SystemError.sentence(errno))
      }
      unlink(path)
    } else if rename(path, newPath) != 0 {
      throw MarkdownFile.Failure(reason: SystemError.sentence(errno))
    }
  }

  /// The absolute path of the file that a link leads to; nil for what is no link, or leads nowhere.
  private var linkTarget: String? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return nil }
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}
