import Glibc
import NIOCore

/// Where webhooks may be sent to.
public enum WebhookTargets: Hashable, Sendable {
  /// To addresses of the internet: a key is no way into the server's own network.
  case publicOnly
  /// Anywhere, also to this machine and its neighbours.
  case anywhere

  /// Those of some addresses that may be sent to.
  func allowed(_ addresses: [SocketAddress]) -> [SocketAddress] {
    self == .anywhere ? addresses : addresses.filter(Self.isPublic)
  }

  /// Whether a host may be a target, as far as its text says; a name is judged when it is sent to.
  package func mayBe(_ host: String) -> Bool {
    guard self == .publicOnly else { return true }
    let name = host.lowercased()
    guard name != "localhost", !name.hasSuffix(".localhost") else { return false }
    // A number is judged at once, in every spelling: 127.1, 2130706433, 0x7f000001.
    guard let literal = try? Self.resolve(host, port: 80, .literals) else { return true }
    return literal.allSatisfy(Self.isPublic)
  }

  // MARK: - Names

  /// What is asked of whom.
  enum Resolution {
    /// The system's resolver, which may take long.
    case names
    /// Nobody: numbers are read, names have no address.
    case literals
  }

  /// A host that has no address.
  struct Unresolved: Error, Hashable {
    let reason: String
  }

  /// The addresses of a host; blocks while the resolver is asked.
  ///
  /// See getaddrinfo(3).
  ///
  /// - Throws: `Unresolved` when there are none.
  static func resolve(
    _ host: String, port: Int, _ resolution: Resolution
  ) throws -> [SocketAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    hints.ai_flags = resolution == .literals ? AI_NUMERICHOST : 0
    var first: UnsafeMutablePointer<addrinfo>?
    let code = getaddrinfo(host, String(port), &hints, &first)
    guard code == 0 else { throw Unresolved(reason: String(cString: gai_strerror(code))) }
    defer { freeaddrinfo(first) }
    var addresses: [SocketAddress] = []
    var next = first
    while let entry = next?.pointee {
      if let address = entry.ai_addr {
        switch entry.ai_family {
        case AF_INET:
          addresses.append(
            address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) {
              SocketAddress($0.pointee, host: host)
            })
        case AF_INET6:
          addresses.append(
            address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) {
              SocketAddress($0.pointee, host: host)
            })
        default: break
        }
      }
      next = entry.ai_next
    }
    return addresses
  }

  // MARK: - Addresses

  /// Whether an address is one of the internet.
  static func isPublic(_ address: SocketAddress) -> Bool {
    switch address {
    case .v4(let address):
      isPublic(v4: withUnsafeBytes(of: address.address.sin_addr) { Array($0) })
    case .v6(let address):
      isPublic(v6: withUnsafeBytes(of: address.address.sin6_addr) { Array($0) })
    case .unixDomainSocket: false
    }
  }

  /// Whether an IPv4 address is none of the special registry.
  ///
  /// See <https://www.iana.org/assignments/iana-ipv4-special-registry>.
  private static func isPublic(v4 bytes: [UInt8]) -> Bool {
    switch (bytes[0], bytes[1], bytes[2]) {
    // This network, private ones, loopback, shared by carriers, link-local.
    case (0, _, _), (10, _, _), (127, _, _), (100, 64...127, _), (169, 254, _),
      (172, 16...31, _), (192, 168, _):
      false
    // Protocol assignments, documentation, benchmarks.
    case (192, 0, 0), (192, 0, 2), (198, 18...19, _), (198, 51, 100), (203, 0, 113): false
    // Multicast, reserved, broadcast.
    case (224..., _, _): false
    default: true
    }
  }

  /// Whether an IPv6 address is a global one, and so is an IPv4 address within it.
  ///
  /// See <https://www.iana.org/assignments/iana-ipv6-special-registry>.
  private static func isPublic(v6 bytes: [UInt8]) -> Bool {
    // NAT64 (RFC 6052) and 6to4 (RFC 3056) lead to an IPv4 address.
    if bytes.starts(with: [0x00, 0x64, 0xFF, 0x9B] + [UInt8](repeating: 0, count: 8)) {
      return isPublic(v4: Array(bytes[12...]))
    }
    if bytes.starts(with: [0x20, 0x02]) { return isPublic(v4: Array(bytes[2..<6])) }
    // Teredo, benchmarks, ORCHID and documentation, which are within what is global otherwise.
    if bytes.starts(with: [0x20, 0x01]), bytes[2] < 0x02 { return false }
    if bytes.starts(with: [0x20, 0x01, 0x0D, 0xB8]) || bytes.starts(with: [0x3F, 0xFF]) {
      return false
    }
    // 2000::/3 is all that is global; loopback, mapped IPv4, unique local, link-local, multicast
    // are outside.
    return bytes[0] & 0xE0 == 0x20
  }
}
