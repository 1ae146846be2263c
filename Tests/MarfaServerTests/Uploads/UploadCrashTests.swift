import Crypto
import Foundation
import Glibc
import MarfaModel
import MarfaServer
import Testing

/// A server that dies after the last byte of an upload, at each place before there is a blob.
@Suite(.timeLimit(.minutes(20))) struct UploadCrashTests {
  /// How far it was.
  enum Place: CaseIterable {
    /// The bytes are in the file.
    case written
    /// The row says so.
    case noted
    /// The blob has its name.
    case named
  }

  private static let tus = "Tus-Resumable: 1.0.0"
  private static let content = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }
  private static let hash = BlobHash(SHA256.hash(data: content))

  /// Begins an upload and gives its id.
  private func create(_ server: FlowServer) async throws -> String {
    let metadata = "sha256 " + Data(Self.hash.description.utf8).base64EncodedString()
    let answer = try await server.send(
      "POST", "/blobs/uploads",
      headers: [
        Self.tus, "Upload-Length: \(Self.content.count)", "Upload-Metadata: \(metadata)",
      ])
    let path = try #require(answer.headers["location"])
    return try #require(path.split(separator: "/").last.map(String.init))
  }

  @Test(arguments: Place.allCases)
  func `an upload whose server died after its last byte is a blob when its client asks`(
    place: Place
  ) async throws {
    let data = ServerData()
    var id = ""
    try await FlowServer.run(data) { server in
      id = try await create(server)
      guard place != .written else { return }
      try await server.flow.blobs.index.advanceUpload(
        id: id, from: 0, to: Int64(Self.content.count),
        expiresAt: StoredUpload.expiry(at: data.wallClock.now))
    }
    let blobs = data.path + "/blobs"
    let partial = blobs + "/partial/" + id
    try Data(Self.content).write(to: URL(filePath: partial))
    if place == .named {
      let folder = "\(blobs)/\(Self.hash.digits.prefix(2))"
      #expect(mkdir(folder, 0o700) == 0)
      #expect(link(partial, "\(folder)/\(Self.hash.digits.dropFirst(2))") == 0)
    }

    try await FlowServer.run(data) { server in
      let path = "/blobs/uploads/" + id
      let answer = try await server.send("HEAD", path, headers: [Self.tus])

      #expect(answer.headers["upload-offset"] == "\(Self.content.count)")
      #expect(answer.headers["x-marfa-blob-hash"] == Self.hash.description)
      #expect(try await server.send("GET", "/blobs/\(Self.hash)").body == Self.content)
      #expect(!FileManager.default.fileExists(atPath: partial))
      // A client that lost the answer sends its last bytes once more.
      let last = try await server.send(
        "PATCH", path,
        headers: [
          Self.tus, "Content-Type: application/offset+octet-stream",
          "Upload-Offset: \(Self.content.count)",
        ])
      #expect(last.status == 204)
    }
  }
}
