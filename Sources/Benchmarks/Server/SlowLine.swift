import Foundation
import Glibc
import Synchronization
import TestSupport

/// A line between devices and a server: it has a rate, and can be cut.
final class SlowLine: Sendable {
  private struct State {
    var isCut = false
    var next = 0
    /// The connections to the server by their numbers.
    var open: [Int: Int32] = [:]
    /// Bytes that came from devices and from the server.
    var (sent, received) = (0, 0)
  }

  private final class Shared: Sendable {
    let state = Mutex(State())
  }

  /// Where devices reach the server.
  let port: Int
  private let shared: Shared
  private let listener: LoopbackServer

  /// Begins to listen.
  ///
  /// - Parameters:
  ///   - server: The server's port.
  ///   - bytesPerSecond: What one connection takes from a device.
  /// - Throws: `POSIXError` when there is no port.
  init(to server: Int, bytesPerSecond: Double) throws {
    let shared = Shared()
    listener = try LoopbackServer { device in
      let isCut = shared.state.withLock { $0.isCut }
      guard !isCut, let socket = LoopbackSocket.connect(to: server) else { return }
      let number = shared.state.withLock { state in
        state.next += 1
        state.open[state.next] = socket
        return state.next
      }
      Self.forward(device, socket, bytesPerSecond, shared)
      shared.state.withLock { _ = $0.open.removeValue(forKey: number) }
      close(socket)
    }
    self.shared = shared
    port = Int(listener.port)
  }

  /// How many bytes have come from devices, and from the server.
  var carried: (sent: Int, received: Int) {
    shared.state.withLock { ($0.sent, $0.received) }
  }

  /// Breaks every connection, and takes none until `mend`.
  func cut() {
    shared.state.withLock { state in
      state.isCut = true
      for socket in state.open.values { shutdown(socket, Int32(SHUT_RDWR)) }
    }
  }

  /// Takes connections again.
  func mend() { shared.state.withLock { $0.isCut = false } }

  private static func forward(
    _ device: LoopbackServer.Connection, _ server: Int32, _ bytesPerSecond: Double,
    _ shared: Shared
  ) {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      // A device that hangs up ends the connection.
      while let bytes = try? device.read(), LoopbackSocket.send(bytes, to: server) {
        shared.state.withLock { $0.sent += bytes.count }
        usleep(useconds_t(Double(bytes.count) / bytesPerSecond * 1e6))
      }
      shutdown(server, Int32(SHUT_RDWR))
      isOver.signal()
    }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    // A device that has gone ends the line, as a cut one does.
    while case let count = recv(server, &buffer, buffer.count, 0), count > 0,
      (try? device.write(Array(buffer[..<count]))) != nil
    { shared.state.withLock { $0.received += count } }
    device.hangUp()
    isOver.wait()
  }
}
