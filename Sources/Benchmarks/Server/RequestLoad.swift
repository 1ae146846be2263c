import Foundation

/// A few connections that each send the next request as soon as the last is answered; one thread.
final class RequestLoad {
  private struct Connection {
    let socket: Int32
    var received: [UInt8] = []
    var sentAt = ContinuousClock.now
  }

  /// How long each answer took since the last `takeLatencies`, in seconds.
  private var latencies: [Double] = []
  private var connections: [Connection]
  private var piece = [UInt8](repeating: 0, count: 65_536)
  private let request: () -> [UInt8]
  private let acceptsRefusals: Bool

  /// How many connections there are.
  var count: Int { connections.count }

  /// Connects.
  ///
  /// - Parameters:
  ///   - port: The server's port on loopback.
  ///   - count: How many connections.
  ///   - acceptsRefusals: Whether an answer may be an error of the client.
  ///   - request: Makes the bytes of the next request.
  /// - Throws: When it cannot connect.
  init(
    port: Int, connections count: Int, acceptsRefusals: Bool = false,
    request: @escaping () -> [UInt8]
  ) throws {
    self.request = request
    self.acceptsRefusals = acceptsRefusals
    connections = try (0..<count).map { _ in
      Connection(socket: try LoopbackClient.connect(port: port))
    }
  }

  deinit {
    for connection in connections { close(connection.socket) }
  }

  /// The latencies of the answers until now, which are then forgotten.
  func takeLatencies() -> [Double] {
    defer { latencies = [] }
    return latencies
  }

  /// Sends a number of requests in all and waits for every answer.
  ///
  /// - Throws: When an answer is no success.
  func run(_ count: Int) throws {
    var unsent = count
    var busy = 0
    for index in connections.indices where unsent > 0 {
      try send(index)
      unsent -= 1
      busy += 1
    }
    var polls = connections.map { pollfd(fd: $0.socket, events: Int16(POLLIN), revents: 0) }
    while busy > 0 {
      guard poll(&polls, nfds_t(polls.count), 30_000) > 0 else {
        throw LoopbackClient.Failure(what: "\(busy) requests are not answered")
      }
      for index in polls.indices where polls[index].revents != 0 {
        guard try receive(index) else { continue }
        latencies.append((ContinuousClock.now - connections[index].sentAt) / .seconds(1))
        if unsent > 0 {
          try send(index)
          unsent -= 1
        } else {
          busy -= 1
        }
      }
    }
  }

  private func send(_ index: Int) throws {
    connections[index].sentAt = .now
    try LoopbackClient.send(connections[index].socket, request())
  }

  /// Reads what is there.
  ///
  /// - Returns: Whether the answer is complete.
  private func receive(_ index: Int) throws -> Bool {
    let count = read(connections[index].socket, &piece, piece.count)
    guard count > 0 else { throw LoopbackClient.Failure(what: "closed: \(errno)") }
    connections[index].received += piece[..<count]
    guard let length = try lengthOfAnswer(connections[index].received),
      connections[index].received.count >= length
    else { return false }
    connections[index].received.removeAll(keepingCapacity: true)
    return true
  }

  private static let blankLine = Array("\r\n\r\n".utf8)
  // Servers write its first letter large or small.
  private static let lengthField = Array("ontent-Length: ".utf8)

  /// The length of a whole answer in bytes; nil before its head is there.
  private func lengthOfAnswer(_ bytes: [UInt8]) throws -> Int? {
    guard let head = Self.place(of: Self.blankLine, in: bytes) else { return nil }
    // HTTP/1.1 2xx
    guard head > 9,
      bytes[9] == UInt8(ascii: "2") || acceptsRefusals && bytes[9] == UInt8(ascii: "4"),
      let field = Self.place(of: Self.lengthField, in: bytes)
    else { throw LoopbackClient.Failure(what: String(decoding: bytes, as: UTF8.self)) }
    var length = 0
    for byte in bytes[(field + Self.lengthField.count)...] {
      guard (48...57).contains(byte) else { break }
      length = length * 10 + Int(byte - 48)
    }
    return head + Self.blankLine.count + length
  }

  /// Where one text begins in another.
  private static func place(of text: [UInt8], in bytes: [UInt8]) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      text.withUnsafeBufferPointer { text in
        guard bytes.count >= text.count else { return nil }
        return (0...bytes.count - text.count).first { start in
          bytes[start] == text[0] && text.indices.allSatisfy { bytes[start + $0] == text[$0] }
        }
      }
    }
  }
}
