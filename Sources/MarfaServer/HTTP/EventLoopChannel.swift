import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1

/// An HTTP/1 connection whose requests are handled on the thread that reads and writes its socket.
///
/// Elsewhere a request would change threads to its handler and back, which takes longer than most
/// handlers do. What waits for a disk or reads much is given to other threads by whoever does it.
struct EventLoopChannel<Base: ServerChildChannel>: ServerChildChannel {
  let base: Base
  let patience: HTTP1Connection.Patience

  /// What is read of a socket at a time: little at first, and more from who sends much.
  private static var buffers: AdaptiveRecvByteBufferAllocator {
    AdaptiveRecvByteBufferAllocator(minimum: 1024, initial: 2048, maximum: 256 << 10)
  }

  func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Base.Value> {
    do {
      try channel.syncOptions?.setOption(.recvAllocator, value: Self.buffers)
    } catch {
      return channel.eventLoop.makeFailedFuture(error)
    }
    return base.setup(channel: channel, logger: logger).flatMapThrowing { value in
      let pipeline = channel.pipeline.syncOperations
      let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self)
      try pipeline.addHandler(HTTP1Connection(patience), position: .after(decoder))
      return value
    }
  }

  func handle(value: Base.Value, logger: Logger) async {
    await withTaskExecutorPreference(EventLoopTaskExecutor(loop: value.channel.eventLoop)) {
      await base.handle(value: value, logger: logger)
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
