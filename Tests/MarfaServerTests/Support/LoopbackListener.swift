import NIOCore
import NIOPosix

/// Something on loopback that is connected to.
enum LoopbackListener {
  /// Listens while the steps run; they are given the port.
  ///
  /// - Parameters:
  ///   - configure: Adds the handlers of a connection.
  ///   - host: Where it listens.
  ///   - steps: What is done meanwhile.
  /// - Throws: What the steps threw, or that nothing could listen.
  static func run(
    _ configure: @escaping @Sendable (ChannelPipeline.SynchronousOperations) throws -> Void,
    host: String = "127.0.0.1", _ steps: (Int) async throws -> Void
  ) async throws {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
      .childChannelInitializer { channel in
        channel.eventLoop.makeCompletedFuture {
          try configure(channel.pipeline.syncOperations)
        }
      }
      .bind(host: host, port: 0).get()
    do {
      try await steps(channel.localAddress?.port ?? 0)
    } catch {
      try await channel.close()
      throw error
    }
    try await channel.close()
  }
}
