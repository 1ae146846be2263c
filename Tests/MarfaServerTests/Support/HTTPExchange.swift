import MarfaModel
import NIOCore
import NIOPosix

/// A client that speaks HTTP/1.1 over a socket, small enough to be read beside the tests.
///
/// Each exchange has a connection of its own.
struct HTTPExchange: Sendable {
  let host: String
  let port: Int

  struct Malformed: Error {
    let what: String
  }

  func send(_ request: ContractRequest) async throws -> ContractAnswer {
    try await send(raw: Self.bytes(of: request, host: host), isHead: request.method == "HEAD")
  }

  /// Sends bytes as they are and reads one answer.
  func send(raw bytes: [UInt8], isHead: Bool = false) async throws -> ContractAnswer {
    try await connect { inbound, outbound in
      try await outbound.write(ByteBuffer(bytes: bytes))
      var reader = AnswerReader(inbound)
      var answer = try await reader.head()
      if isHead || answer.status == 204 || answer.status == 304 {
        // Such an answer has no body (RFC 9112, section 6.3): what follows its head is a fault.
        answer.body = try await reader.remainder()
      } else {
        while let piece = try await reader.piece(of: answer) {
          answer.body += piece.readableBytesView
        }
      }
      return answer
    }
  }

  func stream<Value: Sendable>(
    _ request: ContractRequest,
    _ body: @Sendable (ContractAnswer, inout ContractBytes) async throws -> Value
  ) async throws -> Value {
    let bytes = Self.bytes(of: request, host: host)
    return try await connect { inbound, outbound in
      try await outbound.write(ByteBuffer(bytes: bytes))
      var reader = AnswerReader(inbound)
      let head = try await reader.head()
      let box = ReaderBox(reader)
      var pieces = ContractBytes { try await box.piece(of: head) }
      return try await body(head, &pieces)
    }
  }

  static func bytes(of request: ContractRequest, host: String) -> [UInt8] {
    var text = "\(request.method) \(request.path) HTTP/1.1\r\nhost: \(host)\r\n"
    for (name, value) in request.headers.sorted(by: { $0.key < $1.key }) {
      text += "\(name): \(value)\r\n"
    }
    if let body = request.body { text += "content-length: \(body.count)\r\n" }
    text += "connection: close\r\n\r\n"
    return Array(text.utf8) + (request.body ?? [])
  }

  private typealias Inbound = NIOAsyncChannelInboundStream<ByteBuffer>
  private typealias Outbound = NIOAsyncChannelOutboundWriter<ByteBuffer>

  private func connect<Value: Sendable>(
    _ body: (Inbound.AsyncIterator, Outbound) async throws -> Value
  ) async throws -> Value {
    let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
      .connect(host: host, port: port) { channel in
        channel.eventLoop.makeCompletedFuture {
          try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
        }
      }
    return try await channel.executeThenClose { inbound, outbound in
      try await body(inbound.makeAsyncIterator(), outbound)
    }
  }
}

/// Reads the head and the pieces of one answer (RFC 9112, sections 2 to 7).
struct AnswerReader {
  private var source: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator
  private var buffer = ByteBuffer()
  private var rest: Int?
  private var isAtEnd = false

  init(_ source: NIOAsyncChannelInboundStream<ByteBuffer>.AsyncIterator) {
    self.source = source
  }

  mutating func head() async throws -> ContractAnswer {
    let words = try await line().split(separator: " ", maxSplits: 2)
    guard words.count >= 2, let status = Int(words[1]) else {
      throw HTTPExchange.Malformed(what: "status line")
    }
    var headers: [String: String] = [:]
    while true {
      let line = try await line()
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: ":") else {
        throw HTTPExchange.Malformed(what: line)
      }
      let value = line[line.index(after: colon)...].drop { $0 == " " }
      headers[line[..<colon].lowercased()] = String(value)
    }
    if status == 100 { return try await head() }
    rest = headers["content-length"].flatMap { Int($0) }
    return ContractAnswer(status: status, headers: headers)
  }

  /// The next bytes of the body; nil at its end.
  mutating func piece(of answer: ContractAnswer) async throws -> ByteBuffer? {
    if isAtEnd { return nil }
    if answer.headers["transfer-encoding"] == "chunked" { return try await chunk() }
    if rest == 0 { return nil }
    if buffer.readableBytes == 0 {
      guard try await fill() else {
        guard rest == nil else { throw HTTPExchange.Malformed(what: "a body that is short") }
        return nil
      }
    }
    let count = min(rest ?? .max, buffer.readableBytes)
    rest = rest.map { $0 - count }
    return buffer.readSlice(length: count)
  }

  /// What comes until the other side closes.
  mutating func remainder() async throws -> [UInt8] {
    while try await fill() {}
    return Array(buffer.readableBytesView)
  }

  private mutating func chunk() async throws -> ByteBuffer? {
    guard let size = Int(try await line(), radix: 16) else {
      throw HTTPExchange.Malformed(what: "a chunk's size")
    }
    while buffer.readableBytes < size + 2 {
      guard try await fill() else { throw HTTPExchange.Malformed(what: "a chunk that is short") }
    }
    let piece = buffer.readSlice(length: size)
    buffer.moveReaderIndex(forwardBy: 2)
    isAtEnd = size == 0
    return isAtEnd ? nil : piece
  }

  private mutating func line() async throws -> String {
    while true {
      let view = buffer.readableBytesView
      if let end = view.firstIndex(of: 10) {
        let text = buffer.readString(length: end - view.startIndex + 1) ?? ""
        return text.filter { !$0.isNewline }
      }
      guard try await fill() else { throw HTTPExchange.Malformed(what: "an answer that is short") }
    }
  }

  private mutating func fill() async throws -> Bool {
    guard let piece = try await source.next() else { return false }
    buffer.discardReadBytes()
    buffer.writeImmutableBuffer(piece)
    return true
  }
}

/// A reader for a closure; used by one task.
private final class ReaderBox {
  private var reader: AnswerReader

  init(_ reader: AnswerReader) { self.reader = reader }

  func piece(of answer: ContractAnswer) async throws -> ByteBuffer? {
    try await reader.piece(of: answer)
  }
}
