import Foundation

/// A socket to the kernel's network tables; nothing that goes through it leaves the machine.
///
/// See netlink(7) and rtnetlink(7). The numbers are those of `linux/netlink.h`, which Swift does
/// not import.
final class NetlinkSocket: Sendable {
  /// What can be subscribed to: links, and addresses and routes of both versions of IP.
  static let tableChanges: UInt32 = 0x1 | 0x10 | 0x40 | 0x100 | 0x400

  let descriptor: Int32

  /// Opens a socket; nil where the system does not allow it.
  ///
  /// - Parameter groups: The changes to be notified of; zero for none.
  init?(groups: UInt32) {
    let (netlink, routes): (Int32, Int32) = (16, 0)
    let type = Int32(SOCK_RAW.rawValue | SOCK_CLOEXEC.rawValue)
    descriptor = socket(netlink, type, routes)
    guard descriptor >= 0 else { return nil }
    // struct sockaddr_nl: family (2), padding (2), port (4), groups (4).
    let address = [UInt32(netlink), 0, groups.littleEndian]
    let isBound = address.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return false }
      return bind(
        descriptor, start.assumingMemoryBound(to: sockaddr.self), socklen_t(bytes.count)) == 0
    }
    guard isBound else { return nil }
    setTimeout(seconds: 1)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  /// Reads a whole table.
  ///
  /// - Parameter kind: Which table.
  /// - Returns: Its entries; nil if the kernel did not give them all.
  func dump(_ kind: NetlinkMessage.Kind) -> [NetlinkMessage]? {
    let request = NetlinkMessage.dumpRequest(kind)
    guard send(descriptor, request, request.count, 0) == request.count else { return nil }
    var entries: [NetlinkMessage] = []
    while let messages = receive(flags: 0) {
      for message in messages {
        if message.kind == .done { return entries }
        if message.kind == nil { return nil }
        entries.append(message)
      }
    }
    return nil
  }

  /// Forgets the notifications that wait.
  func drain() {
    while receive(flags: Int32(MSG_DONTWAIT)) != nil || errno == ENOBUFS {}
  }

  private func receive(flags: Int32) -> [NetlinkMessage]? {
    let capacity = 65_536
    let bytes = [UInt8](unsafeUninitializedCapacity: capacity) { buffer, count in
      count = max(0, recv(descriptor, buffer.baseAddress, capacity, flags))
    }
    return bytes.isEmpty ? nil : NetlinkMessage.messages(in: bytes)
  }

  /// The kernel answers at once; a wait that lasts is given up.
  private func setTimeout(seconds: Int) {
    var timeout = timeval(tv_sec: seconds, tv_usec: 0)
    setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }
}
