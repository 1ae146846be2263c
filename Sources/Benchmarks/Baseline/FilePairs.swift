import Foundation

/// As many files in a folder, and another one that they are copied to.
struct FolderPair {
  private let folder: String

  init(_ folder: String, count: Int, text: String) throws {
    self.folder = folder
    try FileManager.default.createDirectory(
      atPath: folder + "/from", withIntermediateDirectories: true)
    for number in 0..<count {
      try text.write(
        toFile: "\(folder)/from/N\(number).md", atomically: false, encoding: .utf8)
    }
  }

  /// Whether rsync is installed.
  static var canCopy: Bool { FileManager.default.isExecutableFile(atPath: "/usr/bin/rsync") }

  /// Copies what has changed.
  func copy() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/rsync")
    process.arguments = ["-a", folder + "/from/", folder + "/to/"]
    try process.run()
    process.waitUntilExit()
  }
}

/// As many files in a repository, and another one that they are pushed to.
final class GitPair {
  private let folder: String
  private let count: Int
  private let text: String
  private var round = 0

  init(_ folder: String, count: Int, text: String) throws {
    (self.folder, self.count, self.text) = (folder, count, text)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
  }

  /// Creates both repositories again, with files that are not added yet.
  func fill() throws {
    round += 1
    let work = folder + "/work-\(round)"
    try git(["init", "-q", "--bare", folder + "/bare-\(round)"])
    try git(["init", "-q", work])
    for number in 0..<count {
      try text.write(toFile: "\(work)/N\(number).md", atomically: false, encoding: .utf8)
    }
  }

  /// Adds, commits and pushes all files.
  func push() throws {
    let work = folder + "/work-\(round)"
    try git(["-C", work, "add", "-A"])
    try git([
      "-C", work, "-c", "user.name=b", "-c", "user.email=b@example.org", "commit", "-q", "-m",
      "all",
    ])
    try git(["-C", work, "push", "-q", folder + "/bare-\(round)", "HEAD:main"])
  }

  /// Copies everything.
  func clone() throws {
    try git(["clone", "-q", "-b", "main", folder + "/bare-\(round)", folder + "/clone"])
  }

  /// Removes the copy.
  func forgetClone() throws {
    if FileManager.default.fileExists(atPath: folder + "/clone") {
      try FileManager.default.removeItem(atPath: folder + "/clone")
    }
  }

  private func git(_ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/git")
    process.arguments = arguments
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else { throw SyncScene.Failure(what: "git \(arguments)") }
  }
}
