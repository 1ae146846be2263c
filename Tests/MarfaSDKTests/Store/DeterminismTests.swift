import GRDB
import TestSupport
import Testing

/// Swift seeds the hashes of each process, and with them the order of sets and dictionaries.
@Suite(.timeLimit(.minutes(20))) struct DeterminismTests {
  private static let writer = "StoreCrashWriter"

  /// All rows of all tables but those of the search indexes.
  private func rows(_ path: String) async throws -> [String] {
    let queue = try DatabaseQueue(path: path)
    return try await queue.read { db in
      let tables = try String.fetchAll(
        db,
        sql: """
          SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'
            AND name NOT LIKE '%\\_fts\\_%' ESCAPE '\\' AND name NOT LIKE '%\\_trigram\\_%' ESCAPE '\\'
            AND name NOT GLOB 'sqlite_*' AND name NOT GLOB 'grdb_*' AND name NOT GLOB 'storage_*'
          ORDER BY name
          """)
      return try tables.flatMap { table in
        try Row.fetchAll(db, sql: "SELECT rowid, * FROM \"\(table)\" ORDER BY rowid")
          .map { "\(table) \($0)" }
      }
    }
  }

  @Test func `the same history makes the same rows, whatever the seed of the hashes`()
    async throws
  {
    try #require(KilledProgram.isBuilt(Self.writer))
    let folder = TemporaryFolder()
    var files: [[String]] = []
    for (number, environment) in [[:], [:], ["SWIFT_DETERMINISTIC_HASHING": "1"]].enumerated() {
      let path = folder.path("notes\(number).sqlite")
      let signal = try await KilledProgram.signal(
        ending: Self.writer, [path, "history"], environment: environment)
      #expect(signal == nil)
      files.append(try await rows(path))
    }

    #expect(files[0].contains { $0.hasPrefix("mutation ") })
    #expect(files[0] == files[1])
    #expect(files[0] == files[2])
  }
}
