import Foundation
import MarfaSDK
import Synchronization
import TestSupport
import Testing

/// Files and a server that has the documented API and nothing else.
@Suite(.timeLimit(.minutes(20))) struct DocumentedUploadTests {
  /// The way to a server whose extensions are not there.
  private final class DocumentedLine: ForwardingTransport {
    private static let hidden = [
      "/capabilities", "/mutations", "/snapshot", "/changes", "/blobs/known", "/blobs/uploads",
    ]

    let base: CurlTransport
    private let seen = Mutex<[String]>([])

    init(_ base: CurlTransport) { self.base = base }

    /// The requests about blobs, without those for what is hidden.
    var requests: [String] { seen.withLock { $0 } }

    /// What the server answers for a path that it does not have; nil for another one.
    private func absence(_ method: String, _ path: String) -> TransportResponse? {
      if Self.hidden.contains(where: path.hasPrefix) {
        return TransportResponse(
          status: 404, headers: ["content-type": "application/json"],
          body: Array(#"{"error":{"code":"not_found","message":"No such path."}}"#.utf8))
      }
      if path.hasPrefix("/blobs") { seen.withLock { $0.append(method + " " + path.prefix(6)) } }
      return nil
    }

    func rawRequest(
      method: String, path: String, query: [URLQueryItem], headers: [String: String],
      body: [UInt8]?
    ) async throws -> TransportResponse {
      if let absence = absence(method, path) { return absence }
      return try await base.rawRequest(
        method: method, path: path, query: query, headers: headers, body: body)
    }

    func rawUpload(
      method: String, path: String, body: [UInt8], contentType: String, query: [URLQueryItem],
      onBytesSent: (@Sendable (Int64, Int64) -> Void)?
    ) async throws -> TransportResponse {
      if let absence = absence(method, path) { return absence }
      return try await base.rawUpload(
        method: method, path: path, body: body, contentType: contentType, query: query,
        onBytesSent: onBytesSent)
    }

    func upload(
      _ upload: TransportUpload, onBytesSent: (@Sendable (Int64, Int64) -> Void)?
    ) async throws -> TransportResponse {
      if let absence = absence(upload.method, upload.path) { return absence }
      return try await base.upload(upload, onBytesSent: onBytesSent)
    }
  }

  @Test func `a file goes there in one request, and another device has it`() async throws {
    try await withLoopbackServer { server in
      let folder = try TemporaryDirectory()
      func device(_ name: String) async throws -> (FileDevice, DocumentedLine) {
        let line = DocumentedLine(CurlTransport(url: server.url, apiKey: server.key))
        return (try await FileDevice(line, folder.path + "/\(name)/notes.sqlite"), line)
      }
      let content = [UInt8](repeating: 7, count: 5_000_000)
      let (one, firstLine) = try await device("one")
      try await one.start()
      let events = try one.events()
      let note = try await one.note("Rye")

      let hash = try await one.attachments.add(data: content, to: note.id, title: "rye.jpg")
        .attachment.blobRef
      try await one.untilSent(events)

      #expect(firstLine.requests == ["HEAD /blobs", "POST /blobs"])
      let (two, secondLine) = try await device("two")
      try await two.start()
      let path = try await two.attachments.get(hash)
      #expect(try Data(contentsOf: URL(filePath: path)) == Data(content))

      // The same bytes from there: none of them are sent.
      let more = try two.events()
      let second = try await two.note("Spelt")
      try await two.attachments.add(data: content, to: second.id, title: "again.jpg")
      try await two.untilSent(more)
      #expect(secondLine.requests == ["HEAD /blobs"])
      for device in [one, two] { await device.client.syncEngine?.stop() }
    }
  }
}
