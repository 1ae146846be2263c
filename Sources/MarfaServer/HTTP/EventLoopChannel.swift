import Glibc
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// An HTTP/1 connection whose requests are handled on the thread that reads and writes its socket.
///
/// Elsewhere a request would change threads to its handler and back, which takes longer than most
/// handlers do. Work that waits for a disk or reads much gives itself to other threads.
struct EventLoopChannel: ServerChildChannel {
  let base: HTTP1Channel
  /// How long a client may take nothing of what is sent to it.
  let stall: TimeAmount
  /// How long an answer may take after the server was asked to end.
  let grace: TimeAmount
  /// Notes what is no request.
  var refused: RefusedRequests?
  /// How long a client may take until the head of its first request has come.
  var patience = TimeAmount.seconds(10)
  /// How many connections there are.
  var connections: ConnectionCount?

  /// What is read of a socket at a time: little at first, and more from who sends much.
  private static var buffers: AdaptiveRecvByteBufferAllocator {
    AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 256 << 10)
  }

  /// After how many milliseconds in which no byte is taken the kernel ends a connection.
  ///
  /// It alone knows what a client has taken of what waits in the socket. See tcp(7).
  private static var userTimeout: ChannelOptions.Types.SocketOption {
    .init(level: .tcp, name: .init(rawValue: TCP_USER_TIMEOUT))
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<AcceptedConnection> {
    guard connections?.take(channel) ?? true else {
      channel.close(promise: nil)
      return channel.eventLoop.makeFailedFuture(ConnectionCount.Full())
    }
    do {
      try channel.syncOptions?.setOption(.recvAllocator, value: Self.buffers)
      try channel.syncOptions?.setOption(
        Self.userTimeout, value: Int(stall.nanoseconds / 1_000_000))
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
    return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(
        HTTP1Connection(
          grace: grace, patience: patience, refused: refused,
          hasKey: { [connections] in connections?.know($0) }),
        position: .after(decoder))
      return AcceptedConnection(value)
    }
  }

  func handle(value: AcceptedConnection, logger: Logger) async {
    guard let connection = value.take() else { return }
    await withTaskExecutorPreference(EventLoopTaskExecutor(loop: value.channel.eventLoop)) {
      await base.handle(value: connection, logger: logger)
    }
  }
}

/// Runs tasks on an event loop.
private final class EventLoopTaskExecutor: TaskExecutor {
  private let loop: any EventLoop

  init(loop: any EventLoop) {
    self.loop = loop
  }

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    loop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
