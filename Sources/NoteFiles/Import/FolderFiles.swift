import Foundation
import Glibc
import MarfaSDK

/// The files of a folder that are no notes, and where a reference leads among them.
struct FolderFiles {
  /// Where a reference leads.
  enum Target: Hashable {
    /// To a file, by its path from the root.
    case file(String)
    /// To nothing that is here.
    case absent
    /// Out of the folder.
    case outside
  }

  private let root: String
  private let paths: Set<String>
  /// The paths by their last part in small letters.
  private let byName: [String: [String]]

  /// Lists the files of a folder; hidden ones are not among them.
  ///
  /// - Throws: `CommandFailure` when the folder cannot be read.
  init(root: String) throws {
    self.root = root
    var walk = try FolderWalk(root: root)
    var paths: Set<String> = []
    while let finding = walk.next() {
      if case .other(let path) = finding { paths.insert(path) }
    }
    self.paths = paths
    byName = Dictionary(grouping: paths) { Self.name(of: $0).lowercased() }
  }

  /// The file at a path from the root, as the folder spells it; nil for none.
  ///
  /// Equal texts may have other bytes: a Mac takes the names of its files apart into letters and
  /// accents.
  func file(at path: String) -> String? { paths.firstIndex(of: path).map { paths[$0] } }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? path
  }

  /// Where a reference in a note of a folder leads: a path as it is written first, then a file of
  /// that name wherever it is, as Obsidian finds it.
  func target(of reference: FileReferences.Reference, from folder: String) -> Target {
    let beside = Self.joined(folder, reference.path)
    let whole = reference.place == .besideNote ? nil : Self.joined("", reference.path)
    // A mere name is that of a file next to the note first, a path is one from the root.
    let places = reference.path.contains("/") ? [whole, beside] : [beside, whole]
    for path in places.compactMap(\.self) {
      if let path = file(at: path) { return .file(path) }
    }
    if reference.isBare { return .absent }
    if let path = named(reference.path, from: folder) { return .file(path) }
    return reference.place == .besideNote && beside == nil ? .outside : .absent
  }

  /// The file whose path ends so, in whatever letters: one next to the note before others, then the
  /// one nearest to the root.
  private func named(_ path: String, from folder: String) -> String? {
    let parts = path.split(separator: "/").filter { $0 != "." }
    guard !parts.contains(".."), let last = parts.last else { return nil }
    let end = "/" + parts.joined(separator: "/").lowercased()
    let candidates = byName[last.lowercased(), default: []].filter {
      ("/" + $0).lowercased().hasSuffix(end)
    }
    return candidates.min { rank($0, folder) < rank($1, folder) }
  }

  private func rank(_ path: String, _ folder: String) -> (Int, Int, String) {
    let parent = path.lastIndex(of: "/").map { path[..<$0] } ?? ""
    let depth = path.utf8.count { $0 == UInt8(ascii: "/") }
    return (parent == folder ? 0 : 1, depth, path)
  }

  /// A path from a folder, without `.` and `..`; nil when it leads out of the root.
  static func joined(_ folder: String, _ path: String) -> String? {
    var parts = folder.split(separator: "/")
    for part in path.split(separator: "/") {
      if part == "." { continue }
      if part != ".." {
        parts.append(part)
      } else if parts.popLast() == nil {
        return nil
      }
    }
    return parts.isEmpty ? nil : parts.joined(separator: "/")
  }

  /// The absolute path of a file that may be read: none that a link has elsewhere.
  ///
  /// - Returns: The path; nil for a file out of the folder.
  func readablePath(of path: String) -> String? {
    guard let real = Self.realPath(root + "/" + path), let base = Self.realPath(root)
    else { return root + "/" + path }
    return real.hasPrefix(base == "/" ? base : base + "/") ? real : nil
  }

  private static func realPath(_ path: String) -> String? {
    guard let resolved = realpath(path, nil) else { return nil }
    defer { free(resolved) }
    return String(cString: resolved)
  }
}
