import Foundation

/// marfa-server in a process of its own, driven over loopback, compared with nginx.
///
/// The client and both servers share the machine's cores, so that a request's duration is also
/// that of the client's work; the processor time of the server alone is what "per core" means.
enum ServerArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    try await coldStart(report, setting)
    let servers = try ServerPair(setting)
    try await reads(report, servers)
    try await writes(report, servers, setting)
    try await fanOut(report, servers)
    try await idleStreams(report, servers)
    try await blobs(report, servers)
  }

  /// How many more requests nginx may answer with a core than we do.
  private static let tinyRatio = Bound.ratio(1 / 0.35)
  private static let connections = 32
  private static let batch = 4_000

  // MARK: - Start

  private static func coldStart(_ report: Report, _ setting: Setting) async throws {
    let folder = setting.path("server-start")
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    // The first start makes the tables.
    try ServerPair.start(folder + "/data", log: folder + "/log").end()
    var running: [ChildServer?] = []
    let stop = {
      for server in running { server?.end() }
      running = []
    }
    let nginx = Action("nginx", prepare: stop) {
      running.append(try ServerPair.startNginx(folder + "/nginx"))
    }
    let isThere = try ServerPair.startNginx(folder + "/nginx") != nil
    try await report.row(
      samples: 20, baseline: isThere ? nginx : nil, absence: ServerPair.Absence.nginx.rawValue,
      ours: Action("start to the first answer, store there", prepare: stop) {
        running.append(try ServerPair.start(folder + "/data", log: folder + "/log"))
      })
    stop()
  }

  // MARK: - Reads

  private static func reads(_ report: Report, _ servers: ServerPair) async throws {
    let id = try newItem(servers)
    let rows: [(String, String, Bound?)] = [
      ("tiny authenticated GET", "/items/stats", tinyRatio),
      ("GET of an item", "/items/\(id)", nil),
    ]
    for (name, path, bound) in rows {
      try await load(report, servers, name, connections: connections, bound) {
        LoopbackClient.bytes("GET \(path)", headers: [servers.authorization])
      }
      try await load(report, servers, name, connections: 1, nil) {
        LoopbackClient.bytes("GET \(path)", headers: [servers.authorization])
      }
    }
  }

  /// Three rows of one load: time and processor time for each request, and how long answers took.
  private static func load(
    _ report: Report, _ servers: ServerPair, _ name: String, connections: Int, _ bound: Bound?,
    _ request: @escaping () -> [UInt8]
  ) async throws {
    let ours = try RequestLoad(
      port: servers.ours.port, connections: connections, request: request)
    let tiny = LoopbackClient.bytes("GET /tiny")
    let nginx = try servers.nginx.map {
      try RequestLoad(port: $0.port, connections: connections) { tiny }
    }
    let name = "\(name), \(connections) connection\(connections == 1 ? "" : "s")"
    let absence = ServerPair.Absence.nginx.rawValue
    try await report.row(
      samples: 5,
      baseline: nginx.map { nginx in
        Action("nginx, a fixed answer", units: batch) { try nginx.run(batch) }
      }, absence: absence, ours: Action("\(name): each", units: batch) { try ours.run(batch) })
    report.show(
      "\(name): latency", Samples(ours.takeLatencies()),
      nginx.map { ("nginx, a fixed answer", Samples($0.takeLatencies())) }, absence: absence)
    guard let bound else { return }
    // The kernel counts processor time in hundredths of a second: enough work for many of them.
    let many = 5 * batch
    try await report.row(
      samples: 3, bound,
      baseline: nginx.flatMap { load in
        servers.nginx.map { server in
          Action("nginx, a fixed answer", units: many, meter: { server.processorSeconds }) {
            try load.run(many)
          }
        }
      }, absence: absence,
      ours: Action(
        "\(name): processor", units: many, meter: { servers.ours.processorSeconds }
      ) { try ours.run(many) })
  }

  // MARK: - Writes

  private static func writes(
    _ report: Report, _ servers: ServerPair, _ setting: Setting
  ) async throws {
    let plain = try CNoteStore(path: setting.path("server-writes.sqlite"), synchronous: "FULL")
    var number = 0
    func next() -> Corpus.Note {
      number += 1
      return setting.corpus.note(number)
    }
    let batch = 1_000
    for connections in [connections, 1] {
      let load = try RequestLoad(port: servers.ours.port, connections: connections) {
        newNote(servers, next().body)
      }
      let name = "POST of a note, \(connections) connection\(connections == 1 ? "" : "s")"
      try await report.row(
        samples: 5,
        baseline: Action("C: one note in, no FTS, FULL", count: batch) {
          try plain.insertAll([next()])
        }, ours: Action("\(name): each", units: batch) { try load.run(batch) })
      report.show("\(name): latency", Samples(load.takeLatencies()), nil)
    }
  }

  /// The request for a note with a body of plain words.
  static func newNote(_ servers: ServerPair, _ body: String) -> [UInt8] {
    LoopbackClient.bytes(
      "POST /items", headers: [servers.authorization, "Content-Type: application/json"],
      body: #"{"type":"core.note","properties":{"body":"\#(body)"}}"#)
  }

  private static func newItem(_ servers: ServerPair) throws -> String {
    let answer = try LoopbackClient.request(
      port: servers.ours.port, "POST /items",
      headers: [servers.authorization, "Content-Type: application/json"],
      body: #"{"type":"core.note","properties":{"body":"a short note"}}"#)
    guard let range = answer.body.firstRange(of: #""id":""#) else {
      throw LoopbackClient.Failure(what: answer.body)
    }
    return String(answer.body[range.upperBound...].prefix(36))
  }
}
