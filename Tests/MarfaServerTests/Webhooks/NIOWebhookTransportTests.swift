import Foundation
import MarfaModel
import MarfaServer
import NIOCore
import NIOPosix
import Testing

@Suite(.timeLimit(.minutes(20))) struct NIOWebhookTransportTests {
  /// So long that no machine is too slow for it.
  private static let patience: Int64 = 3_600

  private static func post(_ url: String, body: String = "{}") -> WebhookPost {
    WebhookPost(url: url, headers: ["X-Marfa-Event": "item.created"], body: Array(body.utf8))
  }

  @Test func `a webhook is notified of a change over HTTP`() async throws {
    // The receiver is another server of ours, which answers 404 to what it does not know.
    try await FlowServer.run { receiver in
      let transport = NIOWebhookTransport(patience: Self.patience, targets: .anywhere)

      let status = try await transport.send(
        Self.post("http://127.0.0.1:\(receiver.port)/health?x=1", body: ""))
      let missing = try await transport.send(
        Self.post("http://localhost:\(receiver.port)/no-such-route"))

      #expect(status == 405 && missing == 404)
    }
  }

  @Test(arguments: ["ftp://127.0.0.1/", "http://", "https://", "nonsense", ""])
  func `an address that is not of the web is refused`(url: String) async {
    await #expect(throws: NIOWebhookTransport.Failure.address) {
      try await NIOWebhookTransport().send(Self.post(url))
    }
  }

  @Test(arguments: ["", "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 2"])
  func `a receiver that never finishes its answer's head is given up`(beginning: String)
    async throws
  {
    try await Self.listening(answering: beginning) { port in
      await #expect(throws: NIOWebhookTransport.Failure.late) {
        try await NIOWebhookTransport(patience: 1, targets: .anywhere).send(
          Self.post("http://127.0.0.1:\(port)/"))
      }
    }
  }

  @Test(arguments: [
    "127.0.0.1", "localhost", "127.1", "2130706433", "0x7f000001", "0.0.0.0", "10.0.0.1",
    "100.64.0.1", "169.254.169.254", "172.31.0.1", "192.168.1.1", "224.0.0.1", "255.255.255.255",
    "[::1]", "[::]", "[::ffff:127.0.0.1]", "[::ffff:10.0.0.1]", "[fe80::1]", "[fd00::1]",
    "[64:ff9b::7f00:1]", "[2002:7f00:1::]", "[ff02::1]", "[2001:db8::1]",
  ])
  func `nothing is sent to this machine or its network, however it is written`(host: String)
    async throws
  {
    await #expect(throws: NIOWebhookTransport.Failure.privateTarget) {
      try await NIOWebhookTransport(patience: Self.patience).send(Self.post("http://\(host):9/"))
    }
    #expect(!WebhookTargets.publicOnly.mayBe(host.trimmingCharacters(in: ["[", "]"])))
  }

  @Test(arguments: ["1.1.1.1", "172.32.0.1", "2606:4700::1111", "64:ff9b::101:101", "a.example"])
  func `an address of the internet may be sent to`(host: String) {
    #expect(WebhookTargets.publicOnly.mayBe(host))
  }

  @Test func `an IPv6 address in brackets is reached where the settings allow it`() async throws {
    try await LoopbackListener.run(
      { try $0.addHandler(Greeting("HTTP/1.1 204 No Content\r\n\r\n")) }, host: "::1"
    ) { port in
      let transport = NIOWebhookTransport(patience: Self.patience, targets: .anywhere)

      let status = try await transport.send(Self.post("http://[::1]:\(port)/"))
      #expect(status == 204)
    }
  }

  @Test func `events reach a webhook of a running server, and the delivery is listed`()
    async throws
  {
    let transport = ScriptedTransport()
    transport.answers.put(200)
    try await FlowServer.run(transport: transport) { server in
      let made = try await server.send(
        "POST", "/webhooks", headers: ["Content-Type: application/json"],
        body: Array(
          "{\"url\":\"http://127.0.0.1:9/\",\"events\":[\"item.created\"],\"secret\":\"0123456789abcdef\"}"
            .utf8))
      #expect(made.status == 201, "\(made.text)")

      let id = try await server.note()

      let post = try await transport.posts.take()
      #expect(String(decoding: post.body, as: UTF8.self).contains(id))
      #expect(post.headers["X-Marfa-Event"] == "item.created")
    }
  }

  #if TLS
  @Test func `an https receiver whose authority is trusted is notified`() async throws {
    try await SecureReceiver.run { port in
      let transport = NIOWebhookTransport(
        patience: Self.patience, targets: .anywhere, authorities: [try SecureReceiver.authority])

      #expect(try await transport.send(Self.post("https://localhost:\(port)/hook")) == 204)
    }
  }

  @Test func `an https receiver with an unknown authority gets nothing`() async throws {
    try await SecureReceiver.run { port in
      let failure = await #expect(throws: (any Error).self) {
        try await NIOWebhookTransport(patience: Self.patience, targets: .anywhere)
          .send(Self.post("https://localhost:\(port)/hook"))
      }

      #expect(failure.map { "\($0)" }?.contains("CERTIFICATE_VERIFY_FAILED") == true)
    }
  }

  @Test func `a certificate of another name is not the receiver's`() async throws {
    try await SecureReceiver.run { port in
      let transport = NIOWebhookTransport(
        patience: Self.patience, targets: .anywhere, authorities: [try SecureReceiver.authority])

      await #expect(throws: (any Error).self) {
        try await transport.send(Self.post("https://127.0.0.1:\(port)/hook"))
      }
    }
  }
  #else
  @Test func `https without the trait says what is missing`() async {
    await #expect(throws: NIOWebhookTransport.Failure.withoutTLS) {
      try await NIOWebhookTransport().send(Self.post("https://127.0.0.1/"))
    }
  }
  #endif

  /// Runs a receiver on loopback that says something as soon as it is connected to.
  private static func listening(
    answering text: String, _ steps: (Int) async throws -> Void
  ) async throws {
    try await LoopbackListener.run({ try $0.addHandler(Greeting(text)) }, steps)
  }

  /// Says one thing and then nothing.
  private final class Greeting: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let text: String

    init(_ text: String) {
      self.text = text
    }

    func channelActive(context: ChannelHandlerContext) {
      context.writeAndFlush(NIOAny(ByteBuffer(string: text)), promise: nil)
    }
  }
}
