import Foundation
import GRDB
import TestSupport
import Testing

/// Swift seeds the hashes of each process, and with them the order of sets and dictionaries.
@Suite(.timeLimit(.minutes(20))) struct ServerDeterminismTests {
  private static let writer = "ServerStoreCrashWriter"
  /// What clients see; secrets of the space differ by intention.
  private static let tables = [
    "item", "item_tag", "extension", "version", "edge", "event", "tombstone", "type_count",
    "tag_count",
  ]

  private func rows(_ directory: String) async throws -> [String] {
    let queue = try DatabaseQueue(path: directory + "/marfa-server.sqlite")
    return try await queue.read { db in
      try Self.tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT * FROM \"\(table)\"").map { "\(table) \($0)" }
      }
    }
  }

  @Test func `the same history makes the same rows, whatever the seed of the hashes`()
    async throws
  {
    try #require(KilledProgram.isBuilt(Self.writer))
    let folder = try TemporaryDirectory()
    var stores: [[String]] = []
    for (number, environment) in [[:], [:], ["SWIFT_DETERMINISTIC_HASHING": "1"]].enumerated() {
      let directory = folder.path + "/\(number)"
      try FileManager.default.createDirectory(
        atPath: directory, withIntermediateDirectories: true)
      let signal = try await KilledProgram.signal(
        ending: Self.writer, [directory, "history"], environment: environment)
      #expect(signal == nil)
      stores.append(try await rows(directory))
    }

    #expect(stores[0].count { $0.hasPrefix("item ") } >= 7)
    #expect(stores[0] == stores[1])
    #expect(stores[0] == stores[2])
  }
}
