import Synchronization

/// An address outside the notes that a terminal may open (OSC 8).
///
/// Equal addresses are equal numbers in the whole process, so that cells are compared as memory.
public struct Hyperlink: Hashable, Sendable {
  /// The longest address in bytes; more is refused by terminals, too.
  ///
  /// Source: <https://gist.github.com/egmontkob/eb114294efbcd5adb1944c9f3cb5feda>.
  public static let maximumBytes = 2083

  /// Schemes that lead out of this machine; a click must not run or read what is on it.
  private static let schemes = ["https:", "http:", "mailto:"]

  let number: UInt32

  /// Takes an address over if a terminal may open it.
  ///
  /// What is not printable ASCII is percent-encoded. Nil for controls, for other schemes, for what
  /// is too long, and once 16,384 addresses were shown.
  ///
  /// - Parameter address: The address as it was written.
  public init?(_ address: String) {
    guard address.utf8.count <= Self.maximumBytes,
      address.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }),
      Self.schemes.contains(where: { address.lowercased().hasPrefix($0) })
    else { return nil }
    let encoded = Self.encoded(address)
    guard encoded.utf8.count <= Self.maximumBytes,
      let number = HyperlinkNumbers.shared.number(of: encoded)
    else { return nil }
    self.number = number
  }

  init(number: UInt32) { self.number = number }

  /// The address: printable ASCII without spaces, at most `maximumBytes`.
  public var address: String { HyperlinkNumbers.shared.address(number) }

  private static func encoded(_ address: String) -> String {
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in address.utf8 {
      if (0x21...0x7e).contains(byte) {
        bytes.append(byte)
      } else {
        bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The addresses that were ever shown, numbered from 1 in order of appearance.
private final class HyperlinkNumbers: Sendable {
  static let shared = HyperlinkNumbers()

  private struct State {
    var numbers: [String: UInt32] = [:]
    var addresses: [String] = []
  }

  private static let limit = 1 << 14
  private let state = Mutex(State())

  func number(of address: String) -> UInt32? {
    state.withLock { state in
      if let number = state.numbers[address] { return number }
      guard state.addresses.count < Self.limit else { return nil }
      state.addresses.append(address)
      let number = UInt32(state.addresses.count)
      state.numbers[address] = number
      return number
    }
  }

  func address(_ number: UInt32) -> String {
    state.withLock { $0.addresses[Int(number) - 1] }
  }
}
