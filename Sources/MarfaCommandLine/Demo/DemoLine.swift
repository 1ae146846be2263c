import Foundation
import Glibc
import NoteFiles

/// A slow line from a device of a demo to its server, so that a file on its way is seen.
///
/// It ends with this process, however that ends.
final class DemoLine: Sendable {
  /// Where the device reaches the server.
  let url: String
  private let listener: Int32

  private static let bytesInSecond = 600_000
  private static let bytesAtOnce = 64 << 10

  /// Listens on loopback, on a port that is free.
  ///
  /// - Parameter server: The port of the server, on loopback.
  /// - Throws: `CommandFailure`.
  init(toPort server: UInt16) throws {
    let listener = Self.makeSocket()
    var address = Self.loopback(0)
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let isBound = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(listener, pointer, size) == 0 && listen(listener, 16) == 0
          && getsockname(listener, pointer, &size) == 0
      }
    }
    guard isBound else {
      let words = SystemError.sentence(errno)
      if listener >= 0 { close(listener) }
      throw CommandFailure(.failure, "The demo's line to its server cannot be made: \(words).")
    }
    self.listener = listener
    url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))"
    Thread.detachNewThread {
      while let device = Self.accepted(listener) { Self.connect(device, toPort: server) }
      close(listener)
    }
  }

  /// Takes no further connection; those that are there end with their device.
  func end() { shutdown(listener, Int32(SHUT_RDWR)) }

  // MARK: - Connections

  /// Both ends of a connection, which are closed when nothing goes over it any more.
  private final class Ends: Sendable {
    let device: Int32
    let server: Int32

    init(_ device: Int32, _ server: Int32) { (self.device, self.server) = (device, server) }

    deinit {
      close(device)
      close(server)
    }
  }

  /// The next connection; nil at the end.
  private static func accepted(_ listener: Int32) -> Int32? {
    while true {
      let device = accept(listener, nil, nil)
      if device >= 0 {
        _ = fcntl(device, F_SETFD, FD_CLOEXEC)
        return device
      }
      if errno != EINTR, errno != ECONNABORTED { return nil }
    }
  }

  private static func connect(_ device: Int32, toPort port: UInt16) {
    let ends = Ends(device, makeSocket())
    var address = loopback(port)
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        Glibc.connect(ends.server, pointer, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else { return }
    for end in [ends.device, ends.server] {
      var isOn: Int32 = 1
      setsockopt(end, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }
    Thread.detachNewThread {
      pass(from: ends.device, to: ends.server, DemoPace(rate: bytesInSecond, burst: bytesAtOnce))
    }
    Thread.detachNewThread { pass(from: ends.server, to: ends.device, nil) }
  }

  /// Passes on what comes, at a pace, until its end.
  private static func pass(from source: Int32, to target: Int32, _ pace: DemoPace?) {
    var pace = pace
    let start = ContinuousClock.now
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    while true {
      let count = recv(source, &buffer, buffer.count, 0)
      if count < 0, errno == EINTR { continue }
      guard count > 0, send(buffer[..<count], to: target) else { break }
      guard let wait = pace?.take(count, at: ContinuousClock.now - start), wait > .zero else {
        continue
      }
      usleep(UInt32(wait / .microseconds(1)))
    }
    // The other direction may go on.
    shutdown(source, Int32(SHUT_RD))
    shutdown(target, Int32(SHUT_WR))
  }

  private static func send(_ bytes: ArraySlice<UInt8>, to target: Int32) -> Bool {
    var rest = bytes
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(target, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  private static func makeSocket() -> Int32 {
    socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
  }

  private static func loopback(_ port: UInt16) -> sockaddr_in {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    return address
  }
}
