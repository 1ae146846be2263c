import Glibc

/// The room that is left on a disk.
package enum FreeSpace {
  /// What a backup leaves free, so that notes can still be saved, in bytes.
  package static let reserve = 64 << 20

  /// Asks how much this user may still write next to a file or in a folder.
  ///
  /// - Parameter path: A path that exists.
  /// - Returns: The bytes, or nil when nobody knows.
  package static func bytes(at path: String) -> Int? {
    var status = statvfs()
    guard statvfs(path, &status) == 0 else { return nil }
    let (bytes, isTooLarge) = UInt64(status.f_bavail)
      .multipliedReportingOverflow(by: UInt64(status.f_frsize))
    return isTooLarge ? .max : Int(clamping: bytes)
  }
}
