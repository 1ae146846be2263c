import Foundation
import Glibc
import NoteFiles

/// The folder of a demo, which holds everything that it makes, and goes at its end.
///
/// A demo removes the folders of demos that were killed. Each program that works in a folder holds
/// the lock in it, which it inherits: a folder whose lock is free is abandoned.
final class DemoFolder: Sendable {
  private static let prefix = "marfa-demo-"

  /// The absolute path.
  let path: String
  /// The lock, which the programs of the demo inherit; negative where there is none.
  private let lock: Int32

  /// Creates the folder on the disk, for its owner alone, and removes abandoned ones.
  ///
  /// - Throws: `CommandFailure`.
  init() throws {
    Self.removeAbandoned()
    var template = Array(
      FileManager.default.temporaryDirectory.appending(path: Self.prefix + "XXXXXX").path
        .utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        .failure, "A folder for the demo cannot be made: \(SystemError.sentence(errno)).")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    // It gets its name when it is locked, so that nobody finds it free.
    lock = open(path + "/lock.new", O_RDWR | O_CREAT, 0o600)
    if flock(lock, LOCK_EX | LOCK_NB) == 0 { rename(path + "/lock.new", path + "/lock") }
  }

  /// Removes the person's folders of demos that ended without removing them.
  private static func removeAbandoned() {
    let folder = FileManager.default.temporaryDirectory
    // The next demo tries again.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    for name in names where name.hasPrefix(prefix) {
      let path = folder.appending(path: name).path
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR,
        status.st_uid == getuid()
      else { continue }
      let lock = open(path + "/lock", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      if lock >= 0, flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      if lock >= 0 { close(lock) }
    }
  }

  /// Removes the folder with everything in it.
  func remove() { Self.remove(path) }

  private static func remove(_ path: String) {
    // It is in a folder for temporary files; nothing else can be done about it.
    try? FileManager.default.removeItem(atPath: path)
  }

  deinit {
    remove()
    if lock >= 0 { close(lock) }
  }

  /// The variables of a device: none of the person's own folders are among them.
  ///
  /// - Parameters:
  ///   - name: The device.
  ///   - own: The variables of this process.
  /// - Returns: The variables.
  func environment(of name: String, from own: [String: String]) -> [String: String] {
    let home = path + "/" + name
    var environment = own.filter { !$0.key.hasPrefix("MARFA_") && !$0.key.hasPrefix("XDG_") }
    environment["HOME"] = home
    environment["MARFA_DATA"] = home + "/data"
    environment["MARFA_CONFIG"] = home + "/config"
    environment["MARFA_STATE"] = home + "/state"
    environment["XDG_CACHE_HOME"] = home + "/cache"
    environment["XDG_RUNTIME_DIR"] = home + "/run"
    return environment
  }

  /// Writes a file.
  ///
  /// - Throws: The file system's error.
  func write(_ bytes: some Sequence<UInt8>, to name: String, mode: Int = 0o600) throws {
    let file = URL(filePath: path).appending(path: name)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(bytes).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: file.path)
  }
}
