import Foundation
import Glibc
import MarfaModel

/// A run of the application that did not end by itself.
package struct BrokenRun: Hashable, Sendable {
  /// When it began.
  package let start: Timestamp
  /// The note that was made last in it without a text; nil for none.
  package let newNote: String?

  package init(start: Timestamp, newNote: String? = nil) {
    (self.start, self.newNote) = (start, newNote)
  }
}

/// A file that is there while the application runs, so that the next start knows of runs that
/// did not end by themselves.
package struct RunMark: Hashable, Sendable {
  private static let prefix = "running-"
  private static let notePrefix = "new-note-"

  private let folder: String
  private let process: Int32

  /// Names the mark of a process; touches no file.
  ///
  /// - Parameters:
  ///   - directories: The mark is in the state directory.
  ///   - process: The process's number.
  package init(directories: ApplicationDirectories, process: Int32 = getpid()) {
    self.init(folder: directories.state, process: process)
  }

  private init(folder: String, process: Int32) {
    (self.folder, self.process) = (folder, process)
  }

  /// Sets the mark and takes those of dead processes away.
  ///
  /// - Parameter isAlive: Whether a process exists.
  /// - Returns: The runs that did not end by themselves.
  package func set(isAlive: (Int32) -> Bool = RunMark.isAlive) -> [BrokenRun] {
    let dead = Self.processes(in: folder).filter { $0 == process || !isAlive($0) }
      .map { RunMark(folder: folder, process: $0) }
    let runs = dead.compactMap(\.run)
    for mark in dead { mark.remove() }
    // A run without a mark is only not noticed when it breaks off.
    _ = FileManager.default.createFile(
      atPath: path, contents: Data(), attributes: [.posixPermissions: 0o600])
    return runs
  }

  /// Keeps which new note is about to be typed into, until another one is or the run ends.
  ///
  /// - Parameter id: The note.
  @concurrent package func keep(newNote id: String) async {
    // Without it an empty note may be left by a run that breaks off.
    _ = FileManager.default.createFile(
      atPath: notePath, contents: Data(id.utf8), attributes: [.posixPermissions: 0o600])
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

  /// What the mark says of its run; nil for one that another start has taken away meanwhile.
  private var run: BrokenRun? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    let time = status.st_mtim
    let start = Timestamp(
      milliseconds: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec / 1_000_000))
    let note = FileManager.default.contents(atPath: notePath)
    return BrokenRun(start: start, newNote: note.map { String(decoding: $0, as: UTF8.self) })
  }

  /// Takes the mark away.
  package func remove() {
    unlink(path)
    unlink(notePath)
  }

  private var path: String { folder + "/\(Self.prefix)\(process)" }
  private var notePath: String { folder + "/\(Self.notePrefix)\(process)" }

  /// Whether a process exists, as kill(2) says with signal 0.
  package static func isAlive(_ process: Int32) -> Bool {
    kill(process, 0) == 0 || errno == EPERM
  }
}
