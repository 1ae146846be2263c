import Foundation
import GRDB
import Logging
import MarfaModel
import MarfaServer
import Testing

/// A client of `GET /export` that goes before it has everything.
@Suite(.timeLimit(.minutes(20))) struct ExportHangUpTests {
  /// For who reads, extensions are a table without an end.
  private static let endless = """
    CREATE TEMP VIEW extension AS
    WITH RECURSIVE number(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number)
    SELECT stored.* FROM number LEFT JOIN main.extension AS stored WHERE n < 0
    """

  /// Files of a folder that this process has open, also those without a name, and those in its
  /// folder for what waits.
  private static func files(of folder: String) throws -> [String] {
    let descriptors = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd")
    let open = descriptors.compactMap { number in
      // It may be closed by now.
      try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(number)")
    }
    let spool = folder + "/spool"
    let isThere = FileManager.default.fileExists(atPath: spool)
    return open.filter { $0.hasPrefix(folder) }
      + (isThere ? try FileManager.default.contentsOfDirectory(atPath: spool) : [])
  }

  /// Runs a server, asks it for everything, and goes after some steps.
  private func leave(
    _ setup: TestServer.Setup, filling fill: @Sendable @escaping (ContractAPI) async throws -> Void,
    after steps: @Sendable @escaping (inout RawConnection) async throws -> Void,
    _ then: @Sendable @escaping () async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "marfa-export-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }  // What stays fails no test.
    try await withServer(setup, on: folder.path) { server in
      try await fill(server.admin)
      try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "GET", "/export", headers: ["Authorization: Bearer \(server.adminKey)"])
        try await steps(&connection)
      }
      try await then()
    }
    #expect(try Self.files(of: folder.path) == [])
  }

  @Test func `records are gathered no longer than the client is there`() async throws {
    let (begun, ended) = (SignalQueue<Void>(), SignalQueue<Void>())
    var setup = TestServer.Setup()
    // Nothing but the hang-up ends it.
    setup.hooks.queryTime = nil
    setup.hooks.prepare = { db in
      guard db.configuration.readonly else { return }
      try db.execute(sql: Self.endless)
      db.trace(options: [.statement, .profile]) { event in
        switch event {
        case .statement(let statement) where statement.sql.contains("FROM extension"):
          begun.put(())
        case .profile(let statement, _) where statement.sql.contains("FROM extension"):
          ended.put(())
        default: break
        }
      }
    }

    try await leave(setup) { api in
      _ = try await api.note("one")
    } after: { _ in
      try await begun.take()
    } _: {
      try await ended.take()
    }
  }

  @Test func `an archive that is on its way ends with its client`() async throws {
    let lines = SignalQueue<String>()
    var setup = TestServer.Setup()
    setup.logger = Logger(label: "test") { _ in LineLog(about: "export", lines.put) }

    try await leave(setup) { api in
      // More than the sockets hold, also in gzip.
      var random = SeededRandomness(seed: 1)
      let words = (0..<4 << 20).map { _ in random.next() }
      let blob = words.withUnsafeBytes(Array.init)
      let answer = try await api.send(
        ContractRequest(
          "POST", "/blobs", headers: ["content-type": "application/octet-stream"], body: blob))
      #expect(answer.status == 201, "\(answer.text)")
    } after: { connection in
      let head = try await connection.receive(until: "\r\n\r\n")
      #expect(head.hasPrefix("HTTP/1.1 200"))
    } _: {
      let line = try await lines.take()
      #expect(line.hasPrefix("the export was interrupted error="), "\(line)")
    }
  }
}
