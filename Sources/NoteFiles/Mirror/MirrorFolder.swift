import Foundation
import Glibc
import MarfaSDK
import Settings

/// The folder of a mirror, and where its journal is.
///
/// A file `.marfa-mirror` in the folder holds the mirror's name. It says that the folder is there
/// and is the right one: a disk that is not mounted must not look like a thousand deleted files. A
/// lock on it keeps a second mirror away.
struct MirrorFolder {
  /// The folder's absolute path, links resolved.
  let root: String
  /// The folder of the journal.
  let journal: String
  private let name: String
  private let lock: FileLock

  private static let markerName = ".marfa-mirror"

  /// Opens the folder of a mirror, which is made by the first run.
  ///
  /// - Parameters:
  ///   - folder: The folder's absolute path.
  ///   - state: The application's state directory.
  ///   - makeName: Makes the name of a new mirror.
  /// - Throws: `CommandFailure` when the folder or its marker is missing and was there before, or
  ///   when another program mirrors into it.
  init(_ folder: String, state: String, makeName: () -> String) throws {
    let mirrors = state + "/mirrors"
    let isThere = FileManager.default.fileExists(atPath: folder)
    let path = MirrorPlace.resolved(folder)
    let marker = path + "/" + Self.markerName
    // A folder without one is a new mirror.
    let known = (try? String(contentsOfFile: marker, encoding: .utf8))?
      .trimmingCharacters(in: .whitespacesAndNewlines)
    if let known, Self.isName(known) {
      try Self.refuseCopy(of: known, at: path, in: mirrors)
      name = known
    } else {
      if let mirror = Self.mirror(of: path, in: mirrors) {
        let missing = isThere ? marker : path
        throw CommandFailure(
          .failure,
          "\(missing) is missing, so nothing was changed. Bring it back; to start "
            + "over, remove \(mirrors)/\(mirror).")
      }
      try Self.refuseNested(path, in: mirrors)
      name = makeName()
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }
    root = path
    journal = mirrors + "/" + name
    try ApplicationDirectories.create(journal)
    try AtomicFile.write(path, to: journal + "/root")
    if known != name { try AtomicFile.write(name + "\n", to: marker) }
    guard let taken = try FileLock.take(marker) else {
      throw CommandFailure(.failure, "Another program mirrors \(path); it is left to that.")
    }
    lock = taken
  }

  /// Whether the folder and its marker are still there.
  func check() throws {
    let marker = root + "/" + Self.markerName
    // What cannot be read is as good as missing.
    let found = try? String(contentsOfFile: marker, encoding: .utf8)
    guard found?.trimmingCharacters(in: .whitespacesAndNewlines) == name else {
      throw CommandFailure(.failure, "\(marker) is missing; the mirror stops.")
    }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.allSatisfy { $0.isHexDigit || $0 == "-" }
  }

  /// Refuses a folder that was copied, marker and all, from one that is still there: both would
  /// share a journal, and an old copy would take the notes back to its texts.
  private static func refuseCopy(of name: String, at path: String, in mirrors: String) throws {
    guard let other = roots(in: mirrors).first(where: { $0.name == name })?.root, other != path,
      // What cannot be read is not there.
      let marker = try? String(contentsOfFile: other + "/" + markerName, encoding: .utf8),
      marker.trimmingCharacters(in: .whitespacesAndNewlines) == name
    else { return }
    throw CommandFailure(
      .failure,
      "\(path) is a copy of \(other), which is mirrored; nothing was changed. To mirror it as a "
        + "folder of its own, remove \(path)/\(markerName).")
  }

  /// Refuses a folder within a mirror, or around one: the files of each would be new notes for the
  /// other, without end.
  private static func refuseNested(_ path: String, in mirrors: String) throws {
    for other in roots(in: mirrors).map(\.root) where other != path {
      let (inner, outer) = MirrorPlace.isPath(other, below: path) ? (other, path) : (path, other)
      guard MirrorPlace.isPath(inner, below: outer) else { continue }
      throw CommandFailure(
        .failure,
        "\(inner) is in \(outer), and \(other) is mirrored; nothing was changed. Choose a folder "
          + "apart from it.")
    }
  }

  /// The mirror of a folder that was there before; nil for none.
  private static func mirror(of path: String, in mirrors: String) -> String? {
    roots(in: mirrors).first { $0.root == path }?.name
  }

  /// The mirrors and their folders.
  private static func roots(in mirrors: String) -> [(name: String, root: String)] {
    // No folder means no mirrors.
    let names = (try? FileManager.default.contentsOfDirectory(atPath: mirrors)) ?? []
    return names.sorted().compactMap { name in
      // One without a root was broken off before it began.
      (try? String(contentsOfFile: "\(mirrors)/\(name)/root", encoding: .utf8)).map { (name, $0) }
    }
  }
}
