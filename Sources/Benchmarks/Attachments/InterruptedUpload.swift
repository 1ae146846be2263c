import Foundation
import MarfaSDK

/// An upload that is interrupted at five places.
final class InterruptedUpload {
  /// What interrupts it.
  enum Kind: String, CaseIterable {
    case deviceKilled = "device killed"
    case serverKilled = "server killed"
    case networkCut = "network cut for 2 s"
    case suspended = "suspended for 3 s"
    case quit = "quit and started"
  }

  /// An interruption.
  struct Interruption {
    var kind: Kind
    /// The bytes that were there.
    var offset: Int64
    /// When everything was as before, and when the next bytes were there; in seconds.
    var ended = 0.0
    var resumed = 0.0
  }

  /// The most bytes that the server may have and the device not know of: a piece.
  private static let piece: Int64 = 4 << 20

  private(set) var samples = 0
  /// The largest number of bytes that the server had and the device did not know of.
  private(set) var distance: Int64 = 0
  private(set) var problems: [String] = []

  private let scene: AttachmentScene
  private let line: SlowLine
  private let device: AttachmentScene.Device
  private let store: LocalStore
  private let file: String
  private let hash: String
  private let size: Int64
  private var window: TerminalProgram
  private var last: Int64 = 0

  /// Attaches a file on a device that reaches its server over a line, and opens its window.
  init(_ scene: AttachmentScene, mebibytes: Int, bytesPerSecond: Double) throws {
    self.scene = scene
    size = Int64(mebibytes) << 20
    line = try SlowLine(to: scene.server.port, bytesPerSecond: bytesPerSecond)
    device = try scene.device("desk", port: line.port)
    file = try scene.file(mebibytes: mebibytes)
    try device.attach(file, to: "Long")
    hash = try device.run(["attach", "Long", "--format", "{hash}"])
      .trimmingCharacters(in: .whitespacesAndNewlines)
    store = try LocalStore.open(path: device.database)
    window = try device.window()
  }

  /// Lets it go, interrupted, until nothing waits any more.
  func run() async throws -> [Interruption] {
    var done: [Interruption] = []
    let kinds = Kind.allCases
    while let upload = try await store.uploads().first {
      window.drain(milliseconds: 100)
      try await sample()
      if let newest = done.last, newest.resumed == 0, last > newest.offset {
        done[done.count - 1].resumed = Action.passedSeconds()
      }
      guard done.count < kinds.count, done.last?.resumed != 0,
        upload.offset > size / Int64(kinds.count + 1) * Int64(done.count + 1)
      else { continue }
      var interruption = Interruption(kind: kinds[done.count], offset: last)
      try await interrupt(interruption.kind)
      interruption.ended = Action.passedSeconds()
      // What was on its way when it happened has arrived now.
      try await sample()
      interruption.offset = last
      done.append(interruption)
    }
    guard done.count == kinds.count else {
      throw AttachmentScene.Failure(what: "interrupted \(done.count) times only")
    }
    return done
  }

  /// Whether another program gets the same bytes from the server.
  func isWhole() throws -> Bool {
    try scene.curlDownload(hash, to: scene.folder + "/whole")
    return FileManager.default.contentsEqual(atPath: file, andPath: scene.folder + "/whole")
  }

  private func interrupt(_ kind: Kind) async throws {
    switch kind {
    case .deviceKilled:
      window.signal(SIGKILL)
      window = try device.window()
    case .serverKilled:
      scene.killServer()
      try await wait(seconds: 1)
      try scene.startServer()
    case .networkCut:
      line.cut()
      try await wait(seconds: 2)
      line.mend()
    case .suspended:
      window.signal(SIGSTOP)
      try await wait(seconds: 3)
      window.signal(SIGCONT)
    case .quit:
      window.type("Q")
      window.drain(milliseconds: 500)
      window.type("y")
      window.drain(milliseconds: 500)
      window = try device.window()
    }
  }

  private func wait(seconds: Int) async throws {
    for _ in 0..<seconds * 10 {
      window.drain(milliseconds: 100)
      try await sample()
    }
  }

  /// Looks at the device, the server, and the device again.
  private func sample() async throws {
    guard let before = try await store.uploads().first, let url = before.url,
      let there = try scene.offset(of: url)
    else { return }
    let after = try await store.uploads().first?.offset ?? size
    samples += 1
    distance = max(distance, there - after)
    if before.offset > there { problems.append("\(before.offset) is more than \(there)") }
    if there - after > Self.piece { problems.append("\(after) is far from \(there)") }
    if before.offset < last { problems.append("\(before.offset) after \(last)") }
    last = max(last, before.offset)
  }
}
