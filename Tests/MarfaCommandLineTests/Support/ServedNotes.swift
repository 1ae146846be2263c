import Foundation
import MarfaSDK
import TestSupport
import Testing

/// The program `marfa-server` on a folder of its own, which a test may kill and start again.
final class ServedNotes {
  private let folder: TemporaryDirectory
  private(set) var run: ProgramRun
  /// Where it listens, such as `http://127.0.0.1:40123`.
  let url: String

  private init(_ folder: TemporaryDirectory, _ run: ProgramRun, url: String) {
    (self.folder, self.run, self.url) = (folder, run, url)
  }

  /// Starts a server and waits until it listens.
  static func start() async throws -> ServedNotes {
    let folder = try TemporaryDirectory()
    let (run, url) = try await serve(folder, port: 0)
    return ServedNotes(folder, run, url: url)
  }

  /// Makes a key, such as `--role member --type core.*=read`.
  func key(_ arguments: String = "") async throws -> String {
    let words = arguments.split(separator: " ").map(String.init)
    let (status, output, errors) = try await ProgramRun.run(
      ProgramRun.built("marfa-server"),
      ["keys", "create", "--data", folder.path + "/server", "--label", "test"] + words)
    try #require(status == 0, "\(errors)")
    return output.trimmingCharacters(in: .whitespacesAndNewlines)
  }

  /// Kills it as a power loss would, and waits until it is gone.
  func kill() async {
    run.signal(SIGKILL)
    _ = await run.exitStatus()
  }

  /// Starts it again at the same address.
  func restart() async throws {
    let port = try #require(url.split(separator: ":").last.flatMap { Int($0) })
    run = try await Self.serve(folder, port: port).run
  }

  private static func serve(
    _ folder: TemporaryDirectory, port: Int
  ) async throws -> (run: ProgramRun, url: String) {
    let run = try ProgramRun(
      ProgramRun.built("marfa-server"), ["--data", folder.path + "/server", "--port", "\(port)"])
    let start = "marfa-server listens on "
    let line: String = try #require(await run.lines.next(startingWith: start))
    return (run, String(line.dropFirst(start.count)))
  }
}

extension CommandFixture {
  /// A device with the machine's own clock, as syncing needs.
  static func device(_ seed: UInt64) throws -> CommandFixture {
    try CommandFixture(seed: seed, now: SystemWallClock())
  }

  /// Signs in with a key that a file holds.
  func logIn(to server: ServedNotes, key: String) async throws -> Transcript {
    let file = directory.path + "/key"
    try directory.write(key + "\n", to: "key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    return await run("login --quiet --server \(server.url) --token-file \(file)")
  }

  /// Whether a command line ended with 0; what it said otherwise is the failure's text.
  func succeeds(_ line: String, input: String = "") async throws {
    let transcript = await run(line, input: input)
    try #require(transcript.status == 0, "\(line): \(transcript.error)")
  }

  /// The titles that a list shows.
  func titles(_ query: String = "") async throws -> Set<String> {
    let list = try await json("list --json " + query)
    return Set((list.arrayValue ?? []).compactMap { $0.objectValue?["title"]?.stringValue })
  }

  /// The text of a note.
  func text(_ id: String) async -> String { await run("show \(id)").output }

  /// What `status --json` says.
  func status() async throws -> [String: JSONValue] {
    try await json("status --json").objectValue ?? [:]
  }
}
