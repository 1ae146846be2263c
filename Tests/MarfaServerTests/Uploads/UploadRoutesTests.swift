import Crypto
import Foundation
import MarfaModel
import MarfaServer
import Testing

@Suite(.timeLimit(.minutes(20))) struct UploadRoutesTests {
  private static let tus = "Tus-Resumable: 1.0.0"
  private static let octets = "Content-Type: application/offset+octet-stream"
  private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  private static let hash = BlobHash(SHA256.hash(data: content)).description

  private static func metadata(_ hash: String) -> String {
    "Upload-Metadata: sha256 \(Data(hash.utf8).base64EncodedString()),filetype aW1hZ2UvcG5n"
  }

  /// Begins an upload and gives its path.
  private static func create(
    _ server: FlowServer, length: Int = UploadRoutesTests.content.count,
    hash: String? = UploadRoutesTests.hash
  ) async throws -> String {
    let headers = [tus, "Upload-Length: \(length)"] + (hash.map { [metadata($0)] } ?? [])
    let answer = try await server.send("POST", "/blobs/uploads", headers: headers)
    #expect(answer.status == 201)
    return try #require(answer.headers["location"])
  }

  private static func patch(
    _ server: FlowServer, _ path: String, offset: Int, _ bytes: ArraySlice<UInt8>,
    headers: [String] = []
  ) async throws -> RawConnection.Answer {
    try await server.send(
      "PATCH", path, headers: [tus, octets, "Upload-Offset: \(offset)"] + headers,
      body: Array(bytes))
  }

  private static func offset(_ server: FlowServer, _ path: String) async throws -> Int? {
    let answer = try await server.send("HEAD", path, headers: [tus])
    return answer.headers["upload-offset"].flatMap { Int($0) }
  }

  @Test(arguments: ["/blobs/uploads", "/blobs/uploads/any"])
  func `the server says what it can do`(path: String) async throws {
    try await FlowServer.run { server in
      let answer = try await server.send("OPTIONS", path)

      #expect(answer.status == 204)
      #expect(answer.headers["tus-version"] == "1.0.0")
      #expect(answer.headers["tus-max-size"] == "5368709120")
      #expect(answer.headers["tus-checksum-algorithm"] == "sha1,sha256,md5,sha256-content")
      #expect(
        answer.headers["tus-extension"]
          == "creation,creation-with-upload,checksum,termination,expiration")
    }
  }

  @Test func `an upload that breaks off goes on where it was and becomes its blob`() async throws {
    let data = ServerData()
    var path = ""
    try await FlowServer.run(data) { server in
      path = try await Self.create(server)
      let first = try await Self.patch(server, path, offset: 0, Self.content[..<100_000])
      #expect(first.status == 204 && first.headers["upload-offset"] == "100000")

      try await RawConnection.open(port: server.port) { [path] connection in
        try await connection.send(
          "PATCH \(path) HTTP/1.1\r\nHost: l\r\n\(server.authorization)\r\n\(Self.tus)\r\n"
            + "\(Self.octets)\r\nUpload-Offset: 100000\r\nContent-Length: 200000\r\n\r\n")
        try await connection.send(Array(Self.content[100_000..<150_000]))
        try await connection.breakOff()
      }
      #expect(try await Self.offset(server, path) == 150_000)
    }
    // Another process goes on, without the first one's hasher.
    try await FlowServer.run(data) { server in
      let offset = try #require(try await Self.offset(server, path))
      #expect(offset == 150_000)

      let last = try await Self.patch(server, path, offset: offset, Self.content[offset...])
      #expect(last.status == 204 && last.headers["x-marfa-blob-hash"] == Self.hash)
      #expect(try await Self.offset(server, path) == Self.content.count)

      let blob = try await server.send("GET", "/blobs/\(Self.hash)")
      #expect(blob.body == Self.content && blob.headers["content-type"] == "image/png")
      #expect(try await server.flow.blobs.bytes.partials().isEmpty)
    }
    // A client that lost the last answer asks a third one, as long as the upload would have waited.
    try await FlowServer.run(data) { server in
      let done = try await server.send("HEAD", path, headers: [Self.tus])
      #expect(done.status == 200 && done.headers["x-marfa-blob-hash"] == Self.hash)
      #expect(done.headers["upload-offset"] == String(Self.content.count))
      #expect(done.headers["upload-length"] == String(Self.content.count))
      #expect(done.headers["upload-metadata"]?.contains("filetype aW1hZ2UvcG5n") == true)
      let again = try await Self.patch(server, path, offset: Self.content.count, [])
      #expect(again.status == 204 && again.headers["x-marfa-blob-hash"] == Self.hash)

      server.wallClock.advance(byMilliseconds: 86_400_000)
      #expect(try await server.send("HEAD", path, headers: [Self.tus]).status == 410)
      #expect(try await server.flow.uploads.expire() == 1)
      #expect(try await server.send("HEAD", path, headers: [Self.tus]).status == 404)
      #expect(try await server.send("HEAD", "/blobs/\(Self.hash)").status == 200)
    }
  }

  @Test func `creation can bring the whole content`() async throws {
    try await FlowServer.run { server in
      let answer = try await server.send(
        "POST", "/blobs/uploads",
        headers: [Self.tus, Self.octets, "Upload-Length: 5"], body: Array("hello".utf8))

      #expect(answer.status == 201 && answer.headers["upload-offset"] == "5")
      let hash = try #require(answer.headers["x-marfa-blob-hash"])
      #expect(try await server.send("GET", "/blobs/\(hash)").text == "hello")
    }
  }

  @Test func `an upload of nothing is a blob at once`() async throws {
    try await FlowServer.run { server in
      let path = try await Self.create(server, length: 0, hash: nil)

      #expect(try await Self.offset(server, path) == 0)
      let empty = BlobHash(SHA256.hash(data: [UInt8]())).description
      #expect(try await server.send("HEAD", "/blobs/\(empty)").status == 200)
    }
  }

  @Test func `content of another hash than declared is refused and gone`() async throws {
    try await FlowServer.run { server in
      let other = "sha256:" + String(repeating: "0", count: 64)
      let path = try await Self.create(server, hash: other)

      let answer = try await Self.patch(server, path, offset: 0, Self.content[...])

      #expect(answer.status == 460)
      #expect(try await server.send("HEAD", path, headers: [Self.tus]).status == 404)
      #expect(try await server.flow.blobs.bytes.hashes().isEmpty)
      #expect(try await server.flow.blobs.bytes.partials().isEmpty)
    }
  }

  @Test func `bytes without their checksum are not kept, and those with it are`() async throws {
    try await FlowServer.run { server in
      let path = try await Self.create(server)
      let half = Self.content[..<150_000]
      let sum = Data(Insecure.SHA1.hash(data: Array(half))).base64EncodedString()
      let wrong = Data(Insecure.SHA1.hash(data: [1])).base64EncodedString()

      let refused = try await Self.patch(
        server, path, offset: 0, half, headers: ["Upload-Checksum: sha1 \(wrong)"])
      #expect(refused.status == 460)
      #expect(try await Self.offset(server, path) == 0)

      let kept = try await Self.patch(
        server, path, offset: 0, half, headers: ["Upload-Checksum: sha1 \(sum)"])
      #expect(kept.status == 204 && kept.headers["upload-offset"] == "150000")
    }
  }

  @Test func `parts that have their sums are there for the next process, and durable together`()
    async throws
  {
    let data = ServerData()
    var path = ""
    let (half, rest) = (Self.content[..<150_000], Self.content[150_000...])
    func sum(_ bytes: ArraySlice<UInt8>) -> String {
      "Upload-Checksum: sha256-content "
        + Data(SHA256.hash(data: Array(bytes))).base64EncodedString()
    }
    try await FlowServer.run(data) { server in
      path = try await Self.create(server)
      let kept = try await Self.patch(server, path, offset: 0, half, headers: [sum(half)])
      #expect(kept.status == 204 && kept.headers["upload-offset"] == "150000")
      let wrong = try await Self.patch(server, path, offset: 150_000, rest, headers: [sum(half)])
      #expect(wrong.status == 460)
      #expect(try await Self.offset(server, path) == 150_000)
      let id = try #require(path.split(separator: "/").last.map(String.init))
      #expect(try await server.flow.blobs.index.upload(id: id)?.offset == 0)
    }

    try await FlowServer.run(data) { server in
      #expect(try await Self.offset(server, path) == 150_000)
      let last = try await Self.patch(
        server, path, offset: 150_000, rest, headers: [sum(Self.content[...])])
      #expect(last.status == 204)
      #expect(last.headers["x-marfa-blob-hash"] == Self.hash)
      #expect(try await server.send("GET", "/blobs/\(Self.hash)").body == Self.content)
    }
  }

  @Test(arguments: [
    ([tus, octets, "Upload-Offset: 7"], 409), ([tus, octets], 400),
    ([tus, "Upload-Offset: 0"], 415), ([octets, "Upload-Offset: 0"], 412),
    (["Tus-Resumable: 0.2.2", octets, "Upload-Offset: 0"], 412),
    ([tus, octets, "Upload-Offset: 0", "Upload-Checksum: crc32 AAAA"], 400),
  ])
  func `a request that does not fit is refused with its status`(
    headers: [String], status: Int
  ) async throws {
    try await FlowServer.run { server in
      let path = try await Self.create(server)

      let answer = try await server.send("PATCH", path, headers: headers, body: [1, 2, 3])

      #expect(answer.status == status)
      #expect(answer.headers["tus-resumable"] == "1.0.0")
      #expect(try await Self.offset(server, path) == 0)
    }
  }

  @Test(arguments: [
    (["Upload-Length: 6000000000"], 413), ([], 400), (["Upload-Length: x"], 400),
    (["Upload-Defer-Length: 1"], 400), (["Upload-Length: 5", "Upload-Metadata: sha256 YQ=="], 400),
    (["Upload-Length: 5", "Upload-Concat: partial"], 400),
    (["Upload-Concat: final;/blobs/uploads/a /blobs/uploads/b"], 400),
    (["Upload-Length: 5", octets, "Upload-Checksum: crc32 AAAA"], 400),
  ])
  func `an upload that cannot be is not begun, and the answer names the header`(
    headers: [String], status: Int
  ) async throws {
    try await FlowServer.run { server in
      let answer = try await server.send("POST", "/blobs/uploads", headers: [Self.tus] + headers)

      #expect(answer.status == status)
      #expect(answer.headers["location"] == nil)
      let message = try JSONParser.parse(answer.body)["error"]["message"].stringValue ?? ""
      let names = ["Upload-Concat", "Upload-Defer-Length", "Upload-Checksum", "Upload-Metadata"]
      let wrong = names.first { name in headers.contains { $0.hasPrefix(name) } }
      #expect(message.hasPrefix(status == 413 ? "The upload is over" : wrong ?? "Upload-Length"))
    }
  }

  @Test func `more bytes than the length are refused`() async throws {
    try await FlowServer.run { server in
      let path = try await Self.create(server, length: 10, hash: nil)

      let answer = try await Self.patch(server, path, offset: 0, Self.content[..<11])

      #expect(answer.status == 413)
      #expect(try await Self.offset(server, path) == 0)
    }
  }

  @Test func `an upload that is given up is gone, bytes and all`() async throws {
    try await FlowServer.run { server in
      let path = try await Self.create(server)
      _ = try await Self.patch(server, path, offset: 0, Self.content[..<1_000])

      #expect(try await server.send("DELETE", path, headers: [Self.tus]).status == 204)
      #expect(try await server.send("HEAD", path, headers: [Self.tus]).status == 404)
      #expect(try await server.flow.blobs.bytes.partials().isEmpty)
    }
  }

  @Test func `an upload lapses a day after its last bytes`() async throws {
    try await FlowServer.run { server in
      let path = try await Self.create(server)
      let first = try await Self.patch(server, path, offset: 0, Self.content[..<1_000])
      #expect(first.headers["upload-expires"] == "Sat, 16 Jan 2027 08:00:00 GMT")

      server.wallClock.advance(byMilliseconds: 86_400_000)
      #expect(try await server.send("HEAD", path, headers: [Self.tus]).status == 410)
      let late = try await Self.patch(server, path, offset: 1_000, Self.content[1_000..<2_000])
      #expect(late.status == 410)

      #expect(try await server.flow.uploads.expire() == 1)
      #expect(try await server.send("HEAD", path, headers: [Self.tus]).status == 404)
      #expect(try await server.flow.blobs.bytes.partials().isEmpty)
    }
  }

  @Test func `a method may come in a header`() async throws {
    try await FlowServer.run { server in
      let path = try await Self.create(server, length: 5, hash: nil)

      let answer = try await server.send(
        "POST", path,
        headers: [Self.tus, Self.octets, "Upload-Offset: 0", "X-HTTP-Method-Override: PATCH"],
        body: Array("hello".utf8))

      #expect(answer.status == 204 && answer.headers["upload-offset"] == "5")
    }
  }
}
