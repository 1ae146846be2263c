import Foundation
import MarfaSDK
import TestSupport
import Testing

extension CommandFixture {
  /// A device with the machine's own clock, as syncing needs.
  ///
  /// - Parameters:
  ///   - seed: Decides its ids.
  ///   - waits: What waits in its commands.
  /// - Returns: The device.
  /// - Throws: When it can have no directory.
  static func device(
    _ seed: UInt64, waits: any Clock<Duration> = ContinuousClock()
  ) throws -> CommandFixture {
    try CommandFixture(seed: seed, now: SystemWallClock(), waits: waits)
  }

  /// Signs in with a key that a file holds.
  func logIn(to server: ServedNotes, key: String) async throws -> Transcript {
    try await logIn(to: server.url, key: key)
  }

  /// Signs in at an address with a key that a file holds.
  func logIn(to url: String, key: String) async throws -> Transcript {
    let file = directory.path + "/key"
    try directory.write(key + "\n", to: "key")
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    return await run("login --quiet --server \(url) --token-file \(file)")
  }

  /// Signs in at an address, which must succeed.
  func succeedsToLogIn(at url: String, key: String) async throws {
    let login = try await logIn(to: url, key: key)
    try #require(login.status == 0, "\(login.error)")
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
