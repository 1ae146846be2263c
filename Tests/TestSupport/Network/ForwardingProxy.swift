import Dispatch
import Foundation
import Glibc

/// Stands between devices and a server on this machine, and carries bytes both ways.
public final class ForwardingProxy: Sendable {
  /// The address is none.
  public struct Failure: Error {}

  /// What is done with a new connection.
  public enum Treatment: Sendable {
    /// It is carried, until the server has sent that many bytes.
    case forward(bytes: Int)
    /// It is carried, and once the server says some words this is called before they are; it may
    /// block.
    case hold(String, @Sendable () -> Void)
    /// It is carried, and once the server says some words, which never arrive, this is called; it
    /// may block, and then the connection ends.
    case cut(before: String, @Sendable () -> Void)
    /// Its first request is answered in the server's place.
    case answer([UInt8])
    /// It is taken, and nothing ever comes.
    case silence
  }

  /// Where devices reach it.
  public let url: URL
  private let listener: LoopbackServer

  /// Listens.
  ///
  /// - Parameters:
  ///   - port: The server's port.
  ///   - budget: After how many bytes of the server a new connection ends.
  ///   - sent: Gets what devices send, before the server does; on the connection's thread.
  /// - Throws: `POSIXError` when there is no port.
  public convenience init(
    port: Int, budget: @escaping @Sendable () -> Int = { .max },
    sent: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) throws {
    try self.init(port: port, treatment: { .forward(bytes: budget()) }, sent: sent)
  }

  /// Listens, and does with each connection what a test says.
  ///
  /// - Parameters:
  ///   - port: The server's port.
  ///   - treatment: What is done with a new connection.
  ///   - sent: Gets what devices send, before the server does; on the connection's thread.
  /// - Throws: `POSIXError` when there is no port.
  public init(
    port: Int, treatment: @escaping @Sendable () -> Treatment,
    sent: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) throws {
    listener = try LoopbackServer { connection in
      switch treatment() {
      case .forward(let bytes):
        guard let server = LoopbackSocket.connect(to: port) else { return }
        Self.forward(connection, server, bytes, sent)
        close(server)
      case .hold(let words, let wait):
        guard let server = LoopbackSocket.connect(to: port) else { return }
        Self.forward(connection, server, .max, sent, before: words, wait)
        close(server)
      case .cut(let words, let wait):
        guard let server = LoopbackSocket.connect(to: port) else { return }
        Self.forward(connection, server, .max, sent, before: words, wait, isCut: true)
        close(server)
      case .answer(let bytes):
        guard let request = try connection.request() else { return }
        sent(Array(request.head.utf8) + request.body)
        try connection.write(bytes)
      case .silence:
        while let bytes = try? connection.read() { sent(bytes) }
      }
    }
    guard let url = URL(string: "http://127.0.0.1:\(listener.port)") else { throw Failure() }
    self.url = url
  }

  /// How many connections came.
  public var connectionCount: Int { listener.connectionCount }

  private static func forward(
    _ device: LoopbackServer.Connection, _ server: Int32, _ budget: Int,
    _ sent: @escaping @Sendable ([UInt8]) -> Void, before words: String = "",
    _ wait: () -> Void = {}, isCut: Bool = false
  ) {
    let isOver = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      while let bytes = try? device.read() {
        sent(bytes)
        guard LoopbackSocket.send(bytes, to: server) else { break }
      }
      shutdown(server, Int32(SHUT_RDWR))
      isOver.signal()
    }
    var left = budget
    while left > 0, let received = LoopbackSocket.receive(from: server) {
      var bytes = received.prefix(left)
      left -= bytes.count
      if let held = bytes.firstRange(of: Array(words.utf8)), !held.isEmpty {
        guard (try? device.write(Array(bytes[..<held.lowerBound]))) != nil else { break }
        wait()
        if isCut { break }
        bytes = bytes[held.lowerBound...]
      }
      guard (try? device.write(Array(bytes))) != nil else { break }
    }
    device.hangUp()
    shutdown(server, Int32(SHUT_RDWR))
    isOver.wait()
  }
}
