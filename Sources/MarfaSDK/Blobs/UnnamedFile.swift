import Foundation
import Glibc

/// A new file that gets its name when it is whole.
///
/// Until then it is in its folder without a name, and the system forgets it with its descriptor:
/// nothing is left of a copy that was given up, nor of one whose process was killed. See O_TMPFILE
/// in <https://man7.org/linux/man-pages/man2/open.2.html>. A file system that knows no such files
/// gets a hidden name next to the later one, which is removed with the last owner.
final class UnnamedFile: Sendable {
  /// How the file is kept until it is whole.
  enum Form: Hashable, Sendable {
    /// Without a name.
    case unnamed
    /// Under a hidden name, which a killed process leaves behind.
    case hidden
  }

  /// What is written to.
  let descriptor: BlobDescriptor
  /// How it is kept, which may be `hidden` where `unnamed` was asked for.
  let form: Form
  /// Where the file is going to be.
  private let path: String

  /// Begins a file, readable by its owner only.
  ///
  /// - Parameters:
  ///   - path: Where it is going to be; no file may be there, but its folder must.
  ///   - form: How it is kept until then, where the file system can.
  /// - Throws: `BlobFileError`.
  init(_ path: String, form: Form = .unnamed) throws {
    self.path = path
    try Self.checkFree(path)
    let folder = URL(filePath: path).deletingLastPathComponent().path
    if form == .unnamed, let unnamed = Self.unnamed(in: folder) {
      (descriptor, self.form) = (unnamed, .unnamed)
    } else {
      // The hidden name would say nothing to anybody.
      guard access(folder, F_OK) == 0 else { throw BlobFileError.ofSystem(path) }
      descriptor = try BlobDescriptor(
        folder + "/.marfa-" + UUID().uuidString, flags: O_WRONLY | O_CREAT | O_EXCL)
      self.form = .hidden
    }
  }

  deinit {
    // Its own name is another one by now, if it has got one.
    if form == .hidden { unlink(descriptor.path) }
  }

  /// Gives the file its name.
  ///
  /// - Throws: `BlobFileError`, also when another file has the name: that one stays as it is.
  func place() throws {
    let source = form == .unnamed ? descriptor.link : descriptor.path
    if linkat(AT_FDCWD, source, AT_FDCWD, path, AT_SYMLINK_FOLLOW) == 0 { return }
    guard form == .hidden, Self.knowsNoLinks(errno) else { throw BlobFileError.ofSystem(path) }
    try Self.checkFree(path)
    guard rename(descriptor.path, path) == 0 else { throw BlobFileError.ofSystem(path) }
  }

  private static func checkFree(_ path: String) throws {
    var status = stat()
    guard lstat(path, &status) == 0 else { return }
    throw BlobFileError(.failed, path, String(cString: strerror(EEXIST)))
  }

  /// A file without a name; nil where there are none, or none that could get a name.
  private static func unnamed(in folder: String) -> BlobDescriptor? {
    do {
      let file = try BlobDescriptor(folder, flags: O_WRONLY | O_DIRECTORY | withoutName)
      return access(file.link, F_OK) == 0 ? file : nil
    } catch {
      // Each file system refuses it in its own words; what is really wrong a file with a name says.
      return nil
    }
  }

  /// The part of O_TMPFILE that is not O_DIRECTORY, which Swift does not import.
  private static let withoutName: Int32 = 0o20_000_000

  /// Whether a system's error says that the file system has no second names.
  static func knowsNoLinks(_ number: Int32) -> Bool {
    [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(number)
  }
}
