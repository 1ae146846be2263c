import Dispatch
import Foundation
import Glibc
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// A device or a server, each a program of its own, that is killed while a file is on its way.
@Suite(.timeLimit(.minutes(20))) struct KilledTransferTests {
  enum Victim: CaseIterable, Sendable { case device, server }

  /// The line between them, which a test stops and lets go.
  private final class Line: Sendable {
    private struct State {
      var stop: (@Sendable (@escaping @Sendable () -> Void) -> ForwardingProxy.Treatment)?
      var requests: [String] = []
    }

    private final class Shared: Sendable {
      let state = Mutex(State())
      let gate = DispatchSemaphore(value: 0)
    }

    let url: String
    private let shared: Shared
    private let proxy: ForwardingProxy
    private let stops: AsyncStream<Void>

    init(port: Int) throws {
      let (stops, reached) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
      let shared = Shared()
      (self.stops, self.shared) = (stops, shared)
      proxy = try ForwardingProxy(
        port: port,
        treatment: {
          let stop = shared.state.withLock { $0.stop }
          return stop?({
            reached.yield()
            shared.gate.wait()
          }) ?? .forward(bytes: .max)
        },
        sent: { bytes in
          // A head comes in one piece, before its body.
          let text = String(decoding: bytes.prefix(2_000), as: UTF8.self)
          guard ["PATCH /blobs/", "GET /blobs/"].contains(where: text.hasPrefix) else { return }
          shared.state.withLock { $0.requests.append(text) }
        })
      url = proxy.url.absoluteString
    }

    deinit { shared.gate.signal() }

    /// The heads of requests that sent or asked for bytes of a file.
    var requests: [String] { shared.state.withLock { $0.requests } }

    /// Gives what a connection carries to a treatment from now on; it blocks until `letGo`.
    func stop(
      _ treatment: @escaping @Sendable (@escaping @Sendable () -> Void) -> ForwardingProxy.Treatment
    ) {
      shared.state.withLock { $0.stop = treatment }
    }

    /// Waits until a connection has stopped.
    func untilStopped() async { for await _ in stops { return } }

    /// Ends the stop, for later connections as well.
    func letGo() {
      shared.state.withLock { $0.stop = nil }
      shared.gate.signal()
    }
  }

  private struct Scene {
    let server: ServedNotes
    let line: Line
    let device: CommandFixture
    let client: MarfaClient

    init() async throws {
      server = try await ServedNotes.start()
      line = try Line(port: try server.port())
      device = try CommandFixture.device(1)
      let key = try await server.key()
      try await device.succeedsToLogIn(at: line.url, key: key)
      client = MarfaClient(url: try #require(URL(string: server.url)), apiKey: key)
    }

    /// Starts the device's program.
    func start(_ arguments: String) throws -> ProgramRun {
      try ProgramRun(
        ProgramRun.built("marfa"), arguments.split(separator: " ").map(String.init),
        watching: .errors, environment: device.variables)
    }

    /// Kills one of them, and lets a device go on or begin again.
    ///
    /// - Returns: The program that is to come to its end.
    func kill(_ victim: Victim, _ run: ProgramRun, _ arguments: String) async throws -> ProgramRun {
      switch victim {
      case .device:
        run.signal(SIGKILL)
        _ = await run.exitStatus()
        line.letGo()
        return try start(arguments)
      case .server:
        await server.kill()
        try await server.restart()
        line.letGo()
        return run
      }
    }
  }

  private func bytes(_ count: Int) -> [UInt8] {
    var numbers = SplitMix64(seed: 15)
    let words = (0..<count / 8).map { _ in numbers.next() }
    return words.withUnsafeBytes { Array($0) }
  }

  @Test func `a program that is killed while it reads a file has attached nothing`() async throws {
    let device = try CommandFixture.device(1)
    _ = await device.note("--title Rye", text: "x\n")
    let path = device.directory.path + "/long.bin"
    try Data().write(to: URL(filePath: path))
    try #require(truncate(path, 1 << 30) == 0)
    let run = try ProgramRun(
      ProgramRun.built("marfa"), ["attach", "Rye", path, "--progress", "json"],
      watching: .errors, environment: device.variables)
    #expect(await run.lines.next(startingWith: "{") != nil)

    run.signal(SIGKILL)
    let status = await run.exitStatus()

    #expect(status == -SIGKILL)
    #expect(await device.run("attach Rye").output == "")
    let blobs = device.directory.path + "/data/blobs"
    #expect(try FileManager.default.contentsOfDirectory(atPath: blobs) == ["incoming"])
    try #require(truncate(path, 5) == 0)
    try await device.succeeds("attach Rye long.bin --quiet")
    #expect(await device.run("attach Rye").output == "here  5 bytes  long.bin\n")
  }

  /// The answers to the creation of an upload, and to its last byte.
  private static let answers = ["Location: /blobs/uploads/", "Upload-Offset: 100000"]

  @Test(arguments: Victim.allCases, answers)
  func `a program that is killed before an answer arrives makes nobody send a byte twice`(
    victim: Victim, answer: String
  ) async throws {
    let scene = try await Scene()
    let content = bytes(100_000)
    try Data(content).write(to: URL(filePath: scene.device.directory.path + "/rye.bin"))
    let note = await scene.device.note("--title Rye", text: "x\n")
    try await scene.device.succeeds("attach Rye rye.bin --quiet")
    scene.line.stop { .cut(before: answer, $0) }

    let run = try scene.start("sync --wait --quiet")
    await scene.line.untilStopped()
    let last = try await scene.kill(victim, run, "sync --wait --quiet")
    let status = await last.exitStatus()

    #expect(status == 0)
    #expect(scene.line.requests.count == 1)
    let there = try await scene.client.items.get(id: note).attachments.map(\.blobRef)
    #expect(try await scene.client.blobs.get(try #require(there.first)) == content)
    #expect(await scene.device.run("attach Rye").output == "stored  100 kB  rye.bin\n")
  }

  @Test(arguments: Victim.allCases)
  func `a download goes on where it was after one side was killed`(victim: Victim) async throws {
    let scene = try await Scene()
    let words = "the second half "
    let content = bytes(2 << 20) + Array(String(repeating: words, count: (2 << 20) / 16).utf8)
    let hash = try await scene.client.blobs.upload(
      data: content, mimeType: "application/octet-stream")
    _ = try await scene.client.items.create(
      CreateItemInput(
        type: "core.note", properties: ["title": "Rye", "body": "x"],
        attachments: [
          Attachment(blobRef: hash, mimeType: "application/octet-stream", title: "rye.bin")
        ]))
    try await scene.device.succeeds("sync --wait --quiet")
    let command = "get Rye --progress json --output \(scene.device.directory.path)/rye.bin"
    scene.line.stop { .cut(before: words, $0) }

    let run = try scene.start(command)
    await scene.line.untilStopped()
    // Its first bytes are in its file.
    #expect(await run.lines.next(startingWith: "{") != nil)
    let last = try await scene.kill(victim, run, command)
    let status = await last.exitStatus()

    #expect(status == 0)
    let written = try Data(contentsOf: URL(filePath: scene.device.directory.path + "/rye.bin"))
    #expect(written == Data(content))
    let requests = scene.line.requests
    #expect(requests.count == 2)
    #expect(requests.count { $0.contains("\r\nRange: bytes=") } == 1, "\(requests)")
  }
}
