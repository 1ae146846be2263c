import Foundation

/// Blocking sockets to loopback, as cheap as a client can be; used from threads of its own.
enum LoopbackClient {
  struct Failure: Error {
    let what: String
  }

  /// Runs blocking work without holding a thread that the server needs.
  static func blocking<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
      DispatchQueue.global().async { continuation.resume(with: Result(catching: work)) }
    }
  }

  /// Connects.
  static func connect(port: Int) throws -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw Failure(what: "connect: \(errno)") }
    return socket
  }

  /// Sends all bytes.
  static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(socket, $0.baseAddress, $0.count) }
      guard count > 0 else { throw Failure(what: "write: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  static func send(_ socket: Int32, _ text: String) throws {
    try Array(text.utf8).withUnsafeBytes { try send(socket, $0) }
  }

  /// Reads an answer's head, and what came with it.
  static func head(_ socket: Int32) throws -> (head: String, rest: Int) {
    var text = [UInt8]()
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(socket, &piece, piece.count)
      guard count > 0 else { throw Failure(what: "read: \(errno)") }
      text += piece[..<count]
      if let end = text.firstRange(of: Array("\r\n\r\n".utf8)) {
        let head = String(decoding: text[..<end.lowerBound], as: UTF8.self)
        return (head, text.count - end.upperBound)
      }
    }
  }

  /// One request with a small body; the answer's head and body.
  static func request(
    port: Int, _ line: String, headers: [String] = [], body: String = ""
  ) throws -> (head: String, body: String) {
    let socket = try connect(port: port)
    defer { close(socket) }
    let lines =
      ["\(line) HTTP/1.1", "Host: localhost", "Connection: close"] + headers
      + ["Content-Length: \(body.utf8.count)", "", ""]
    try send(socket, lines.joined(separator: "\r\n") + body)
    var text = [UInt8]()
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(socket, &piece, piece.count), count > 0 { text += piece[..<count] }
    let answer = String(decoding: text, as: UTF8.self)
    guard let end = answer.firstRange(of: "\r\n\r\n") else { throw Failure(what: answer) }
    return (String(answer[..<end.lowerBound]), String(answer[end.upperBound...]))
  }
}

/// Many open event streams, read by one thread.
final class StreamReaders: Sendable {
  private let sockets: [Int32]

  /// Opens streams and waits for the first record of each.
  init(count: Int, port: Int, path: String, headers: [String]) throws {
    let request = (["GET \(path) HTTP/1.1", "Host: localhost"] + headers + ["", ""])
      .joined(separator: "\r\n")
    sockets = try (0..<count).map { _ in
      let socket = try LoopbackClient.connect(port: port)
      try LoopbackClient.send(socket, request)
      _ = fcntl(socket, F_SETFL, O_NONBLOCK)
      return socket
    }
    try waitForRecord()
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  /// Blocks until one more record has come to every stream.
  func waitForRecord() throws {
    var waiting = sockets.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    var piece = [UInt8](repeating: 0, count: 65_536)
    while !waiting.isEmpty {
      guard poll(&waiting, nfds_t(waiting.count), 30_000) > 0 else {
        throw LoopbackClient.Failure(what: "\(waiting.count) are silent")
      }
      waiting.removeAll { entry in
        guard entry.revents != 0 else { return false }
        var hasRecord = false
        while case let size = read(entry.fd, &piece, piece.count), size > 0 {
          // A record ends with a blank line, and the head of the answer with another kind of one.
          if piece[..<size].firstRange(of: [10, 10]) != nil { hasRecord = true }
        }
        return hasRecord
      }
    }
  }
}
