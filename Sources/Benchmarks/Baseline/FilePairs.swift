import Foundation

/// Files whose names are numbers.
private struct NumberedFiles {
  let folder: String

  func write(_ text: String, _ number: Int) throws {
    try text.write(
      toFile: "\(folder)/N\(number).md", atomically: false, encoding: .utf8)
  }

  func write(_ count: Int, _ text: (Int) -> String) throws {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true)
    for number in 0..<count { try write(text(number), number) }
  }
}

/// Another program's part of a comparison.
private enum Program {
  struct Failure: Error {
    let what: String
  }

  static func isHere(_ path: String) -> Bool { FileManager.default.isExecutableFile(atPath: path) }

  static func run(_ path: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(what: "\(path) \(arguments)")
    }
  }
}

/// Files in a folder, and another one that rsync copies them to.
struct FolderPair {
  private static let rsync = "/usr/bin/rsync"
  private let folder: String
  private let text: (Int) -> String

  /// Writes files; nothing where there is no rsync.
  init(_ folder: String, count: Int, text: @escaping (Int) -> String) throws {
    (self.folder, self.text) = (folder, text)
    if Self.canCopy { try NumberedFiles(folder: folder + "/from").write(count, text) }
  }

  /// Whether rsync is installed.
  static var canCopy: Bool { Program.isHere(rsync) }

  /// Copies what has changed.
  func copy() throws {
    try Program.run(Self.rsync, ["-a", folder + "/from/", folder + "/to/"])
  }

  /// Removes the copy.
  func forget() throws {
    let copy = folder + "/to"
    if FileManager.default.fileExists(atPath: copy) {
      try FileManager.default.removeItem(atPath: copy)
    }
  }

  /// Changes one file.
  func change(_ round: Int) throws {
    try NumberedFiles(folder: folder + "/from").write(text(42) + "\n\(round)", 42)
  }
}

/// Files in a repository, and others that they are pushed to and pulled from.
final class GitPair {
  private static let git = "/usr/bin/git"
  private let folder: String
  private let count: Int
  private let text: (Int) -> String
  private var round = 0

  /// Writes nothing yet.
  init(_ folder: String, count: Int, text: @escaping (Int) -> String) throws {
    (self.folder, self.count, self.text) = (folder, count, text)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Whether git is installed.
  static var isHere: Bool { Program.isHere(git) }

  private var work: String { folder + "/work-\(round)" }
  private var bare: String { folder + "/bare-\(round)" }
  private var copy: String { folder + "/clone" }

  /// Creates both repositories again, with files that are not added yet.
  func fill() throws {
    for old in [work, bare] where FileManager.default.fileExists(atPath: old) {
      try FileManager.default.removeItem(atPath: old)
    }
    round += 1
    try git(["init", "-q", "--bare", bare])
    try git(["init", "-q", work])
    try NumberedFiles(folder: work).write(count, text)
  }

  /// Adds, commits and pushes all files.
  func push() throws {
    try git(["-C", work, "add", "-A"])
    try commit()
  }

  private func commit() throws {
    try git([
      "-C", work, "-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-q", "-a",
      "-m", "all",
    ])
    try git(["-C", work, "push", "-q", bare, "HEAD:main"])
  }

  /// Copies everything, as from another machine.
  func clone() throws {
    // By the protocol: a plain path would be linked.
    try git(["clone", "-q", "-b", "main", "file://" + bare, copy])
  }

  /// Removes the copy.
  func forgetClone() throws {
    if FileManager.default.fileExists(atPath: copy) {
      try FileManager.default.removeItem(atPath: copy)
    }
  }

  /// Changes one file, and brings it to the copy.
  func change(_ number: Int) throws {
    try NumberedFiles(folder: work).write(text(42) + "\n\(number)", 42)
    try commit()
    try pull()
  }

  /// Brings what has changed to the copy.
  func pull() throws { try git(["-C", copy, "pull", "-q", "origin", "main"]) }

  private func git(_ arguments: [String]) throws { try Program.run(Self.git, arguments) }
}
