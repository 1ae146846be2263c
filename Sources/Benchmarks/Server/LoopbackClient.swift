import Foundation

/// Blocking sockets to loopback, as cheap as a client can be.
enum LoopbackClient {
  struct Failure: Error {
    let what: String
  }

  /// A port that nobody listens on now.
  static func freePort() throws -> Int {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(socket) }
    var address = Self.address(port: 0)
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(socket, $0, length) == 0 && getsockname(socket, $0, &length) == 0
      }
    }
    guard isBound else { throw Failure(what: "no port: \(errno)") }
    return Int(UInt16(bigEndian: address.sin_port))
  }

  private static func address(port: Int) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(port).bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }

  /// Connects.
  static func connect(port: Int) throws -> Int32 {
    let socket = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(port: port)
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(socket, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else {
      close(socket)
      throw Failure(what: "connect: \(errno)")
    }
    var isOn: Int32 = 1
    setsockopt(
      socket, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    return socket
  }

  /// Sends all bytes.
  static func send(_ socket: Int32, _ bytes: UnsafeRawBufferPointer) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(socket, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { throw Failure(what: "send: \(errno)") }
      rest = rest.dropFirst(count)
    }
  }

  static func send(_ socket: Int32, _ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { try send(socket, $0) }
  }

  /// The bytes of a request whose connection stays open.
  static func bytes(_ line: String, headers: [String] = [], body: String? = nil) -> [UInt8] {
    let length = body.map { ["Content-Length: \($0.utf8.count)"] } ?? []
    let lines = ["\(line) HTTP/1.1", "Host: localhost"] + headers + length + ["", ""]
    return Array((lines.joined(separator: "\r\n") + (body ?? "")).utf8)
  }

  /// Reads an answer's head, and counts the bytes that came after it.
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

  /// One request with a small body, on a connection of its own; the answer's head and body.
  static func request(
    port: Int, _ line: String, headers: [String] = [], body: String = ""
  ) throws -> (head: String, body: String) {
    let socket = try connect(port: port)
    defer { close(socket) }
    try send(socket, bytes(line, headers: ["Connection: close"] + headers, body: body))
    var text = [UInt8]()
    var piece = [UInt8](repeating: 0, count: 65_536)
    while case let count = read(socket, &piece, piece.count), count > 0 { text += piece[..<count] }
    let answer = String(decoding: text, as: UTF8.self)
    guard let end = answer.firstRange(of: "\r\n\r\n") else { throw Failure(what: answer) }
    return (String(answer[..<end.lowerBound]), String(answer[end.upperBound...]))
  }
}
