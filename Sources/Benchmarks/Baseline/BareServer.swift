import Foundation
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import Synchronization

/// What the server's frame costs alone: Hummingbird with handlers that do the least possible.
///
/// `GET /stream` passes on what `send` is given, `PATCH /sink` writes the body to a file and makes
/// it durable, `GET /source` answers with the bytes of that file.
final class BareServer: Sendable {
  private let streams = Mutex<[AsyncStream<ByteBuffer>.Continuation]>([])
  private let file: String

  init(file: String) {
    self.file = file
  }

  /// Writes the bytes to every open stream.
  func send(_ bytes: ByteBuffer) {
    for stream in streams.withLock({ $0 }) { stream.yield(bytes) }
  }

  /// The service to run; tells its port once it listens.
  func application(onRunning: @escaping @Sendable (Int) async -> Void) -> some ApplicationProtocol {
    let router = Router()
    router.get("/stream") { [self] _, _ in
      let (stream, continuation) = AsyncStream<ByteBuffer>.makeStream()
      streams.withLock { $0.append(continuation) }
      return Response(
        status: .ok,
        body: ResponseBody { writer in
          try await writer.write(ByteBuffer(string: "event: hello\n\n"))
          for await bytes in stream { try await writer.write(bytes) }
          try await writer.finish(nil)
        })
    }
    router.patch("/sink") { [file] request, context in
      try await FileIO().writeFile(contents: request.body, path: file, context: context)
      let descriptor = open(file, O_RDONLY)
      fsync(descriptor)
      close(descriptor)
      return HTTPResponse.Status.noContent
    }
    router.get("/source") { [file] _, context in
      Response(
        status: .ok, body: try await FileIO().loadFile(path: file, context: context))
    }
    return Application(
      router: router,
      configuration: ApplicationConfiguration(
        address: .hostname("127.0.0.1", port: 0), backlog: 1024),
      onServerRunning: { await onRunning($0.localAddress?.port ?? 0) },
      logger: Logger(label: "bare") { _ in SwiftLogNoOpLogHandler() })
  }
}
