import Dispatch
import Glibc

/// Signals as a stream, so that what is under way can end in order.
package enum SignalStream {
  /// One element for each of the signals from now on; they act as usual again after the stream's end.
  ///
  /// A signal can be followed once in a process: after the end Dispatch does not see it any more.
  ///
  /// - Parameters:
  ///   - numbers: The signals.
  ///   - count: How many are kept until they are taken; later ones are dropped.
  /// - Returns: The stream, which no signal from now on escapes.
  package static func make(_ numbers: [Int32], keeping count: Int) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingOldest(count)) { continuation in
      let registration = DispatchGroup()
      // Dispatch sources are thread-safe, which their protocol does not say.
      nonisolated(unsafe) let sources = numbers.map { number in
        let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
        source.setEventHandler { continuation.yield() }
        registration.enter()
        source.setRegistrationHandler { registration.leave() }
        return source
      }
      continuation.onTermination = { _ in
        for source in sources { source.cancel() }
        for number in numbers { signal(number, SIG_DFL) }
      }
      for source in sources { source.resume() }
      // Another thread registers them; what came before that would be lost.
      registration.wait()
    }
  }
}
