import Dispatch
import Glibc

/// The signals that end a process, as a stream, so that it can clean up first.
enum EndSignals {
  /// One element for each SIGINT, SIGTERM or SIGHUP from now on; they act as usual again after the end.
  static func stream() -> AsyncStream<Int32> {
    let numbers = [SIGINT, SIGTERM, SIGHUP]
    // One is enough: the first ends everything.
    return AsyncStream(bufferingPolicy: .bufferingOldest(1)) { continuation in
      for number in numbers { signal(number, SIG_IGN) }
      // Dispatch sources are thread-safe, which their protocol does not say.
      nonisolated(unsafe) let sources = numbers.map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield(number) }
        return source
      }
      continuation.onTermination = { _ in
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
      }
      for source in sources { source.resume() }
    }
  }
}
