import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MarfaServer

/// How connections end when the server is asked to.
@Suite(.timeLimit(.minutes(20))) struct ShutdownTests {
  /// A connection whose time is in the test's hands, and that keeps what is sent.
  private final class Connection {
    let channel = EmbeddedChannel()
    private let halves = HalfCloses()

    init(grace: TimeAmount) throws {
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(halves)
      try pipeline.configureHTTPServerPipeline(
        withPipeliningAssistance: false, withErrorHandling: false)
      try pipeline.addHandler(HTTP1Connection(grace: grace))
      try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
    }

    /// Whether only the client may go on sending.
    var isHalfClosed: Bool { halves.isOutputClosed && channel.isActive }

    func receive(_ text: String) throws {
      _ = try channel.writeInbound(ByteBuffer(string: text))
    }

    func end() {
      channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
    }

    func answer(_ status: HTTPResponseStatus = .ok) throws {
      let head = HTTPResponseHead(
        version: .http1_1, status: status, headers: ["content-length": "0"])
      try channel.writeOutbound(HTTPServerResponsePart.head(head))
      try channel.writeOutbound(HTTPServerResponsePart.end(nil))
    }

    /// What was sent until now.
    func sent() throws -> String {
      var text = ""
      while let bytes = try channel.readOutbound(as: ByteBuffer.self) {
        text += String(buffer: bytes)
      }
      return text
    }

    /// How many requests were passed on until now.
    func requests() throws -> Int {
      var count = 0
      while let part = try channel.readInbound(as: HTTPServerRequestPart.self) {
        if case .head = part { count += 1 }
      }
      return count
    }
  }

  /// Keeps a channel that cannot be half closed from ending as a whole.
  private final class HalfCloses: ChannelOutboundHandler {
    typealias OutboundIn = ByteBuffer

    private(set) var isOutputClosed = false

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
      guard mode == .output else { return context.close(mode: mode, promise: promise) }
      isOutputClosed = true
      promise?.succeed(())
    }
  }

  private static let get = "GET /health HTTP/1.1\r\nHost: a\r\n\r\n"

  // MARK: - One connection

  @Test(arguments: ["", "GET /hea", get])
  func `a connection without a request ends at once`(received: String) throws {
    let connection = try Connection(grace: .seconds(10))
    try connection.receive(received)
    if received == Self.get { try connection.answer() }

    connection.end()

    #expect(!connection.channel.isActive)
  }

  @Test func `a request that has begun is answered as the last`() throws {
    let connection = try Connection(grace: .seconds(10))
    try connection.receive(Self.get)

    connection.end()
    #expect(connection.channel.isActive)
    try connection.answer()

    #expect(try connection.sent().contains("connection: close\r\n"))
    #expect(!connection.channel.isActive)
  }

  @Test func `requests after the one that is answered are not begun`() throws {
    let connection = try Connection(grace: .seconds(10))
    try connection.receive(Self.get + Self.get + Self.get)
    #expect(try connection.requests() == 1)
    try connection.answer()
    #expect(try connection.requests() == 1)

    connection.end()
    try connection.answer()

    #expect(try connection.requests() == 0)
    #expect(try connection.sent().components(separatedBy: "HTTP/1.1 200 OK").count == 3)
    // The client may be sending the fourth, and is to read the second answer all the same.
    #expect(connection.isHalfClosed)
    connection.channel.embeddedEventLoop.advanceTime(by: LingeringClose.time)
    #expect(!connection.channel.isActive)
  }

  @Test(arguments: [
    get, "POST /items HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\ndrip", get + get,
  ])
  func `a request not answered when the grace is over is cut`(received: String) throws {
    let connection = try Connection(grace: .seconds(10))
    try connection.receive(received)

    connection.end()
    connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(9_999))
    #expect(connection.channel.isActive)
    connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))

    #expect(!connection.channel.isActive)
  }

  // MARK: - A client that goes on sending

  @Test func `a client that goes on sending after its last answer is read for a time`() throws {
    let connection = try Connection(grace: .seconds(10))
    try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100000\r\n\r\n")
    try connection.answer(.unauthorized)
    #expect(connection.isHalfClosed)

    try connection.receive("more of the body")
    connection.channel.embeddedEventLoop.advanceTime(by: LingeringClose.time - .milliseconds(1))
    #expect(connection.channel.isActive)
    connection.channel.embeddedEventLoop.advanceTime(by: .milliseconds(1))

    #expect(!connection.channel.isActive)
  }

  @Test func `a client that sends without end is cut`() throws {
    let connection = try Connection(grace: .seconds(10))
    try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n")
    try connection.answer(.unauthorized)

    let piece = String(repeating: "x", count: LingeringClose.bytes / 4)
    for _ in 1...4 { try connection.receive(piece) }
    #expect(connection.channel.isActive)
    try connection.receive("x")

    #expect(!connection.channel.isActive)
  }

  @Test func `a small body that does not come does not keep the connection`() throws {
    let connection = try Connection(grace: .seconds(10))
    try connection.receive("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n")
    try connection.answer(.unauthorized)

    connection.channel.embeddedEventLoop.advanceTime(by: LingeringClose.time)

    #expect(!connection.channel.isActive)
  }
}
