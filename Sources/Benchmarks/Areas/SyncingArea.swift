import Foundation
import MarfaSDK

/// Stores that meet a marfa-server over loopback, beside rsync and git, which carry as many files
/// with the same words.
///
/// The client, the server, rsync and git share the machine's cores; rsync and git wait for no disk.
enum SyncingArea {
  private static let count = 10_000

  static func run(_ report: Report, _ setting: Setting) async throws {
    // Of the size of a note, and each another one: git keeps what is alike once.
    func text(_ number: Int) -> String {
      var random = SeededRandomness(seed: UInt64(number) + 1)
      return "The heron stands in the shallows. " + setting.corpus.text(1_500, &random)
    }
    let peers = try Peers(setting, count: count, text: text)
    try await counts(report, setting)
    try await drain(report, setting, peers)
    try await firstSync(report, setting, peers)
    try await edit(report, setting, peers)
    try await SyncingArea.besideOpenFilter(report, setting)
    try await keystroke(report, setting)
    try await idle(report, setting)
    try await large(report, setting, text)
  }

  /// The same notes as files.
  private struct Peers {
    let folder: FolderPair
    let git: GitPair
    let text: (Int) -> String

    init(_ setting: Setting, count: Int, text: @escaping (Int) -> String) throws {
      self.text = text
      folder = try FolderPair(setting.path("sync-rsync-\(count)"), count: count, text: text)
      git = try GitPair(setting.path("sync-git-\(count)"), count: count, text: text)
    }

    /// A first copy of everything.
    func first(_ rsyncBound: Bound?, _ gitBound: Bound?) -> [Peer] {
      [
        Peer(
          "rsync", isHere: FolderPair.canCopy, showing: rsyncBound,
          Action("rsync -a, first copy", prepare: { try folder.forget() }) { try folder.copy() }),
        Peer(
          "git", isHere: GitPair.isHere, showing: gitBound,
          Action("git clone", prepare: { try git.forgetClone() }) { try git.clone() }),
      ]
    }
  }

  /// What was queued without a server goes to one, in order.
  private static func drain(_ report: Report, _ setting: Setting, _ peers: Peers) async throws {
    var scene: SyncScene?
    try await report.row(
      samples: 3,
      ours: Action(
        "10,000 queued notes to the server: each", units: count,
        prepare: {
          scene?.end()
          scene = try await SyncScene(setting, notes: count, text: peers.text)
        }, work: { try await scene?.sync() }),
      peers: [
        Peer(
          "rsync", isHere: FolderPair.canCopy,
          Action("rsync -a, first copy", units: count, prepare: { try peers.folder.forget() }) {
            try peers.folder.copy()
          }),
        Peer(
          "git", isHere: GitPair.isHere, showing: .ratio(0.5),
          Action("git add, commit and push", units: count, prepare: { try peers.git.fill() }) {
            try peers.git.push()
          }),
      ])
    scene?.end()
  }

  /// A new store takes everything that a server has.
  private static func firstSync(
    _ report: Report, _ setting: Setting, _ peers: Peers
  ) async throws {
    let source = try await SyncScene(setting, notes: count, text: peers.text)
    try await source.sync()
    var fresh: MarfaClient?
    try await report.row(
      samples: 5, .median(seconds: 0.7),
      ours: Action(
        "first sync of 10,000 notes, durable, searchable",
        prepare: {
          await fresh?.syncEngine?.stop()
          fresh = try await source.client(setting.path("sync-\(UUID().uuidString)/notes.sqlite"))
        },
        work: {
          guard let fresh else { return }
          try await SyncScene.sync(fresh)
          let found = try await fresh.search(query: "heron", filters: ListFilters(limit: 1))
          guard !found.hits.isEmpty else { throw SyncScene.Failure(what: "nothing is found") }
        }), peers: peers.first(.ratio(1.0 / 3), .ratio(0.2)))
    await fresh?.syncEngine?.stop()
    // The same store, which has everything: what a start costs that brings nothing.
    let known = try await source.client(setting.path("sync-known/notes.sqlite"))
    try await SyncScene.sync(known)
    try await report.row(
      samples: 10, .median(seconds: 1.2e-3),
      ours: Action(
        "sync of 10,000 notes, nothing changed", prepare: { await known.syncEngine?.stop() },
        work: { try await SyncScene.sync(known) }),
      peers: [
        Peer(
          "rsync", isHere: FolderPair.canCopy, showing: .ratio(0.02),
          Action("rsync -a, nothing changed") { try peers.folder.copy() }),
        Peer(
          "git", isHere: GitPair.isHere,
          Action("git pull, nothing changed") { try peers.git.pull() }),
      ])
    await known.syncEngine?.stop()
    source.end()
  }

  /// A change on one store is in another one.
  private static func edit(_ report: Report, _ setting: Setting, _ peers: Peers) async throws {
    let scene = try await SyncScene(setting, notes: 1)
    try await scene.sync()
    let other = try await scene.client(setting.path("sync-\(UUID().uuidString)/notes.sqlite"))
    try await SyncScene.sync(other)
    guard let note = try await other.items.list().data.first, let engine = other.syncEngine
    else { throw SyncScene.Failure(what: "no note") }
    var iterator = engine.events.makeAsyncIterator()
    var (number, round) = (0, 0)
    try await report.row(
      samples: 500, peerSamples: 5, .median(seconds: 0.002),
      ours: Action("an edit to another store, not painted") {
        number += 1
        try await scene.client.items.update(
          id: note.id, properties: ["body": .string("\(number)")])
        while let event = await iterator.next() {
          if case .itemUpdated(note.id) = event { return }
        }
      },
      peers: [
        Peer(
          "rsync", isHere: FolderPair.canCopy,
          Action(
            "rsync -a, one of 10,000 changed",
            prepare: {
              round += 1
              try peers.folder.change(round)
            }, work: { try peers.folder.copy() })),
        Peer(
          "git", isHere: GitPair.isHere, showing: .ratio(1.0 / 150),
          Action("git commit, push, pull") {
            round += 1
            try peers.git.change(round)
          }),
      ])
    await engine.stop()
    scene.end()
  }

  /// A save of a keystroke with its queue row, and without a server.
  private static func keystroke(_ report: Report, _ setting: Setting) async throws {
    let scene = try await SyncScene(setting, notes: 1)
    let local = try await MarfaClient.local(path: setting.path("sync-local.sqlite"))
    try await local.items.create(
      CreateItemInput(type: "core.note", properties: ["title": "N", "body": "x"]))
    guard let mine = try await scene.client.items.list().data.first,
      let other = try await local.items.list().data.first
    else { throw SyncScene.Failure(what: "no note") }
    var number = 0
    func save(_ client: MarfaClient, _ id: String) async throws {
      number += 1
      let text = "\(number)" + SyncScene.text(number)
      try await client.items.update(id: id, properties: ["body": .string(text)])
    }
    try await report.row(
      samples: 300,
      baseline: Action("in a store without a server") { try await save(local, other.id) },
      ours: Action("save of a keystroke, queued for a server") {
        try await save(scene.client, mine.id)
      })
    scene.end()
  }

  /// What a connected store costs in which nothing happens; its own process only.
  private static func idle(_ report: Report, _ setting: Setting) async throws {
    let scene = try await SyncScene(setting, notes: 1_000)
    try await scene.sync()
    try await report.row(
      samples: 3, .median(seconds: 0.01),
      ours: Action(
        "10 s of a connected store without changes: processor time",
        meter: { Double(clock()) / Double(CLOCKS_PER_SEC) }
      ) { try await Task.sleep(for: .seconds(10)) })
    await scene.client.syncEngine?.stop()
    try await idleBytes(report, setting, scene)
    scene.end()
  }

  /// What goes over the line of such a store in a minute.
  private static func idleBytes(
    _ report: Report, _ setting: Setting, _ scene: SyncScene
  ) async throws {
    let name = "60 s of a connected store without changes: bytes"
    guard report.wants(name) else { return }
    let (client, line) = try await scene.countedClient(
      setting.path("sync-\(UUID().uuidString)/notes.sqlite"))
    try await SyncScene.sync(client)
    let before = line.carried
    try await Task.sleep(for: .seconds(60))
    let after = line.carried
    report.say(
      name, "\(after.sent - before.sent) to the server, \(after.received - before.received) from it"
    )
    await client.syncEngine?.stop()
  }

  /// A new store takes a hundred thousand notes.
  private static func large(
    _ report: Report, _ setting: Setting, _ text: @escaping (Int) -> String
  ) async throws {
    let (name, count) = ("first sync of 100,000 notes", 100_000)
    guard report.wants(name) else { return }
    let source = try await SyncScene(setting, notes: count, text: text)
    try await source.sync()
    let peers = try Peers(setting, count: count, text: text)
    if GitPair.isHere {
      try peers.git.fill()
      try peers.git.push()
    }
    var fresh: MarfaClient?
    try await report.row(
      samples: 1,
      ours: Action(
        name,
        prepare: {
          fresh = try await source.client(setting.path("sync-\(UUID().uuidString)/notes.sqlite"))
        }, work: { if let fresh { try await SyncScene.sync(fresh) } }),
      peers: peers.first(.ratio(1.0 / 3), .ratio(0.2)))
    await fresh?.syncEngine?.stop()
    await source.client.syncEngine?.stop()
    source.end()
  }
}
