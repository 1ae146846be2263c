import Dispatch
import Glibc

/// SIGINT as a stream, so that a long command can end in order.
enum InterruptSignal {
  /// One element for each SIGINT from now on; the signal acts as usual again after the stream's end.
  static func stream() -> AsyncStream<Void> {
    // Two at most: the second already means that the person is impatient.
    AsyncStream(bufferingPolicy: .bufferingOldest(2)) { continuation in
      signal(SIGINT, SIG_IGN)
      // Dispatch sources are thread-safe, which their protocol does not say.
      nonisolated(unsafe) let source = DispatchSource.makeSignalSource(
        signal: SIGINT, queue: .global())
      source.setEventHandler { continuation.yield() }
      continuation.onTermination = { _ in
        source.cancel()
        signal(SIGINT, SIG_DFL)
      }
      source.resume()
    }
  }
}
