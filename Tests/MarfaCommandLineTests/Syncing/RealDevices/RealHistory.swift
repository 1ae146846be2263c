import Foundation
import Glibc
import MarfaSDK
import TestSupport

/// What people do with three devices and a server while everything around them fails.
final class RealHistory {
  /// What was needed for it could not be made.
  struct Failure: Error { var words: String }

  private let server: ServedNotes
  private let devices: [RealDevice]
  private var numbers: SplitMix64
  /// Lines that a device reported stored.
  private(set) var stored: Set<String> = []
  /// Lines whose device was killed, or said that it could not store them.
  private(set) var doubtful: Set<String> = []
  /// How often the disk was too full for a change.
  private(set) var fullDiskCount = 0
  /// What was done, and how it ended.
  private(set) var told: [String] = []
  private var next = 0

  init(seed: UInt64, endsSilence: Bool) async throws {
    numbers = SplitMix64(seed: seed)
    server = try await ServedNotes.start()
    let key = try await server.key()
    let port = try server.port()
    var devices: [RealDevice] = []
    for number in 0..<3 {
      let fixture = try CommandFixture.device(seed &* 10 &+ UInt64(number))
      let network = try FaultyNetwork(
        port: port, seed: seed &* 10 &+ UInt64(number), endsSilence: endsSilence)
      let login = try await fixture.logIn(to: network.url, key: key)
      guard login.status == 0 else { throw Failure(words: login.error) }
      if number != 2 { try await fixture.succeeds("config set server.conflicts copy") }
      devices.append(RealDevice(fixture, network))
    }
    for device in devices { device.network.fail() }
    self.devices = devices
  }

  private func random(_ bound: Int) -> Int { Int.random(in: 0..<max(bound, 1), using: &numbers) }

  // MARK: - Steps

  /// Does one thing.
  func step() async throws {
    let index = random(devices.count)
    switch random(20) {
    case 0...3: try await create(index)
    case 4...8: try await append(index)
    case 9: try await trash(index)
    case 10: try await tag(index)
    case 11: try await crash()
    case 12: try await syncAll()
    default: try await sync(index)
    }
  }

  private func tell(_ index: Int, _ words: String, _ status: Int32?) {
    told.append("\(index) \(words): \(status.map { "\($0)" } ?? "none")")
  }

  private func circumstances() -> RealDevice.Circumstances {
    switch random(8) {
    case 0: fullDisk()
    case 1: .killed
    default: .usual
    }
  }

  /// A disk that is full at once, or when some changes were written.
  private func fullDisk() -> RealDevice.Circumstances { .fullDisk(random(128)) }

  private func line() -> String {
    next += 1
    return "w\(next)"
  }

  private func keep(
    _ line: String, _ status: Int32?, _ circumstances: RealDevice.Circumstances
  ) {
    if status == 0 { stored.insert(line) } else { doubtful.insert(line) }
    if case .fullDisk = circumstances, status != 0 { fullDiskCount += 1 }
  }

  private func create(_ index: Int) async throws {
    let line = line()
    let circumstances = circumstances()
    let run = try await devices[index].run(
      ["new", "--title", "N" + line, "-"], input: line + "\n", circumstances)
    keep(line, run.status, circumstances)
    tell(index, "new \(line) \(circumstances)", run.status)
  }

  /// A note that a device has and that is not in the trash; nil when it has none.
  private func note(_ index: Int) async throws -> (id: String, body: String)? {
    let items = try await devices[index].contents().items().values.filter {
      $0.item.state == .active && $0.item.type == "core.note"
    }
    guard !items.isEmpty else { return nil }
    let item = items.sorted { $0.item.id < $1.item.id }[random(items.count)].item
    return (item.id, item.properties["body"]?.stringValue ?? "")
  }

  private func append(_ index: Int) async throws {
    guard let note = try await note(index) else { return try await create(index) }
    let line = line()
    let circumstances = circumstances()
    let run = try await devices[index].run(
      ["edit", note.id, "-"], input: note.body + line + "\n", circumstances)
    keep(line, run.status, circumstances)
    tell(index, "edit \(note.id) \(line) \(circumstances)", run.status)
  }

  private func trash(_ index: Int) async throws {
    guard let note = try await note(index) else { return }
    let run = try await devices[index].run(["rm", note.id])
    tell(index, "rm \(note.id)", run.status)
  }

  private func tag(_ index: Int) async throws {
    guard let note = try await note(index) else { return }
    let run = try await devices[index].run(["tag", "add", "t\(random(3))", note.id])
    tell(index, "tag \(note.id)", run.status)
  }

  private func crash() async throws {
    await server.kill()
    let index = random(devices.count)
    let run = try await devices[index].sync()
    tell(index, "sync without a server", run.status)
    try await server.restart()
  }

  private func sync(_ index: Int) async throws {
    let bytes = random(2) == 0 ? nil : random(6_000)
    let circumstances = random(6) == 0 ? fullDisk() : .usual
    let run = try await devices[index].sync(killedAfter: bytes, circumstances)
    let end = bytes.map { "\($0) bytes" } ?? "nothing"
    tell(index, "sync \(circumstances) killed after \(end): \(run.errors)", run.status)
  }

  private func syncAll() async throws {
    let runs = try devices.map { device in
      let run = try device.start(["sync", "--quiet"])
      device.network.watch(run, killedAfter: nil)
      return run
    }
    for (index, run) in runs.enumerated() {
      _ = await run.lines.rest()
      tell(index, "sync with the others", await run.exitStatus())
    }
  }

  // MARK: - The end

  /// Lets everything through, and syncs until nothing moves; answers what is wrong.
  func problems() async throws -> [String] {
    for device in devices { device.network.heal() }
    for round in 0..<3 {
      for device in devices {
        let run = try await device.run(["sync", "--wait", "--quiet"])
        tell(round, "healed sync", run.status)
        guard run.status == 4 else { continue }
        _ = try await device.run(["conflicts", "resolve", "--all", "--both"])
      }
    }
    for device in devices { _ = try await device.run(["sync", "--wait", "--quiet"]) }
    let fresh = try CommandFixture.device(99)
    let login = try await fresh.logIn(to: server.url, key: try await server.key())
    var problems = login.status == 0 ? [] : ["a fresh device: \(login.error)"]
    let server = SynchronousStore(try await fresh.store())
    let (items, edges) = (try server.items(), try server.edges())
    for (index, device) in devices.enumerated() {
      problems += try await self.problems(of: device, items, edges).map { "\(index) \($0)" }
    }
    return problems + lineProblems(items)
  }

  /// Keeps the stores of all devices and of the server, which it ends, and what was done.
  ///
  /// - Parameter folder: The folder, which is made; one of before is replaced.
  /// - Throws: The file manager's error.
  func keep(in folder: String) async throws {
    await server.kill()
    let files = FileManager.default
    if files.fileExists(atPath: folder) { try files.removeItem(atPath: folder) }
    try files.createDirectory(atPath: folder, withIntermediateDirectories: true)
    for (index, device) in devices.enumerated() {
      try device.fixture.directory.copy(to: "\(folder)/device-\(index)")
    }
    try server.folder.copy(to: folder + "/server")
    try Data(told.joined(separator: "\n").utf8).write(to: URL(filePath: folder + "/told"))
  }

  private func problems(
    of device: RealDevice, _ items: [String: ConfirmedItem], _ edges: [String: Edge]
  ) async throws -> [String] {
    let store = try await device.contents()
    var problems: [String] = []
    let (own, ownEdges) = (try store.items(), try store.edges())
    for id in Set(own.keys).union(items.keys).sorted() {
      let (mine, theirs) = (own[id], items[id])
      if mine?.item.properties != theirs?.item.properties || mine?.item.state != theirs?.item.state
        || mine?.tags != theirs?.tags || mine?.item.version != theirs?.item.version
      {
        problems.append("differs in \(id): \(Self.line(mine)) for \(Self.line(theirs))")
      }
    }
    func sent(_ edges: [String: Edge]) -> Set<String> {
      Set(edges.values.filter { $0.edgeType != "references" }.map(\.id))
    }
    if sent(ownEdges) != sent(edges) { problems.append("has other edges") }
    let (queue, refused) = (try store.queue(), try store.refused())
    if !queue.isEmpty { problems.append("has not sent \(queue.map(\.intent))") }
    if !refused.isEmpty { problems.append("keeps refused \(refused)") }
    return problems
  }

  private static func line(_ item: ConfirmedItem?) -> String {
    guard let item else { return "nothing" }
    return "v\(item.item.version) \(item.item.state) \(item.item.properties) \(item.tags ?? [])"
  }

  private func lineProblems(_ items: [String: ConfirmedItem]) -> [String] {
    var problems: [String] = []
    var there: Set<String> = []
    for (id, item) in items.sorted(by: { $0.key < $1.key }) {
      let lines = (item.item.properties["body"]?.stringValue ?? "").split(separator: "\n")
        .map(String.init).filter { $0.hasPrefix("w") }
      if Set(lines).count != lines.count { problems.append("\(id) has lines twice: \(lines)") }
      there.formUnion(lines)
    }
    for line in stored.subtracting(there).sorted() { problems.append("\(line) is lost") }
    let strange = there.subtracting(stored).subtracting(doubtful)
    if !strange.isEmpty { problems.append("nobody wrote \(strange.sorted())") }
    return problems
  }
}
