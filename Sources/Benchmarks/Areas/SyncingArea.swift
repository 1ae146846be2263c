import Foundation
import MarfaSDK

/// Stores that meet a marfa-server over loopback; git carries as many files of the same size.
///
/// The client, the server and git share the machine's cores.
enum SyncingArea {
  private static let count = 10_000

  static func run(_ report: Report, _ setting: Setting) async throws {
    let git = try GitPair(setting.path("sync-git"), count: count, text: text)
    try await drain(report, setting, git)
    try await firstSync(report, setting, git)
    try await edit(report, setting)
  }

  private static let text = String(repeating: "The heron stands in the shallows. ", count: 12)

  /// What was queued without a server goes to one, in order.
  private static func drain(_ report: Report, _ setting: Setting, _ git: GitPair) async throws {
    var scene: Scene?
    try await report.row(
      samples: 3,
      baseline: Action(
        "git add, commit and push", units: count, prepare: { try git.fill() }
      ) { try git.push() },
      absence: "git is not installed",
      ours: Action(
        "10,000 queued notes to the server: each", units: count,
        prepare: {
          scene?.end()
          scene = try await Scene(setting, notes: count)
        }, work: { try await scene?.sync() }))
    scene?.end()
  }

  /// A new store takes everything that a server has.
  private static func firstSync(_ report: Report, _ setting: Setting, _ git: GitPair) async throws {
    let source = try await Scene(setting, notes: count)
    try await source.sync()
    var fresh: MarfaClient?
    try await report.row(
      samples: 5, .median(seconds: 0.7),
      baseline: Action("git clone", prepare: { try git.forgetClone() }) { try git.clone() },
      absence: "git is not installed",
      ours: Action(
        "first sync of 10,000 notes, durable and searchable",
        prepare: {
          await fresh?.syncEngine?.stop()
          fresh = try await source.client(setting.path("sync-\(UUID().uuidString)/notes.sqlite"))
        },
        work: {
          guard let fresh else { return }
          try await Scene.sync(fresh)
          let found = try await fresh.search(query: "heron", filters: ListFilters(limit: 1))
          guard !found.hits.isEmpty else { throw Scene.Failure(what: "nothing is found") }
        }))
    await fresh?.syncEngine?.stop()
    source.end()
  }

  /// A change on one store is in another one.
  private static func edit(_ report: Report, _ setting: Setting) async throws {
    let scene = try await Scene(setting, notes: 1)
    try await scene.sync()
    let other = try await scene.client(setting.path("sync-\(UUID().uuidString)/notes.sqlite"))
    try await Scene.sync(other)
    guard let note = try await other.items.list().data.first, let engine = other.syncEngine
    else { throw Scene.Failure(what: "no note") }
    var iterator = engine.events.makeAsyncIterator()
    var number = 0
    try await report.row(
      samples: 500, .median(seconds: 0.002),
      ours: Action("an edit to another store") {
        number += 1
        try await scene.client.items.update(
          id: note.id, properties: ["body": .string("\(number)")])
        while let event = await iterator.next() {
          if case .itemUpdated(note.id) = event { return }
        }
      })
    await engine.stop()
    scene.end()
  }
}

/// A server of its own and a store whose notes it does not have.
private final class Scene {
  struct Failure: Error { var what: String }

  let client: MarfaClient
  private let server: ChildServer
  private let url: URL
  private let key: String

  init(_ setting: Setting, notes count: Int) async throws {
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
    let text = String(repeating: "The heron stands in the shallows. ", count: 12)
    _ = try await local.items.bulkAll(
      (0..<count).map { number in
        CreateItemInput(
          type: "core.note", properties: ["title": .string("N\(number)"), "body": .string(text)])
      }, batchSize: 5_000)
    client = try await Self.client(path, url, key)
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

/// As many files in a repository, and another one that they are pushed to.
private final class GitPair {
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
    guard process.terminationStatus == 0 else { throw Scene.Failure(what: "git \(arguments)") }
  }
}
