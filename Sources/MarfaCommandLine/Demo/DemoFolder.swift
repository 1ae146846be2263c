import Foundation
import Glibc
import NoteFiles

/// The folder of a demo, which holds everything that it makes, and goes at its end.
final class DemoFolder: Sendable {
  /// The absolute path.
  let path: String

  /// Creates the folder on the disk, for its owner alone.
  ///
  /// - Throws: `CommandFailure`.
  init() throws {
    var template = Array(
      FileManager.default.temporaryDirectory.appending(path: "marfa-demo-XXXXXX").path.utf8CString)
    guard mkdtemp(&template) != nil else {
      throw CommandFailure(
        .failure, "A folder for the demo cannot be made: \(SystemError.sentence(errno)).")
    }
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// Removes the folder with everything in it.
  func remove() {
    // It is in a folder for temporary files; nothing else can be done about it.
    try? FileManager.default.removeItem(atPath: path)
  }

  deinit { remove() }

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
