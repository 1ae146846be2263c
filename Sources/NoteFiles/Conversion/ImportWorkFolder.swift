import Foundation
import Glibc
import MarfaSDK
import Settings

/// A folder for what an import needs only meanwhile, which only its owner may read; removed with
/// its last owner.
///
/// A lock says that somebody uses it: those of imports that were killed are removed by the next
/// one.
final class ImportWorkFolder: Sendable {
  /// The absolute path.
  let path: String
  private let lock: FileLock?

  private static let ending = ".lock"

  /// Makes an empty folder, after removing what killed imports left.
  ///
  /// - Parameter parent: The folder that it is in, which is made if need be.
  /// - Throws: The file system's error.
  init(in parent: String) throws {
    Self.removeLeftovers(in: parent)
    path = parent + "/" + UUID().uuidString
    try ApplicationDirectories.create(parent)
    // Before the folder: one that is there without its lock held is nobody's.
    lock = try FileLock.take(path + Self.ending, .exclusive)
    try ApplicationDirectories.create(path)
  }

  deinit {
    // What is left is removed by the next import.
    try? FileManager.default.removeItem(atPath: path)
    unlink(path + Self.ending)
  }

  private static func removeLeftovers(in parent: String) {
    // A folder that is not there has nothing in it.
    for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
      let folder = parent + "/" + name
      if name.hasSuffix(ending) {
        removeOrphan(folder)
        continue
      }
      // What cannot be locked or removed stays for the next time.
      guard let lock = try? FileLock.take(folder + ending, .exclusive) else { continue }
      try? FileManager.default.removeItem(atPath: folder)
      unlink(folder + ending)
      withExtendedLifetime(lock) {}
    }
  }

  /// Removes a lock without a folder, whose owner was killed before it made one: that takes no day.
  private static func removeOrphan(_ lock: String) {
    var status = stat()
    guard lstat(lock, &status) == 0, status.st_mtim.tv_sec < time(nil) - 86_400,
      !FileManager.default.fileExists(atPath: String(lock.dropLast(ending.count)))
    else { return }
    unlink(lock)
  }
}
