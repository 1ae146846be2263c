import MarfaModel
import NIOCore
import NIOEmbedded
import NIOPosix
import Synchronization
import Testing

@testable import MarfaServer

@Suite(.timeLimit(.minutes(20))) struct HangUpTests {
  /// Reports its channel once it is connected to.
  private final class Announcing: ChannelInboundHandler, Sendable {
    typealias InboundIn = ByteBuffer
    private let channels: SignalQueue<any Channel>

    init(_ channels: SignalQueue<any Channel>) {
      self.channels = channels
    }

    func channelActive(context: ChannelHandlerContext) { channels.put(context.channel) }
  }

  @Test func `work for a client that hangs up is cancelled`() async throws {
    let channels = SignalQueue<any Channel>()
    try await LoopbackListener.run({ try $0.addHandler(Announcing(channels)) }) { port in
      let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port).get()
      let channel = try await channels.take()
      let begun = SignalQueue<Void>()
      let never = SignalQueue<Void>()

      let work = Task {
        try await HangUp.cancelling(on: channel) {
          begun.put(())
          // Ends by its cancellation only.
          try await never.take()
        }
      }
      try await begun.take()
      try await client.close()

      await #expect(throws: CancellationError.self) { try await work.value }
    }
  }

  /// Counts what a handler notices.
  private final class Notices: Sendable {
    let count = Atomic(0)
  }

  @Test func `a client that hung up before its work began is noticed`() throws {
    let channel = EmbeddedChannel(handler: HTTP1Connection(grace: .seconds(5)))
    try channel.connect(to: .init(unixDomainSocketPath: "/test")).wait()
    let notices = Notices()
    func watch() throws -> Int {
      let handler = HangUpHandler { notices.count.add(1, ordering: .relaxed) }
      try channel.pipeline.syncOperations.addHandler(handler, position: .first)
      return notices.count.load(ordering: .relaxed)
    }

    #expect(try watch() == 0)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(try watch() == 2)
    try channel.close().wait()
  }

  @Test func `a dry run ends with its client, and an action that writes does not`() async throws {
    let environment = ServerEnvironment(store: try StoreFixture().store)
    let channels = SignalQueue<any Channel>()
    try await LoopbackListener.run({ try $0.addHandler(Announcing(channels)) }) { port in
      let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port).get()
      let channel = try await channels.take()
      let (begun, never, end) = (SignalQueue<Void>(), SignalQueue<Void>(), SignalQueue<Void>())
      let action = BulkAction(filters: ListFilters(), change: .updateTier(.feed), isDryRun: false)
      var dryRun = action
      dryRun.isDryRun = true

      let writing = Task {
        try await environment.taking(action, of: "key", on: channel) {
          begun.put(())
          try await end.take()
        }
      }
      let looking = Task { [dryRun] in
        try await environment.taking(dryRun, of: "key", on: channel) {
          begun.put(())
          try await never.take()
        }
      }
      for _ in 0..<2 { try await begun.take() }
      let waiting = Task {
        try await environment.taking(action, of: "key", on: channel) { Issue.record("It ran.") }
      }
      try await environment.taking(action, of: "another", on: channel) {}
      waiting.cancel()
      try await client.close()

      await #expect(throws: CancellationError.self) { try await looking.value }
      end.put(())
      try await writing.value
      await #expect(throws: CancellationError.self) { try await waiting.value }
    }
  }

  @Test func `work that ends leaves the connection as it was`() async throws {
    let channels = SignalQueue<any Channel>()
    try await LoopbackListener.run({ try $0.addHandler(Announcing(channels)) }) { port in
      let client = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port).get()
      let channel = try await channels.take()

      let value = try await HangUp.cancelling(on: channel) { 7 }

      #expect(value == 7)
      await #expect(throws: (any Error).self) {
        try await channel.pipeline.handler(type: HangUpHandler.self).get()
      }
      try await client.close()
    }
  }

  @Test func `a query whose task is cancelled is broken off in the database`() async throws {
    var hooks = StoreHooks()
    hooks.queryTime = nil
    let begun = SignalQueue<Void>()
    let fixture = try StoreFixture(hooks: hooks)
    let store: SQLiteServerStore = try #require(fixture.store as? SQLiteServerStore)

    let reading = Task {
      try await store.read { db in
        begun.put(())
        // Has no end but the interruption.
        return try db.value(
          "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT COUNT(*) FROM c",
          as: Int.self)
      }
    }
    try await begun.take()
    reading.cancel()

    await #expect(throws: (any Error).self) { try await reading.value }
  }
}
