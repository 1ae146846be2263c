import MarfaModel
import MarfaServer
import Testing

/// How much of the disk one key may fill with blobs.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct BlobShareTests {
  private func upload(_ api: ContractAPI, _ bytes: [UInt8]) async throws -> ContractAnswer {
    try await api.send(ContractRequest("POST", "/blobs", body: bytes))
  }

  private func begin(_ api: ContractAPI, _ length: Int) async throws -> ContractAnswer {
    try await api.send(
      ContractRequest(
        "POST", "/blobs/uploads",
        headers: ["tus-resumable": "1.0.0", "upload-length": "\(length)"]))
  }

  @Test func `a key has a limit of blobs, each content once, and other keys have their own`()
    async throws
  {
    var setup = TestServer.Setup()
    setup.settings.blobShare = BlobShare(count: 2, bytes: 1_000)
    try await withServer(setup) { server in
      let api = server.admin
      let other = try await api.member(["type_permissions": ["core.note": "write"]])
      #expect(try await upload(api, [1]).status == 201)
      #expect(try await upload(api, [1]).status == 201)
      #expect(try await upload(api, [2]).status == 201)

      let refused = try await upload(api, [3])
      let repeated = try await upload(api, [2])
      let begun = try await begin(api, 5)

      #expect(refused.status == 413)
      #expect(refused.code == "blob_too_large")
      #expect(refused.json["error"]["details"]["limit"] == 2)
      #expect(refused.json["error"]["details"]["setting"] == "max_blobs_per_key")
      #expect(repeated.status == 201)
      #expect(begun.status == 413)
      // What another brought first is that key's.
      #expect(try await upload(other, [1]).status == 201)
      #expect(try await upload(other, [4]).status == 201)
      #expect(try await upload(other, [5]).status == 201)
      #expect(try await upload(other, [6]).status == 413)
      let limits = try await api.get("/capabilities").json["limits"]
      #expect(limits?["blobs"] == 2)
      #expect(limits?["blob_bytes_per_key"] == 1_000)
      // Nothing of what was refused is left to be found.
      let report = try await api.post("/blobs/reconcile?dry_run=true")
      #expect(report.json["adopted"] == [])
    }
  }

  @Test func `it has a limit of bytes, resumable ones as well, and has them again when they go`()
    async throws
  {
    var setup = TestServer.Setup()
    let clock = ManualWallClock(Timestamp(milliseconds: 1_800_000_000_000))
    setup.clock = clock
    setup.settings.blobShare = BlobShare(count: 100, bytes: 10)
    try await withServer(setup) { server in
      let api = server.admin
      #expect(try await upload(api, [1, 2, 3, 4, 5, 6]).status == 201)
      let refused = try await upload(api, [9, 9, 9, 9, 9])
      #expect(refused.status == 413)
      #expect(refused.json["error"]["details"]["limit"] == 10)
      #expect(refused.json["error"]["details"]["setting"] == "max_blob_bytes_per_key")
      #expect(try await begin(api, 5).status == 413)

      // Two that fit when they begin, of which one does when it ends.
      var paths: [String] = []
      for _ in 0..<2 {
        let begun = try await begin(api, 4)
        paths.append(try #require(begun.headers["location"]))
      }
      var statuses: [Int] = []
      for (number, path) in paths.enumerated() {
        let part = ContractRequest(
          "PATCH", path,
          headers: [
            "tus-resumable": "1.0.0", "upload-offset": "0",
            "content-type": "application/offset+octet-stream",
          ], body: [7, 7, 7, UInt8(number)])
        statuses.append(try await api.send(part).status)
      }
      #expect(statuses == [204, 413])

      // A day later nobody refers to them.
      clock.advance(byMilliseconds: 90_000_000)
      #expect(try await api.post("/blobs/cleanup").json["removed"] == 2)
      #expect(try await upload(api, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]).status == 201)
    }
  }
}
