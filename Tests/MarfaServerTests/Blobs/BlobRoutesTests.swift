import Crypto
import Foundation
import MarfaModel
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct BlobRoutesTests {
  private static let content = Array("0123456789".utf8)
  private static let hash = BlobHash(SHA256.hash(data: content)).description

  private static func upload(_ server: FlowServer) async throws -> RawConnection.Answer {
    try await server.send(
      "POST", "/blobs", headers: ["Content-Type: text/plain"], body: content)
  }

  private static func code(_ answer: RawConnection.Answer) throws -> String? {
    let error = try JSONParser.parse(answer.body).objectValue?["error"]?.objectValue
    return error?["code"]?.stringValue
  }

  @Test func `raw bytes become the blob of their hash, once`() async throws {
    try await FlowServer.run { server in
      for _ in 0..<2 {
        let answer = try await Self.upload(server)
        #expect(answer.status == 201)
        #expect(
          try JSONParser.parse(answer.body)
            == ["hash": .string(Self.hash), "mime_type": "text/plain", "size": 10])
      }

      let blob = try await server.send("GET", "/blobs/\(Self.hash)")

      #expect(blob.status == 200 && blob.body == Self.content)
      #expect(blob.headers["etag"] == "\"\(Self.hash)\"")
      #expect(blob.headers["content-type"] == "text/plain")
      #expect(blob.headers["accept-ranges"] == "bytes")
    }
  }

  @Test func `a blob of text is not compressed, since its tag means its bytes`() async throws {
    try await FlowServer.run { server in
      let text = Array(String(repeating: "heron ", count: 1000).utf8)
      let headers = ["Content-Type: text/plain", "Accept-Encoding: gzip"]
      let made = try await server.send("POST", "/blobs", headers: headers, body: text)
      let hash = try JSONParser.parse(made.body).objectValue?["hash"]?.stringValue ?? ""

      let blob = try await server.send("GET", "/blobs/\(hash)", headers: headers)

      #expect(blob.headers["content-encoding"] == nil)
      #expect(blob.headers["content-length"] == "6000")
      #expect(blob.body == text)
    }
  }

  @Test func `the file of a form becomes a blob`() async throws {
    try await FlowServer.run { server in
      let form =
        "--X\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nt\r\n"
        + "--X\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.txt\"\r\n"
        + "Content-Type: text/plain\r\n\r\n0123456789\r\n--X--\r\n"

      let answer = try await server.send(
        "POST", "/blobs", headers: ["Content-Type: multipart/form-data; boundary=X"],
        body: Array(form.utf8))

      #expect(answer.status == 201)
      #expect(answer.text.contains(Self.hash) && answer.text.contains("text/plain"))
    }
  }

  @Test(arguments: [
    ("multipart/form-data", "--X--", "validation_error"),
    ("multipart/form-data; boundary=X", "--X--", "missing_required_field"),
    ("multipart/form-data; boundary=X", "--X\r\nA: b\r\n\r\nc", "validation_error"),
    (
      "multipart/form-data; boundary=X",
      "--X\r\nContent-Disposition: form-data; name=\"file\"\r\n\r\nc", "validation_error"
    ),
  ])
  func `a form without its file or its end is refused`(
    type: String, form: String, code: String
  ) async throws {
    try await FlowServer.run { server in
      let answer = try await server.send(
        "POST", "/blobs", headers: ["Content-Type: \(type)"], body: Array(form.utf8))

      #expect(answer.status == 400)
      #expect(try Self.code(answer) == code)
      #expect(try await server.flow.blobs.bytes.hashes().isEmpty)
    }
  }

  @Test(
    arguments: [
      ("bytes=2-5", 206, "2345", "bytes 2-5/10"), ("bytes=7-", 206, "789", "bytes 7-9/10"),
      ("bytes=-3", 206, "789", "bytes 7-9/10"), ("bytes=10-", 416, "", "bytes */10"),
      ("bytes=0-1,3-4", 200, "0123456789", nil),
    ] as [(String, Int, String, String?)])
  func `a range is served as such`(
    range: String, status: Int, body: String, contentRange: String?
  ) async throws {
    try await FlowServer.run { server in
      _ = try await Self.upload(server)

      let answer = try await server.send(
        "GET", "/blobs/\(Self.hash)", headers: ["Range: \(range)"])

      #expect(answer.status == status && answer.text == body)
      #expect(answer.headers["content-range"] == contentRange)
    }
  }

  @Test func `a client that has the blob gets 304, and HEAD has no body`() async throws {
    try await FlowServer.run { server in
      _ = try await Self.upload(server)

      let known = try await server.send(
        "GET", "/blobs/\(Self.hash)", headers: ["If-None-Match: \"\(Self.hash)\""])
      let head = try await server.send("HEAD", "/blobs/\(Self.hash)")

      #expect(known.status == 304 && known.body.isEmpty)
      #expect(head.status == 200 && head.headers["content-length"] == "10")
    }
  }

  @Test(arguments: [
    ("GET", "/blobs/sha256:abc", 400, "validation_error"),
    ("GET", "/blobs/..%2F..%2Fetc%2Fpasswd", 400, "validation_error"),
    ("GET", "/blobs/\(hash)", 404, "blob_not_found"),
    ("GET", "/blobs/\(hash)/url", 400, "validation_error"),
  ])
  func `a body that is no blob has its documented error`(
    method: String, path: String, status: Int, code: String
  ) async throws {
    try await FlowServer.run { server in
      let answer = try await server.send(method, path)

      #expect(answer.status == status)
      #expect(try Self.code(answer) == code)
    }
  }

  @Test func `a blob over the limit is refused, whether its size is known before or not`()
    async throws
  {
    var settings = ServerSettings()
    settings.maximumBlobSize = 100
    try await FlowServer.run(settings: settings) { server in
      let known = try await server.send(
        "POST", "/blobs", body: [UInt8](repeating: 1, count: 101))
      let unknown = try await RawConnection.open(port: server.port) { connection in
        let piece = String(repeating: "x", count: 64)
        try await connection.send(
          "POST /blobs HTTP/1.1\r\nHost: l\r\n\(server.authorization)\r\n"
            + "Transfer-Encoding: chunked\r\n\r\n40\r\n\(piece)\r\n40\r\n\(piece)\r\n0\r\n\r\n")
        return try await connection.answer()
      }

      for answer in [known, unknown] {
        #expect(answer.status == 413)
        #expect(try Self.code(answer) == "blob_too_large")
      }
      #expect(try await server.flow.blobs.bytes.hashes().isEmpty)
    }
  }

  @Test func `a damaged blob is put aside when it is verified, and can come again`()
    async throws
  {
    try await FlowServer.run { server in
      _ = try await Self.upload(server)
      let digits = Self.hash.dropFirst(7)
      let file = server.data.path + "/blobs/\(digits.prefix(2))/\(digits.dropFirst(2))"
      try Data("012345678x".utf8).write(to: URL(filePath: file))
      func known() async throws -> String {
        try await server.send(
          "POST", "/blobs/known", headers: ["Content-Type: application/json"],
          body: Array(#"{"hashes":["\#(Self.hash)"]}"#.utf8)
        ).text
      }

      let plain = try await server.send("HEAD", "/blobs/\(Self.hash)")
      let verified = try await server.send("HEAD", "/blobs/\(Self.hash)?verify=true")
      let lost = try await known()
      let again = try await Self.upload(server)
      let whole = try await server.send("HEAD", "/blobs/\(Self.hash)?verify=true")

      #expect(plain.status == 200)
      #expect(verified.status == 404)
      #expect(!lost.contains(Self.hash))
      #expect(again.status == 201)
      #expect(whole.status == 200)
      #expect(try await known().contains(Self.hash))
      #expect(try await server.send("GET", "/blobs/\(Self.hash)").body == Self.content)
      let aside = try String(
        contentsOfFile: server.data.path + "/blobs/damaged/\(digits)", encoding: .utf8)
      #expect(aside == "012345678x")
    }
  }

  @Test func `a body that breaks off leaves nothing`() async throws {
    let data = ServerData()
    try await FlowServer.run(data) { server in
      try await RawConnection.open(port: server.port) { connection in
        try await connection.send(
          "POST /blobs HTTP/1.1\r\nHost: l\r\n\(server.authorization)\r\n"
            + "Content-Length: 1000\r\n\r\nonly this")
        try await connection.breakOff()
      }

      #expect(try await server.flow.blobs.bytes.hashes().isEmpty)
      let left = try FileManager.default.contentsOfDirectory(
        atPath: data.path + "/blobs/incoming")
      #expect(left.isEmpty)
    }
  }

  @Test func `a cleanup takes what nobody has referred to for a day`() async throws {
    try await FlowServer.run { server in
      _ = try await Self.upload(server)
      let early = try await server.send("POST", "/blobs/cleanup")
      #expect(try JSONParser.parse(early.body).objectValue?["removed"] == 0)
      server.wallClock.advance(byMilliseconds: 86_400_001)

      let dry = try await server.send("POST", "/blobs/cleanup?dry_run=true")
      #expect(try JSONParser.parse(dry.body).objectValue?["removed"] == 1)
      #expect(try await server.send("GET", "/blobs/\(Self.hash)").status == 200)

      let real = try await server.send("POST", "/blobs/cleanup")
      #expect(try JSONParser.parse(real.body).objectValue?["bytes"] == 10)
      #expect(try await server.send("GET", "/blobs/\(Self.hash)").status == 404)
      #expect(try await server.flow.blobs.bytes.hashes().isEmpty)
    }
  }

  @Test func `a reconciliation gives bytes without a row their row`() async throws {
    try await FlowServer.run { server in
      var writer = try await server.flow.blobs.bytes.makeWriter()
      try await writer.append(.init(bytes: Self.content))
      _ = try await writer.seal(expecting: nil)
      #expect(try await server.send("GET", "/blobs/\(Self.hash)").status == 404)

      let report = try await server.send("POST", "/blobs/reconcile")

      #expect(report.text.contains(Self.hash))
      #expect(try await server.send("GET", "/blobs/\(Self.hash)").body == Self.content)
    }
  }

  @Test func `bytes that are not what their name says are reported and not adopted`()
    async throws
  {
    try await FlowServer.run { server in
      let folder = server.data.path + "/blobs/\(Self.hash.dropFirst(7).prefix(2))"
      let file = folder + "/" + Self.hash.dropFirst(9)
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true)
      try Data("other".utf8).write(to: URL(filePath: file))

      let orphan = try await server.send("POST", "/blobs/reconcile")
      _ = try await server.send("POST", "/blobs", body: Self.content)
      try Data("other".utf8).write(to: URL(filePath: file))
      let row = try await server.send("POST", "/blobs/reconcile?dry_run=true")
      _ = try await server.send("POST", "/blobs", body: Self.content)
      let mended = try await server.send("POST", "/blobs/reconcile")

      for answer in [orphan, row] {
        let report = try JSONParser.parse(answer.body)
        #expect(report["damaged"] == [.string(Self.hash)], "\(answer.text)")
        #expect(report["adopted"] == [])
        #expect(report["missing"] == [])
      }
      #expect(try JSONParser.parse(mended.body)["damaged"] == [])
    }
  }
}
