import Foundation

/// What a device asks of marfa-server: batches, snapshots, another's change, how long one waits
/// for the others, and what a slow one holds up.
///
/// Before each row the server has indexed the words of what was written: it does that in pauses, of
/// which a benchmark has none.
///
/// `MARFA_BENCH_SERVER_NOTES` notes are in the snapshot instead of the run's own number.
enum SyncArea {
  static func run(_ report: Report, _ setting: Setting) async throws {
    let servers = try ServerPair(setting)
    let device = SyncDevice(port: servers.ours.port, authorization: servers.authorization)
    try await batches(report, setting, device)
    try await liveChange(report, setting, device)
    try await besideDrain(report, device, devices: 1)
    try await besideDrain(report, device, devices: 3)
    try await besideLargeBodies(report, device)
    try await snapshot(report, setting, device)
    try await besideSlowReader(report, servers, device)
  }

  // MARK: - Batches

  /// Ten thousand notes of 200 words that a device made while it was offline.
  private static func batches(
    _ report: Report, _ setting: Setting, _ device: SyncDevice
  ) async throws {
    let plain = try CNoteStore(path: setting.path("sync-batches.sqlite"), synchronous: "FULL")
    let size = 500
    let batch = CreationBatch(device, count: size, words: 200)
    let load = try RequestLoad(port: device.port, connections: 1) { batch.next() }
    let before = try device.itemCount()
    var inserted = 0
    try await report.row(
      samples: 3, .median(seconds: 1),
      baseline: Action("C: 10,000 notes in, no FTS, FULL") {
        for _ in 0..<20 {
          try plain.insertAll((0..<size).map { setting.corpus.note(inserted + $0) })
          inserted += size
        }
      }, ours: Action("10,000 creations in batches of \(size)") { try load.run(20) })
    // A refused entry has its place in an answer with status 200.
    let made = try device.itemCount() - before
    guard made == batch.sent else {
      throw LoopbackClient.Failure(what: "\(batch.sent - made) creations were refused")
    }
  }

  // MARK: - Another's change

  /// One `PATCH` until it is on another connection's stream.
  private static func liveChange(
    _ report: Report, _ setting: Setting, _ device: SyncDevice
  ) async throws {
    let disk = try DiskSync(path: setting.path("sync-page"))
    try device.settle()
    for words in [10, 200, 2_000] {
      let id = try device.newNote(words: words)
      let stream = try StreamReaders(
        count: 1, port: device.port, path: "/events", headers: [device.authorization])
      try stream.begin()
      var number = 0
      let load = try RequestLoad(port: device.port, connections: 1) {
        number += 1
        return device.titleChange(of: id, to: "title \(number)")
      }
      try await report.row(
        samples: 300, .median(seconds: 1e-3),
        baseline: Action("write and fdatasync of 4 KiB") { try disk.write() },
        ours: Action("PATCH of \(words) words to another's stream") {
          try load.run(1)
          try stream.wait(for: 1)
        })
    }
  }

  // MARK: - Beside others

  /// A change while other devices send their batches.
  private static func besideDrain(
    _ report: Report, _ device: SyncDevice, devices: Int
  ) async throws {
    let id = try device.newNote(words: 200)
    var number = 0
    let load = try RequestLoad(port: device.port, connections: 1) {
      number += 1
      return device.titleChange(of: id, to: "beside \(number)")
    }
    try device.settle()
    try device.beside { device in
      let batch = CreationBatch(device, count: 500, words: 200)
      return try RequestLoad(port: device.port, connections: devices) { batch.next() }
    } work: {
      for _ in 0..<500 {
        try load.run(1)
        usleep(5_000)
      }
    }
    report.show(
      "PATCH beside \(devices == 1 ? "a device that drains" : "\(devices) devices that drain")",
      Samples(load.takeLatencies()), nil,
      .p99(seconds: 30e-3))
  }

  /// The smallest request while six bodies of 14 MB arrive.
  private static func besideLargeBodies(_ report: Report, _ device: SyncDevice) async throws {
    let load = try RequestLoad(port: device.port, connections: 1) {
      LoopbackClient.bytes("GET /health")
    }
    try device.settle()
    try load.run(500)
    let alone = Samples(load.takeLatencies())
    for (name, isStored) in [("refused", false), ("stored", true)] {
      try device.beside { device in
        let body = device.largeBody(isStored: isStored)
        return try RequestLoad(port: device.port, connections: 6, acceptsRefusals: true) { body }
      } work: {
        for _ in 0..<500 {
          try load.run(1)
          usleep(5_000)
        }
      }
      report.show(
        "/health beside six bodies of 14 MB, \(name)", Samples(load.takeLatencies()),
        ("alone", alone), .p99(seconds: 20e-3))
    }
  }

  // MARK: - Snapshot

  /// Everything that the server has, by one device.
  private static func snapshot(
    _ report: Report, _ setting: Setting, _ device: SyncDevice
  ) async throws {
    let wanted =
      ProcessInfo.processInfo.environment["MARFA_BENCH_SERVER_NOTES"].flatMap(Int.init)
      ?? setting.corpus.count
    let present = try device.snapshot().items
    if present < wanted { try device.fill(wanted - present) }
    try device.settle()
    let count = try device.snapshot()
    try await report.row(
      samples: 3, .median(seconds: 1 / 60_000),
      ours: Action(
        "/snapshot of \(count.items) items, \(count.edges) edges: each", units: count.items
      ) { _ = try device.snapshot() })
  }

  /// How large the write-ahead log gets while one device takes a snapshot at a kilobyte a second
  /// and another makes 30,000 notes.
  private static func besideSlowReader(
    _ report: Report, _ servers: ServerPair, _ device: SyncDevice
  ) async throws {
    let batch = CreationBatch(device, count: 500, words: 200)
    let load = try RequestLoad(port: device.port, connections: 1) { batch.next() }
    // Earlier rows made transactions of many megabytes; after these batches the log has started
    // over.
    try load.run(20)
    let socket = try LoopbackClient.connect(port: device.port)
    defer { close(socket) }
    // Or the kernel takes most of a part at once.
    var size: Int32 = 4_096
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    try LoopbackClient.send(
      socket, LoopbackClient.bytes("GET /snapshot", headers: [device.authorization]))
    let log = servers.folder + "/data/marfa-server.sqlite-wal"
    var piece = [UInt8](repeating: 0, count: 1_000)
    var due = ContinuousClock.now
    var largest = 0
    for _ in 0..<60 {
      if ContinuousClock.now >= due {
        guard read(socket, &piece, piece.count) > 0 else {
          throw LoopbackClient.Failure(what: "the slow reader was cut off")
        }
        due += .seconds(1)
      }
      try load.run(1)
      let attributes = try FileManager.default.attributesOfItem(atPath: log)
      largest = max(largest, attributes[.size] as? Int ?? 0)
    }
    report.show(
      "write-ahead log beside a reader of 1 kB/s", bytes: Double(largest), nil,
      most: Double(64 << 20))
  }
}

/// A page that is written and synced, what no durable change can be faster than.
private final class DiskSync {
  private let file: Int32
  private let page = [UInt8](repeating: 7, count: 4_096)

  init(path: String) throws {
    file = open(path, O_CREAT | O_WRONLY, 0o600)
    guard file >= 0 else { throw LoopbackClient.Failure(what: "open: \(errno)") }
  }

  deinit { close(file) }

  func write() throws {
    guard pwrite(file, page, page.count, 0) == page.count, fdatasync(file) == 0 else {
      throw LoopbackClient.Failure(what: "write: \(errno)")
    }
  }
}
