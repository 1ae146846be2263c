import Foundation
import Hummingbird
import Logging
import MarfaModel
import MarfaServer
import NIOCore
import ServiceLifecycle

/// Event streams and blobs over loopback, each beside a bare Hummingbird that does the least.
enum ServerFlowArea {
  private static let streamCount = 1_000
  private static let idleCount = 5_000
  private static let blobSize = 256 << 20

  static func run(_ report: Report, _ setting: Setting) async throws {
    try await running(setting) { server in
      try await fanOut(report, server)
      try await memory(server)
      try await blobs(report, server)
    }
  }

  // MARK: - Rows

  private static func fanOut(_ report: Report, _ server: Running) async throws {
    let ours = try await LoopbackClient.blocking {
      try StreamReaders(
        count: streamCount, port: server.port, path: "/events", headers: [server.authorization])
    }
    let bare = try await LoopbackClient.blocking {
      try StreamReaders(count: streamCount, port: server.barePort, path: "/stream", headers: [])
    }
    let frame = ByteBuffer(string: "id: 1\nevent: item.created\ndata: {\"x\":1}\n\n")
    try await report.row(
      samples: 50,
      baseline: Action("bare Hummingbird, no store") {
        server.bare.send(frame)
        try await LoopbackClient.blocking { try bare.waitForRecord() }
      },
      ours: Action("a durable note to the last of 1,000 streams") {
        try await server.note()
        try await LoopbackClient.blocking { try ours.waitForRecord() }
      })
  }

  private static func memory(_ server: Running) async throws {
    let before = residentBytes()
    let idle = try await LoopbackClient.blocking {
      try StreamReaders(
        count: idleCount, port: server.port, path: "/events", headers: [server.authorization])
    }
    let each = (residentBytes() - before) / idleCount
    try await server.note()
    try await LoopbackClient.blocking { try idle.waitForRecord() }
    print("\(idleCount) idle streams: \(each) bytes of resident memory each")
  }

  private static func blobs(_ report: Report, _ server: Running) async throws {
    try await report.row(
      samples: 3,
      baseline: Action("bare Hummingbird to a file, fsync, no hash") {
        try await upload("PATCH /sink", port: server.barePort, headers: [])
      },
      ours: Action("resumable upload of 256 MiB in one request") {
        let created = try await LoopbackClient.blocking {
          try LoopbackClient.request(
            port: server.port, "POST /blobs/uploads",
            headers: [
              server.authorization, "Tus-Resumable: 1.0.0", "Upload-Length: \(blobSize)",
            ])
        }
        let path = field("location", of: created.head)
        let head = try await upload(
          "PATCH \(path)", port: server.port,
          headers: [
            server.authorization, "Tus-Resumable: 1.0.0", "Upload-Offset: 0",
            "Content-Type: application/offset+octet-stream",
          ])
        server.hash.withLock { $0 = field("x-marfa-blob-hash", of: head) }
      })
    try await report.row(
      samples: 3,
      baseline: Action("bare Hummingbird from a file") {
        try await download("/source", port: server.barePort, headers: [])
      },
      ours: Action("download of 256 MiB") {
        let hash = server.hash.withLock { $0 }
        try await download("/blobs/\(hash)", port: server.port, headers: [server.authorization])
      })
  }

  // MARK: - Requests

  @discardableResult
  private static func upload(
    _ line: String, port: Int, headers: [String]
  ) async throws -> String {
    try await LoopbackClient.blocking {
      let socket = try LoopbackClient.connect(port: port)
      defer { close(socket) }
      let lines =
        ["\(line) HTTP/1.1", "Host: localhost"] + headers
        + ["Content-Length: \(blobSize)", "", ""]
      try LoopbackClient.send(socket, lines.joined(separator: "\r\n"))
      let piece = [UInt8](repeating: 7, count: 1 << 20)
      for _ in 0..<blobSize >> 20 {
        try piece.withUnsafeBytes { try LoopbackClient.send(socket, $0) }
      }
      return try LoopbackClient.head(socket).head
    }
  }

  private static func download(_ path: String, port: Int, headers: [String]) async throws {
    try await LoopbackClient.blocking {
      let socket = try LoopbackClient.connect(port: port)
      defer { close(socket) }
      let lines = ["GET \(path) HTTP/1.1", "Host: localhost"] + headers + ["", ""]
      try LoopbackClient.send(socket, lines.joined(separator: "\r\n"))
      var left = blobSize - (try LoopbackClient.head(socket).rest)
      var piece = [UInt8](repeating: 0, count: 1 << 20)
      while left > 0 {
        let count = read(socket, &piece, piece.count)
        guard count > 0 else { throw LoopbackClient.Failure(what: "\(left) bytes are missing") }
        left -= count
      }
    }
  }

  private static func field(_ name: String, of head: String) -> String {
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
    return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) } ?? ""
  }

  private static func residentBytes() -> Int {
    // Without procfs there is no figure.
    let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
    let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    return pages * Int(getpagesize())
  }
}
