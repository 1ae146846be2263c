import Foundation
import NIOCore
import NIOPosix

/// One TCP connection to loopback, spoken byte by byte, so that a test can stop where it likes.
struct RawConnection {
  /// The connection ended before what the test waited for.
  struct Ended: Error {
    var received: String
  }

  /// An answer as it came.
  struct Answer {
    var status: Int
    /// By lower-case name.
    var headers: [String: String]
    var body: [UInt8]

    var text: String { String(decoding: body, as: UTF8.self) }
  }

  let channel: any Channel
  private var inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private let outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  private var received = ByteBuffer()

  /// Connects, and closes when the steps are over.
  static func open<Value: Sendable>(
    port: Int, _ steps: @Sendable @escaping (inout RawConnection) async throws -> Value
  ) async throws -> Value {
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .connect(host: "127.0.0.1", port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try channel.syncOptions?.setOption(.allowRemoteHalfClosure, value: true)
          return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
            wrappingChannelSynchronously: channel,
            configuration: .init(isOutboundHalfClosureEnabled: true))
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      var connection = RawConnection(
        channel: channel.channel, inbound: inbound.makeAsyncIterator(), outbound: outbound)
      return try await steps(&connection)
    }
  }

  init(
    channel: any Channel, inbound: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator,
    outbound: NIOAsyncChannelOutboundWriter<ByteBuffer>
  ) {
    self.channel = channel
    self.inbound = inbound
    self.outbound = outbound
  }

  func send(_ text: String) async throws {
    try await outbound.write(ByteBuffer(string: text))
  }

  func send(_ bytes: [UInt8]) async throws {
    try await outbound.write(ByteBuffer(bytes: bytes))
  }

  /// Sends a request with a body, whose length is added.
  func send(
    _ method: String, _ path: String, headers: [String] = [], body: [UInt8] = []
  ) async throws {
    let lines =
      ["\(method) \(path) HTTP/1.1", "Host: localhost"] + headers
      + ["Content-Length: \(body.count)", "", ""]
    try await send(Array(lines.joined(separator: "\r\n").utf8) + body)
  }

  /// Sends nothing more, and goes on reading.
  func endSending() async throws {
    try await channel.close(mode: .output).get()
  }

  /// Sends nothing more, as a client whose connection broke, and waits until the server is done.
  mutating func breakOff() async throws {
    outbound.finish()
    _ = try await receiveAll()
  }

  /// Everything up to and with a mark.
  mutating func receive(until mark: String) async throws -> String {
    let mark = Array(mark.utf8)
    var searched = 0
    while true {
      let view = received.readableBytesView
      let from = view.startIndex + max(0, searched - mark.count)
      if let range = view[from...].firstRange(of: mark) {
        let count = range.upperBound - view.startIndex
        return String(buffer: received.readSlice(length: count) ?? ByteBuffer())
      }
      searched = view.count
      try await more()
    }
  }

  /// A number of bytes.
  mutating func receive(count: Int) async throws -> [UInt8] {
    while received.readableBytes < count { try await more() }
    return received.readBytes(length: count) ?? []
  }

  /// What comes until the other side closes.
  mutating func receiveAll() async throws -> String {
    do {
      while true { try await more() }
    } catch is Ended {
      return String(buffer: received)
    }
  }

  /// The bytes that come until the other side closes.
  mutating func receiveBytes() async throws -> [UInt8] {
    _ = try await receiveAll()
    return Array(received.readableBytesView)
  }

  /// An answer; `hasBody` is false for one to `HEAD`.
  mutating func answer(hasBody: Bool = true) async throws -> Answer {
    let head = try await receive(until: "\r\n\r\n").components(separatedBy: "\r\n")
    let status = head[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in head.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { continue }
      headers[line[..<colon].lowercased()] =
        line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
    }
    let count = hasBody ? headers["content-length"].flatMap { Int($0) } ?? 0 : 0
    return Answer(status: status, headers: headers, body: try await receive(count: count))
  }

  private mutating func more() async throws {
    guard var next = try await inbound.next() else {
      throw Ended(received: String(buffer: received))
    }
    received.writeBuffer(&next)
  }
}
