import Foundation
import Glibc
import MarfaModel
import MarfaServer
import Testing

@Suite struct ServerStoreCrashTests {
  /// The program that writes until it is killed, built beside the tests.
  private static var writer: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "ServerStoreCrashWriter")
  }

  private static let canRun = FileManager.default.isExecutableFile(atPath: writer.path)

  @Test(
    .enabled(if: canRun, "ServerStoreCrashWriter was not built"), arguments: [1, 40, 150, 300])
  func `every acknowledged write is there once after a kill, with its event`(
    count: Int
  ) async throws {
    let directory = FileManager.default.temporaryDirectory
      .appending(path: "marfa-server-store-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: directory) }

    let acknowledged = try Self.runAndKill(directory, afterLines: count)

    let clock = SystemWallClock()
    let store = try SQLiteServerStore(
      directory: directory, clock: clock, ids: ItemIDGenerator(seed: 1, clock: clock))
    var sourceIDs: [String: Int] = [:]
    var ids: Set<String> = []
    var filters = ListFilters(sort: .createdAt, limit: 200)
    repeat {
      let page = try await store.read(.items(ItemListRequest(filters)), for: FullAccess()).json
      for item in page["data"]?.arrayValue ?? [] {
        sourceIDs[item["source_id"]?.stringValue ?? "", default: 0] += 1
        ids.insert(item["id"]?.stringValue ?? "")
      }
      filters.cursor = page["cursor"]?.stringValue
    } while filters.cursor != nil
    let events = try await store.events(after: 0, limit: 1_000_000)
    #expect(acknowledged.count >= count)
    #expect(acknowledged.allSatisfy { sourceIDs[$0] == 1 })
    #expect(sourceIDs.values.allSatisfy { $0 == 1 })
    #expect(events.filter { $0.name == .itemCreated }.map(\.itemID).sorted() == ids.sorted())
    #expect(events.map(\.id) == Array(1...Int64(max(events.count, 1))))
    #expect(try await store.check() == [])
  }

  /// Runs the writer, reads so many lines, kills it, and gives all lines that it had written.
  private static func runAndKill(_ directory: String, afterLines count: Int) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = writer
    process.arguments = [directory]
    process.standardOutput = output
    try process.run()
    var bytes: [UInt8] = []
    while bytes.count(where: { $0 == 10 }) < count {
      let more = readSome(output)
      if more.isEmpty { break }
      bytes += more
    }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    while case let more = readSome(output), !more.isEmpty { bytes += more }
    let text = String(decoding: bytes, as: UTF8.self)
    // A last line that was cut off was not acknowledged.
    return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
  }

  /// Reads what is there, waiting for the first of it; empty at the end.
  ///
  /// Not by `FileHandle`, which ends the process when a signal interrupts it.
  private static func readSome(_ pipe: Pipe) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var count: Int
    repeat {
      count = read(pipe.fileHandleForReading.fileDescriptor, &buffer, buffer.count)
    } while count < 0 && errno == EINTR
    return Array(buffer[..<max(count, 0)])
  }
}
