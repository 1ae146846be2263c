import Foundation
import Glibc
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// Two processes that write into one note, each killed again and again.
@Suite(.timeLimit(.minutes(20))) struct KilledTypistTests {
  private static let device = "SyncDevice"

  /// A line to the server that is up, cuts connections, or is down.
  private enum Line { case up, cutting, down }

  @Test(arguments: [1, 2])
  func `after kills and cuts each line that was stored is in the note once`(
    seed: UInt64
  ) async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let paths = ["one", "two"].map { folder.path + "/\($0)/notes.sqlite" }
      let state = Mutex((line: Line.up, numbers: SplitMix64(seed: seed)))
      let proxy = try ForwardingProxy(
        port: server.url.port ?? 0,
        budget: {
          state.withLock { state in
            switch state.line {
            case .up: .max
            case .cutting: Int.random(in: 100...20_000, using: &state.numbers)
            case .down: 0
            }
          }
        })
      let behind = LoopbackServer(url: proxy.url, key: server.key, server: server.server)
      let id = try await NoteDevice(behind, paths[0]).create("")
      try await NoteDevice(behind, paths[1]).sync()

      var stored: Set<String> = []
      for (round, line) in [Line.up, .down, .cutting, .down, .up].enumerated() {
        for (place, path) in paths.enumerated() {
          let count = state.withLock {
            $0.line = line
            return Int.random(in: 3...25, using: &$0.numbers)
          }
          stored.formUnion(
            try await lines(
              of: [proxy.url.absoluteString, path, "\(place)x\(round)", id], server.key,
              killedAfter: count))
          // What is not sent is seen by the next process.
          if line == .down {
            #expect(try await NoteDevice(behind, path).waiting() == [.pushDocument])
          }
        }
      }

      state.withLock { $0.line = .up }
      var devices: [NoteDevice] = []
      for path in paths { devices.append(try await NoteDevice(behind, path)) }
      for device in devices {
        try await device.sync()
        #expect(try await device.waiting() == [])
      }
      let fresh = try await NoteDevice(behind, folder.path + "/fresh/notes.sqlite")
      try await fresh.sync()
      let all = try await fresh.open(id).text
      let written = all.split(separator: "\n").map(String.init)
      #expect(written.count == Set(written).count)
      #expect(stored.isSubset(of: written))
      for device in devices {
        try await device.open(id).until { $0 == all }
        #expect(try await device.body(id) == all)
        #expect(try await device.store.quickCheck() == [])
      }
    }
  }

  /// Runs a device until it has stored that many lines, kills it, and gives all that it stored.
  private func lines(
    of arguments: [String], _ key: String, killedAfter count: Int
  ) async throws -> Set<String> {
    let run = try ProgramRun(
      ProgramRun.built(Self.device), arguments, watching: .output,
      environment: ["SYNC_DEVICE_KEY": key])
    var stored: Set<String> = []
    func take(_ line: String) {
      if line.hasPrefix("stored ") { stored.insert(String(line.dropFirst(7))) }
    }
    while stored.count < count, let line = await run.lines.next() { take(line) }
    run.signal(SIGKILL)
    while let line = await run.lines.next() { take(line) }
    _ = await run.exitStatus()
    #expect(stored.count >= count)
    return stored
  }
}
