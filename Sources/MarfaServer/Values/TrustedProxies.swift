import Glibc
import HTTPTypes

/// The proxies whose word about a caller's address is taken.
///
/// Written as addresses and networks, such as `127.0.0.1, 10.0.0.0/8, fd00::/8`.
public struct TrustedProxies: Hashable, Sendable, LosslessStringConvertible {
  private var networks: [Network] = []

  /// None: every caller is the peer of its connection.
  public init() {}

  /// Reads addresses and networks with commas or spaces between them; nil when one is none.
  public init?(_ description: String) {
    for text in description.split(whereSeparator: { $0 == "," || $0.isWhitespace }) {
      guard let network = Network(text) else { return nil }
      networks.append(network)
    }
  }

  /// The networks as the settings have them.
  public var description: String { networks.map(\.description).joined(separator: ", ") }

  /// The address that a request comes from.
  ///
  /// Of a peer that is none of the proxies it is the peer's. Else it is the last of the addresses
  /// in `X-Forwarded-For`, or in `Forwarded` (RFC 7239), that is none of the proxies: what is
  /// before it anybody may have written. Where the two name different callers, neither is believed.
  ///
  /// - Parameters:
  ///   - peer: The address at the other end of the connection; nil when it has none.
  ///   - headers: The request's header fields.
  /// - Returns: The address; empty when it is not known.
  func caller(peer: String?, _ headers: HTTPFields) -> String {
    guard !networks.isEmpty, let peer, let address = Address(peer[...]), isTrusted(address) else {
      return peer ?? ""
    }
    let plain = headers[values: .xForwardedFor].flatMap { $0.split(separator: ",") }
    let named = headers[values: .forwarded].flatMap { $0.split(separator: ",") }
      .map { Self.forwardedFor($0) }
    let callers = [plain, named].filter { !$0.isEmpty }.map { caller(of: $0, behind: address) }
    guard let first = callers.first, callers.allSatisfy({ $0 == first }) else { return peer }
    return first.description
  }

  private func caller(of hops: [Substring], behind peer: Address) -> Address {
    var caller = peer
    for hop in hops.reversed() {
      // What is no address ends what is known.
      guard let address = Address(hop) else { return caller }
      caller = address
      if !isTrusted(address) { return caller }
    }
    return caller
  }

  private func isTrusted(_ address: Address) -> Bool { networks.contains { $0.contains(address) } }

  /// The node of an element's `for`; empty without one.
  private static func forwardedFor(_ element: Substring) -> Substring {
    for pair in element.split(separator: ";") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, parts[0].filter({ !$0.isWhitespace }).lowercased() == "for" else {
        continue
      }
      return parts[1]
    }
    return ""
  }
}

/// An IP address; one of IPv4 within IPv6 is that of IPv4.
private struct Address: Hashable, CustomStringConvertible {
  /// 4 or 16.
  let bytes: [UInt8]

  /// Reads an address, also one with a port, in brackets or in quotes; nil when it is none.
  init?(_ text: Substring) {
    var text = text.filter { !$0.isWhitespace && $0 != "\"" }[...]
    if text.first == "[" {
      guard let end = text.firstIndex(of: "]") else { return nil }
      text = text[text.index(after: text.startIndex)..<end]
    } else if text.contains("."), let port = text.lastIndex(of: ":"),
      !text[..<port].contains(":")
    {
      text = text[..<port]
    }
    var four = in_addr()
    var six = in6_addr()
    if inet_pton(AF_INET, String(text), &four) == 1 {
      bytes = withUnsafeBytes(of: four) { Array($0) }
    } else if inet_pton(AF_INET6, String(text), &six) == 1 {
      let all = withUnsafeBytes(of: six) { Array($0) }
      let isMapped = all.starts(with: [UInt8](repeating: 0, count: 10) + [0xFF, 0xFF])
      bytes = isMapped ? Array(all[12...]) : all
    } else {
      return nil
    }
  }

  var description: String {
    var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
    let family = bytes.count == 4 ? AF_INET : AF_INET6
    guard inet_ntop(family, bytes, &text, socklen_t(text.count)) != nil else { return "" }
    return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }
}

/// Addresses that begin with the same bits.
private struct Network: Hashable, CustomStringConvertible {
  let address: Address
  let bits: Int

  init?(_ text: Substring) {
    let parts = text.split(separator: "/", omittingEmptySubsequences: false)
    guard parts.count <= 2, let address = Address(parts[0]) else { return nil }
    let most = address.bytes.count * 8
    guard let bits = parts.count == 2 ? Int(parts[1]) : most, (0...most).contains(bits) else {
      return nil
    }
    self.address = address
    self.bits = bits
  }

  var description: String {
    bits == address.bytes.count * 8 ? address.description : "\(address)/\(bits)"
  }

  func contains(_ other: Address) -> Bool {
    guard other.bytes.count == address.bytes.count else { return false }
    let whole = bits / 8
    guard other.bytes.prefix(whole) == address.bytes.prefix(whole) else { return false }
    let rest = bits % 8
    guard rest > 0 else { return true }
    return (other.bytes[whole] ^ address.bytes[whole]) >> (8 - rest) == 0
  }
}

extension HTTPField.Name {
  /// The addresses that proxies have seen, the nearest last.
  static let xForwardedFor = known("X-Forwarded-For")
  /// The same in the words of RFC 7239.
  static let forwarded = known("Forwarded")
}
