import Foundation
import Glibc
import MarfaModel

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
    let dead = Self.processes(in: folder).filter { $0 == process || !isAlive($0) }
      .map { folder + "/\(Self.prefix)\($0)" }
    let starts = dead.compactMap { start(of: $0) }
    for path in dead { unlink(path) }
    // A run without a mark is only not noticed when it breaks off.
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600])
    return starts
  }

  /// Looks for a process in which the application is open on some notes.
  ///
  /// - Parameters:
  ///   - directories: Those of the notes.
  ///   - isAlive: Whether a process exists.
  /// - Returns: Whether there is one.
  package static func isRunning(
    in directories: ApplicationDirectories, isAlive: (Int32) -> Bool = RunMark.isAlive
  ) -> Bool {
    processes(in: directories.state).contains(where: isAlive)
  }

  /// The processes that have a mark, in rising order.
  private static func processes(in folder: String) -> [Int32] {
    // Without the directory there were no runs.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return names.filter { $0.hasPrefix(prefix) }
      .compactMap { Int32($0.dropFirst(prefix.count)) }.sorted()
  }

  /// When a mark was set; nil for one that another start has taken away meanwhile.
  private func start(of path: String) -> Timestamp? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let time = status.st_mtim
    return Timestamp(milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec / 1_000_000))
  }

  /// Takes the mark away.
  package func remove() { unlink(path) }

  private var path: String { folder + "/\(Self.prefix)\(process)" }

  /// Whether a process exists, as kill(2) says with signal 0.
  package static func isAlive(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }
}
