import Foundation
import Glibc
import MarfaSDK
import Settings

/// A file that is there while the application runs, so that the next start knows of runs that
/// did not end by themselves.
package struct RunMark: Hashable, Sendable {
  private static let prefix = "running-"

  private let folder: String
  private let process: Int32

  /// Names the mark of a process; touches no file.
  ///
  /// - Parameters:
  ///   - directories: The mark is in the state directory.
  ///   - process: The process's number.
  package init(directories: ApplicationDirectories, process: Int32 = getpid()) {
    folder = directories.state
    self.process = process
  }

  /// Sets the mark and takes those of dead processes away.
  ///
  /// - Parameter isAlive: Whether a process exists.
  /// - Returns: When each run began that did not end by itself.
  package func set(isAlive: (Int32) -> Bool = RunMark.isAlive) -> [Timestamp] {
    // Without the directory there were no runs.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let dead = names.filter { name in
      guard name.hasPrefix(Self.prefix), let number = Int32(name.dropFirst(Self.prefix.count))
      else { return false }
      return number == process || !isAlive(number)
    }
    let starts = dead.compactMap { start(of: folder + "/" + $0) }
    for name in dead { unlink(folder + "/" + name) }
    // A run without a mark is only not noticed when it breaks off.
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600])
    return starts
  }

  /// When a mark was set; nil for one that another start has taken away meanwhile.
  private func start(of path: String) -> Timestamp? {
    var status = stat()
    return stat(path, &status) == 0 ? Timestamp(status.st_mtim) : nil
  }

  /// Takes the mark away.
  package func remove() { unlink(path) }

  private var path: String { folder + "/\(Self.prefix)\(process)" }

  /// Whether a process exists, as kill(2) tells with signal 0.
  package static func isAlive(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }
}
