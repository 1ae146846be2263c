import Foundation
import MarfaSDK

/// A server of its own and a store whose notes it does not have.
final class SyncScene {
  struct Failure: Error { var what: String }

  let client: MarfaClient
  private let server: ChildServer
  private let url: URL
  private let key: String

  init(
    _ setting: Setting, notes count: Int, text: (Int) -> String = SyncScene.text
  ) async throws {
    let folder = setting.path("sync-" + UUID().uuidString)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    server = try ServerPair.start(folder + "/data", log: folder + "/log")
    let answer = try LoopbackClient.request(
      port: server.port, "POST /keys", headers: ["Content-Type: application/json"],
      body: #"{"label":"bench","source":"Bench","role":"admin"}"#)
    guard
      let key = try JSONParser.parse(Array(answer.body.utf8)).objectValue?["key"]?.stringValue,
      let url = URL(string: "http://127.0.0.1:\(server.port)")
    else { throw Failure(what: answer.body) }
    (self.key, self.url) = (key, url)
    let path = folder + "/notes.sqlite"
    let local = try await MarfaClient.local(path: path)
    for start in stride(from: 0, to: count, by: 5_000) {
      _ = try await local.items.bulkAll(
        (start..<min(start + 5_000, count)).map { number in
          CreateItemInput(
            type: "core.note",
            properties: ["title": .string("N\(number)"), "body": .string(text(number))])
        }, batchSize: 5_000)
    }
    client = try await Self.client(path, url, key)
  }

  /// A few words, the same in each note.
  static func text(_ number: Int) -> String {
    String(repeating: "The heron stands in the shallows. ", count: 12)
  }

  private static func client(_ path: String, _ url: URL, _ key: String) async throws -> MarfaClient
  {
    try await MarfaClient.synced(
      store: LocalStore.open(path: path), transport: CurlTransport(url: url, apiKey: key),
      url: url.absoluteString, drainDebounceInterval: .zero)
  }

  /// Another store of the same server.
  func client(_ path: String) async throws -> MarfaClient {
    try await Self.client(path, url, key)
  }

  /// Another store of the same server, with a line between them that counts bytes.
  func countedClient(_ path: String) async throws -> (client: MarfaClient, line: SlowLine) {
    let line = try SlowLine(to: server.port, bytesPerSecond: 1e9)
    guard let url = URL(string: "http://127.0.0.1:\(line.port)") else {
      throw Failure(what: "no address of port \(line.port)")
    }
    return (try await Self.client(path, url, key), line)
  }

  /// Starts the engine and waits until everything is where it belongs.
  func sync() async throws { try await Self.sync(client) }

  static func sync(_ client: MarfaClient) async throws {
    guard let engine = client.syncEngine else { throw Failure(what: "no engine") }
    let events = engine.events
    await engine.start()
    for await event in events {
      if case .synced = event { return }
    }
  }

  /// Ends the server.
  func end() { server.end() }
}
