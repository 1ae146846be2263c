import Foundation
import MarfaModel

/// A marfa-server and devices of it, in programs of their own, and files that go between them.
final class AttachmentScene {
  struct Failure: Error { var what: String }

  /// The programs `marfa` and `curl`; nil where one of them is not there.
  static var programs: (marfa: String, curl: String)? {
    let marfa = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
      .deletingLastPathComponent().appending(path: "marfa").path
    let isThere = FileManager.default.isExecutableFile(atPath:)
    return isThere(marfa) && isThere("/usr/bin/curl") ? (marfa, "/usr/bin/curl") : nil
  }

  let folder: String
  private(set) var server: ChildServer
  private let programs: (marfa: String, curl: String)
  private let key: String
  private let database: CDatabase
  private var fileCount: UInt8 = 0

  /// Starts a server.
  init(_ setting: Setting, _ programs: (marfa: String, curl: String)) throws {
    self.programs = programs
    folder = setting.path("attachments-" + UUID().uuidString)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    server = try ServerPair.start(folder + "/server", log: folder + "/server.log")
    let answer = try LoopbackClient.request(
      port: server.port, "POST /keys", headers: ["Content-Type: application/json"],
      body: #"{"label":"bench","source":"Bench","role":"admin"}"#)
    guard let key = try JSONParser.parse(Array(answer.body.utf8)).objectValue?["key"]?.stringValue
    else { throw Failure(what: answer.body) }
    self.key = key
    database = try CDatabase(
      path: folder + "/server/marfa-server.sqlite", synchronous: "NORMAL")
    try key.write(toFile: folder + "/key", atomically: true, encoding: .utf8)
    chmod(folder + "/key", 0o600)
  }

  /// The credential as a header line.
  var authorization: String { "Authorization: Bearer \(key)" }

  /// Ends the server as its administrator does, and starts it again.
  func restartServer() throws {
    server.end()
    try startServer()
  }

  /// Kills the server as a power loss would.
  func killServer() { server.killNow() }

  /// Starts the server again, at its address.
  func startServer() throws {
    server = try ServerPair.start(
      folder + "/server", log: folder + "/server.log", port: server.port)
  }

  // MARK: - What the server has

  /// How many bytes of an upload the server has, with those of the piece that is on its way; nil
  /// for one that it does not know, or has as a blob.
  ///
  /// Its file is looked at: a request for the offset would end the one that adds to the upload.
  func offset(of url: String) throws -> Int64? {
    size(ofUpload: url.split(separator: "/").last.map(String.init) ?? "")
  }

  private func size(ofUpload id: String) -> Int64? {
    // It goes when the upload is a blob.
    let attributes = try? FileManager.default.attributesOfItem(
      atPath: folder + "/server/blobs/partial/" + id)
    return (attributes?[.size] as? NSNumber)?.int64Value
  }

  /// How many bytes it has of the newest upload that is not a blob yet; nil without one.
  func newestOffset() throws -> Int64? {
    let statement = try database.prepare(
      "SELECT id FROM upload WHERE hash IS NULL ORDER BY id DESC LIMIT 1")
    return statement.firstText().flatMap { size(ofUpload: $0) }
  }

  /// How many uploads are not blobs yet.
  func openUploads() throws -> Int64 {
    try number("SELECT count(*) FROM upload WHERE hash IS NULL") ?? 0
  }

  private func number(_ sql: String) throws -> Int64? {
    try database.prepare(sql).firstNumber()
  }

  // MARK: - Files

  /// Makes a file of random bytes; no two are alike.
  func file(mebibytes: Int) throws -> String {
    fileCount += 1
    let path = folder + "/file-\(fileCount)"
    _ = FileManager.default.createFile(atPath: path, contents: nil)
    let handle = try FileHandle(forWritingTo: URL(filePath: path))
    var piece = Data((0..<1 << 20).map { _ in UInt8.random(in: 0...255) })
    for number in 0..<mebibytes {
      withUnsafeBytes(of: number) { piece.replaceSubrange(0..<8, with: $0) }
      try handle.write(contentsOf: piece)
    }
    try handle.close()
    return path
  }

  /// Sends a file by curl: the same requests, all bytes in one.
  func curlUpload(_ file: String) throws {
    let size = try FileManager.default.attributesOfItem(atPath: file)[.size] as? NSNumber
    let created = try LoopbackClient.request(
      port: server.port, "POST /blobs/uploads",
      headers: [authorization, "Tus-Resumable: 1.0.0", "Upload-Length: \(size?.intValue ?? 0)"])
    let line = created.head.split(separator: "\r\n").first {
      $0.lowercased().hasPrefix("location:")
    }
    guard let path = line?.split(separator: " ").last else { throw Failure(what: created.head) }
    try Self.run(
      programs.curl,
      [
        "-sS", "-f", "-X", "PATCH", "-T", file, "-H", authorization, "-H", "Tus-Resumable: 1.0.0",
        "-H", "Upload-Offset: 0", "-H", "Content-Type: application/offset+octet-stream", "-H",
        "Expect:", "http://127.0.0.1:\(server.port)\(path)",
      ])
  }

  /// Fetches a blob by curl.
  func curlDownload(_ hash: String, to file: String) throws {
    try Self.run(
      programs.curl,
      ["-sS", "-f", "-o", file, "-H", authorization]
        + ["http://127.0.0.1:\(server.port)/blobs/\(hash)"])
  }

  // MARK: - Devices

  /// A device that is signed in, and reaches the server at its own port or another one.
  func device(_ name: String, port: Int? = nil) throws -> Device {
    let device = Device(program: programs.marfa, folder: folder + "/" + name)
    try FileManager.default.createDirectory(
      atPath: device.folder, withIntermediateDirectories: true)
    try device.run([
      "login", "--quiet", "--no-input", "--server", "http://127.0.0.1:\(port ?? server.port)",
      "--token-file", folder + "/key",
    ])
    return device
  }

  /// Notes of the server on a device.
  struct Device {
    let program: String
    let folder: String

    /// Its database.
    var database: String { folder + "/data/notes.sqlite" }

    private var environment: [String: String] {
      [
        "PATH": "/usr/bin:/bin", "HOME": folder, "TERM": "xterm-256color", "LANG": "C.UTF-8",
        "MARFA_DATA": folder + "/data", "MARFA_CONFIG": folder + "/config",
        "MARFA_STATE": folder + "/state",
      ]
    }

    /// Runs the program to its end; gives what it printed.
    @discardableResult
    func run(_ arguments: [String]) throws -> String {
      try AttachmentScene.run(program, arguments, environment: environment)
    }

    /// Starts the program without waiting for it; what it complains about is printed.
    func start(_ arguments: [String]) throws -> Process {
      let process = Process()
      process.executableURL = URL(filePath: program)
      process.arguments = arguments
      process.environment = environment
      process.standardInput = FileHandle.nullDevice
      process.standardOutput = FileHandle.nullDevice
      try process.run()
      return process
    }

    /// Opens the interface.
    func window() throws -> TerminalProgram {
      try TerminalProgram([program], environment: environment)
    }

    /// Makes a note with a file, which waits to be sent.
    func attach(_ file: String, to title: String) throws {
      try run(["new", "--title", title, "text"])
      try run(["attach", title, file, "--progress", "none"])
    }
  }

  @discardableResult
  private static func run(
    _ program: String, _ arguments: [String], environment: [String: String]? = nil
  ) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    if let environment { process.environment = environment }
    let output = Pipe()
    (process.standardInput, process.standardOutput) = (FileHandle.nullDevice, output)
    try process.run()
    let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(what: "\(program) \(arguments.joined(separator: " "))")
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
