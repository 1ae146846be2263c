import Foundation

extension ServerArea {
  private static let subscribers = 1_000
  private static let idleCount = 5_000
  private static let burst = 100

  /// One change to a thousand streams, and a hundred changes at once; ours are durable first.
  static func fanOut(_ report: Report, _ servers: ServerPair) async throws {
    let words = String(repeating: "heron ", count: 10)
    let ours = try Publication(
      servers.ours, "/events", headers: [servers.authorization], subscribers
    ) { newNote(servers, words) }
    // As many bytes as an event of ours has.
    let message = String(repeating: "x", count: 480)
    let nchan =
      try servers.hasChannels
      ? servers.nginx.map {
        try Publication($0, "/sub", headers: [], subscribers) {
          LoopbackClient.bytes("POST /pub", headers: ["Content-Type: text/plain"], body: message)
        }
      } : nil
    let absence = servers.nginx == nil ? ServerPair.Absence.nginx : .nchan
    try await report.row(
      samples: 100, .ratio(2),
      baseline: nchan.map { nchan in
        Action("nchan, nothing stored", count: 1) { try nchan.publish(1) }
      }, absence: absence.rawValue,
      ours: Action("a durable note to the last of 1,000 streams") { try ours.publish(1) })
    let deliveries = burst * subscribers
    try await report.row(
      samples: 5, .ratio(2),
      baseline: nchan.map { nchan in
        Action("nchan, nothing stored", units: deliveries) { try nchan.publish(burst) }
      }, absence: absence.rawValue,
      ours: Action("100 notes to 1,000 streams: each delivery", units: deliveries) {
        try ours.publish(burst)
      })
  }

  /// What a stream that waits costs in memory, and the processor.
  static func idleStreams(_ report: Report, _ servers: ServerPair) async throws {
    let before = servers.ours.residentBytes
    let ours = try StreamReaders(
      count: idleCount, port: servers.ours.port, path: "/events",
      headers: [servers.authorization])
    try ours.begin()
    let each = (servers.ours.residentBytes - before) / Double(idleCount)
    var baseline: (String, Double)?
    if servers.hasChannels, let nginx = servers.nginx {
      let before = nginx.residentBytes
      let readers = try StreamReaders(
        count: idleCount, port: nginx.port, path: "/sub", headers: [])
      try readers.begin()
      baseline = ("nchan", (nginx.residentBytes - before) / Double(idleCount))
    }
    let absence = servers.nginx == nil ? ServerPair.Absence.nginx : .nchan
    report.show(
      "memory of an idle stream, of 5,000", bytes: each, baseline, absence: absence.rawValue)
  }

  /// Open streams, and a connection or a few on which events are made.
  private struct Publication {
    let readers: StreamReaders
    let load: RequestLoad

    init(
      _ server: ChildServer, _ path: String, headers: [String], _ count: Int,
      _ request: @escaping () -> [UInt8]
    ) throws {
      readers = try StreamReaders(
        count: count, port: server.port, path: path, headers: headers)
      try readers.begin()
      load = try RequestLoad(port: server.port, connections: 8, request: request)
    }

    /// Makes events and waits until every stream has them all.
    func publish(_ count: Int) throws {
      try load.run(count)
      try readers.wait(for: count)
    }
  }
}
