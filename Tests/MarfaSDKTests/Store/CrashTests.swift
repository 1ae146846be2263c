import Foundation
import Glibc
import MarfaSDK
import Testing

@Suite struct CrashTests {
  /// The program that writes until it is killed, built beside the tests.
  private static var writer: URL {
    URL(filePath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "StoreCrashWriter")
  }

  private static let canRun = FileManager.default.isExecutableFile(atPath: writer.path)

  @Test(.enabled(if: canRun, "StoreCrashWriter was not built"), arguments: [1, 7, 24, 61])
  func `every acknowledged save is there exactly once after a kill`(count: Int) async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")

    let acknowledged = try Self.runAndKill(path, "saves", afterLines: count)
    let client = try await MarfaClient.local(path: path)

    for line in acknowledged {
      let words = line.split(separator: " ")
      let number = String(words[1])
      let found = try await client.items.list(
        ListFilters(filter: "source_id eq \"\(number)\"")
      ).data
      #expect(found.count == 1)
      if words[0] == "saved" {
        #expect(found.first?.properties["body"] == .string("saved \(number) [[Note 0]]"))
      }
    }
    #expect(try await client.store.quickCheck() == [])
    #expect(try await client.store.verifySearchIndex() == [])
  }

  @Test(.enabled(if: canRun, "StoreCrashWriter was not built"), arguments: [0, 2])
  func `a batch is there as a whole or not at all after a kill`(count: Int) async throws {
    let folder = TemporaryFolder()
    let path = folder.path("notes.sqlite")

    let acknowledged = try Self.runAndKill(path, "batches", afterLines: count)
    let client = try await MarfaClient.local(path: path)

    let total = try await client.store.count(ListFilters())
    #expect(total % 500 == 0)
    #expect(total >= acknowledged.count * 500)
    #expect(try await client.metadata.listTags().map(\.count) == (total == 0 ? [] : [total]))
    #expect(try await client.store.quickCheck() == [])
    #expect(try await client.store.verifySearchIndex() == [])
  }

  /// Runs the writer, reads so many lines, kills it, and gives all lines that it had written.
  private static func runAndKill(
    _ path: String, _ mode: String, afterLines count: Int
  ) throws -> [String] {
    let process = Process()
    let output = Pipe()
    process.executableURL = writer
    process.arguments = [path, mode]
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
