import Glibc
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOEmbedded
import NIOPosix
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct AcceptedConnectionTests {
  /// Without its end the process ends here.
  @Test func `a connection that nobody handles is closed`() async throws {
    let channel = NIOAsyncTestingChannel()
    let setup = EventLoopChannel(
      base: HTTP1Channel(responder: { _, _, _ in }), stall: .seconds(1), grace: .seconds(1))

    _ = try await channel.testingEventLoop.executeInContext {
      setup.setup(channel: channel, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }.get()

    try await channel.closeFuture.get()
    #expect(!channel.isActive)
  }

  /// What the kernel does then is its own: tcp(7), TCP_USER_TIMEOUT.
  @Test func `the kernel gives up a client that reads nothing after a time`() async throws {
    let setup = EventLoopChannel(
      base: HTTP1Channel(responder: { _, _, _ in }), stall: .seconds(75), grace: .seconds(1))
    let group = MultiThreadedEventLoopGroup.singleton
    let server = try await ServerBootstrap(group: group).bind(host: "127.0.0.1", port: 0) {
      setup.setup(channel: $0, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    }
    let client = try await ClientBootstrap(group: group)
      .connect(to: #require(server.channel.localAddress)).get()

    let milliseconds = try await server.executeThenClose { inbound in
      var connections = inbound.makeAsyncIterator()
      let connection = try #require(try await connections.next())
      return try await connection.channel.getOption(
        ChannelOptions.Types.SocketOption(level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT))
      ).get()
    }

    #expect(milliseconds == 75_000)
    try await client.closeFuture.get()
  }
}
