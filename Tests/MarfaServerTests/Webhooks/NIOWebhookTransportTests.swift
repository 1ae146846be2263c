import MarfaModel
import MarfaServer
import Testing

@Suite struct NIOWebhookTransportTests {
  @Test func `a webhook is told of a change over HTTP`() async throws {
    // The receiver is another server of ours, which answers 404 to what it does not know.
    try await FlowServer.run { receiver in
      let status = try await NIOWebhookTransport().send(
        WebhookPost(
          url: "http://127.0.0.1:\(receiver.port)/health?x=1", headers: [:], body: []))
      let missing = try await NIOWebhookTransport().send(
        WebhookPost(
          url: "http://localhost:\(receiver.port)/no-such-route",
          headers: ["X-Marfa-Event": "item.created"], body: Array("{}".utf8)))

      #expect(status == 405 && missing == 404)
    }
  }

  @Test(arguments: ["https://127.0.0.1/", "ftp://127.0.0.1/", "http://", "nonsense", ""])
  func `an address that is not plain HTTP is refused`(url: String) async {
    await #expect(throws: NIOWebhookTransport.Failure.address) {
      try await NIOWebhookTransport().send(WebhookPost(url: url, headers: [:], body: []))
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
}
