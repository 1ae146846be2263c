import CTerminalGuard
import Dispatch
import Glibc

/// Signals as a stream, so that what is under way can end in order.
///
/// It is for programs without a `Terminal`, which takes signals itself. A signal source of Dispatch
/// loses some on Linux: it registers a moment later, and reads only what all threads block.
package enum SignalStream {
  /// One element for each of the signals from now on; they act as usual again after the stream's
  /// end.
  ///
  /// There is one stream at a time in a process.
  ///
  /// - Parameters:
  ///   - numbers: The signals.
  ///   - count: How many are kept until they are taken; later ones are dropped.
  /// - Returns: The stream; where the process can open no pipe it ends at once, and the signals act
  ///   as usual.
  package static func make(_ numbers: [Int32], keeping count: Int) -> AsyncStream<Void> {
    AsyncStream(bufferingPolicy: .bufferingOldest(count)) { continuation in
      let pipe = marfa_signal_pipe()
      guard pipe >= 0 else { return }
      // Dispatch sources are thread-safe, which their protocol does not say.
      nonisolated(unsafe) let source = DispatchSource.makeReadSource(
        fileDescriptor: pipe, queue: .global())
      // What an earlier stream left.
      while hasTaken(from: pipe) {}
      source.setEventHandler {
        while hasTaken(from: pipe) { continuation.yield() }
      }
      let end = DispatchGroup()
      end.enter()
      source.setCancelHandler { end.leave() }
      continuation.onTermination = { _ in
        for number in numbers { signal(number, SIG_DFL) }
        source.cancel()
        // Otherwise it would take signals of the next stream.
        end.wait()
      }
      source.resume()
      for number in numbers { marfa_signal_pipe_add(number) }
    }
  }

  /// Takes one signal out of the pipe, if there is one.
  private static func hasTaken(from pipe: Int32) -> Bool {
    var byte: UInt8 = 0
    return read(pipe, &byte, 1) == 1
  }
}
