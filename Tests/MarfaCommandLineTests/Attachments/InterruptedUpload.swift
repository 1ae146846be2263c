import Foundation
import Glibc
import MarfaSDK
import TestSupport

/// A file on its way from a device to a server, each a program of its own, over a line of limited
/// speed that is interrupted at five places.
///
/// Ten times a second the bytes that the device has noted as acknowledged are compared with those
/// that the server has.
final class InterruptedUpload {
  /// What interrupts it.
  enum Interruption: CaseIterable {
    case deviceKilled, serverKilled, networkCut, suspended, quit
  }

  /// Something could not be begun.
  struct Failure: Error { var words: String }

  private static let size = 12 << 20
  /// Bytes of the file that pass between two looks: 2 MB in a second.
  private static let pace = 200_000
  /// The most bytes that the server may have without the device knowing.
  private static let most: Int64 = 4 << 20

  private(set) var samples = 0
  private(set) var problems: [String] = []

  private let server: ServedNotes
  private let line: UploadCutter
  private let device: CommandFixture
  private let store: LocalStore
  /// A connection to the server that nothing interrupts.
  private let client: MarfaClient
  private let transport: CurlTransport
  private let content: [UInt8]
  private let note: String
  private let hash: String
  private var run: ProgramRun
  /// The bytes that were acknowledged at the last look.
  private var last: Int64 = 0
  /// The bytes that the program reported last.
  private var lastSaid: Int64 = 0

  /// Attaches a file on a device, which begins to send it.
  init() async throws {
    let server = try await ServedNotes.start()
    let line = try UploadCutter(port: try server.port())
    let device = try CommandFixture.device(1)
    let key = try await server.key()
    try await device.succeedsToLogIn(at: line.url.absoluteString, key: key)
    guard let url = URL(string: server.url) else { throw Failure(words: server.url) }
    let content = Self.bytes()
    try Data(content).write(to: URL(filePath: device.directory.path + "/long.bin"))
    note = await device.note("--title Long", text: "x\n")
    try await device.succeeds("attach Long long.bin --quiet")
    hash = await device.run(["attach", "Long", "--format", "{hash}"]).output
      .trimmingCharacters(in: .newlines)
    store = try await device.store()
    line.letPass(Self.pace)
    run = try Self.start(device)
    (self.server, self.line, self.device, self.content) = (server, line, device, content)
    (client, transport) = (MarfaClient(url: url, apiKey: key), CurlTransport(url: url, apiKey: key))
  }

  private static func bytes() -> [UInt8] {
    var numbers = SplitMix64(seed: 15)
    let words = (0..<size / 8).map { _ in numbers.next() }
    return words.withUnsafeBytes { Array($0) }
  }

  private static func start(_ device: CommandFixture) throws -> ProgramRun {
    try ProgramRun(
      ProgramRun.built("marfa"), ["sync", "--wait", "--progress", "json"], watching: .errors,
      environment: device.variables)
  }

  /// Looks ten times a second until the task ends.
  private static func looks() -> AsyncStream<Void> {
    AsyncStream {
      // No result depends on this time: it is that between two looks, as a person has it.
      do { try await ContinuousClock().sleep(for: .milliseconds(100)) } catch { return nil }
      return ()
    }
  }

  // MARK: - The way

  /// Interrupts it again and again, until nothing is left to be sent.
  ///
  /// - Returns: What interrupted it, in order.
  func run() async throws -> [Interruption] {
    let all = Interruption.allCases
    var done: [Interruption] = []
    for await _ in Self.looks() {
      guard let there = try await look() else { break }
      guard done.count < all.count,
        there > Int64(Self.size / (all.count + 1) * (done.count + 1))
      else { continue }
      try await interrupt(all[done.count])
      done.append(all[done.count])
    }
    line.letPass(nil)
    guard await run.exitStatus() == 0 else { throw Failure(words: "The last run failed.") }
    take(await run.lines.rest())
    return done
  }

  /// Whether the server has the same bytes, and the note names them.
  func isWhole() async throws -> Bool {
    let there = try await client.items.get(id: note).attachments.map(\.blobRef)
    let bytes = try await client.blobs.get(hash)
    return there == [hash] && bytes == content
  }

  private func interrupt(_ interruption: Interruption) async throws {
    switch interruption {
    case .deviceKilled:
      run.signal(SIGKILL)
      try await startAgain(after: -SIGKILL)
    case .serverKilled:
      await server.kill()
      try await look(times: 3)
      try await server.restart()
      try await compareWithOffset()
    case .networkCut:
      line.takeDown()
      try await look(times: 3)
      try await compareWithOffset()
      line.mend()
    case .suspended:
      run.signal(SIGSTOP)
      try await look(times: 5)
      try await compareWithOffset()
      run.signal(SIGCONT)
    case .quit:
      run.signal(SIGINT)
      try await startAgain(after: 130)
    }
  }

  /// Starts the device again after it has ended.
  private func startAgain(after expected: Int32) async throws {
    let status = await run.exitStatus()
    if status != expected { problems.append("ended with \(status, default: "nothing")") }
    take(await run.lines.rest())
    try await compareWithOffset()
    run = try Self.start(device)
  }

  // MARK: - Looks

  private func look(times: Int) async throws {
    for await _ in Self.looks().prefix(times) { _ = try await look() }
  }

  /// Lets bytes pass, and looks at the device, the server, and the device again.
  ///
  /// - Returns: The bytes on the server; nil when nothing is left to be sent.
  private func look() async throws -> Int64? {
    // Bytes that were not used are not saved for later.
    if line.isStalled { line.letPass(Self.pace) }
    guard let before = try await store.uploads().first else { return nil }
    // The file is looked at, since a request would end the piece that is on its way.
    guard let there = before.url.flatMap({ size(ofUpload: $0) }) else { return before.offset }
    try await compare(before.offset, with: there)
    return there
  }

  /// Compares with what the server answers, while nothing is on its way.
  private func compareWithOffset() async throws {
    guard let before = try await store.uploads().first, let url = before.url else {
      return problems.append("has no address")
    }
    let answer = try await transport.upload(
      TransportUpload("HEAD", url, headers: ["Tus-Resumable": "1.0.0"]), onBytesSent: nil)
    guard let there = answer.headers["upload-offset"].flatMap({ Int64($0) }) else {
      return problems.append("the server answers \(answer.status)")
    }
    try await compare(before.offset, with: there)
  }

  private func compare(_ acknowledged: Int64, with there: Int64) async throws {
    let after = try await store.uploads().first?.offset ?? Int64(Self.size)
    samples += 1
    if acknowledged > there { problems.append("\(acknowledged) is more than \(there)") }
    if there - after > Self.most { problems.append("\(after) is far from \(there)") }
    if acknowledged < last { problems.append("\(acknowledged) after \(last)") }
    last = acknowledged
  }

  private func size(ofUpload url: String) -> Int64? {
    let id = url.split(separator: "/").last.map(String.init) ?? ""
    var status = stat()
    // The file goes when the upload becomes a blob.
    guard stat(server.folder.path + "/server/blobs/partial/" + id, &status) == 0 else { return nil }
    return Int64(status.st_size)
  }

  /// Takes the lines of a run: the bytes that they report never fall, not even after a restart.
  private func take(_ lines: String) {
    for line in lines.split(separator: "\n") where line.hasPrefix("{") {
      // A line that is no JSON is reported below, as one without a number.
      let record = try? JSONParser.parse(Array(line.utf8)).objectValue
      guard let sent = record?["sent"]?.integerValue else {
        problems.append(String(line))
        continue
      }
      if sent < lastSaid { problems.append("\(sent) said after \(lastSaid)") }
      lastSaid = sent
    }
  }
}
