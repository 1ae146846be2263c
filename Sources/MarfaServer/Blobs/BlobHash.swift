import Crypto

/// The address of a blob: `sha256:` and the hash of its bytes, 64 lower-case hexadecimal digits.
///
/// A value exists only in that form, so that it can name a file without being looked at again.
public struct BlobHash: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// The prefix before the digits.
  public static let prefix = "sha256:"

  /// The 64 digits.
  public let digits: String

  /// Reads an address; nil when the text is not one.
  public init?(_ text: String) {
    guard text.hasPrefix(Self.prefix) else { return nil }
    self.init(digits: String(text.dropFirst(Self.prefix.count)))
  }

  /// Reads the bare digits; nil when there are not 64 lower-case ones.
  public init?(digits: String) {
    guard digits.utf8.count == 64, digits.utf8.allSatisfy(Self.isDigit) else { return nil }
    self.digits = digits
  }

  /// The address of content that was hashed.
  public init(_ digest: SHA256.Digest) {
    digits = Hexadecimal.string(of: digest)
  }

  /// The address as it is on the wire.
  public var description: String { Self.prefix + digits }

  /// The order of the digits.
  public static func < (left: BlobHash, right: BlobHash) -> Bool { left.digits < right.digits }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
      || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains(byte)
  }
}
