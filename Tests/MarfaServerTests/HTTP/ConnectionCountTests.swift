import MarfaModel
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct ConnectionCountTests {
  @Test func `there are as many connections as may be, and one more when one has ended`() throws {
    let count = ConnectionCount(maximum: 2)
    let channels = (0..<3).map { _ in EmbeddedChannel() }

    #expect(count.take(channels[0]))
    count.know(channels[0])
    #expect(count.take(channels[1]))
    count.know(channels[1])
    #expect(!count.take(channels[2]))
    try channels[0].close().wait()
    channels[0].embeddedEventLoop.run()
    #expect(count.current == 1)
    #expect(count.take(channels[2]))
    for channel in channels.dropFirst() { try channel.close().wait() }
  }

  @Test func `those without a key have half, and one more ends the oldest of them`() throws {
    let count = ConnectionCount(maximum: 8)
    let channels = (0..<7).map { _ in EmbeddedChannel() }
    #expect(count.take(channels[0]))
    count.know(channels[0])

    for channel in channels[1...5] { #expect(count.take(channel)) }
    for channel in channels[1...5] { channel.embeddedEventLoop.run() }

    // The first is known, and of the five others the oldest is gone.
    #expect(count.current == 5)
    count.know(channels[5])
    #expect(count.take(channels[6]))
    #expect(count.current == 6)
    for channel in channels where channel !== channels[1] { try channel.close().wait() }
  }

  @Test func `a client with a key gets in although many others connect and ask nothing`()
    async throws
  {
    var setup = TestServer.Setup()
    setup.settings.limits.connections = 8
    try await withServer(setup) { server in
      try await silent(12, server) {
        for _ in 0..<3 {
          try await RawConnection.open(port: server.port) { connection in
            try await connection.send("GET", "/items/stats", headers: [Self.key(server)])
            #expect(try await connection.answer().status == 200)
          }
        }
      }
    }
  }

  /// Runs steps while there are some connections on which nobody asks.
  private func silent(
    _ count: Int, _ server: TestServer, _ steps: @escaping @Sendable () async throws -> Void
  ) async throws {
    guard count > 0 else { return try await steps() }
    try await RawConnection.open(port: server.port) { _ in
      try await silent(count - 1, server, steps)
    }
  }

  @Test func `a connection whose first request does not come ends, and another stays`() throws {
    for isAsked in [false, true] {
      let channel = EmbeddedChannel(
        handler: HTTP1Connection(grace: .seconds(5), patience: .seconds(10)))
      try channel.connect(to: .init(unixDomainSocketPath: "/test")).wait()
      if isAsked {
        let head = HTTPRequestHead(
          version: .http1_1, method: .GET, uri: "/", headers: ["host": "a"])
        try channel.writeInbound(HTTPServerRequestPart.head(head))
      }

      channel.embeddedEventLoop.advanceTime(by: .seconds(11))

      #expect(channel.isActive == isAsked)
      if isAsked { try channel.close().wait() }
    }
  }

  @Test func `a key has a quarter, and its share back when a connection ends or another key asks`()
    throws
  {
    let shares = ConnectionShares(of: 32)
    let channels = (0..<10).map { _ in EmbeddedChannel() }
    func end(_ channel: EmbeddedChannel) throws {
      try channel.close().wait()
      channel.embeddedEventLoop.run()
    }

    #expect(channels[..<8].allSatisfy { shares.take($0, for: "a") })
    #expect(!shares.take(channels[8], for: "a"))
    #expect(shares.take(channels[0], for: "a"))
    #expect(shares.take(channels[8], for: "b"))
    #expect(shares.take(channels[0], for: "b"))
    #expect(shares.take(channels[9], for: "a"))
    #expect(shares.count(of: "a") == 8 && shares.count(of: "b") == 2)
    try end(channels[0])
    #expect(shares.count(of: "b") == 1)
    for channel in channels.dropFirst() { try end(channel) }
    #expect(shares.count(of: "a") == 0 && shares.count(of: "b") == 0)
  }

  @Test func `a key that has its connections is reported so, and another is answered`() async throws
  {
    var setup = TestServer.Setup()
    setup.settings.limits.connections = 32
    try await withServer(setup) { server in
      let member = try await server.admin.member(["type_permissions": ["*": "read"]])
      // On no other connection has this key asked, however late an earlier one ends.
      let holder = try await server.admin.member(["type_permissions": ["*": "read"]])
      let key = try "Authorization: Bearer " + #require(holder.key)
      try await holding(8, server, key) {
        let surplus = try await Self.ask(server, key)
        #expect(surplus.status == 429)
        #expect(surplus.headers["connection"] == "close")
        #expect(surplus.text.contains("\"connections\":8"))
        #expect(surplus.text.contains("\"limit\":8"))
        #expect(try await member.get("/items/stats").status == 200)
      }
    }
  }

  /// Runs steps while a key has some connections.
  private func holding(
    _ count: Int, _ server: TestServer, _ key: String,
    _ steps: @escaping @Sendable () async throws -> Void
  ) async throws {
    guard count > 0 else { return try await steps() }
    try await RawConnection.open(port: server.port) { connection in
      try await connection.send("GET", "/items/stats", headers: [key])
      #expect(try await connection.answer().status == 200)
      try await holding(count - 1, server, key, steps)
    }
  }

  /// One request on a connection that is to stay open, until the server ends it.
  private static func ask(_ server: TestServer, _ key: String) async throws -> RawConnection.Answer
  {
    try await RawConnection.open(port: server.port) { connection in
      try await connection.send("GET", "/items/stats", headers: [key])
      let answer = try await connection.answer()
      #expect(try await connection.receiveAll() == "")
      return answer
    }
  }

  private static func key(_ server: TestServer) -> String {
    "Authorization: Bearer \(server.adminKey)"
  }

  @Test func `descriptors for files are left over`() {
    #expect(ConnectionCount(maximum: .max).maximum < .max)
  }
}
