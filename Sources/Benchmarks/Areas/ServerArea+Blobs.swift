import Foundation

extension ServerArea {
  private static let blobSize = 1 << 30

  /// A gibibyte in and out.
  static func blobs(_ report: Report, _ servers: ServerPair) async throws {
    let absence = ServerPair.Absence.nginx.rawValue
    var hash = ""
    try await report.row(
      samples: 3, .ratio(1 / 0.8),
      baseline: servers.nginx.map { nginx in
        Action("nginx PUT, no hash, no fsync") {
          _ = try upload("PUT /files/blob", port: nginx.port, headers: [])
        }
      }, absence: absence,
      ours: Action("upload of 1 GiB: hashed, synced, named") {
        hash = try resumableUpload(servers)
      })
    report.show(
      "most memory of the server until here", bytes: servers.ours.mostResidentBytes, nil)
    try await report.row(
      samples: 3,
      baseline: servers.nginx.map { nginx in
        Action("nginx GET, sendfile") {
          try download("/files/blob", port: nginx.port, headers: [])
        }
      }, absence: absence,
      ours: Action("download of 1 GiB") {
        try download("/blobs/\(hash)", port: servers.ours.port, headers: [servers.authorization])
      })
    try await uploadMemory(report, servers)
  }

  /// The most memory of a server that has done nothing but to take a gibibyte.
  private static func uploadMemory(_ report: Report, _ servers: ServerPair) async throws {
    let data = servers.folder + "/data"
    servers.ours.end()
    let server = try ServerPair.start(data, log: servers.folder + "/upload.log")
    let before = server.mostResidentBytes
    _ = try resumableUpload(servers, port: server.port)
    let added = server.mostResidentBytes - before
    report.show("memory that an upload of 1 GiB adds", bytes: added, nil)
    report.show(
      "most memory of a server with that upload", bytes: server.mostResidentBytes, nil, most: 40e6)
    server.end()
  }

  /// Makes an upload and sends it in one request; gives the blob's hash.
  private static func resumableUpload(_ servers: ServerPair, port: Int? = nil) throws -> String {
    let port = port ?? servers.ours.port
    let created = try LoopbackClient.request(
      port: port, "POST /blobs/uploads",
      headers: [servers.authorization, "Tus-Resumable: 1.0.0", "Upload-Length: \(blobSize)"])
    let path = field("location", of: created.head)
    let head = try upload(
      "PATCH \(path)", port: port,
      headers: [
        servers.authorization, "Tus-Resumable: 1.0.0", "Upload-Offset: 0",
        "Content-Type: application/offset+octet-stream",
      ])
    return field("x-marfa-blob-hash", of: head)
  }

  private static func upload(_ line: String, port: Int, headers: [String]) throws -> String {
    let socket = try LoopbackClient.connect(port: port)
    defer { close(socket) }
    let lines =
      ["\(line) HTTP/1.1", "Host: localhost"] + headers
      + ["Content-Length: \(blobSize)", "", ""]
    try LoopbackClient.send(socket, Array(lines.joined(separator: "\r\n").utf8))
    // Other bytes each time, or the blob would be there already.
    let piece = (0..<1 << 20).map { _ in UInt8.random(in: 0...255) }
    for _ in 0..<blobSize >> 20 { try LoopbackClient.send(socket, piece) }
    let head = try LoopbackClient.head(socket).head
    guard head.hasPrefix("HTTP/1.1 2") else { throw LoopbackClient.Failure(what: head) }
    return head
  }

  private static func download(_ path: String, port: Int, headers: [String]) throws {
    let socket = try LoopbackClient.connect(port: port)
    defer { close(socket) }
    try LoopbackClient.send(socket, LoopbackClient.bytes("GET \(path)", headers: headers))
    var left = blobSize - (try LoopbackClient.head(socket).rest)
    var piece = [UInt8](repeating: 0, count: 1 << 20)
    while left > 0 {
      let count = read(socket, &piece, piece.count)
      guard count > 0 else { throw LoopbackClient.Failure(what: "\(left) bytes are missing") }
      left -= count
    }
  }

  private static func field(_ name: String, of head: String) -> String {
    let line = head.split(separator: "\r\n").first { $0.lowercased().hasPrefix(name + ":") }
    return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) } ?? ""
  }
}
