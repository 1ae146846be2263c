import Crypto
import Foundation
import MarfaModel
import Testing

/// Blobs and resumable uploads, as any server has them.
@Suite(.everyStore, .timeLimit(.minutes(20))) struct BlobContractTests {
  private static func hash(_ bytes: [UInt8]) -> String {
    let pairs = SHA256.hash(data: bytes).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
    return "sha256:" + pairs.joined()
  }

  /// Bytes that no other test of a shared server sends.
  private static func content(_ api: ContractAPI) async throws -> [UInt8] {
    Array(try await api.unique("blob").utf8)
  }

  private static func upload(
    _ api: ContractAPI, _ bytes: [UInt8], type: String = "text/plain"
  ) async throws -> ContractAnswer {
    try await api.send(
      ContractRequest("POST", "/blobs", headers: ["content-type": type], body: bytes))
  }

  @Test func `raw bytes become the blob of their hash, the same each time`() async throws {
    try await withSubject { api in
      let bytes = try await Self.content(api)
      let first = try await Self.upload(api, bytes)
      let again = try await Self.upload(api, bytes)
      let hash = Self.hash(bytes)
      let read = try await api.get("/blobs/\(hash)")
      let head = try await api.send(ContractRequest("HEAD", "/blobs/\(hash)"))
      let part = try await api.send(
        ContractRequest("GET", "/blobs/\(hash)", headers: ["range": "bytes=1-3"]))

      #expect(first.status == 201)
      #expect(
        first.json
          == [
            "hash": .string(hash), "mime_type": "text/plain", "size": .integer(Int64(bytes.count)),
          ])
      #expect(again.status == 201)
      #expect(again.json == first.json)
      #expect(read.status == 200)
      #expect(read.body == bytes)
      #expect(head.status == 200)
      #expect(head.headers["content-length"] == String(bytes.count))
      #expect(part.status == 206)
      #expect(part.body == Array(bytes[1...3]))
    }
  }

  @Test func `a multipart form uploads a file`() async throws {
    try await withSubject { api in
      let bytes = try await Self.content(api)
      let form =
        Array(
          ("--b\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
            + "Content-Type: text/markdown\r\n\r\n").utf8) + bytes + Array("\r\n--b--\r\n".utf8)

      let answer = try await Self.upload(api, form, type: "multipart/form-data; boundary=b")

      #expect(answer.status == 201, "\(answer.text)")
      #expect(answer.json["hash"] == .string(Self.hash(bytes)))
      #expect(answer.json["mime_type"] == "text/markdown")
    }
  }

  @Test func `a body that is no blob has its documented error`() async throws {
    try await withSubject { api in
      let unknown = "sha256:" + String(repeating: "0", count: 64)
      for method in ["GET", "HEAD"] {
        let bad = try await api.send(ContractRequest(method, "/blobs/sha256:xyz"))
        let none = try await api.send(ContractRequest(method, "/blobs/\(unknown)"))
        #expect(bad.status == 400)
        #expect(none.status == 404)
      }
      #expect(try await api.get("/blobs/sha256:xyz").code == "validation_error")
      #expect(try await api.get("/blobs/\(unknown)").code == "blob_not_found")
      // Only servers that keep blobs elsewhere have an address to give.
      let bytes = try await Self.content(api)
      _ = try await Self.upload(api, bytes)
      let url = try await api.get("/blobs/\(Self.hash(bytes))/url")
      #expect(url.status == 400 || url.json["url"].stringValue != nil)
    }
  }

  @Test(arguments: ["cleanup", "reconcile"])
  func `upkeep is for administrators and can be tried first`(verb: String) async throws {
    try await withSubject { api in
      let tried = try await api.send(ContractRequest("POST", "/blobs/\(verb)?dry_run=true"))
      let member = try await api.member(["type_permissions": ["*": "write"]])
      let refused = try await member.send(ContractRequest("POST", "/blobs/\(verb)?dry_run=true"))

      #expect(tried.status == 200)
      #expect(tried.json["dry_run"] == true)
      #expect(refused.status == 403)
      #expect(refused.code == "forbidden")
    }
  }

  // MARK: - tus 1.0.0

  private static let tus = ["tus-resumable": "1.0.0"]

  private static func begin(_ api: ContractAPI, length: Int) async throws -> String {
    let answer = try await api.send(
      ContractRequest(
        "POST", "/blobs/uploads",
        headers: tus.merging(["upload-length": String(length)]) { old, _ in old }, body: []))
    try #require(answer.status == 201, "\(answer.text)")
    return try #require(answer.headers["location"])
  }

  private static func add(
    _ api: ContractAPI, _ path: String, at offset: Int, _ bytes: ArraySlice<UInt8>
  ) async throws -> ContractAnswer {
    var headers = tus
    headers["upload-offset"] = String(offset)
    headers["content-type"] = "application/offset+octet-stream"
    return try await api.send(
      ContractRequest("PATCH", path, headers: headers, body: Array(bytes)))
  }

  @Test func `an upload in pieces becomes the blob of the whole`() async throws {
    try await withSubject { api in
      let bytes = try await Self.content(api)
      let path = try await Self.begin(api, length: bytes.count)

      let first = try await Self.add(api, path, at: 0, bytes[..<5])
      let wrong = try await Self.add(api, path, at: 3, bytes[3...])
      let state = try await api.send(ContractRequest("HEAD", path, headers: Self.tus))
      let last = try await Self.add(api, path, at: 5, bytes[5...])

      #expect(first.status == 204)
      #expect(first.headers["upload-offset"] == "5")
      #expect(wrong.status == 409)
      #expect(state.status == 200)
      #expect(state.headers["upload-offset"] == "5")
      #expect(state.headers["upload-length"] == String(bytes.count))
      #expect(state.headers["cache-control"] == "no-store")
      #expect(last.status == 204)
      #expect(try await api.get("/blobs/\(Self.hash(bytes))").body == bytes)
    }
  }

  @Test func `an upload that is given up or unknown is not there`() async throws {
    try await withSubject { api in
      let path = try await Self.begin(api, length: 10)

      let ended = try await api.send(ContractRequest("DELETE", path, headers: Self.tus))
      let gone = try await api.send(ContractRequest("HEAD", path, headers: Self.tus))
      let unknown = try await api.send(
        ContractRequest("HEAD", "/blobs/uploads/none", headers: Self.tus))
      let other = try await api.send(
        ContractRequest("HEAD", path, headers: ["tus-resumable": "0.2.2"]))

      #expect(ended.status == 204)
      #expect(gone.status == 404 || gone.status == 410)
      #expect(unknown.status == 404)
      #expect(other.status == 412)
      #expect(other.headers["tus-version"] == "1.0.0")
    }
  }

  @Test func `the server says what it can do of tus`() async throws {
    try await withSubject { api in
      let answer = try await api.send(ContractRequest("OPTIONS", "/blobs/uploads"))

      let extensions = Set(
        (answer.headers["tus-extension"] ?? "").split(separator: ",").map(String.init))
      #expect(answer.status == 204 || answer.status == 200)
      #expect(answer.headers["tus-version"]?.contains("1.0.0") == true)
      #expect(
        extensions.isSuperset(of: [
          "creation", "creation-with-upload", "checksum", "termination", "expiration",
        ]))
    }
  }
}
