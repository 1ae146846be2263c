import Foundation
import GRDB
import MarfaModel
import MarfaServer
import Testing

/// A client that reads very slowly holds nothing that others need.
@Suite(.timeLimit(.minutes(20))) struct SlowReaderTests {
  @Test(arguments: [
    "/snapshot", "/items?limit=200&include=metadata,extensions", "/changes?after=0",
  ])
  func `the write-ahead log stays small while a reader takes a kilobyte at a time`(
    path: String
  ) async throws {
    try await FlowServer.run { server in
      let long = String(repeating: "x", count: 400_000)
      for _ in 0..<20 { try await server.note(long) }
      let writer = try DatabaseQueue(path: server.data.path + "/marfa-server.sqlite")
      let log = server.data.path + "/marfa-server.sqlite-wal"

      try await RawConnection.open(port: server.port) { connection in
        try await connection.send("GET", path, headers: [server.authorization])
        #expect(try await connection.receive(count: 12) == Array("HTTP/1.1 200".utf8))
        var largest = 0
        for number in 0..<100 {
          // A megabyte is written while the reader takes a kilobyte.
          try await writer.write { db in
            try db.execute(
              sql: """
                INSERT INTO version(id, item, version, properties, created_at)
                SELECT ?, MIN(key), 1, hex(zeroblob(524288)), 0 FROM item
                """, arguments: ["v\(number)"])
          }
          _ = try await connection.receive(count: 1_000)
          let size = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int
          largest = max(largest, size ?? 0)
        }
        #expect(largest > 0 && largest < 64 << 20, "the log had \(largest) bytes")
      }
    }
  }
}
