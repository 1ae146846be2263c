import Foundation
import GRDB
import Glibc
import MarfaSDK
import Testing

/// Imports of a folder `notes` of Markdown files.
extension CommandFixture {
  /// Commands beside a folder with the given files.
  static func importing(_ files: [String: String]) throws -> CommandFixture {
    let fixture = try CommandFixture()
    try FileManager.default.createDirectory(
      atPath: fixture.directory.path + "/notes", withIntermediateDirectories: true)
    for (path, text) in files { try fixture.directory.write(text, to: "notes/" + path) }
    return fixture
  }

  /// The report of an import; without a line, of one that makes no notebook of the folder itself
  /// and names notes by their headings.
  func report(
    _ line: String = "import md notes --json --no-notebook --title heading"
  ) async throws -> [String: JSONValue] {
    try #require(try await json(line).objectValue)
  }

  /// Changes the notes' database behind the program's back.
  func change(_ sql: String) async throws {
    try await DatabaseQueue(path: databasePath).write { try $0.execute(sql: sql) }
  }

  /// Makes the last import's journal one of a run that was killed between a set and its note.
  func breakOffLastImport() throws {
    let folder = directory.path + "/data/imports"
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    let last = try #require(names.filter { $0.hasSuffix(".jsonl") }.max())
    let lines = try String(contentsOfFile: folder + "/" + last, encoding: .utf8)
      .split(separator: "\n")
    try directory.write(lines.dropLast().map { $0 + "\n" }.joined(), to: "data/imports/" + last)
  }

  /// Gives a file of the folder a time, in seconds since 1970.
  func setTime(_ seconds: Int, of name: String) {
    let time = timespec(tv_sec: seconds, tv_nsec: 0)
    utimensat(AT_FDCWD, directory.path + "/notes/" + name, [time, time], 0)
  }
}

/// The reasons that a report gives, by path.
func reasons(_ report: [String: JSONValue], _ kind: String) -> [String: String] {
  let entries = (report[kind]?.arrayValue ?? []).compactMap(\.objectValue)
  return Dictionary(
    entries.map { ($0["path"]?.stringValue ?? "", $0["reason"]?.stringValue ?? "") }
  ) { first, _ in first }
}

/// The files below a folder by their paths, hidden ones too.
func tree(_ path: String) throws -> [String: Data] {
  var files: [String: Data] = [:]
  for name in try FileManager.default.subpathsOfDirectory(atPath: path) {
    var isFolder: ObjCBool = false
    _ = FileManager.default.fileExists(atPath: path + "/" + name, isDirectory: &isFolder)
    if isFolder.boolValue { continue }
    files[name] = try Data(contentsOf: URL(filePath: path + "/" + name))
  }
  return files
}
