import Foundation
import Glibc
import MarfaSDK
import TestSupport
import Testing

@Suite(.timeLimit(.minutes(20))) struct CutConnectionTests {
  private static let device = "SyncDevice"

  /// The titles of all notes of a device.
  private func titles(_ device: SocketDevice) async throws -> [String] {
    var titles: [String] = []
    var filters = ListFilters(type: "core.note", limit: 200)
    repeat {
      let page = try await device.client.items.list(filters)
      titles += page.data.compactMap { $0.properties["title"]?.stringValue }
      filters.cursor = page.hasMore ? page.cursor : nil
    } while filters.cursor != nil
    return titles.sorted()
  }

  /// Two processes that write notes, each killed several times, behind a proxy that cuts.
  @Test(arguments: [1, 2])
  func `after cuts and kills every note that was stored is on all devices once`(
    seed: UInt64
  ) async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      let proxy = try CuttingProxy(port: server.url.port ?? 0, seed: seed)
      var numbers = SplitMix64(seed: seed)
      var stored: Set<String> = []
      for round in 0..<6 {
        let name = round % 2 == 0 ? "one" : "two"
        let count = Int.random(in: 5...60, using: &numbers)
        let lines = try await self.lines(
          of: [proxy.url.absoluteString, folder.path + "/\(name)/notes.sqlite", "\(name)\(round)"],
          server.key, killedAfter: count)
        stored.formUnion(lines.filter { $0.hasPrefix("stored ") }.map { String($0.dropFirst(7)) })
      }

      proxy.heal()
      var devices: [SocketDevice] = []
      for name in ["one", "two", "fresh"] {
        let device = try await SocketDevice(
          url: proxy.url, key: server.key, store: folder.path + "/\(name)/notes.sqlite")
        try await device.start()
        devices.append(device)
      }
      // The last one has everything, since the others had nothing left to send.
      let all = try await titles(devices[2])
      #expect(all.count == Set(all).count)
      #expect(stored.isSubset(of: all))
      for device in devices.dropLast() {
        try await device.until { try await $0.store?.statistics().itemCount == all.count }
        #expect(try await titles(device) == all)
        #expect(try await device.client.mutationQueue?.fetchRefused().isEmpty == true)
      }
      for device in devices { await device.client.syncEngine?.stop() }
    }
  }

  /// Runs a device until it has printed that many lines, kills it, and gives all its lines.
  private func lines(
    of arguments: [String], _ key: String, killedAfter count: Int
  ) async throws -> [String] {
    let run = try ProgramRun(
      ProgramRun.built(Self.device), arguments, watching: .output,
      environment: ["SYNC_DEVICE_KEY": key])
    var lines: [String] = []
    while lines.count < count, let line = await run.lines.next() { lines.append(line) }
    run.signal(SIGKILL)
    while let line = await run.lines.next() { lines.append(line) }
    _ = await run.exitStatus()
    return lines
  }
}
