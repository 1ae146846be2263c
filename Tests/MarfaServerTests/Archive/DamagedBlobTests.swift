import Crypto
import Foundation
import Logging
import MarfaModel
import NIOCore
import Synchronization
import Testing

@testable import MarfaServer

/// Blobs whose bytes the disk lost: nobody is given wrong ones as if they were right, and nothing
/// else is kept from getting out.
@Suite(.timeLimit(.minutes(20))) struct DamagedBlobTests {
  private static func hash(_ text: String) -> String {
    BlobHash(SHA256.hash(data: Data(text.utf8))).description
  }

  private static func file(_ text: String, in folder: URL) -> URL {
    let digits = hash(text).dropFirst(BlobHash.prefix.count)
    return folder.appending(path: "blobs/\(digits.prefix(2))/\(digits.dropFirst(2))")
  }

  private static func upload(_ text: String, _ api: ContractAPI) async throws {
    let answer = try await api.send(
      ContractRequest(
        "POST", "/blobs", headers: ["content-type": "text/plain"], body: Array(text.utf8)))
    try #require(answer.status == 201, "\(answer.text)")
  }

  /// The files of an archive by their names.
  private static func files(_ archive: [UInt8]) async throws -> [String: [UInt8]] {
    let bytes = ByteBuffer(bytes: try GzipStream.whole(.decompress, archive))
    let stream = AsyncStream { continuation in
      continuation.yield(bytes)
      continuation.finish()
    }
    var reader = TarReader(stream.makeAsyncIterator())
    var files: [String: [UInt8]] = [:]
    while let header = try await reader.next() {
      var content: [UInt8] = []
      while let piece = try await reader.nextPiece() { content += piece.readableBytesView }
      files[header.name] = content
    }
    return files
  }

  /// Damages the blobs that `faults` names, each in its own way.
  private static func damage(_ folder: URL) throws {
    try FileManager.default.removeItem(at: file("missing", in: folder))
    try Data("CHANGED".utf8).write(to: file("changed", in: folder))
    try Data("sho".utf8).write(to: file("short", in: folder))
    // A folder can be opened, has a size, and every read of it fails.
    try FileManager.default.removeItem(at: file("unreadable", in: folder))
    try FileManager.default.createDirectory(
      at: file("unreadable", in: folder), withIntermediateDirectories: false)
  }

  private static let faults = [
    "missing": "missing", "changed": "changed", "short": "changed", "unreadable": "unreadable",
  ]

  @Test func `an export names what is damaged, and a restore takes the rest and says so`()
    async throws
  {
    try await withFolder { folder in
      let lines = Mutex<[String]>([])
      var setup = TestServer.Setup()
      setup.logger = Logger(label: "test") { _ in
        LineLog(about: "export") { line in lines.withLock { $0.append(line) } }
      }
      let (archive, note) = try await withServer(setup, on: folder.path) { server in
        let api = server.admin
        for text in ["whole", "missing", "changed", "short", "unreadable"] {
          try await Self.upload(text, api)
        }
        let note = try await api.note(
          "kept",
          [
            "attachments": [["blob_ref": .string(Self.hash("missing")), "mime_type": "text/plain"]]
          ])
        try Self.damage(folder)
        let answer = try await api.get("/export")
        #expect(answer.status == 200)
        return (answer.body, note)
      }
      let files = try await Self.files(archive)
      let manifest = try JSONParser.parse(try #require(files["manifest.json"]))
      let named = (manifest["damaged_blobs"]?.arrayValue ?? []).reduce(into: [:]) {
        $0[$1["hash"]?.stringValue ?? ""] = $1["fault"]?.stringValue
      }
      let wanted = Dictionary(
        uniqueKeysWithValues: Self.faults.map { (Self.hash($0.key), $0.value) })
      #expect(named == wanted)
      let changed = Self.hash("changed").replacing(BlobHash.prefix, with: "blobs/")
      #expect(files[changed] == Array("CHANGED".utf8))
      #expect(
        lines.withLock { $0 }.sorted()
          == wanted.map { "a blob of the export is damaged fault=\($0.value) hash=\($0.key)" }
          .sorted())

      try await withServer { server in
        let api = server.admin
        for _ in 0..<2 {
          let restored = try await api.send(
            ContractRequest("POST", "/admin/restore-archive", body: archive))
          #expect(restored.status == 200, "\(restored.text)")
          let missing = (restored.json["missing_blobs"].arrayValue ?? [])
            .compactMap(\.stringValue)
          #expect(missing.sorted() == wanted.keys.sorted())
        }
        #expect(try await api.get("/items/\(note)").json["item"]["properties"]["body"] == "kept")
        #expect(try await api.get("/blobs/\(Self.hash("whole"))").text == "whole")
        for text in Self.faults.keys.sorted() {
          #expect(try await api.get("/blobs/\(Self.hash(text))").code == "blob_not_found")
        }
      }
    }
  }

  @Test func `a check names every damaged blob, also where the disk fails`() async throws {
    try await withFolder { folder in
      try await withServer(TestServer.Setup(), on: folder.path) { server in
        for text in ["whole", "missing", "changed", "short", "unreadable"] {
          try await Self.upload(text, server.admin)
        }
        try Self.damage(folder)
      }
      var settings = ServerSettings()
      settings.dataDirectory = folder.path
      let tools = try ServerTools(settings)

      let faults = try await tools.check()

      try await tools.close()
      #expect(faults.count == 4)
      for text in Self.faults.keys.sorted() {
        #expect(faults.contains { $0.contains(Self.hash(text)) }, "\(text): \(faults)")
      }
    }
  }

  @Test func `a restore of a whole archive mends the blobs of the server that made it`()
    async throws
  {
    try await withFolder { folder in
      try await withServer(TestServer.Setup(), on: folder.path) { server in
        let api = server.admin
        for text in ["missing", "changed", "short"] { try await Self.upload(text, api) }
        let archive = try await api.get("/export").body
        try FileManager.default.removeItem(at: Self.file("missing", in: folder))
        try Data("CHANGED".utf8).write(to: Self.file("changed", in: folder))
        try Data("sho".utf8).write(to: Self.file("short", in: folder))

        let restored = try await api.send(
          ContractRequest("POST", "/admin/restore-archive", body: archive))

        #expect(restored.status == 200, "\(restored.text)")
        #expect(restored.json["missing_blobs"] == [])
        for text in ["missing", "changed", "short"] {
          #expect(try await api.get("/blobs/\(Self.hash(text))").text == text)
        }
      }
    }
  }

  @Test func `a blob of another size is no answer, until it is uploaded again`() async throws {
    try await withFolder { folder in
      try await withServer(TestServer.Setup(), on: folder.path) { server in
        let api = server.admin
        let path = "/blobs/\(Self.hash("content"))"
        for bytes in ["", "conten", "content and more"] {
          try await Self.upload("content", api)
          try Data(bytes.utf8).write(to: Self.file("content", in: folder))

          let whole = try await api.get(path)
          let part = try await api.send(
            ContractRequest("GET", path, headers: ["range": "bytes=0-1"]))
          let head = try await api.send(ContractRequest("HEAD", path))
          let known = try await api.post(
            "/blobs/known", ["hashes": [.string(Self.hash("content"))]])

          #expect(whole.status == 500)
          #expect(whole.code == "internal_error")
          #expect(whole.json["error"]["details"]["hash"] == .string(Self.hash("content")))
          #expect(part.status == 500)
          #expect(head.status == 500)
          // A client that asks first sends the bytes again.
          #expect(known.json["known"] == [])
        }
        try await Self.upload("content", api)
        #expect(try await api.get(path).text == "content")
        try FileManager.default.removeItem(at: Self.file("content", in: folder))
        let known = try await api.post(
          "/blobs/known", ["hashes": [.string(Self.hash("content"))]])
        #expect(known.json["known"] == [])
      }
    }
  }
}
