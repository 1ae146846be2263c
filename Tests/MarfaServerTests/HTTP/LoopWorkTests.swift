import MarfaModel
import Synchronization
import Testing

@testable import MarfaServer

/// Where work on many bytes is done, seen where it happens.
@Suite(.timeLimit(.minutes(20))) struct LoopWorkTests {
  private struct Seen: Sendable, Hashable {
    var work: LoopWatch.Work
    var bytes: Int
    var isOnLoop: Bool
  }

  private final class Log: Sendable {
    let seen = Mutex<[Seen]>([])

    func all(_ work: LoopWatch.Work) -> [Seen] {
      seen.withLock { $0.filter { $0.work == work } }
    }
  }

  private func watched(_ body: @escaping @Sendable (TestServer) async throws -> Void) async throws
    -> Log
  {
    let log = Log()
    let observer: @Sendable (LoopWatch.Work, Int, Bool) -> Void = { work, bytes, isOnLoop in
      log.seen.withLock { $0.append(Seen(work: work, bytes: bytes, isOnLoop: isOnLoop)) }
    }
    try await LoopWatch.$observer.withValue(observer) {
      try await withServer { try await body($0) }
    }
    return log
  }

  @Test func `a body over 64 KiB is parsed on no connection's thread, a small one on it`()
    async throws
  {
    let log = try await watched { server in
      _ = try await server.admin.note(String(repeating: "x", count: 100_000))
      _ = try await server.admin.note("small")
    }

    let parsed = log.all(.parsing)
    #expect(parsed.filter { $0.bytes > LargeBody.size }.map(\.isOnLoop) == [false])
    #expect(parsed.filter { $0.bytes <= LargeBody.size }.allSatisfy { $0.isOnLoop })
    #expect(parsed.count == 2)
  }

  @Test func `an answer over 64 KiB is compressed on no connection's thread`() async throws {
    let log = try await watched { server in
      for _ in 0..<3 { _ = try await server.admin.note(String(repeating: "x", count: 50_000)) }
      var request = ContractRequest("GET", "/items?limit=3")
      request.headers["accept-encoding"] = "gzip"
      let answer = try await server.admin.send(request)
      #expect(answer.status == 200)
      #expect(answer.headers["content-encoding"] == "gzip")
    }

    let compressed = log.all(.compressing)
    #expect(compressed.reduce(0) { $0 + $1.bytes } > 150_000)
    #expect(compressed.allSatisfy { !$0.isOnLoop })
  }

  @Test func `no connection's thread hashes a blob or compresses an archive`() async throws {
    let log = try await watched { server in
      var request = ContractRequest("POST", "/blobs", body: [UInt8](repeating: 7, count: 200_000))
      let made = try await server.admin.send(request)
      let hash: String = try #require(made.json["hash"].stringValue, "\(made.text)")
      request = ContractRequest("HEAD", "/blobs/\(hash)?verify=true")
      #expect(try await server.admin.send(request).status == 200)
      #expect(try await server.admin.get("/export").status == 200)
    }

    let hashed = log.all(.hashing)
    #expect(hashed.map(\.bytes) == [200_000])
    #expect(hashed.allSatisfy { !$0.isOnLoop })
    let compressed = log.all(.compressing)
    #expect(compressed.reduce(0) { $0 + $1.bytes } > 200_000)
    #expect(compressed.allSatisfy { !$0.isOnLoop })
  }

  @Test(arguments: [
    ("", true), ("sha256-content jSPhsKk+1zQWbEtKjsBH5v0NkCBfcYpKMVvDyXlNBnM=", true),
    ("sha1 wu/3R9JqXnTrcGGSA1ZUGzkhVSc=", false),
  ])
  func `a piece of an upload changes threads only where its sum is made on the way`(
    checksum: String, isOnLoop: Bool
  ) async throws {
    let log = try await watched { server in
      var request = ContractRequest("POST", "/blobs/uploads")
      request.headers = ["tus-resumable": "1.0.0", "upload-length": "200000"]
      let made = try await server.admin.send(request)
      let path = try #require(made.headers["location"])
      var part = ContractRequest("PATCH", path, body: [UInt8](repeating: 7, count: 100_000))
      part.headers = [
        "tus-resumable": "1.0.0", "upload-offset": "0",
        "content-type": "application/offset+octet-stream",
      ]
      if !checksum.isEmpty { part.headers["upload-checksum"] = checksum }
      let answer = try await server.admin.send(part)
      // The sum is of other bytes.
      #expect(answer.status == (checksum.isEmpty ? 204 : 460), "\(answer.text)")
    }

    let carried = log.all(.carrying)
    #expect(carried.reduce(0) { $0 + $1.bytes } == 100_000)
    #expect(carried.allSatisfy { $0.isOnLoop == isOnLoop })
  }

  @Test func `all types are read away from the threads of connections`() {
    #expect(StoreQuery.types.isLong)
    #expect(StoreQuery.edgeTypes.isLong)
  }
}
