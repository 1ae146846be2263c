/// One message of the kernel about its network tables, as bytes.
///
/// The layout is that of netlink(7): a header of 16 bytes (length, type, flags, sequence, port),
/// the payload, and padding to a multiple of 4. Numbers are in the machine's order.
package struct NetlinkMessage: Hashable, Sendable {
  /// The kinds of message that are of interest, from `linux/rtnetlink.h`.
  package enum Kind: UInt16, Sendable {
    case done = 3
    case newLink = 16
    case getLink = 18
    case newAddress = 20
    case getAddress = 22
    case newRoute = 24
    case getRoute = 26
  }

  /// The number of the kind; other kinds than ``Kind`` exist.
  package let type: UInt16
  /// What follows the header.
  package let payload: ArraySlice<UInt8>

  /// The kind, or nil for one of no interest.
  package var kind: Kind? { Kind(rawValue: type) }

  /// The messages in what one read has returned; a message that is cut short ends the list.
  package static func messages(in bytes: [UInt8]) -> [Self] {
    var messages: [Self] = []
    var start = 0
    while let length = bytes[start...].number(at: 0, as: UInt32.self).map(Int.init),
      let type = bytes[start...].number(at: 4, as: UInt16.self),
      length >= headerLength, start + length <= bytes.count
    {
      messages.append(Self(type: type, payload: bytes[start + headerLength..<start + length]))
      start += aligned(length)
      if start > bytes.count { break }
    }
    return messages
  }

  /// A request for a whole table.
  ///
  /// - Parameter kind: The table.
  /// - Returns: The bytes to send: the header and an empty `rtgenmsg` (any address family).
  package static func dumpRequest(_ kind: Kind) -> [UInt8] {
    let (isRequest, isDump): (UInt16, UInt16) = (0x1, 0x300)
    return bytes(of: UInt32(headerLength + 4)) + bytes(of: kind.rawValue)
      + bytes(of: isRequest | isDump) + bytes(of: UInt32(1)) + bytes(of: UInt32(0))
      + [0, 0, 0, 0]
  }

  /// The attributes after a fixed part of the payload, by their number; see rtnetlink(7).
  func attributes(after fixedLength: Int) -> [UInt16: ArraySlice<UInt8>] {
    var attributes: [UInt16: ArraySlice<UInt8>] = [:]
    var rest = payload.dropFirst(fixedLength)
    while let length = rest.number(at: 0, as: UInt16.self).map(Int.init),
      let type = rest.number(at: 2, as: UInt16.self), length >= 4, length <= rest.count
    {
      attributes[type] = rest.prefix(length).dropFirst(4)
      rest = rest.dropFirst(Self.aligned(length))
    }
    return attributes
  }

  private static let headerLength = 16

  private static func aligned(_ length: Int) -> Int { (length + 3) & ~3 }

  private static func bytes(of number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number) { Array($0) }
  }
}

extension ArraySlice<UInt8> {
  /// The number at an offset from the slice's start, in the machine's order; nil past the end.
  func number<Number: FixedWidthInteger>(at offset: Int, as type: Number.Type) -> Number? {
    guard count >= offset + MemoryLayout<Number>.size else { return nil }
    return withUnsafeBytes { $0.loadUnaligned(fromByteOffset: offset, as: Number.self) }
  }
}
