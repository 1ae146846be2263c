import Glibc

/// The side of a connection on this machine that asks, as a proxy needs it.
public enum LoopbackSocket {
  /// Connects to a port of this machine.
  ///
  /// - Parameter port: The port.
  /// - Returns: The descriptor, which the caller closes; nil when nobody listens.
  public static func connect(to port: Int) -> Int32? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    address.sin_port = UInt16(port).bigEndian
    let isConnected = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    if isConnected { return descriptor }
    close(descriptor)
    return nil
  }

  /// Sends all of some bytes.
  ///
  /// - Parameters:
  ///   - bytes: The bytes.
  ///   - descriptor: The connection.
  /// - Returns: Whether the other side took them.
  public static func send(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { bytes in
        restarted { Glibc.send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL)) }
      }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Waits for bytes.
  ///
  /// - Parameter descriptor: The connection.
  /// - Returns: At most 64 KiB of what came; nil once the other side has gone.
  public static func receive(from descriptor: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = restarted { recv(descriptor, &buffer, buffer.count, 0) }
    return count > 0 ? Array(buffer[..<count]) : nil
  }

  /// Calls again what a signal ended: this process may get some, and a connection is not over then.
  private static func restarted(_ call: () -> Int) -> Int {
    while true {
      let count = call()
      if count >= 0 || errno != EINTR { return count }
    }
  }
}
